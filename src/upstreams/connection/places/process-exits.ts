import type { Clock } from '../../../kernel/pacing/clock.js';

/** So many ends within so long, in milliseconds, and the process is not started again at once. */
const [most, windowMs] = [5, 10_000];
/** The first pause, which doubles up to the longest, milliseconds. */
const [firstPauseMs, longestPauseMs] = [250, 30_000];

/** How often the process of a stdio server has ended by itself: one that ends again and again is started with growing pauses. */
export class ProcessExits {
  private times: number[] = [];
  private pauses = 0;
  private until = 0;

  constructor(private readonly clock: Clock) {}

  /** Milliseconds until it may be started again; 0 when it may now. */
  get waitMs(): number {
    return Math.max(0, this.until - this.clock.now());
  }

  /** Takes note of an end that no one asked for. */
  note(): void {
    const now = this.clock.now();
    // One that has run for a while after its last pause is well again.
    if (now - this.until > longestPauseMs) this.pauses = 0;
    this.times = [...this.times.filter((at) => now - at < windowMs), now].slice(-most);
    if (this.pauses === 0 && this.times.length < most) return;
    this.until = now + Math.min(firstPauseMs * 2 ** this.pauses++, longestPauseMs);
  }
}
