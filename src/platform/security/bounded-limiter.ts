import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

/** So many keys are counted at once; the one unused for longest makes room, so that a flood of keys cannot fill the memory. */
const maxKeys = 20_000;

/** A counter per key over a fixed window. */
export class BoundedLimiter {
  private readonly limiter: RateLimiterMemory;
  private readonly keys = new LRUCache<string, true>({
    max: maxKeys,
    dispose: (_, key, reason) => {
      if (reason === 'evict') void this.limiter.delete(key);
    },
  });

  /** `window` in seconds. */
  constructor(quota: number, window: number) {
    this.limiter = new RateLimiterMemory({ keyPrefix: '', points: quota, duration: window });
  }

  /** Rejects with the state when the quota is used up. */
  consume(key: string): Promise<RateLimiterRes> {
    if (this.keys.get(key) === undefined) this.keys.set(key, true);
    return this.limiter.consume(key);
  }

  async peek(key: string): Promise<RateLimiterRes | undefined> {
    return (await this.limiter.get(key)) ?? undefined;
  }

  async giveBack(key: string): Promise<void> {
    await this.limiter.reward(key);
  }

  /** How many keys are counted. */
  get size(): number {
    return this.keys.size;
  }
}
