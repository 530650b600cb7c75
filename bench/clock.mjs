// @ts-check
import process from 'node:process';

/** Milliseconds of the machine's monotonic clock, the same in every process (CLOCK_MONOTONIC), unlike two `performance.timeOrigin`s. */
export function monotonicMs() {
  return Number(process.hrtime.bigint()) / 1e6;
}
