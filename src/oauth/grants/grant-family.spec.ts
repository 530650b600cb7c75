import { graceMs, judgeRefresh, type GrantFamily } from './grant-family.js';

const start = 1_000_000;
const family: GrantFamily = {
  id: 'ogf_1',
  grantId: 'ogr_1',
  handleDigest: 'h',
  secretDigest: 's',
  formerDigest: 'f',
  rotatedAt: start,
  scopes: ['tools:read'],
  createdAt: 0,
  expiresAt: start + 10 * graceMs,
  endsAt: start + 100 * graceMs,
};

describe('a refresh token', () => {
  it('is rotated while it is the present one', () => {
    expect(judgeRefresh(family, 'present', start)).toBe('rotate');
    expect(judgeRefresh(family, 'present', family.expiresAt - 1)).toBe('rotate');
  });

  it('gives an access token only for a minute after its successor was made, and is a replay then', () => {
    expect(judgeRefresh(family, 'former', start + graceMs - 1)).toBe('access-only');
    expect(judgeRefresh(family, 'former', start + graceMs)).toBe('replay');
  });

  it('is a replay at once when its successor was used', () => {
    expect(judgeRefresh(family, 'other', start)).toBe('replay');
  });

  it('ends with its time', () => {
    for (const place of ['present', 'former', 'other'] as const)
      expect(judgeRefresh(family, place, family.expiresAt)).toBe('expired');
  });
});
