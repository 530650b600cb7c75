import { newId } from './id.js';

describe('newId', () => {
  it('has its prefix and fits into 36 characters', () => {
    expect(newId('app')).toMatch(/^app_[0-9a-hjkmnp-tv-z]{26}$/);
    expect(newId('ninechars')).toHaveLength(36);
  });

  it('makes ids that are unique and sort by age', () => {
    const ids = Array.from({ length: 5000 }, () => newId('x'));
    expect(new Set(ids).size).toBe(ids.length);
    expect([...ids].sort()).toEqual(ids);
  });
});
