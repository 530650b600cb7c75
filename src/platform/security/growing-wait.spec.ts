import { growingWait } from './growing-wait.js';

describe('growingWait', () => {
  it('lets the first tries through at once', () => {
    expect([0, 1, 2].map((used) => growingWait(3, used, 0))).toEqual([0, 0, 0]);
  });

  it('doubles with each further try, counted from the first', () => {
    expect([3, 4, 5, 6].map((used) => growingWait(3, used, 0))).toEqual([1000, 3000, 7000, 15_000]);
    expect(growingWait(3, 6, 14_000)).toBe(1000);
    expect(growingWait(3, 6, 15_000)).toBe(0);
  });
});
