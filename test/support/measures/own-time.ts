import { readFileSync } from 'node:fs';

/** Milliseconds that each process was ready to run and did not, as last seen; those of a process that has ended stay. */
const waits = new Map<number, number>([[process.pid, 0]]);

/** Counts the waits of a process that a test has started, too. */
export function countWaitsOf(pid: number): void {
  waits.set(pid, 0);
}

/**
 * Milliseconds on a clock that stands still while this process, or one that is counted in, is ready to run and the machine runs something
 * else. Bounds on time are held against it, so that they judge the gateway and not its neighbours; on an idle machine it is the clock on
 * the wall, and where the system does not tell of waits it is so always.
 */
export function ownTime(): number {
  let own = performance.now();
  for (const [pid, before] of waits) {
    const now = waitOf(pid) ?? before;
    waits.set(pid, now);
    own -= now;
  }
  return own;
}

/** The second figure of `schedstat`: nanoseconds that the main thread has spent in the queue for a processor. */
function waitOf(pid: number): number | undefined {
  try {
    const [, waited] = readFileSync(`/proc/${String(pid)}/schedstat`, 'latin1').split(' ');
    return Number(waited) / 1e6;
  } catch {
    return undefined;
  }
}
