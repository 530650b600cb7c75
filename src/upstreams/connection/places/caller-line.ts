import type { CallScope } from '../../../kernel/call-scope.js';
import { inTurn } from '../../../kernel/pacing/loop-turns.js';
import { Problem } from '../../../kernel/problems/problem.js';

interface Waiter {
  start(): void;
  refuse(problem: Problem): void;
}

/** The places that lines share. */
export interface SharedPlaces {
  readonly inFlight: number;
  /** In all lines. */
  readonly queued: number;
  /** Takes a place when there is one for the line. */
  take(line: CallerLine): boolean;
  /** Takes a place for what had one before, be there one or not. */
  takeAgain(line: CallerLine): void;
  /** Whether somebody may wait in the line: another's last waiter makes room for it when all is full and that line is longer. */
  makeRoom(line: CallerLine): boolean;
  waits(line: CallerLine): void;
  waitsNoLonger(line: CallerLine): void;
  /** Gives a place back, and hands places out as long as there are some for those who wait. */
  give(line: CallerLine): void;
}

/** The calls of one account at one server: those that run and those that wait for a place. */
export class CallerLine {
  running = 0;
  private readonly waiting: Waiter[] = [];
  /** One for each call that runs or waits; they are all alike. */
  private readonly releases: (() => void)[] = [];

  constructor(
    private readonly places: SharedPlaces,
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
    if (this.places.take(this)) return undefined;
    if (this.places.makeRoom(this)) return this.wait(timeoutMs, scope);
    this.release();
    throw this.full();
  }

  /** Gives the place back. */
  leave(): void {
    this.release();
    this.places.give(this);
  }

  /** Goes on with what had a place before, be there one or not. */
  reenter(): void {
    if (this.hold !== undefined) this.releases.push(this.hold(true));
    this.places.takeAgain(this);
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
          inTurn(resolve);
        },
        refuse: (problem) => {
          const index = this.waiting.indexOf(waiter);
          if (index < 0) return;
          this.waiting.splice(index, 1);
          if (this.waiting.length === 0) this.places.waitsNoLonger(this);
          settle();
          this.release();
          reject(problem);
        },
      };
      this.waiting.push(waiter);
      this.places.waits(this);
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
      `${String(this.places.inFlight)} calls are running and ${String(this.places.queued)} are waiting.`,
      { retryAfterMs: 1000 },
    );
  }
}
