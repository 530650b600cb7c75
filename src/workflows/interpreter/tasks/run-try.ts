import type { JsonObject, JsonValue } from '../../../kernel/json/json.js';
import type { Catch, RetryPolicy, TryTask } from '../../definition/workflow-definition.js';
import { isOfKind } from '../error-kinds.js';
import { located } from '../error-places.js';
import { shownError, WorkflowFailure, type WorkflowError } from '../workflow-error.js';
import { holds, millisecondsOf } from '../evaluation.js';
import { earlier, type Frame } from '../frame.js';
import { done, type TaskOutcome } from '../task-outcome.js';
import { retryDelayMs } from '../retry-delay.js';
import { sleep } from '../sleep.js';
import { endsTimeAround } from '../time-is-over.js';

/** Carries out its tasks; what they raise is retried and caught as `catch` says, everything else goes on up. */
export async function runTry(task: TryTask, input: JsonValue, frame: Frame): Promise<TaskOutcome> {
  const { retry } = task.catch;
  const until = retry === undefined ? undefined : await endOfRetries(retry, input, frame);
  for (let attempt = 1; ; attempt++) {
    try {
      return await frame.runList(task.tasks, input, await attemptFrame(task, attempt, input, frame));
    } catch (error) {
      if (!(error instanceof WorkflowFailure) || endsTimeAround(error.error, frame.key)) throw error;
      const inside = withError(task.catch, error.error, frame);
      if (!(await isCaught(task.catch, error.error, input, inside))) throw error;
      if (retry !== undefined && (await retries(task.name, retry, attempt, until, input, inside))) continue;
      return await handle(task.catch, error, input, inside);
    }
  }
}

async function endOfRetries(
  { duration }: RetryPolicy,
  input: JsonValue,
  frame: Frame,
): Promise<number | undefined> {
  if (duration === undefined) return undefined;
  const ms = await millisecondsOf(duration, input, frame);
  return (await frame.ports.context.now(`${frame.key}/retry`)) + ms;
}

async function attemptFrame(
  { catch: { retry } }: TryTask,
  attempt: number,
  input: JsonValue,
  frame: Frame,
): Promise<Frame> {
  const key = `${frame.key}/try${attempt === 1 ? '' : `#${String(attempt)}`}`;
  if (retry?.attemptDuration === undefined) return { ...frame, key };
  const ms = await millisecondsOf(retry.attemptDuration, input, frame);
  const instant = (await frame.ports.context.now(`${key}/timeout`)) + ms;
  return { ...frame, key, deadline: earlier(frame.deadline, { instant, owner: key }) };
}

function withError({ as }: Catch, error: WorkflowError, frame: Frame): Frame {
  const shown = shownError(located(error, frame.definition));
  return { ...frame, variables: { ...frame.variables, [as]: shown } };
}

async function isCaught(
  { with: filter, when, exceptWhen }: Catch,
  error: WorkflowError,
  input: JsonValue,
  frame: Frame,
): Promise<boolean> {
  if (!isOfFilter(error, filter, frame)) return false;
  if (when !== undefined && !(await holds(when, input, frame))) return false;
  return exceptWhen === undefined || !(await holds(exceptWhen, input, frame));
}

function isOfFilter(error: WorkflowError, filter: JsonObject, { definition }: Frame): boolean {
  const members = shownError(located(error, definition));
  return Object.entries(filter).every(
    ([name, value]) => members[name] === value || (name === 'type' && isOfKind(error, value)),
  );
}

/** Sleeps until the next attempt is due; false when there is none. */
async function retries(
  name: string,
  retry: RetryPolicy,
  attempt: number,
  until: number | undefined,
  input: JsonValue,
  frame: Frame,
): Promise<boolean> {
  if (attempt > retry.count) return false;
  if (retry.when !== undefined && !(await holds(retry.when, input, frame))) return false;
  if (retry.exceptWhen !== undefined && (await holds(retry.exceptWhen, input, frame))) return false;
  const key = `${frame.key}/retry#${String(attempt + 1)}`;
  const delay = await retryDelayMs(retry, attempt, key, input, frame);
  if (until !== undefined && (await frame.ports.context.now(`${key}/due`)) + delay > until) return false;
  await frame.budget.spend(1, frame.key);
  if (delay > 0) await sleep(name, delay, { ...frame, key });
  return true;
}

/** Without tasks a caught error is done with; after retries that did not help it is raised. */
async function handle(
  { retry, tasks }: Catch,
  error: WorkflowFailure,
  input: JsonValue,
  frame: Frame,
): Promise<TaskOutcome> {
  if (tasks !== undefined) return await frame.runList(tasks, input, { ...frame, key: `${frame.key}/catch` });
  if (retry !== undefined) throw error;
  return done(input);
}
