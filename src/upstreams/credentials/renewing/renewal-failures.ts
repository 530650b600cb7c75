import type { Clock } from '../../../kernel/pacing/clock.js';
import { Problem } from '../../../kernel/problems/problem.js';

/** After a failure the next try waits so long, and at most so long. */
const backoff = { baseMs: 1000, maxMs: 30_000 };
const maxKept = 10_000;

interface Failure {
  readonly problem: Problem;
  readonly until: number;
  readonly times: number;
}

/** When the next try is due of renewals that failed, and how often they did. */
export class RenewalFailures {
  private readonly failures = new Map<string, Failure>();

  constructor(private readonly clock: Clock) {}

  /** Throws what the last try met until the next one is due. */
  requireDue(id: string): void {
    const failure = this.failures.get(id);
    const retryAfterMs = (failure?.until ?? 0) - this.clock.now();
    if (failure === undefined || retryAfterMs <= 0) return;
    const { code, detail, extras } = failure.problem;
    throw new Problem(code, detail, { ...extras, retryAfterMs });
  }

  /** How long the next try waits. */
  add(id: string, problem: Problem): number {
    const times = (this.failures.get(id)?.times ?? 0) + 1;
    const pauseMs = Math.min(backoff.maxMs, backoff.baseMs * 2 ** Math.min(times - 1, 10));
    if (this.failures.size >= maxKept) this.failures.clear();
    this.failures.set(id, { problem, until: this.clock.now() + pauseMs, times });
    return pauseMs;
  }

  clear(id: string): void {
    this.failures.delete(id);
  }
}
