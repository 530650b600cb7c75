import type { JsonRecord, JsonValue } from '../../../kernel/json/json.js';
import type { ListenTask, Task } from '../../definition/workflow-definition.js';
import { holds, millisecondsOf, valueOf } from '../evaluation.js';
import { earlier, type Frame } from '../frame.js';
import { HeldData } from '../held-data.js';
import { done, type TaskOutcome } from '../task-outcome.js';
import { runCall } from './run-call.js';
import { runChild } from './run-child.js';
import { runEmit } from './run-emit.js';
import { runFor } from './run-for.js';
import { runFork } from './run-fork.js';
import { runListen } from './run-listen.js';
import { runRaise } from './run-raise.js';
import { runStream } from './run-stream.js';
import { runSwitch } from './run-switch.js';
import { runTry } from './run-try.js';
import { runWait } from './run-wait.js';
import { observing } from '../observing.js';
import { showing } from '../showing.js';
import { timeIsOver } from '../time-is-over.js';
import { inputOf, outputOf } from './task-data.js';

/** Carries out one task: condition, input, work, output, export. The frame's key is the task's own. */
export async function runTask(task: Task, raw: JsonValue, frame: Frame): Promise<TaskOutcome> {
  await frame.budget.spend(1, frame.key);
  await requireTime(frame);
  const own = { name: task.name, key: frame.key, path: task.path, input: raw };
  const before = { ...frame, task: own };
  if (task.if !== undefined && !(await holds(task.if, raw, before, { input: raw }))) return done(raw);
  const input = await inputOf(task.input, raw, before);
  const during = { ...before, variables: { ...frame.variables, input } };
  const work = async (): Promise<TaskOutcome> => {
    const outcome = await runKind(task, input, await withTimeout(task, input, during));
    if (outcome.ends) return outcome;
    const inside = { ...during, task: { ...own, output: outcome.output } };
    const output = await outputOf(task.output, outcome.output, inside);
    frame.state.steps = withOutput(frame, task.name, output);
    if (task.export !== undefined)
      frame.state.context = await valueOf(task.export, output, inside, { output });
    return { output, ends: false, then: outcome.then ?? task.then };
  };
  return showing(task, frame, () => observing(task, input, frame, work));
}

/** Tasks that make no step, such as `set`, are under the time of those around them as well. Throws a `timeout` error. */
async function requireTime({ deadline, key, ports }: Frame): Promise<void> {
  if (deadline !== undefined && (await ports.context.isOver(`${key}/over`, deadline.instant)))
    throw timeIsOver(deadline);
}

/** The outputs by task with one more. Throws when a run holds too much. */
function withOutput({ state, definition, key }: Frame, name: string, output: JsonValue): JsonRecord {
  const steps = { ...state.steps, [name]: output };
  const held = new HeldData(definition.limits.maxDataBytes, key);
  for (const value of Object.values(steps)) held.add(value);
  return steps;
}

/** A call's own time needs no instant that survives a crash: the call begins anew then. */
async function withTimeout(task: Task, input: JsonValue, frame: Frame): Promise<Frame> {
  if (task.timeout === undefined || task.kind === 'call') return frame;
  const ms = await millisecondsOf(task.timeout, input, frame);
  const began = await frame.ports.context.now(`${frame.key}/timeout`);
  return { ...frame, deadline: earlier(frame.deadline, { instant: began + ms, owner: frame.key }) };
}

/** Whether a `listen` takes one event after the other. */
function goesOn({ until, foreach }: ListenTask): boolean {
  return until !== undefined || foreach !== undefined;
}

function runKind(task: Task, input: JsonValue, frame: Frame): Promise<TaskOutcome> {
  switch (task.kind) {
    case 'call':
      return runCall(task, input, frame);
    case 'do':
      return frame.runList(task.tasks, input, frame);
    case 'fork':
      return runFork(task, input, frame);
    case 'for':
      return runFor(task, input, frame);
    case 'switch':
      return runSwitch(task, input, frame);
    case 'try':
      return runTry(task, input, frame);
    case 'set':
      return valueOf(task.value, input, frame).then(done);
    case 'wait':
      return runWait(task, input, frame);
    case 'listen':
      return goesOn(task) ? runStream(task, input, frame) : runListen(task, input, frame);
    case 'emit':
      return runEmit(task, input, frame);
    case 'raise':
      return runRaise(task, input, frame);
    case 'run':
      return runChild(task, input, frame);
  }
}
