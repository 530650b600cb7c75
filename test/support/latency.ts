import { ownTime } from './own-time.js';

/** The time in milliseconds that 99 of 100 stayed below. */
export function p99(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? 0;
}

/** Runs `probe` one after the other for as long as `while_` says; the times that it took. */
export async function timesOf(probe: () => Promise<unknown>, goOn: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (goOn()) {
    const startedAt = ownTime();
    await probe();
    times.push(ownTime() - startedAt);
  }
  return times;
}
