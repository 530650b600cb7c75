import { ownTime } from './own-time.js';

/** What half of some times and what 99 of 100 stayed below, in milliseconds. */
export interface Latency {
  readonly p50: number;
  readonly p99: number;
}

/** Where a machine that does other work decides. The hostile table is measured on one that does none, with less. */
const noiseMs = Number(process.env['NOISE_MS'] ?? 8);

export function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[times.length >> 1] ?? 0;
}

/** The time in milliseconds that 99 of 100 stayed below. */
export function p99(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? 0;
}

/** Runs `probe` one after the other for as long as `goOn` says; the times that it took. */
export async function timesOf(
  probe: () => Promise<unknown>,
  goOn: () => boolean,
  clock: () => number = ownTime,
): Promise<number[]> {
  const times: number[] = [];
  while (goOn()) {
    const startedAt = clock();
    await probe();
    times.push(clock() - startedAt);
  }
  return times;
}

/** The latency of so many probes, one after the other. */
export async function latencyOf(
  probes: number,
  probe: () => Promise<unknown>,
  clock: () => number = ownTime,
): Promise<Latency> {
  let left = probes;
  const times = await timesOf(probe, () => left-- > 0, clock);
  return { p50: median(times), p99: p99(times) };
}

/** How one fares alone, and beside another. */
export interface Compared {
  readonly alone: Latency;
  readonly beside: Latency;
}

/** Whether one hardly notices another: half of the calls take at most twice as long, and 99 of 100 at most five times. */
export function hardlyNotices({ alone, beside }: Compared): boolean {
  return beside.p50 <= 2 * Math.max(alone.p50, noiseMs) && beside.p99 <= 5 * Math.max(alone.p99, 2 * noiseMs);
}

/** For a figure. */
export function shown({ p50, p99: most }: Latency): string {
  return `p50 ${p50.toFixed(1)} p99 ${most.toFixed(1)}`;
}
