import type { Task, TaskKind } from '../definition/workflow-definition.js';
import { rememberedKinds } from './remembered-kinds.js';
import { located } from './error-places.js';
import { shownError, WorkflowFailure } from './workflow-error.js';
import type { Frame } from './frame.js';
import type { TaskOutcome } from './task-outcome.js';

/** Those that others are in: they take time. */
const surrounding: ReadonlySet<TaskKind> = new Set(['do', 'fork', 'for', 'try']);

/** Carries a task out; the readers of the run hear of its begin, if it takes time, and of its end. */
export async function showing(
  { name, kind }: Task,
  { key, definition, ports: { context } }: Frame,
  work: () => Promise<TaskOutcome>,
): Promise<TaskOutcome> {
  if (rememberedKinds.has(kind)) return work();
  const task = { name, kind };
  if (surrounding.has(kind)) context.show(key, task, { state: 'started' });
  try {
    const outcome = await work();
    context.show(key, task, {
      state: 'completed',
      ...(kind === 'set' ? { output: outcome.output } : {}),
    });
    return outcome;
  } catch (error) {
    if (error instanceof WorkflowFailure)
      context.show(key, task, { state: 'failed', error: shownError(located(error.error, definition)) });
    throw error;
  }
}
