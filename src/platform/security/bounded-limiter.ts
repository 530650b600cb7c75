import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limiter, LimitState } from './limiter.js';

/** So many keys are counted at once; the one unused for longest makes room, so that a flood of keys cannot fill the memory. */
export const maxKeys = 20_000;

/** Counts in the memory of this process. */
export class BoundedLimiter implements Limiter {
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

  async consume(key: string): Promise<LimitState> {
    if (this.keys.get(key) === undefined) this.keys.set(key, true);
    try {
      return stateOf(await this.limiter.consume(key));
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return stateOf(refusal);
      throw refusal;
    }
  }

  async peek(key: string): Promise<LimitState | undefined> {
    const found = await this.limiter.get(key);
    return found === null ? undefined : stateOf(found);
  }

  async giveBack(key: string): Promise<void> {
    await this.limiter.reward(key);
  }

  /** How many keys are counted. */
  get size(): number {
    return this.keys.size;
  }
}

function stateOf({ consumedPoints, msBeforeNext }: RateLimiterRes): LimitState {
  return { used: consumedPoints, msLeft: msBeforeNext };
}
