import type { CallScope } from '../kernel/call-scope.js';
import { Problem } from '../kernel/problem.js';
import type { Limiter } from './limiter.js';

interface Waiter {
  start(): void;
  refuse(problem: Problem): void;
}

/** The calls of one account at one server: those that run and those that wait for a place. */
export class CallerLine {
  running = 0;
  private readonly waiting: Waiter[] = [];
  /** One for each call that runs or waits; they are all alike. */
  private readonly releases: (() => void)[] = [];

  constructor(
    private readonly limiter: Limiter,
    /** Counts a call among all of the account. */
    private readonly hold: ((goesOn: boolean) => () => void) | undefined,
  ) {}

  get queued(): number {
    return this.waiting.length;
  }

  get isIdle(): boolean {
    return this.running === 0 && this.waiting.length === 0;
  }

  /**
   * Takes a place, at once when there is one. Throws `overloaded` when too many run or wait, rejects with it when it has to make room for
   * others, and with `upstream-timeout` when the line does not move in time.
   */
  enter(timeoutMs: number, scope: CallScope): Promise<void> | undefined {
    if (this.hold !== undefined) this.releases.push(this.hold(false));
    if (this.limiter.take(this)) return undefined;
    if (this.limiter.makeRoom(this)) return this.wait(timeoutMs, scope);
    this.release();
    throw this.full();
  }

  /** Gives the place back. */
  leave(): void {
    this.release();
    this.limiter.give(this);
  }

  /** Goes on with what had a place before, be there one or not. */
  reenter(): void {
    if (this.hold !== undefined) this.releases.push(this.hold(true));
    this.limiter.takeAgain(this);
  }

  startFirst(): void {
    this.waiting.shift()?.start();
  }

  refuseLast(): void {
    this.waiting.at(-1)?.refuse(this.full());
  }

  private wait(timeoutMs: number, scope: CallScope): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        release();
      };
      const waiter: Waiter = {
        start: () => {
          settle();
          resolve();
        },
        refuse: (problem) => {
          const index = this.waiting.indexOf(waiter);
          if (index < 0) return;
          this.waiting.splice(index, 1);
          if (this.waiting.length === 0) this.limiter.waitsNoLonger(this);
          settle();
          this.release();
          reject(problem);
        },
      };
      this.waiting.push(waiter);
      this.limiter.waits(this);
      const timer = setTimeout(() => {
        waiter.refuse(
          new Problem('upstream-timeout', `The call waited ${String(timeoutMs)} ms for its turn.`),
        );
      }, timeoutMs);
      let release: () => void = () => undefined;
      release = scope.onCancel(() => {
        waiter.refuse(new Problem('client-closed-request'));
      });
    });
  }

  private release(): void {
    this.releases.pop()?.();
  }

  private full(): Problem {
    return new Problem(
      'overloaded',
      `${String(this.limiter.inFlight)} calls are running and ${String(this.limiter.queued)} are waiting.`,
      { retryAfterMs: 1000 },
    );
  }
}
