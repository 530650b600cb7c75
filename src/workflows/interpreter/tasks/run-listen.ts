import { isForApproval } from '../../definition/calls-after.js';
import type { JsonValue } from '../../../kernel/json/json.js';
import type { ListenTask } from '../../definition/workflow-definition.js';
import { awaitedApproval } from '../awaited-approval.js';
import { boundTo } from './bound-call.js';
import type { Frame } from '../frame.js';
import { done, type TaskOutcome } from '../task-outcome.js';
import { runNotify } from './run-notify.js';
import { timeIsOver } from '../time-is-over.js';
import { awaitedBy, readAs } from './listening.js';

/**
 * Waits for the first of what it listens to, or for all of it. Yields a list of what came: the data, or with `read: envelope` also what it is and who sent it.
 * An approval is good for the call that the step showed meanwhile.
 */
export async function runListen(task: ListenTask, input: JsonValue, frame: Frame): Promise<TaskOutcome> {
  const { name, filters, needsAll, read } = task;
  const { key, deadline, ports } = frame;
  const approval = isForApproval(task) ? await awaitedApproval(task, frame) : undefined;
  const awaited = await awaitedBy(filters, input, frame);
  if (task.notify !== undefined) await runNotify(task.notify, input, frame);
  const approves = approval === undefined ? undefined : boundTo(approval.call, key);
  const wait = { awaited, needsAll, deadline: deadline?.instant, approvalFor: approval?.shown, approves };
  const signals = await ports.context.waitForSignals(key, wait, { name, kind: 'listen' });
  if (signals !== undefined) {
    for (const { id, approves: call } of signals)
      if (call !== undefined) await ports.tools.bindApproval(id, call);
    return done(signals.map((signal) => readAs(read, signal)));
  }
  if (deadline === undefined) throw new Error(`No signal for ${key}, and no deadline either`);
  throw timeIsOver(deadline);
}
