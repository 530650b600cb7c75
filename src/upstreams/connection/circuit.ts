import type { Clock } from '../../kernel/pacing/clock.js';
import type { Problem } from '../../kernel/problems/problem.js';

export interface CircuitOptions {
  /** Failures in a row that open the circuit. */
  readonly threshold: number;
  readonly baseMs: number;
  readonly maxMs: number;
}

/** A server that was well so recently is about to be back: it is tried often, however many callers have seen it fail. */
const recentMs = 60_000;
const recentMaxMs = 1000;
/** From then on a wait may be this part of the time that the server has been away. */
const patience = 1 / 16;

/** The health of one upstream: counts failures in a row, spaces attempts, and lets one probe at a time through when open. */
export class Circuit {
  private failures = 0;
  private probing = false;
  private retryAt = 0;
  /** Waits since the server was well. */
  private waits = 0;
  private wasWell = false;
  private awaySince = 0;
  private failure: Problem | undefined;
  private epoch_ = 0;

  constructor(
    private readonly options: CircuitOptions,
    private readonly clock: Clock,
    /** The server is well again. */
    private readonly recovered: () => void = () => undefined,
  ) {}

  /** What an attempt keeps when it begins: those that were under way when a failure was counted have seen the same failure. */
  get epoch(): number {
    return this.epoch_;
  }

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
    const wasFailing = this.failures > 0;
    this.failures = 0;
    this.waits = 0;
    this.wasWell = true;
    this.probing = false;
    this.failure = undefined;
    if (wasFailing) this.recovered();
  }

  /**
   * Counts the failure of an attempt that began in `epoch`, once for all that were under way. Says whether it was counted. The next wait is
   * longer only when this one was over, with jitter so that many gateways do not knock in step.
   */
  failed(problem: Problem, epoch = this.epoch_): boolean {
    if (epoch !== this.epoch_) return false;
    this.epoch_++;
    const now = this.clock.now();
    if (this.failures === 0) this.awaySince = now;
    const isOver = this.failures === 0 || now >= this.retryAt;
    this.failures++;
    this.probing = false;
    this.failure = problem;
    if (isOver) {
      const wanted = Number(problem.extras.members?.['retryAfterMs'] ?? 0);
      const ownMs = this.longestWait(now) * (0.5 + Math.random() / 2);
      // As long as the server asks for (`Retry-After`), but not for ever.
      this.retryAt = now + Math.max(ownMs, Math.min(wanted, this.options.maxMs));
    }
    return true;
  }

  /** The probe ended without saying anything about the server. */
  undecided(): void {
    this.probing = false;
  }

  private longestWait(now: number): number {
    const { baseMs, maxMs } = this.options;
    const doubled = baseMs * 2 ** Math.min(this.waits++, 30);
    const awayMs = now - this.awaySince;
    const recent = awayMs < recentMs ? recentMaxMs : Math.max(recentMaxMs, awayMs * patience);
    return Math.min(maxMs, this.wasWell ? Math.max(baseMs, Math.min(doubled, recent)) : doubled);
  }
}
