import { closeSync, openSync, readSync } from 'node:fs';

/**
 * Milliseconds that each process was ready to run and did not, as last seen, by the open file that tells of it: unlike a pid it never comes to
 * mean another process.
 */
const waits = new Map<number, number>();
/** Those of processes that have ended. */
let waitedBefore = 0;

/** Counts the waits of a process that a test has started, too; not where the system does not tell of them. */
export function countWaitsOf(pid: number): void {
  try {
    waits.set(openSync(`/proc/${String(pid)}/schedstat`, 'r'), 0);
  } catch {
    return;
  }
}

countWaitsOf(process.pid);

/**
 * Milliseconds on a clock that stands still while this process, or one that is counted in, is ready to run and the machine runs something
 * else. Bounds on time are held against it, so that they judge the gateway and not its neighbours; on an idle machine it is the clock on
 * the wall, and where the system does not tell of waits it is so always.
 */
export function ownTime(): number {
  const wall = performance.now();
  for (const [file, before] of waits) {
    const now = waitIn(file);
    if (now !== undefined) waits.set(file, now);
    else {
      closeSync(file);
      waits.delete(file);
      waitedBefore += before;
    }
  }
  return [...waits.values()].reduce((own, wait) => own - wait, wall - waitedBefore);
}

const buffer = Buffer.alloc(64);

/** The second figure of `schedstat`: nanoseconds that the main thread has spent in the queue for a processor. */
function waitIn(file: number): number | undefined {
  try {
    const length = readSync(file, buffer, 0, buffer.length, 0);
    const [, waited] = buffer.toString('latin1', 0, length).split(' ');
    return Number(waited) / 1e6;
  } catch {
    return undefined;
  }
}
