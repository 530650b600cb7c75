import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json/json.js';
import { Problem } from '../../../kernel/problems/problem.js';
import type { CallTask } from '../../definition/workflow-definition.js';
import type { StepAttempt } from '../durable-context.port.js';
import { expressionIn } from '../../expressions/template.js';
import { ApprovalAwaited } from '../approval-awaited.js';
import { decided } from '../decided.js';
import { WorkflowFailure } from '../workflow-error.js';
import { millisecondsOf, valueOf } from '../evaluation.js';
import { earlier, type Deadline, type Frame } from '../frame.js';
import { done, type TaskOutcome } from '../task-outcome.js';
import { timeIsOver } from '../time-is-over.js';
import { toolValue } from '../tool-value.js';

/** Calls a tool: the only work of a run that is remembered and not done again. */
export async function runCall(task: CallTask, input: JsonValue, frame: Frame): Promise<TaskOutcome> {
  const values = await valueOf(task.arguments, input, frame);
  const ownMs = task.timeout === undefined ? undefined : await millisecondsOf(task.timeout, input, frame);
  let approvalId: string | undefined;
  for (let round = 0; ; round++)
    try {
      return done(await callStep(task, { values: values as JsonObject, ownMs, approvalId }, frame));
    } catch (error) {
      if (!(error instanceof ApprovalAwaited)) throw error;
      approvalId = error.ticket.id;
      const call = { name: task.name, kind: 'call', path: task.path, tool: toolName(task) } as const;
      await decided({ ...call, arguments: values as JsonObject }, error.ticket, round, frame);
    }
}

/** One step of a run: the call, remembered with its end. Throws `WorkflowFailure`, `ApprovalAwaited`. */
export function callStep(task: CallTask, making: Making, frame: Frame): Promise<JsonValue> {
  const isRepeatable = async () => task.idempotent ?? (await isRepeatableTool(task, frame));
  const what = { tool: toolName(task), arguments: making.values };
  const step = { name: task.name, kind: 'call', ...what, isRepeatable } as const;
  return frame.ports.context.step(frame.key, step, async (attempt) => {
    if (attempt.interrupted && !(await isRepeatable())) throw uncertain(task, frame.key);
    return await call(task, making, attempt, frame);
  });
}

/** What one attempt of a call is made with. */
interface Making {
  readonly values: JsonObject;
  readonly ownMs: number | undefined;
  readonly approvalId: string | undefined;
}

async function call(
  task: CallTask,
  { values, ownMs, approvalId }: Making,
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
      ...{ server: task.server, tool: task.tool, arguments: values, approvers: task.approvers, approvalId },
      computed: computedIn(task.arguments.value),
      ...{ runId: context.runId, path: task.path, stepKey: frame.key, signal: attempt.signal },
      timeoutMs: deadline === undefined ? undefined : deadline.instant - began,
      leaving: () => attempt.leaving(),
      progress: (progress) => {
        attempt.progress(progress);
      },
    });
    return toolValue(result, frame.definition.limits.maxResultBytes);
  } catch (error) {
    if (!(error instanceof WorkflowFailure)) throw error;
    if (deadline !== undefined && clock.now() >= deadline.instant) throw timeIsOver(deadline);
    throw ofCall(error, task, frame.key);
  }
}

/** Throws the failure of the call when the tool cannot be found. */
async function isRepeatableTool(task: CallTask, { ports, key }: Frame): Promise<boolean> {
  try {
    return await ports.tools.isRepeatable(task.server, task.tool);
  } catch (error) {
    throw error instanceof WorkflowFailure ? ofCall(error, task, key) : error;
  }
}

/** The failure, with the call that it is about. */
function ofCall({ error }: WorkflowFailure, task: CallTask, instance: string): WorkflowFailure {
  return new WorkflowFailure({ ...error, instance, tool: toolName(task) });
}

/** `tool@server` */
export function toolName({ tool, server }: CallTask): string {
  return `${tool}@${server}`;
}

/** Whether the call had its effect before the process died, nobody knows; calling again could have it twice. */
function uncertain(task: CallTask, instance: string): WorkflowFailure {
  const detail = 'The process ended during the call, and the tool does not say that it may be called twice.';
  return ofCall(WorkflowFailure.ofProblem(new Problem('uncertain', detail)), task, instance);
}

function computedIn(template: JsonValue): string[] {
  const members = isJsonObject(template) ? Object.entries(template) : [];
  return members.flatMap(([name, value]) =>
    typeof value === 'string' && expressionIn(value) !== undefined ? [name] : [],
  );
}
