import { approvalType, isForApproval } from '../../definition/calls-after.js';
import { keptTemplate, type EventFilter, type EventTerms } from '../../definition/event-filter.js';
import { isJsonObject, type JsonValue } from '../../../kernel/json/json.js';
import type { ListenTask } from '../../definition/workflow-definition.js';
import { sizeOf } from '../../expressions/json-size.js';
import { awaitedApproval } from '../awaited-approval.js';
import type { Awaited, Signal } from '../durable-context.port.js';
import { valueOf, variablesFor } from '../evaluation.js';
import type { Frame } from '../frame.js';
import { done, type TaskOutcome } from '../task-outcome.js';
import { runNotify } from './run-notify.js';
import { timeIsOver } from '../time-is-over.js';
import { WorkflowFailure } from '../workflow-error.js';

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
  const wait = { awaited, needsAll, deadline: deadline?.instant, approvalFor: approval?.shown };
  const signals = await ports.context.waitForSignals(key, wait, { name, kind: 'listen' });
  if (signals !== undefined) {
    for (const { id, type, isEvent } of signals)
      if (approval !== undefined && type === approvalType && isEvent !== true)
        await ports.tools.bindApproval(id, approval.call);
    return done(signals.map((signal) => (read === 'data' ? dataOf(signal) : envelopeOf(signal))));
  }
  if (deadline === undefined) throw new Error(`No signal for ${key}, and no deadline either`);
  throw timeIsOver(deadline);
}

function dataOf({ data, isEvent }: Signal): JsonValue {
  return isEvent === true ? ((isJsonObject(data) ? (data['data'] as JsonValue) : null) ?? null) : data;
}

function envelopeOf({ type, sender, data, isEvent }: Signal): JsonValue {
  return isEvent === true ? data : { type, source: sender, data };
}

/** An approval is the word of a person, and no event. */
async function awaitedBy(
  filters: readonly EventFilter[],
  input: JsonValue,
  frame: Frame,
): Promise<Awaited[]> {
  const awaited: Awaited[] = [];
  for (const filter of filters)
    awaited.push({
      ...(filter.isPlain ? { signal: filter.type } : {}),
      ...(filter.type === approvalType ? {} : { event: await termsOf(filter, input, frame) }),
    });
  const { maxResultBytes } = frame.definition.limits;
  if (sizeOf(awaited as unknown as JsonValue) <= maxResultBytes) return awaited;
  const detail = `What events are compared with has more than ${String(maxResultBytes)} bytes (WORKFLOW_MAX_RESULT_BYTES).`;
  throw WorkflowFailure.of('configuration', detail, frame.key);
}

/** The filter with all that its expressions read but the event. */
async function termsOf(
  { type, tests, correlate }: EventFilter,
  input: JsonValue,
  frame: Frame,
): Promise<EventTerms> {
  const kept = async (template: EventFilter['tests'][number]['value']) =>
    keptTemplate(template, template.reads === undefined ? {} : await variablesFor(template.reads, frame));
  const terms = {
    type,
    tests: [] as EventTerms['tests'][number][],
    correlate: [] as EventTerms['correlate'][number][],
  };
  for (const { attribute, value } of tests) terms.tests.push({ attribute, ...(await kept(value)) });
  for (const { name, from, expect } of correlate)
    terms.correlate.push({
      ...{ name, ...(await kept(from)) },
      ...(expect === undefined ? {} : { expect: await valueOf(expect, input, frame) }),
    });
  return terms;
}
