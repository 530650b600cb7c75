import { setTimeout as sleep } from 'node:timers/promises';

/** Shorter holds are nothing that others notice. */
const noticedMs = 2;
/** How many times as long as a body held the loop it belongs to the others. */
const restFactor = 4;

/** Lets large bodies be taken up one at a time, and everybody else have their turns in between. */
export class LargeBodyTurns {
  private last: Promise<unknown> = Promise.resolve();

  /** Resolves when it is the caller's turn, who then does at once what takes its time. */
  next(): Promise<unknown> {
    const turn = this.last;
    this.last = turn.then(rest);
    return turn;
  }
}

async function rest(): Promise<void> {
  const startedAt = performance.now();
  await new Promise((resolve) => setImmediate(resolve));
  const heldMs = performance.now() - startedAt;
  if (heldMs > noticedMs) await sleep(restFactor * heldMs, undefined, { ref: false });
}
