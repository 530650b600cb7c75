/**
 * How long the try after `used` others must wait, in milliseconds; 0 when it need not. The first `free` go at once; each further one becomes
 * possible twice as long after the first of all as the one before it: after 1 s, 3 s, 7 s, 15 s, …
 */
export function growingWait(free: number, used: number, sinceFirstMs: number): number {
  return used < free ? 0 : Math.max(0, (2 ** (used - free + 1) - 1) * 1000 - sinceFirstMs);
}
