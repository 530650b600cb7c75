import type { JsonRecord, JsonValue } from '../../kernel/json.js';
import { durationMs } from '../definition/duration.js';
import type { Duration } from '../definition/workflow-definition.js';
import { ExpressionError } from '../expressions/expressions.port.js';
import type { Reads, Template } from '../expressions/template.js';
import { WorkflowFailure } from '../workflow-error.js';
import type { Frame } from './frame.js';

/** What a template stands for, with `$` as `data`. `extra`: variables besides those of the frame. Throws an `expression` error. */
export async function valueOf(
  { value, reads }: Template,
  data: JsonValue,
  frame: Frame,
  extra: JsonRecord = {},
): Promise<JsonValue> {
  if (reads === undefined) return value;
  const { context, expressions } = frame.ports;
  const variables = variablesFor(reads, frame, extra);
  try {
    return await expressions.evaluate({ template: value, data, variables, now: context.startedAt });
  } catch (error) {
    if (error instanceof ExpressionError) throw WorkflowFailure.of('expression', error.message, frame.key);
    throw error;
  }
}

/** Whether a condition holds. */
export async function holds(
  condition: Template,
  data: JsonValue,
  frame: Frame,
  extra: JsonRecord = {},
): Promise<boolean> {
  return (await valueOf(condition, data, frame, extra)) === true;
}

/** A duration in milliseconds. Throws an `expression` error when the expression yields none. */
export async function millisecondsOf(duration: Duration, data: JsonValue, frame: Frame): Promise<number> {
  if (typeof duration === 'number') return duration;
  const ms = durationMs(await valueOf(duration, data, frame));
  if (ms === undefined)
    throw WorkflowFailure.of('expression', 'The expression yields no duration.', frame.key);
  return ms;
}

function variablesFor(reads: Reads, frame: Frame, extra: JsonRecord): JsonRecord {
  const { state, variables, workflowInput, ports } = frame;
  const known: Record<string, () => JsonValue> = {
    context: () => state.context,
    steps: () => stepsFor(reads, state.steps),
    workflow: () => ({ id: ports.context.runId, startedAt: ports.context.startedAt, input: workflowInput }),
  };
  const given: Record<string, JsonValue> = {};
  for (const name of reads.variables) {
    // Null is a value: only what is not there is looked for further out.
    const value =
      extra[name] !== undefined
        ? extra[name]
        : variables[name] !== undefined
          ? variables[name]
          : known[name]?.();
    if (value !== undefined) given[name] = value;
  }
  return given;
}

function stepsFor(reads: Reads, steps: JsonRecord): JsonRecord {
  if (reads.steps === undefined) return steps;
  return Object.fromEntries(Object.entries(steps).filter(([name]) => reads.steps?.has(name)));
}
