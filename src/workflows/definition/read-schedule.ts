import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import type { Fault } from '../../kernel/problems/problem.js';
import { cronFault, isTimezone } from './cron-times.js';
import { Cursor } from './cursor.js';
import { durationMs } from './duration.js';
import { constantTerms } from './event-filter.js';
import { readEventChoice } from './read-events.js';
import type { TemplateScope } from './read-values.js';
import { catchUps, overlaps, type ScheduleTiming, type WorkflowSchedule } from './workflow-schedule.js';

const ways = ['every', 'cron', 'after', 'on'] as const;
/** What is about time only. */
const timeTerms = ['timezone', 'catchUp'] as const;
const shortestMs = 1000;
/** Whether a pattern ever comes does not depend on when that is asked, within reason. */
const anyTime = Date.UTC(2026, 0, 1);

/** When runs of the document begin by themselves, as far as it says so. */
export function readSchedule(root: Cursor, scope: TemplateScope): WorkflowSchedule | undefined {
  const terms = root.at('metadata').at('schedule');
  if (!root.at('schedule').isPresent) {
    terms.must(!terms.isPresent, 'is about a schedule, and the document has none');
    return undefined;
  }
  const written = root.at('schedule').object(ways);
  if (terms.isPresent) terms.object(['timezone', 'overlap', 'catchUp', 'paused', 'asKey']);
  const timezone = readTimezone(terms.at('timezone'));
  const timing = readTiming(root.at('schedule'), timezone, scope);
  const isByEvent = root.at('schedule').at('on').isPresent;
  if (isByEvent)
    for (const name of timeTerms)
      terms.at(name).must(!terms.at(name).isPresent, 'is about time, and events begin this workflow');
  const asKey = terms.at('asKey').optionalText(100);
  const rest = {
    overlap: readChoice(terms.at('overlap'), overlaps, isByEvent ? 'allow' : 'skip'),
    catchUp: readChoice(terms.at('catchUp'), catchUps, 'last'),
    paused: terms.at('paused').optionalBoolean() ?? false,
    ...(asKey === undefined ? {} : { asKey }),
  };
  return written === undefined || timing === undefined ? undefined : { written, timing, timezone, ...rest };
}

/** The same of a document that has been found right. */
export function scheduleOf(document: unknown): WorkflowSchedule | undefined {
  if (!isJsonObject(document) || document['schedule'] === undefined) return undefined;
  const faults: Fault[] = [];
  const schedule = readSchedule(new Cursor(document, [], faults), scopeOf(document));
  return faults.length === 0 ? schedule : undefined;
}

/** Of a document that has been found right: nobody asks again what is in its expressions. */
function scopeOf(document: JsonObject): TemplateScope {
  const evaluate = document['evaluate'];
  const isOther = isJsonObject(evaluate) && evaluate['language'] === 'jsonata';
  return {
    reading: { expressions: [], stepReads: [], language: isOther ? 'jsonata' : 'jq' },
    known: new Set(),
  };
}

function readTiming(cursor: Cursor, timezone: string, scope: TemplateScope): ScheduleTiming | undefined {
  const [kind, ...more] = ways.filter((way) => cursor.at(way).isPresent);
  if (kind === undefined || more.length > 0) {
    cursor.fault(`must have one of ${ways.join(', ')}`);
    return undefined;
  }
  const at = cursor.at(kind);
  if (kind === 'on') return readEvents(at, scope);
  if (kind === 'cron') {
    const pattern = at.text(200)?.trim().replaceAll(/\s+/g, ' ');
    const fault = pattern === undefined ? undefined : cronFault(pattern, timezone, anyTime);
    return pattern !== undefined && at.must(fault === undefined, fault ?? '')
      ? { kind, pattern, timezone }
      : undefined;
  }
  const ms = durationMs(at.value);
  const isLong = ms !== undefined && ms >= shortestMs;
  return at.must(isLong, 'must be a duration from one second to ten years: { minutes: 5 } or PT5M')
    ? { kind, ms: ms ?? 0 }
    : undefined;
}

/** No run is there that an expression could look into; what is expected is the same for all events. */
function readEvents(cursor: Cursor, scope: TemplateScope): ScheduleTiming | undefined {
  const choice = readEventChoice(cursor, ['one', 'any', 'all'], { ...scope, known: new Set() });
  if (choice === undefined) return undefined;
  for (const { correlate } of choice.filters)
    for (const { name, expect } of correlate)
      cursor.must(
        expect?.reads === undefined,
        `expects for ${name} what only a run could tell: write a constant`,
      );
  const filters = choice.filters.map(constantTerms);
  return { kind: 'event', filters, ...(choice.needsAll ? { needsAll: true } : {}) };
}

function readTimezone(cursor: Cursor): string {
  const name = cursor.optionalText(64) ?? 'UTC';
  return cursor.must(isTimezone(name), 'must be the name of a zone, such as Europe/Berlin') ? name : 'UTC';
}

function readChoice<T extends string>(cursor: Cursor, choices: readonly T[], otherwise: T): T {
  if (!cursor.isPresent) return otherwise;
  const found = choices.find((choice) => choice === cursor.value);
  cursor.must(found !== undefined, `must be one of ${choices.join(', ')}`);
  return found ?? otherwise;
}
