import type { JsonValue } from '../../kernel/json/json.js';
import type { Task } from '../definition/workflow-definition.js';
import { located } from './error-places.js';
import type { Frame } from './frame.js';
import type { TaskOutcome } from './task-outcome.js';
import { shownError, WorkflowFailure } from './workflow-error.js';

/** Carries a task out; whoever observes the run is told what went in and came out. */
export async function observing(
  { name, kind }: Task,
  input: JsonValue,
  { key, definition, ports: { observe } }: Frame,
  work: () => Promise<TaskOutcome>,
): Promise<TaskOutcome> {
  if (observe === undefined) return work();
  const step = { key, name, kind, input };
  try {
    const outcome = await work();
    observe({ ...step, status: 'completed', output: outcome.output });
    return outcome;
  } catch (error) {
    if (error instanceof WorkflowFailure)
      observe({ ...step, status: 'failed', error: shownError(located(error.error, definition)) });
    throw error;
  }
}
