import { standardType, WorkflowFailure, type WorkflowError } from './workflow-error.js';
import type { Deadline } from './frame.js';

/** The error of a task whose `timeout` has passed. */
export function timeIsOver({ owner }: Deadline): WorkflowFailure {
  return WorkflowFailure.of('timeout', 'The timeout of the task passed before it ended.', owner);
}

/** Whether an error is the end of the time of a task at or around `key`: inside that one nobody can catch it. */
export function endsTimeAround({ type, instance }: WorkflowError, key: string): boolean {
  return (
    type === standardType('timeout') &&
    instance !== undefined &&
    (key === instance || key.startsWith(`${instance}/`))
  );
}
