import type { JsonValue } from '../../../kernel/json/json.js';
import type { ForkTask } from '../../definition/workflow-definition.js';
import { branchOutput, branchProgram } from '../branch.js';
import type { Frame } from '../frame.js';
import { done, type TaskOutcome } from '../task-outcome.js';

/** Runs its branches at once. Yields their outputs in order, or with `compete` the output of the first to end. */
export async function runFork(task: ForkTask, input: JsonValue, frame: Frame): Promise<TaskOutcome> {
  const branches = task.branches.map(({ name }, index) => ({
    key: `${frame.key}/${name}`,
    program: branchProgram(task, index, input, frame, {}),
  }));
  const { maxDataBytes: maxBytes } = frame.definition.limits;
  const options = { concurrency: branches.length, compete: task.compete, maxBytes };
  const results = await frame.ports.context.branches(frame.key, branches, options);
  const ended = task.compete ? [task.branches[results.winner ?? -1]] : task.branches;
  const outputs: JsonValue[] = [];
  for (const [index, result] of results.outputs.entries()) {
    const output = await branchOutput(result, frame);
    const name = ended[index]?.name;
    if (name !== undefined) frame.state.steps = { ...frame.state.steps, [name]: output };
    outputs.push(output);
  }
  return done(task.compete ? (outputs[0] ?? null) : outputs);
}
