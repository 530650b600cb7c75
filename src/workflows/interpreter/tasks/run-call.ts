import type { JsonValue } from '../../../kernel/json/json.js';
import { Problem } from '../../../kernel/problems/problem.js';
import type { CallTask } from '../../definition/workflow-definition.js';
import type { StepAttempt } from '../durable-context.port.js';
import { ApprovalAwaited } from '../approvals/approval-awaited.js';
import { decided } from '../decided.js';
import { WorkflowFailure } from '../workflow-error.js';
import { calledBy, calledName, type Called, type CalledTool } from './called-tool.js';
import { millisecondsOf } from '../evaluation.js';
import { earlier, type Deadline, type Frame } from '../frame.js';
import { done, type TaskOutcome } from '../task-outcome.js';
import { httpValue } from './http-value.js';
import { timeIsOver } from '../time-is-over.js';
import { toolValue } from '../tool-value.js';

/** Calls a tool: the only work of a run that is remembered and not done again. */
export async function runCall(task: CallTask, input: JsonValue, frame: Frame): Promise<TaskOutcome> {
  const called = await calledBy(task, input, frame);
  const ownMs = task.timeout === undefined ? undefined : await millisecondsOf(task.timeout, input, frame);
  let approvalId: string | undefined;
  for (let round = 0; ; round++)
    try {
      return done(await callStep(task, { called, ownMs, approvalId }, frame));
    } catch (error) {
      if (!(error instanceof ApprovalAwaited)) throw error;
      approvalId = error.ticket.id;
      const found = await called.find();
      const call = { name: task.name, kind: 'call', path: task.path, tool: calledName(task, found) } as const;
      await decided({ ...call, arguments: found.arguments }, error.ticket, round, frame);
    }
}

/** One step of a run: the call, remembered with its end. Throws `WorkflowFailure`, `ApprovalAwaited`. */
export function callStep(task: CallTask, making: Making, frame: Frame): Promise<JsonValue> {
  const { called } = making;
  const isRepeatable = async () =>
    task.idempotent ?? (await isRepeatableTool(task, await called.find(), frame));
  const facts = (found: CalledTool) => ({ tool: calledName(task, found), arguments: found.arguments });
  const told =
    called.known === undefined
      ? { tool: calledName(task), prepare: async () => facts(await called.find()) }
      : facts(called.known);
  const step = { name: task.name, kind: 'call', ...told, isRepeatable } as const;
  return frame.ports.context.step(frame.key, step, async (attempt) => {
    const found = await called.find();
    if (attempt.interrupted && !(await isRepeatable())) throw uncertain(task, found, frame.key);
    return await call(task, found, making, attempt, frame);
  });
}

/** What one attempt of a call is made with. */
interface Making {
  readonly called: Called;
  readonly ownMs: number | undefined;
  readonly approvalId: string | undefined;
}

async function call(
  task: CallTask,
  found: CalledTool,
  { ownMs, approvalId }: Making,
  attempt: StepAttempt,
  frame: Frame,
): Promise<JsonValue> {
  const { clock, context, tools } = frame.ports;
  const began = clock.now();
  const own: Deadline | undefined =
    ownMs === undefined ? undefined : { instant: began + ownMs, owner: frame.key };
  const deadline = earlier(frame.deadline, own);
  if (deadline !== undefined && deadline.instant <= began) throw timeIsOver(deadline);
  try {
    const result = await tools.call({
      ...{ ...found, approvers: task.approvers, approvalId },
      ...{ runId: context.runId, path: task.path, stepKey: frame.key, signal: attempt.signal },
      timeoutMs: deadline === undefined ? undefined : deadline.instant - began,
      leaving: () => attempt.leaving(),
      progress: (progress) => {
        attempt.progress(progress);
      },
    });
    const { maxResultBytes } = frame.definition.limits;
    return task.api === undefined
      ? await toolValue(result, maxResultBytes)
      : await httpValue(result, task, maxResultBytes);
  } catch (error) {
    if (!(error instanceof WorkflowFailure)) throw error;
    if (deadline !== undefined && clock.now() >= deadline.instant) throw timeIsOver(deadline);
    throw ofCall(error, task, found, frame.key);
  }
}

/** Throws the failure of the call when the tool cannot be found. */
async function isRepeatableTool(task: CallTask, found: CalledTool, { ports, key }: Frame): Promise<boolean> {
  try {
    return await ports.tools.isRepeatable(found.server, found.tool);
  } catch (error) {
    throw error instanceof WorkflowFailure ? ofCall(error, task, found, key) : error;
  }
}

/** The failure, with the call that it is about. */
function ofCall(
  { error }: WorkflowFailure,
  task: CallTask,
  found: CalledTool,
  instance: string,
): WorkflowFailure {
  return new WorkflowFailure({ ...error, instance, tool: calledName(task, found) });
}

/** Whether the call had its effect before the process died, nobody knows; calling again could have it twice. */
function uncertain(task: CallTask, found: CalledTool, instance: string): WorkflowFailure {
  const detail = 'The process ended during the call, and the tool does not say that it may be called twice.';
  return ofCall(WorkflowFailure.ofProblem(new Problem('uncertain', detail)), task, found, instance);
}
