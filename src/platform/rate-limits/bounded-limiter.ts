import { memoOf } from '../memo.js';
import type { Limiter, LimitState } from './limiter.js';

interface Window {
  used: number;
  /** By `performance.now()`. */
  endsAt: number;
}

/** So many keys are counted at once; the one unused for longest makes room, so that a flood of keys cannot fill the memory. */
export const maxKeys = 20_000;

/** Counts in the memory of this process, at once: every request passes here. */
export class BoundedLimiter implements Limiter {
  private readonly windows = memoOf<string, Window>(maxKeys);

  constructor(private readonly windowMs: number) {}

  consume(key: string, now = performance.now()): LimitState {
    let window = this.windows.get(key);
    if (window === undefined || window.endsAt <= now) {
      window = { used: 0, endsAt: now + this.windowMs };
      this.windows.set(key, window);
    }
    window.used++;
    return { used: window.used, msLeft: window.endsAt - now };
  }

  peek(key: string, now = performance.now()): LimitState | undefined {
    const window = this.windows.get(key);
    return window === undefined || window.endsAt <= now
      ? undefined
      : { used: window.used, msLeft: window.endsAt - now };
  }

  giveBack(key: string): void {
    const window = this.windows.get(key);
    if (window !== undefined) window.used--;
  }

  /** How many keys are counted. */
  get size(): number {
    return this.windows.size;
  }
}
