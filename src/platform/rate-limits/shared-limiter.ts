import type { Limiter, LimitState } from './limiter.js';
import type { RateCounterStore } from './rate-counter-store.port.js';

/** Counts in the database, exactly and for all processes together: for what is guessed at, at the price of a round trip. */
export class SharedLimiter implements Limiter {
  /** `digest` turns a key into that of its row. */
  constructor(
    private readonly store: RateCounterStore,
    private readonly windowMs: number,
    private readonly digest: (key: string) => string,
  ) {}

  consume(key: string): Promise<LimitState> {
    return this.add(key, 1);
  }

  async peek(key: string): Promise<LimitState | undefined> {
    const found = await this.store.find(this.digest(key));
    return found === undefined ? undefined : { used: found.points, msLeft: found.msLeft };
  }

  async giveBack(key: string): Promise<void> {
    await this.add(key, -1);
  }

  private async add(key: string, points: number): Promise<LimitState> {
    const [total] = await this.store.add([{ key: this.digest(key), points, windowMs: this.windowMs }]);
    return { used: total?.points ?? points, msLeft: total?.msLeft ?? this.windowMs };
  }
}
