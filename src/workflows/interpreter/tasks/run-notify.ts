import type { JsonObject, JsonValue } from '../../../kernel/json/json.js';
import type { ToolCallTask } from '../../definition/workflow-definition.js';
import { ApprovalAwaited } from '../approvals/approval-awaited.js';
import { calledBy, calledName, type Called } from './called-tool.js';
import type { Frame } from '../frame.js';
import { WorkflowFailure } from '../workflow-error.js';
import { callStep } from './run-call.js';

/**
 * Calls a tool when a wait begins, once: its step is remembered like that of any call. The wait begins whatever comes of it; what went wrong
 * is seen in its step. Nobody is asked about the call: one that needs an approval is not made.
 */
export async function runNotify(task: ToolCallTask, input: JsonValue, outer: Frame): Promise<void> {
  const frame = { ...outer, key: `${outer.key}/notify` };
  try {
    await notified(task, input, frame);
  } catch (error) {
    if (!(error instanceof WorkflowFailure)) throw error;
  }
}

async function notified(task: ToolCallTask, input: JsonValue, frame: Frame): Promise<void> {
  let called: Called | undefined;
  try {
    called = await calledBy(task, input, frame);
    if (await frame.ports.tools.needsApproval(task.server, task.tool)) throw needsApproval(task, frame);
  } catch (error) {
    await failed(task, called?.known?.arguments ?? {}, error, frame);
    return;
  }
  try {
    await callStep(task, { called, ownMs: undefined, approvalId: undefined }, frame);
  } catch (error) {
    if (!(error instanceof ApprovalAwaited)) throw error;
    await failed(task, called.known?.arguments ?? {}, needsApproval(task, frame), frame);
  }
}

/** A step that failed before it could be made. */
async function failed(task: ToolCallTask, values: JsonObject, error: unknown, frame: Frame): Promise<void> {
  const reason = error instanceof Error ? error : new Error('The call could not be made');
  const step = { name: task.name, kind: 'call', tool: calledName(task), arguments: values } as const;
  await frame.ports.context.step(frame.key, { ...step, isRepeatable }, () => Promise.reject(reason));
}

/** Somebody would have to be told that they are to approve that they are told. */
function needsApproval(task: ToolCallTask, { key }: Frame): WorkflowFailure {
  const detail = 'The app lets the tool run only after an approval; a wait tells by another one.';
  const { error } = WorkflowFailure.of('configuration', detail, key);
  return new WorkflowFailure({ ...error, tool: calledName(task) });
}

function isRepeatable(): Promise<boolean> {
  return Promise.resolve(true);
}
