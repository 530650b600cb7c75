import type { Wait } from './strand.js';

/** Leaves the interpreter of a strand that waits for long: it is interpreted anew when its time has come. */
export class RunSuspended extends Error {
  override readonly name = 'RunSuspended';

  constructor(readonly wait: Wait) {
    super('the strand waits');
  }
}
