import { ownTime } from './measures/own-time.js';

/** Polls `probe` until it gives something truthy, which is the result. Rejects with `what` after `timeoutMs` of the time of `ownTime`. */
export async function waitFor<T>(
  what: string,
  probe: () => T | Promise<T>,
  timeoutMs = 30_000,
): Promise<Exclude<T, undefined | null | false | 0 | ''>> {
  const deadline = ownTime() + timeoutMs;
  for (;;) {
    const value = await probe();
    if (value) return value as Exclude<T, undefined | null | false | 0 | ''>;
    if (ownTime() > deadline) throw new Error(`waited ${String(timeoutMs)} ms in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
