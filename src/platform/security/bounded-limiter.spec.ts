import { BoundedLimiter } from './bounded-limiter.js';

describe('BoundedLimiter', () => {
  it('refuses above the quota and takes gifts back into account', async () => {
    const limiter = new BoundedLimiter(2, 60);
    await limiter.consume('a');
    await limiter.consume('a');
    await expect(limiter.consume('a')).rejects.toMatchObject({ remainingPoints: 0 });
    await limiter.giveBack('a');
    await limiter.giveBack('a');
    expect((await limiter.consume('a')).remainingPoints).toBe(0);
    expect((await limiter.consume('b')).remainingPoints).toBe(1);
  });

  it('does not grow without bound when every request has a new key', async () => {
    const limiter = new BoundedLimiter(2, 60);
    for (let i = 0; i < 25_000; i++) await limiter.consume(String(i));
    expect(limiter.size).toBe(20_000);
    expect(await limiter.peek('0')).toBeUndefined();
    expect((await limiter.peek('24999'))?.consumedPoints).toBe(1);
  });
});
