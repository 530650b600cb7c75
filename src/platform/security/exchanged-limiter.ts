import { LRUCache } from 'lru-cache';
import { maxKeys } from './bounded-limiter.js';
import type { Limiter, LimitState } from './limiter.js';
import type { Count, CountTotal } from './rate-counter-store.port.js';

interface Window {
  readonly key: string;
  /** What all processes together had counted at the last exchange. */
  shared: number;
  /** Counted here since. */
  own: number;
  /** By `performance.now()`. */
  endsAt: number;
}

/** A share of the quota that is worth an exchange at once. */
const eagerShare = 1 / 20;

/**
 * Counts in memory and learns in the background what other processes counted for the same keys: the hot path waits for no database. While
 * the processes have not exchanged their counts, each lets a twentieth of the quota pass without the knowledge of the others, and what comes
 * until the exchange that it then asks for is done.
 */
export class ExchangedLimiter implements Limiter {
  private readonly windows = new LRUCache<string, Window>({ max: maxKeys });
  private dirty = new Set<Window>();
  private readonly eager: number;

  /** `hurry` is called when an exchange should not wait for its turn; `digest` turns a key into that of its row. */
  constructor(
    private readonly quota: number,
    private readonly windowMs: number,
    private readonly digest: (key: string) => string,
    private readonly hurry: () => void,
  ) {
    this.eager = Math.max(1, Math.floor(quota * eagerShare));
  }

  consume(key: string, now = performance.now()): LimitState {
    const window = this.windowOf(key, now);
    if (window.shared + window.own >= this.quota)
      return { used: this.quota + 1, msLeft: window.endsAt - now };
    this.add(window, 1);
    return { used: window.shared + window.own, msLeft: window.endsAt - now };
  }

  peek(key: string, now = performance.now()): LimitState | undefined {
    const window = this.windows.get(key);
    return window === undefined || window.endsAt <= now
      ? undefined
      : { used: window.shared + window.own, msLeft: window.endsAt - now };
  }

  giveBack(key: string): void {
    this.add(this.windowOf(key, performance.now()), -1);
  }

  /** Tells `store` what was counted since the last time and takes over the totals. What could not be told is told the next time. */
  async exchange(store: { add(counts: readonly Count[]): Promise<readonly CountTotal[]> }): Promise<void> {
    const windows = new Map([...this.dirty].map((window) => [this.digest(window.key), window]));
    if (windows.size === 0) return;
    this.dirty = new Set();
    const counts = [...windows].map(([key, { own }]) => ({ key, points: own, windowMs: this.windowMs }));
    const told = new Map(counts.map(({ key, points }) => [key, points]));
    try {
      for (const { key, points, msLeft } of await store.add(counts)) {
        const window = windows.get(key);
        if (window === undefined) continue;
        window.own -= told.get(key) ?? 0;
        window.shared = points;
        window.endsAt = performance.now() + msLeft;
      }
    } catch (error) {
      for (const window of windows.values()) this.dirty.add(window);
      throw error;
    }
  }

  private windowOf(key: string, now: number): Window {
    let window = this.windows.get(key);
    if (window === undefined || window.endsAt <= now) {
      if (window !== undefined) this.dirty.delete(window);
      window = { key, shared: 0, own: 0, endsAt: now + this.windowMs };
      this.windows.set(key, window);
    }
    return window;
  }

  private add(window: Window, points: number): void {
    window.own += points;
    this.dirty.add(window);
    if (window.own >= this.eager) this.hurry();
  }
}
