import { createHash } from 'node:crypto';
import { newId } from '../../kernel/id.js';
import type { JsonObject, JsonRecord } from '../../kernel/json/json.js';
import type { EventTerms } from '../definition/event-filter.js';
import type { StoredSchedule } from '../schedules/schedule-store.port.js';
import { isSame, type EventMatch } from './event-match.js';
import type { EventSet, WorkflowEvent } from './workflow-event.js';

/** What becomes of an event for a workflow that waits for several. */
export interface SetChange {
  /** The set with it. */
  readonly set: EventSet;
  /** Whether it is the first of its set. */
  readonly isNew: boolean;
  /** All of the set, in the order of the filters, once nothing is missing. */
  readonly whole: readonly JsonObject[] | undefined;
}

/** Puts the event to the oldest set that lacks it and is about the same, or begins one. */
export async function gathered(
  { appId, workflow }: StoredSchedule,
  filters: readonly EventTerms[],
  sets: readonly EventSet[],
  event: WorkflowEvent,
  match: EventMatch,
): Promise<SetChange | undefined> {
  const takings: { place: string; values: JsonRecord }[] = [];
  for (const [place, terms] of filters.entries()) {
    const values = await match.by(terms);
    if (values !== undefined) takings.push({ place: String(place), values });
  }
  const digest = digestOf(filters);
  for (const set of sets)
    for (const { place, values } of set.digest === digest ? takings : [])
      if (!Object.hasOwn(set.events, place) && agree(set.values, values))
        return withEvent(set, place, values, event, filters.length);
  const [first] = takings;
  if (first === undefined) return undefined;
  const begun = {
    id: newId('set'),
    appId,
    workflow,
    digest,
    events: {},
    values: {},
    depth: 0,
    rootId: null,
    at: event.at,
  };
  return withEvent(begun, first.place, first.values, event, filters.length);
}

function withEvent(
  set: EventSet,
  place: string,
  values: JsonRecord,
  { event, depth, rootId }: WorkflowEvent,
  wanted: number,
): SetChange {
  const events = { ...set.events, [place]: event };
  const isWhole = Object.keys(events).length === wanted;
  return {
    set: {
      ...{ ...set, events, values: { ...values, ...set.values } },
      ...{ depth: Math.max(set.depth, depth), rootId: rootId ?? set.rootId },
    },
    isNew: Object.keys(set.events).length === 0,
    whole: isWhole
      ? Object.keys(events)
          .toSorted(byNumber)
          .map((one) => events[one] ?? {})
      : undefined,
  };
}

function agree(known: JsonRecord, values: JsonRecord): boolean {
  return Object.entries(values).every(
    ([name, value]) => !Object.hasOwn(known, name) || isSame(value, known[name] ?? null),
  );
}

function byNumber(one: string, other: string): number {
  return Number(one) - Number(other);
}

function digestOf(filters: readonly EventTerms[]): string {
  return createHash('sha256').update(JSON.stringify(filters)).digest('hex').slice(0, 40);
}
