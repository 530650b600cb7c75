import type { JsonValue } from '../../../kernel/json/json.js';
import type { Task } from '../../definition/workflow-definition.js';
import type { Frame } from '../frame.js';
import type { TaskOutcome } from '../task-outcome.js';
import { runTask } from './run-task.js';

/** Carries out a list of tasks, each with the output of the one before as its input, and follows their `then`. */
export async function runList(tasks: readonly Task[], input: JsonValue, frame: Frame): Promise<TaskOutcome> {
  const visits = new Map<string, number>();
  let data = input;
  let index = 0;
  for (let task = tasks[index]; task !== undefined; task = tasks[index]) {
    const visit = (visits.get(task.name) ?? 0) + 1;
    visits.set(task.name, visit);
    const key = `${frame.key}/${task.name}${visit === 1 ? '' : `@${String(visit)}`}`;
    const { output, ends, then = 'continue' } = await runTask(task, data, { ...frame, key });
    data = output;
    if (ends || then === 'end') return { output: data, ends: true };
    if (then === 'exit') break;
    index = then === 'continue' ? index + 1 : tasks.findIndex(({ name }) => name === then);
  }
  return { output: data, ends: false };
}
