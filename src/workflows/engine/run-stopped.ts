import type { Problem } from '../../kernel/problems/problem.js';

/** Ends a run for a reason that its document cannot catch: whoever started it may do so no longer, or it was given up. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped';

  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

/** Why work inside a run was broken off: somebody cancelled it, another branch has decided, or the process stops. Never kept as a failure. */
export class WorkAborted extends Error {
  override readonly name = 'WorkAborted';

  /** `problem`: of a run that is cancelled because it writes too much. */
  constructor(
    readonly why: 'cancelled' | 'branch-ended' | 'set-aside',
    readonly problem?: Problem,
  ) {
    super(`the work was broken off: ${why}`);
  }
}
