import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { GatewayProcess } from '../processes/gateway-process.js';
import { waitFor } from '../wait-for.js';

/** Node.js options for a gateway that `longestStallOf` measures. */
export const stallOnSignal: readonly string[] = [
  '--import',
  fileURLToPath(new URL('stall-on-signal.mjs', import.meta.url)),
];

/** The longest time in milliseconds for which `work` kept the event loop of a gateway busy without a turn. */
export async function longestStallOf(gateway: GatewayProcess, work: () => Promise<unknown>): Promise<number> {
  await readStall(gateway);
  await work();
  return readStall(gateway);
}

async function readStall(gateway: GatewayProcess): Promise<number> {
  const from = gateway.output.length;
  process.kill(gateway.pid, 'SIGUSR2');
  const [, ms] = await waitFor('the gateway to print its longest stall', () =>
    /^longest stall: ([\d.]+)$/m.exec(gateway.output.slice(from)),
  );
  return Number(ms);
}

/** The same for this process, which also does the work. */
export async function longestStall(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = threadTime();
  const timer = setInterval(() => {
    longest = Math.max(longest, threadTime() - last);
    last = threadTime();
  }, 5);
  await work();
  clearInterval(timer);
  return longest;
}

/** Milliseconds of processor time of the main thread; wall-clock time on systems without `/proc`. */
function threadTime(): number {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'latin1').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

const sample = JSON.stringify(
  Array.from({ length: 10_000 }, (_, index) => ({
    id: index,
    name: `name ${String(index)}`,
    tags: ['a', 'b'],
  })),
);
/** Milliseconds that `parseSample` takes on a quiet machine of the kind that runs CI. */
const quietMs = 12;

/** Time for a fixed piece of work, the least of three. */
function parseSample(): number {
  const times = [1, 2, 3].map(() => {
    const startedAt = performance.now();
    JSON.stringify(JSON.parse(sample));
    return performance.now() - startedAt;
  });
  return Math.min(...times);
}

/**
 * The least stall of a few tries, in milliseconds of a quiet machine: each try is divided by how much longer a fixed piece of work takes
 * right before and after it than on such a machine. A garbage collection or a busy neighbor spoils one try, not the result.
 */
export async function leastStallOf(
  mostMs: number,
  tries: number,
  measure: () => Promise<number>,
): Promise<number> {
  let least = Infinity;
  for (let count = 0; count < tries && least >= mostMs; count++) {
    const before = parseSample();
    const stall = await measure();
    const slowdown = (before + parseSample()) / 2 / quietMs;
    least = Math.min(least, stall / Math.max(1, slowdown));
  }
  return least;
}
