import type { JsonObject, JsonRecord, JsonValue } from '../../kernel/json/json.js';
import type { Task, WorkflowDefinition } from '../definition/workflow-definition.js';
import { located } from './error-places.js';
import { WorkflowFailure } from './workflow-error.js';
import type { BranchProgram, BranchResult } from './branch.js';
import { Budget } from './budget.js';
import { millisecondsOf } from './evaluation.js';
import type { Frame } from './frame.js';
import type { Ports } from './ports.js';
import { runList } from './tasks/run-list.js';
import { runTask } from './tasks/run-task.js';
import { inputOf, outputOf } from './tasks/task-data.js';

/**
 * Carries out a workflow from its beginning; what the context remembers is not done again. The output, or the `WorkflowFailure` that nobody
 * caught. Whatever else the context throws (the run is cancelled, the process stops) is thrown as it is.
 */
export async function interpret(
  definition: WorkflowDefinition,
  input: JsonValue,
  ports: Ports,
): Promise<JsonValue> {
  const root = rootOf(definition, input, ports);
  try {
    const first = await inputOf(definition.input, input, root);
    const frame = await withTimeout({ ...root, variables: { input: first } }, first);
    const { output } = await runList(definition.tasks, first, frame);
    return await outputOf(definition.output, output, frame);
  } catch (error) {
    throw error instanceof WorkflowFailure ? new WorkflowFailure(located(error.error, definition)) : error;
  }
}

/**
 * Carries out one task as if a run had come to it: `input` is what it is given, and the input of the workflow; `steps` are the outputs of
 * those before it. Throws what `interpret` throws.
 */
export async function interpretTask(
  definition: WorkflowDefinition,
  task: Task,
  { input, steps }: { readonly input: JsonValue; readonly steps: JsonRecord },
  ports: Ports,
): Promise<JsonValue> {
  const frame = { ...rootOf(definition, input, ports), key: task.path, state: { steps, context: {} } };
  try {
    return (await runTask(task, input, { ...frame, variables: { input } })).output;
  } catch (error) {
    throw error instanceof WorkflowFailure ? new WorkflowFailure(located(error.error, definition)) : error;
  }
}

/** Carries out one branch from its `program`; gives the context what its `branches` is to hand back. */
export async function interpretBranch(
  definition: WorkflowDefinition,
  program: JsonObject,
  ports: Ports,
): Promise<JsonValue> {
  const { path, index, input, left, steps, context, key, ...rest } = program as unknown as BranchProgram;
  const budget = new Budget(left, definition.limits.maxStepsBy);
  const task = definition.branching.get(path);
  if (task === undefined) throw WorkflowFailure.of('configuration', `The workflow has no task ${path}.`, key);
  const frame: Frame = {
    ...{ ports, definition, budget, runList, state: { steps, context } },
    ...{ deadline: rest.deadline, variables: rest.variables, workflowInput: rest.workflowInput },
    task: rest.task,
    key: `${key}/${task.kind === 'fork' ? (task.branches[index]?.name ?? '') : String(index)}`,
  };
  const output =
    task.kind === 'fork'
      ? await branch(task.branches[index], input, frame)
      : await iteration(task.tasks, input, frame);
  const result: BranchResult = { output, spent: budget.spent };
  return { ...result };
}

function rootOf(definition: WorkflowDefinition, input: JsonValue, ports: Ports): Frame {
  return {
    ...{
      ports,
      definition,
      budget: new Budget(definition.limits.maxSteps, definition.limits.maxStepsBy),
      key: 'do',
      runList,
    },
    ...{ deadline: undefined, variables: {}, workflowInput: input, state: { steps: {}, context: {} } },
    task: undefined,
  };
}

async function branch(task: Task | undefined, input: JsonValue, frame: Frame): Promise<JsonValue> {
  if (task === undefined)
    throw WorkflowFailure.of('configuration', 'The workflow has no such branch.', frame.key);
  return (await runTask(task, input, frame)).output;
}

async function iteration(tasks: readonly Task[], input: JsonValue, frame: Frame): Promise<JsonValue> {
  return (await runList(tasks, input, frame)).output;
}

async function withTimeout(frame: Frame, input: JsonValue): Promise<Frame> {
  const { timeout } = frame.definition;
  if (timeout === undefined) return frame;
  const ms = await millisecondsOf(timeout, input, frame);
  const instant = (await frame.ports.context.now('timeout')) + ms;
  return { ...frame, deadline: { instant, owner: frame.key } };
}
