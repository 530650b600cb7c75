import { freshUntil, usableUntil } from './credential.js';

const at = (seconds: number) => ({ issuedAt: 0, expiresAt: seconds * 1000 });

describe('The life of a token', () => {
  it('[credential-ahead] is renewed a minute ahead, and given out until five seconds before its end', () => {
    expect([freshUntil(at(3600)), usableUntil(at(3600))]).toEqual([3_540_000, 3_595_000]);
  });

  it('[credential-ahead] keeps most of a short life', () => {
    expect([freshUntil(at(10)), usableUntil(at(10))]).toEqual([8000, 9000]);
  });

  it('[credential-ahead] goes on while nobody says when it ends', () => {
    const endless = { issuedAt: 0, expiresAt: undefined };
    expect([freshUntil(endless), usableUntil(endless)]).toEqual([Infinity, Infinity]);
  });
});
