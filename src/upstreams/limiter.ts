import type { CallScope } from '../kernel/call-scope.js';
import { Problem } from '../kernel/problem.js';

interface Waiter {
  readonly start: () => void;
}

/** Lets a bounded number of calls through at once and a bounded number wait, first come first served. */
export class Limiter {
  private running = 0;
  private readonly waiting: Waiter[] = [];

  constructor(
    private readonly maxRunning: number,
    private readonly maxWaiting: number,
  ) {}

  get inFlight(): number {
    return this.running;
  }

  get queued(): number {
    return this.waiting.length;
  }

  /** Takes a place when one is free. */
  tryEnter(): boolean {
    if (this.running >= this.maxRunning) return false;
    this.running++;
    return true;
  }

  /** Waits for a place. Throws `overloaded` when the line is full, `upstream-timeout` when it does not move in time. */
  enter(timeoutMs: number, scope: CallScope): Promise<void> {
    if (this.tryEnter()) return Promise.resolve();
    if (this.waiting.length >= this.maxWaiting)
      throw new Problem(
        'overloaded',
        `${String(this.maxRunning)} calls are running and ${String(this.maxWaiting)} are waiting.`,
        {
          retryAfterMs: 1000,
        },
      );
    return new Promise((resolve, reject) => {
      const leaveLine = (problem: Problem) => {
        const index = this.waiting.indexOf(waiter);
        if (index < 0) return;
        this.waiting.splice(index, 1);
        settle();
        reject(problem);
      };
      const timer = setTimeout(() => {
        leaveLine(new Problem('upstream-timeout', `The call waited ${String(timeoutMs)} ms for its turn.`));
      }, timeoutMs);
      const release = scope.onCancel(() => {
        leaveLine(new Problem('client-closed-request'));
      });
      const settle = () => {
        clearTimeout(timer);
        release();
      };
      const waiter: Waiter = {
        start: () => {
          settle();
          resolve();
        },
      };
      this.waiting.push(waiter);
    });
  }

  /** Goes on with what had a place before, be there one or not. */
  reenter(): void {
    this.running++;
  }

  /** Gives the place back, or hands it to the first in line. */
  leave(): void {
    const next = this.waiting.shift();
    if (next !== undefined && this.running <= this.maxRunning) next.start();
    else {
      if (next !== undefined) this.waiting.unshift(next);
      this.running--;
    }
  }
}
