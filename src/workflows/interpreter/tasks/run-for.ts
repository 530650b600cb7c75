import type { JsonValue } from '../../../kernel/json/json.js';
import type { ForTask } from '../../definition/workflow-definition.js';
import { WorkflowFailure } from '../workflow-error.js';
import { branchOutput, branchProgram } from '../branch.js';
import { holds, valueOf } from '../evaluation.js';
import { scoped, type Frame } from '../frame.js';
import { HeldData } from '../held-data.js';
import { done, type TaskOutcome } from '../task-outcome.js';

/**
 * Carries out its tasks for each item. One by one each iteration begins with the output of the one before, the first with the input of the
 * loop, whose output is the last one's or, where it collects, the list of all. Several at once begin with the input of the loop.
 */
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
  let data = input;
  let isEnd = false;
  for (const [index, item] of items.entries()) {
    const inside = scoped(frame, `${frame.key}/${String(index)}`, { [task.each]: item, [task.at]: index });
    if (task.while !== undefined && !(await holds(task.while, data, inside))) break;
    const { output, ends } = await frame.runList(task.tasks, data, inside);
    frame.state.context = inside.state.context;
    data = output;
    if (task.collects) {
      held.add(output);
      outputs.push(output);
    }
    if ((isEnd = ends)) break;
  }
  const output = task.collects ? outputs : data;
  return isEnd ? { output, ends: true } : done(output);
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
