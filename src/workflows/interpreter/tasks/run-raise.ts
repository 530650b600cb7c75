import { isJsonObject, type JsonValue } from '../../../kernel/json/json.js';
import type { RaiseTask } from '../../definition/workflow-definition.js';
import { WorkflowFailure } from '../workflow-error.js';
import { valueOf } from '../evaluation.js';
import type { Frame } from '../frame.js';

/** Raises the error that the task describes. */
export async function runRaise(task: RaiseTask, input: JsonValue, frame: Frame): Promise<never> {
  const value = await valueOf(task.error, input, frame);
  const { type, status, title, detail } = isJsonObject(value) ? value : {};
  if (typeof type !== 'string' || typeof status !== 'number')
    throw WorkflowFailure.of('expression', 'The error to raise has no type or no status.', frame.key);
  throw new WorkflowFailure({
    ...{ type, status, title: textOf(title) ?? 'Raised by the workflow', instance: frame.key },
    ...(textOf(detail) === undefined ? {} : { detail: textOf(detail) }),
  });
}

function textOf(value: unknown): string | undefined {
  return value === undefined || value === null
    ? undefined
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
}
