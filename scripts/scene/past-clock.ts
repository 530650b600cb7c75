import { Clock } from '../../src/kernel/pacing/clock.js';

/** A clock that is behind and catches up, so that what is done in a second looks like what was done in hours. */
export class PastClock extends Clock {
  constructor(private behindMs: number) {
    super();
  }

  now(): number {
    return Date.now() - this.behindMs;
  }

  setBehind(ms: number): void {
    this.behindMs = ms;
  }
}
