import type { JsonObject, JsonRecord, JsonValue } from '../../kernel/json/json.js';
import type { ForkTask, ForTask } from '../definition/workflow-definition.js';
import type { CurrentTask, Deadline, Frame } from './frame.js';

/** A part of a run as data: all that it needs to run by itself, also in another process. */
export interface BranchProgram {
  /** Path of the `fork` or `for` in the document. */
  readonly path: string;
  /** Which branch of the fork or item of the loop. */
  readonly index: number;
  readonly key: string;
  readonly input: JsonValue;
  readonly workflowInput: JsonValue;
  readonly variables: JsonRecord;
  readonly steps: JsonRecord;
  readonly context: JsonValue;
  /** The task whose branch it is. */
  readonly task?: CurrentTask | undefined;
  readonly deadline?: Deadline | undefined;
  /** Tasks that it may carry out. */
  readonly left: number;
}

/** What a branch gives back through the engine. */
export interface BranchResult {
  readonly output: JsonValue;
  /** Tasks that it carried out. */
  readonly spent: number;
}

export function branchProgram(
  { path }: ForkTask | ForTask,
  index: number,
  input: JsonValue,
  frame: Frame,
  variables: JsonRecord,
): JsonObject {
  const { budget, deadline, key, state, task, workflowInput } = frame;
  const outer = Object.entries(frame.variables).filter(([name]) => name !== 'input');
  const program: BranchProgram = {
    ...{ path, index, key, input, workflowInput, left: budget.left - budget.spent },
    ...{
      variables: { ...Object.fromEntries(outer), ...variables },
      steps: state.steps,
      context: state.context,
    },
    ...(task === undefined ? {} : { task }),
    ...(deadline === undefined ? {} : { deadline }),
  };
  return { ...program };
}

/** The output of a branch; the tasks that it carried out count as the run's. */
export async function branchOutput(result: JsonValue, { budget, key }: Frame): Promise<JsonValue> {
  const { output, spent } = result as unknown as BranchResult;
  await budget.spend(spent, key);
  return output;
}
