import type { JsonObject, JsonValue } from '../../../kernel/json/json.js';
import type { RunTask } from '../../definition/workflow-definition.js';
import { ApprovalAwaited } from '../approvals/approval-awaited.js';
import type { ChildCall } from '../child-access.port.js';
import { decided } from '../decided.js';
import { valueOf } from '../evaluation.js';
import type { Frame } from '../frame.js';
import { sleep } from '../sleep.js';
import { StartAwaited } from './start-awaited.js';
import { done, type TaskOutcome } from '../task-outcome.js';
import { timeIsOver } from '../time-is-over.js';

/** Has another workflow run, and yields its output. One that is not waited for yields what the task was given. */
export async function runChild(task: RunTask, input: JsonValue, frame: Frame): Promise<TaskOutcome> {
  const values = (await valueOf(task.given, input, frame)) as JsonObject;
  let approvalId: string | undefined;
  for (let round = 0; ; round++)
    try {
      if (task.awaits) return done(await awaited(task, values, approvalId, frame));
      await begun(task, values, approvalId, frame);
      return done(input);
    } catch (error) {
      if (error instanceof StartAwaited) {
        const turn = { ...frame, key: `${frame.key}/turn#${String(round)}` };
        await sleep(task.name, Math.max(0, error.instant - frame.ports.clock.now()), turn);
        continue;
      }
      if (!(error instanceof ApprovalAwaited)) throw error;
      approvalId = error.ticket.id;
      const asked = { name: task.name, kind: 'run', path: task.path, tool: workflowTool(task) } as const;
      await decided({ ...asked, arguments: values }, error.ticket, round, frame);
    }
}

function awaited(
  task: RunTask,
  input: JsonObject,
  approvalId: string | undefined,
  frame: Frame,
): Promise<JsonValue> {
  const { key, deadline, ports } = frame;
  const { children, context } = ports;
  const call = callOf(task, input, approvalId, frame);
  return context.child(
    key,
    {
      ...{ workflow: task.workflow, input },
      begin: () => children.begin(call),
      output: (runId) => children.output(runId, call),
      cancel: (runId) => children.cancel(runId),
      deadline:
        deadline === undefined ? undefined : { instant: deadline.instant, over: () => timeIsOver(deadline) },
    },
    { name: task.name, kind: 'run' },
  );
}

/** Begins it and remembers that, with its id. */
function begun(
  task: RunTask,
  input: JsonObject,
  approvalId: string | undefined,
  frame: Frame,
): Promise<JsonValue> {
  const { context, children } = frame.ports;
  const step = { name: task.name, kind: 'run', tool: workflowTool(task), isRepeatable } as const;
  return context.step(frame.key, step, async ({ leaving }) => {
    await leaving();
    return { runId: await children.begin(callOf(task, input, approvalId, frame)) };
  });
}

function callOf(
  { workflow, namespace, version, path, awaits, approvers }: RunTask,
  input: JsonObject,
  approvalId: string | undefined,
  { key, definition, ports }: Frame,
): ChildCall {
  return {
    ...{ workflow, namespace, version, input, path, approvers, approvalId },
    ...{ stepKey: key, isDetached: !awaits, signal: ports.context.signal },
    maxBytes: definition.limits.maxResultBytes,
  };
}

/** A workflow as the tool of its app that it is, too. */
function workflowTool({ workflow }: RunTask): string {
  return `${workflow}@workflow`;
}

/** A step that has begun a run finds it again. */
function isRepeatable(): Promise<boolean> {
  return Promise.resolve(true);
}
