import type { JsonRecord, JsonValue } from '../../kernel/json/json.js';
import { durationMs } from '../definition/duration.js';
import type { Duration } from '../definition/workflow-definition.js';
import { ExpressionError } from '../../platform/expressions/expressions.port.js';
import { pointerTo } from '../../platform/http/bodies/validate.js';
import { conditionIn, type Reads, type Template } from '../expressions/template.js';
import { describedRuntime, describedTask, describedWorkflow } from './descriptors.js';
import { WorkflowFailure } from './workflow-error.js';
import type { Frame } from './frame.js';

/** What a template stands for, with `$` as `data`. `extra`: variables besides those of the frame. Throws an `expression` error. */
export async function valueOf(
  { value, reads, pointer, language, isCondition }: Template,
  data: JsonValue,
  frame: Frame,
  extra: JsonRecord = {},
): Promise<JsonValue> {
  if (reads === undefined) return value;
  const { accountId, context, expressions } = frame.ports;
  const variables = await variablesFor(reads, frame, extra);
  try {
    return await expressions.evaluate({
      accountId,
      template: value,
      language,
      data,
      variables,
      now: context.startedAt,
    });
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const place = placeOf(error, pointer, isCondition === true);
    throw WorkflowFailure.of('expression', `${error.message} It stands at ${place}.`, frame.key);
  }
}

const mostShown = 200;

/** Where in the document an expression stands that has no value: task and member, the character in it, the expression. */
function placeOf({ at }: ExpressionError, pointer: string, isCondition: boolean): string {
  if (at === undefined) return pointer;
  const { path, expression, position } = at;
  const raw = isCondition ? conditionIn(expression) : expression;
  const text = raw.trim();
  const begin = expression.indexOf(raw) + raw.indexOf(text);
  const where = position === undefined ? '' : `, character ${String(Math.max(1, position - begin))}`;
  const shown = text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
  return `${pointer}${pointerTo(path)}${where} of \${ ${shown} }`;
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

/** The variables that expressions read, as they are now. */
export async function variablesFor(reads: Reads, frame: Frame, extra: JsonRecord = {}): Promise<JsonRecord> {
  const { state, variables } = frame;
  const known: Record<string, () => JsonValue | undefined | Promise<JsonValue | undefined>> = {
    context: () => state.context,
    steps: () => stepsFor(reads, state.steps),
    workflow: () => describedWorkflow(reads, frame),
    task: () => describedTask(reads, frame),
    runtime: () => describedRuntime,
  };
  const given: Record<string, JsonValue> = {};
  for (const name of reads.variables) {
    // Null is a value: only what is not there is looked for further out.
    const value =
      extra[name] !== undefined
        ? extra[name]
        : variables[name] !== undefined
          ? variables[name]
          : await known[name]?.();
    if (value !== undefined) given[name] = value;
  }
  return given;
}

function stepsFor(reads: Reads, steps: JsonRecord): JsonRecord {
  if (reads.steps === undefined) return steps;
  return Object.fromEntries(Object.entries(steps).filter(([name]) => reads.steps?.has(name)));
}
