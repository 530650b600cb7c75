import type { JsonValue } from '../../../kernel/json/json.js';
import type { SwitchTask } from '../../definition/workflow-definition.js';
import { holds } from '../evaluation.js';
import type { Frame } from '../frame.js';
import type { TaskOutcome } from '../task-outcome.js';

/** Goes where the first case leads whose condition holds, or on as if it were not there; the input stays what it is. */
export async function runSwitch(task: SwitchTask, input: JsonValue, frame: Frame): Promise<TaskOutcome> {
  for (const { when, then } of task.cases)
    if (when === undefined || (await holds(when, input, frame))) return { output: input, ends: false, then };
  return { output: input, ends: false };
}
