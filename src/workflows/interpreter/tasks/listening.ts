import { isJsonObject, type JsonValue } from '../../../kernel/json/json.js';
import { approvalType } from '../../definition/calls-after.js';
import { keptTemplate, type EventFilter, type EventTerms } from '../../definition/event-filter.js';
import type { ListenTask } from '../../definition/workflow-definition.js';
import { sizeOf } from '../../expressions/json-size.js';
import type { Awaited, Signal } from '../durable-context.port.js';
import { valueOf, variablesFor } from '../evaluation.js';
import type { Frame } from '../frame.js';
import { WorkflowFailure } from '../workflow-error.js';

/** What the document wants to have of what came. `raw` is the data as they are written in JSON. */
export function readAs(read: ListenTask['read'], signal: Signal): JsonValue {
  if (read === 'envelope') return envelopeOf(signal);
  return read === 'raw' ? JSON.stringify(dataOf(signal)) : dataOf(signal);
}

function dataOf({ data, isEvent }: Signal): JsonValue {
  return isEvent === true ? ((isJsonObject(data) ? (data['data'] as JsonValue) : null) ?? null) : data;
}

function envelopeOf({ type, sender, data, isEvent }: Signal): JsonValue {
  return isEvent === true ? data : { type, source: sender, data };
}

/** What a run waits for. An approval is the word of a person, and no event. */
export async function awaitedBy(
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
