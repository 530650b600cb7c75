import { BoundedLimiter } from './bounded-limiter.js';

describe('BoundedLimiter', () => {
  it('counts above the quota and takes gifts back into account', async () => {
    const limiter = new BoundedLimiter(2, 60);
    await limiter.consume('a');
    await limiter.consume('a');
    expect((await limiter.consume('a')).used).toBe(3);
    await limiter.giveBack('a');
    await limiter.giveBack('a');
    expect((await limiter.consume('a')).used).toBe(2);
    expect((await limiter.consume('b')).used).toBe(1);
  });

  it('does not grow without bound when every request has a new key', async () => {
    const limiter = new BoundedLimiter(2, 60);
    for (let i = 0; i < 25_000; i++) await limiter.consume(String(i));
    expect(limiter.size).toBe(20_000);
    expect(await limiter.peek('0')).toBeUndefined();
    expect((await limiter.peek('24999'))?.used).toBe(1);
  });
});
