import type { JsonValue } from '../../../kernel/json/json.js';
import type { WaitTask } from '../../definition/workflow-definition.js';
import { millisecondsOf } from '../evaluation.js';
import type { Frame } from '../frame.js';
import { done, type TaskOutcome } from '../task-outcome.js';
import { sleep } from '../sleep.js';

/** Lets time pass; the input goes on to the next task. */
export async function runWait(task: WaitTask, input: JsonValue, frame: Frame): Promise<TaskOutcome> {
  await sleep(task.name, await millisecondsOf(task.duration, input, frame), frame);
  return done(input);
}
