import { memoOf } from '../memo.js';
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

/** How a limiter has its counts exchanged. */
export interface Exchanges {
  /** Whether the database answers, so that it makes sense to wait for it. */
  readonly worthwhile: boolean;
  /** Asks for an exchange soon. */
  hurry(): void;
  /** The end of the next exchange; never rejects. */
  next(): Promise<void>;
}

/** The share of the quota that a process lets pass without the knowledge of the others. */
const eagerShare = 1 / 20;
/** A request that has waited so long for exchanges is counted without them. */
const patienceMs = 1000;

/**
 * Counts in memory and learns in the background what other processes counted for the same keys: a request waits for the database only
 * when a twentieth of its quota was used here since the last exchange. So n processes together let at most (n - 1) twentieths too many pass,
 * as long as the database answers.
 */
export class ExchangedLimiter implements Limiter {
  private readonly windows = memoOf<string, Window>(maxKeys);
  private dirty = new Set<Window>();
  private readonly eager: number;

  /** `digest` turns a key into that of its row. */
  constructor(
    private readonly quota: number,
    private readonly windowMs: number,
    private readonly digest: (key: string) => string,
    private readonly exchanges: Exchanges,
  ) {
    this.eager = Math.max(1, Math.floor(quota * eagerShare));
  }

  consume(key: string, now = performance.now()): LimitState | Promise<LimitState> {
    const window = this.windowOf(key, now);
    return this.mayCount(window) ? this.count(window, now) : this.countLater(key, now + patienceMs);
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

  private async countLater(key: string, until: number): Promise<LimitState> {
    for (;;) {
      await this.exchanges.next();
      const now = performance.now();
      const window = this.windowOf(key, now);
      if (now >= until || this.mayCount(window)) return this.count(window, now);
    }
  }

  /** Whether it is known well enough what the others have counted, or is not to be learnt. */
  private mayCount({ shared, own }: Window): boolean {
    return own < this.eager || shared + own >= this.quota || !this.exchanges.worthwhile;
  }

  private count(window: Window, now: number): LimitState {
    if (window.shared + window.own >= this.quota)
      return { used: this.quota + 1, msLeft: window.endsAt - now };
    this.add(window, 1);
    return { used: window.shared + window.own, msLeft: window.endsAt - now };
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
    if (2 * window.own >= this.eager) this.exchanges.hurry();
  }
}
