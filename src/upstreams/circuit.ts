import type { Clock } from '../kernel/clock.js';
import type { Problem } from '../kernel/problem.js';

export interface CircuitOptions {
  /** Failures in a row that open the circuit. */
  readonly threshold: number;
  readonly baseMs: number;
  readonly maxMs: number;
}

/** The health of one upstream: counts failures in a row, spaces attempts, and lets one probe at a time through when open. */
export class Circuit {
  private failures = 0;
  private probing = false;
  private retryAt = 0;
  private failure: Problem | undefined;

  constructor(
    private readonly options: CircuitOptions,
    private readonly clock: Clock,
  ) {}

  /** The last failure while there has been no success since. */
  get lastFailure(): Problem | undefined {
    return this.failure;
  }

  /** When the next attempt is due, in milliseconds since the epoch; `undefined` while healthy. */
  get nextRetryAt(): number | undefined {
    return this.failures === 0 ? undefined : this.retryAt;
  }

  get isOpen(): boolean {
    return this.failures >= this.options.threshold;
  }

  /** Milliseconds until the next attempt is due. */
  get waitMs(): number {
    return Math.max(0, this.retryAt - this.clock.now());
  }

  /** Whether an attempt would be refused now. */
  get refuses(): boolean {
    return this.isOpen && (this.probing || this.waitMs > 0);
  }

  /** Whether an attempt may be made now. While open, only the one that finds the wait over: it must report how it went. */
  mayTry(): boolean {
    if (this.refuses) return false;
    this.probing = this.isOpen;
    return true;
  }

  succeeded(): void {
    this.failures = 0;
    this.probing = false;
    this.failure = undefined;
  }

  /** Counts a failure; the wait doubles with each, with jitter so that many gateways do not knock in step. */
  failed(problem: Problem): void {
    this.failures++;
    this.probing = false;
    this.failure = problem;
    const full = Math.min(this.options.maxMs, this.options.baseMs * 2 ** Math.min(this.failures - 1, 30));
    this.retryAt = this.clock.now() + full * (0.5 + Math.random() / 2);
  }

  /** The attempt ended without saying anything about the server, e.g. because the caller left. */
  undecided(): void {
    this.probing = false;
  }
}
