import { Clock } from '../../src/kernel/pacing/clock.js';

/** A clock that stands still until it is moved. */
export class TestClock extends Clock {
  constructor(private time = Date.UTC(2026, 0, 15, 12)) {
    super();
  }

  now(): number {
    return this.time;
  }

  advance(ms: number): void {
    this.time += ms;
  }
}

/** The time of the system, and what a test has skipped. */
export class SkippingClock extends Clock {
  private skipped = 0;

  now(): number {
    return Date.now() + this.skipped;
  }

  advance(ms: number): void {
    this.skipped += ms;
  }
}
