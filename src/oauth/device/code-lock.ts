import type { CodeEntries } from './grant-store.port.js';

/** Five wrong codes within ten minutes, and for ten minutes no more are looked at. */
const maxWrongCodes = 5;
const codeWindowMs = 600_000;

/** Milliseconds until codes are looked at again; 0 when they are. */
export function lockedForMs({ wrong, since }: CodeEntries, now: number): number {
  return wrong < maxWrongCodes ? 0 : Math.max(0, since + codeWindowMs - now);
}

/** The count after one more wrong code. The time of the one that locks is where the lock begins. */
export function afterWrongCode({ wrong, since }: CodeEntries, now: number): CodeEntries {
  if (now >= since + codeWindowMs) return { wrong: 1, since: now };
  return wrong + 1 < maxWrongCodes ? { wrong: wrong + 1, since } : { wrong: wrong + 1, since: now };
}
