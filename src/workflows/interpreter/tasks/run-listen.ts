import { approvalType } from '../../definition/calls-after.js';
import type { ListenTask } from '../../definition/workflow-definition.js';
import { awaitedApproval } from '../awaited-approval.js';
import type { Frame } from '../frame.js';
import { done, type TaskOutcome } from '../task-outcome.js';
import { timeIsOver } from '../time-is-over.js';

/**
 * Waits for a signal of one of its types. Yields a list of what came: its data, or with `read: envelope` also the type and who sent it. An approval is good for the call
 * that the step showed meanwhile.
 */
export async function runListen(task: ListenTask, frame: Frame): Promise<TaskOutcome> {
  const { name, types, read } = task;
  const { key, deadline, ports } = frame;
  const awaited = types.includes(approvalType) ? await awaitedApproval(task, frame) : undefined;
  const wait = { types, deadline: deadline?.instant, approvalFor: awaited?.shown };
  const signal = await ports.context.waitForSignal(key, wait, { name, kind: 'listen' });
  if (signal !== undefined) {
    const { id, type, sender, data } = signal;
    if (awaited !== undefined && type === approvalType) await ports.tools.bindApproval(id, awaited.call);
    return done([read === 'data' ? data : { type, source: sender, data }]);
  }
  if (deadline === undefined) throw new Error(`No signal for ${key}, and no deadline either`);
  throw timeIsOver(deadline);
}
