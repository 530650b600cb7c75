import { Secret } from 'otpauth';
import { newTotpSecret, timeStepOf, totpAddress } from './totp.js';

/** RFC 6238, appendix B, the mode SHA1: the last six of its eight digits. */
const secret = Secret.fromUTF8('12345678901234567890').base32;
const vectors: readonly (readonly [second: number, code: string])[] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];

describe('A code of an authenticator', () => {
  it.each(vectors)('is that of RFC 6238 at %d seconds', (second, code) => {
    expect(timeStepOf(secret, code, second * 1000)).toBe(Math.floor(second / 30));
  });

  it('counts one step before and after its own, and no further', () => {
    const at = (second: number) => timeStepOf(secret, '050471', second * 1000);
    const step = Math.floor(1_111_111_111 / 30);
    expect([at(1_111_111_081), at(1_111_111_141), at(1_111_111_051), at(1_111_111_171)]).toEqual([
      ...[step, step],
      ...[undefined, undefined],
    ]);
  });

  it.each(['', '05047', '0504711', 'abcdef', '050472', '０５０４７１'])('is none: %j', (code) => {
    expect(timeStepOf(secret, code, 1_111_111_111_000)).toBeUndefined();
  });

  it('is made from a secret of 160 random bits, told to authenticators with the person and the gateway', () => {
    expect(Secret.fromBase32(newTotpSecret()).bytes).toHaveLength(20);
    expect(newTotpSecret()).not.toBe(newTotpSecret());
    const address = totpAddress(secret, { issuer: 'Gantry here', person: 'ana:b@example.com' });
    expect(address).toMatch(
      /^otpauth:\/\/totp\/Gantry%20here:ana%3Ab%40example\.com\?issuer=Gantry%20here&secret=/,
    );
  });
});
