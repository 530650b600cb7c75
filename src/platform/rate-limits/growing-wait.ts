/** So many tries go at once; the next must wait for `waitMs`, and each after it twice as long. */
export interface Growth {
  readonly free: number;
  readonly waitMs: number;
}

/**
 * How long the try after `used` others must wait, in milliseconds; 0 when it need not. The first `free` go at once; each further one becomes
 * possible about twice as long after the first of all as the one before it: after 1, 3, 7, 15, … times `waitMs`.
 */
export function growingWait({ free, waitMs }: Growth, used: number, sinceFirstMs: number): number {
  return used < free ? 0 : Math.max(0, (2 ** (used - free + 1) - 1) * waitMs - sinceFirstMs);
}

/** How many tries there can be in so many milliseconds. */
export function mostTries({ free, waitMs }: Growth, windowMs: number): number {
  return free + Math.floor(Math.log2(windowMs / waitMs + 1));
}
