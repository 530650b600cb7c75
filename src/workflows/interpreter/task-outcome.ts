import type { JsonValue } from '../../kernel/json/json.js';

/** How a task or a list of tasks ended. */
export interface TaskOutcome {
  readonly output: JsonValue;
  /** The whole workflow is to end here. */
  readonly ends: boolean;
  /** Overrules the `then` of the task: where a `switch` leads. */
  readonly then?: string | undefined;
}

/** A task is done and the workflow goes on. */
export function done(output: JsonValue): TaskOutcome {
  return { output, ends: false };
}
