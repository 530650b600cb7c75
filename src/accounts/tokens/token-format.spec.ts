import { hintOf, isTokenShaped, mintToken } from './token-format.js';

describe('the format of tokens', () => {
  it.each(['gtu', 'gta'] as const)('is %s_, 32 base62 characters and a checksum', (prefix) => {
    const token = mintToken(prefix);
    expect(token).toMatch(new RegExp(`^${prefix}_[0-9A-Za-z]{38}$`));
    expect(isTokenShaped(token)).toBe(true);
    expect(mintToken(prefix)).not.toBe(token);
  });

  it('has all characters equally often', () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 2000; i++)
      for (const character of mintToken('gtu').slice(4, 36))
        counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).toBe(62);
    for (const count of counts.values()) expect(Math.abs(count - 64_000 / 62)).toBeLessThan(200);
  });

  it('tells a mistyped token from a real one', () => {
    const token = mintToken('gtu');
    const last = token.endsWith('0') ? '1' : '0';
    const swapped = token.slice(0, 10) + (token.charAt(10) === 'x' ? 'y' : 'x') + token.slice(11);
    for (const wrong of [
      ...[token.slice(0, -1) + last, swapped, `${token}0`, token.slice(0, -1), token.replace('gtu', 'gta')],
      ...['', 'gtu_', `gtx${token.slice(3)}`, ` ${token}`],
    ])
      expect([wrong, isTokenShaped(wrong)]).toEqual([wrong, false]);
  });

  it('is hinted at by what says nothing about its secret', () => {
    const token = mintToken('gta');
    expect(hintOf(token)).toBe(`gta_…${token.slice(-4)}`);
    expect(hintOf('an operator’s own text of any form')).toBe('…form');
  });
});
