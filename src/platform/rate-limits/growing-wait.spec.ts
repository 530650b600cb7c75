import { growingWait, mostTries } from './growing-wait.js';

const growth = { free: 3, waitMs: 1000 };

describe('growingWait', () => {
  it('lets the first tries through at once', () => {
    expect([0, 1, 2].map((used) => growingWait(growth, used, 0))).toEqual([0, 0, 0]);
  });

  it('doubles with each further try, counted from the first', () => {
    expect([3, 4, 5, 6].map((used) => growingWait(growth, used, 0))).toEqual([1000, 3000, 7000, 15_000]);
    expect(growingWait(growth, 6, 14_000)).toBe(1000);
    expect(growingWait(growth, 6, 15_000)).toBe(0);
  });

  it('knows how many tries a window has room for', () => {
    expect([0, 999, 1000, 3000, 6999, 7000].map((ms) => mostTries(growth, ms))).toEqual([3, 3, 4, 5, 5, 6]);
  });
});
