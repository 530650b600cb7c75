import { BoundedLimiter } from './bounded-limiter.js';

describe('BoundedLimiter', () => {
  it('counts above the quota and takes gifts back into account', () => {
    const limiter = new BoundedLimiter(60_000);
    limiter.consume('a');
    limiter.consume('a');
    expect(limiter.consume('a').used).toBe(3);
    limiter.giveBack('a');
    limiter.giveBack('a');
    expect(limiter.consume('a').used).toBe(2);
    expect(limiter.consume('b').used).toBe(1);
  });

  it('begins anew when the window is over', () => {
    const limiter = new BoundedLimiter(60_000);
    limiter.consume('a', 1000);
    expect(limiter.consume('a', 60_999)).toEqual({ used: 2, msLeft: 1 });
    expect(limiter.peek('a', 61_000)).toBeUndefined();
    expect(limiter.consume('a', 61_000)).toEqual({ used: 1, msLeft: 60_000 });
  });

  it('does not grow without bound when every request has a new key', () => {
    const limiter = new BoundedLimiter(60_000);
    for (let i = 0; i < 25_000; i++) limiter.consume(String(i));
    expect(limiter.size).toBe(20_000);
    expect(limiter.peek('0')).toBeUndefined();
    expect(limiter.peek('24999')?.used).toBe(1);
  });
});
