import type { JsonValue } from '../../../kernel/json/json.js';
import type { ForTask } from '../../definition/workflow-definition.js';
import { WorkflowFailure } from '../workflow-error.js';
import { branchOutput, branchProgram } from '../branch.js';
import { holds, valueOf } from '../evaluation.js';
import { scoped, type Frame } from '../frame.js';
import { HeldData } from '../held-data.js';
import { done, type TaskOutcome } from '../task-outcome.js';

/** Carries out its tasks for each item, one by one or several at once; each begins with the input of the loop. Yields the outputs in order. */
export async function runFor(task: ForTask, input: JsonValue, frame: Frame): Promise<TaskOutcome> {
  const items = itemsOf(await valueOf(task.in, input, frame));
  const { maxItems } = frame.definition.limits;
  if (items.length > maxItems)
    throw WorkflowFailure.of(
      'configuration',
      `The loop goes over ${String(items.length)} items, more than ${String(maxItems)} (WORKFLOW_MAX_ITEMS).`,
      frame.key,
    );
  return task.concurrency > 1
    ? await atOnce(task, items, input, frame)
    : await oneByOne(task, items, input, frame);
}

/** JSONata gives a single item without its array, and nothing for none. */
function itemsOf(value: JsonValue): readonly JsonValue[] {
  if (Array.isArray(value)) return value as readonly JsonValue[];
  return value === null ? [] : [value];
}

async function oneByOne(
  task: ForTask,
  items: readonly JsonValue[],
  input: JsonValue,
  frame: Frame,
): Promise<TaskOutcome> {
  const outputs: JsonValue[] = [];
  const held = new HeldData(frame.definition.limits.maxDataBytes, frame.key);
  for (const [index, item] of items.entries()) {
    const inside = scoped(frame, `${frame.key}/${String(index)}`, { [task.each]: item, [task.at]: index });
    if (task.while !== undefined && !(await holds(task.while, input, inside))) break;
    const { output, ends } = await frame.runList(task.tasks, input, inside);
    frame.state.context = inside.state.context;
    held.add(output);
    outputs.push(output);
    if (ends) return { output: outputs, ends };
  }
  return done(outputs);
}

async function atOnce(
  task: ForTask,
  items: readonly JsonValue[],
  input: JsonValue,
  frame: Frame,
): Promise<TaskOutcome> {
  const branches = items.map((item, index) => ({
    key: `${frame.key}/${String(index)}`,
    program: branchProgram(task, index, input, frame, { [task.each]: item, [task.at]: index }),
  }));
  const { maxDataBytes: maxBytes } = frame.definition.limits;
  const options = { concurrency: task.concurrency, compete: false, maxBytes };
  const { outputs } = await frame.ports.context.branches(frame.key, branches, options);
  const values: JsonValue[] = [];
  for (const result of outputs) values.push(await branchOutput(result, frame));
  return done(values);
}
