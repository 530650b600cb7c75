import type { WorkflowError } from '../../workflow-error.js';

/** A branch ended for a reason that no document can catch; so does the run. */
export class StrandStopped extends Error {
  override readonly name = 'StrandStopped';

  constructor(readonly error: WorkflowError) {
    super(error.detail ?? error.title);
  }
}
