import { isJsonObject } from '../../kernel/json/json.js';
import { expressionIn } from '../expressions/template.js';
import type { Cursor } from './cursor.js';
import type { EventFilter } from './event-filter.js';
import { readNotify } from './read-call.js';
import { readExpression, readTemplate, type TemplateScope } from './read-values.js';
import type { ListScope } from './scope.js';
import type { EmitTask, ListenTask, TaskBase } from './workflow-definition.js';

/** Types of events and signals. */
export const eventTypeForm = /^[A-Za-z0-9][\w.:-]*$/;
export const mostTypeLetters = 128;
const mostFilters = 20;
const mostCorrelations = 10;
/** CloudEvents: lower-case letters and digits. */
const attributeForm = /^[a-z0-9]{1,20}$/;
const ways = ['one', 'any', 'all'] as const;

/** Which events are waited for: `one`, the first of several (`any`), or each of several (`all`). */
export interface EventChoice {
  readonly filters: readonly EventFilter[];
  readonly needsAll: boolean;
}

/** `listen`: for events of the app, or signals to the run. */
export function readListen(cursor: Cursor, base: TaskBase, scope: ListScope): ListenTask | undefined {
  const listen = cursor.at('listen');
  if (listen.object(['to', 'read']) === undefined) return undefined;
  const choice = readEventChoice(listen.at('to'), ways, scope);
  const read = listen.at('read').value ?? 'data';
  if (read !== 'data' && read !== 'envelope') {
    listen.at('read').fault('must be data or envelope');
    return undefined;
  }
  if (choice === undefined) return undefined;
  return { ...base, kind: 'listen', ...choice, read, notify: readNotify(cursor, base, scope) };
}

/** `emit`: the attributes of the event. */
export function readEmit(cursor: Cursor, base: TaskBase, scope: ListScope): EmitTask | undefined {
  const event = cursor.at('emit').at('event');
  if (cursor.at('emit').object(['event']) === undefined || event.object(['with']) === undefined)
    return undefined;
  const attributes = event.at('with');
  if (attributes.object() === undefined) return undefined;
  for (const name of ['source', 'type'])
    attributes.must(attributes.at(name).isPresent, `needs the member ${name}`);
  if (!attributes.at('type').isPresent) return undefined;
  for (const [name, at] of attributes.members())
    at.must(attributeForm.test(name), 'is no name of an attribute');
  const { value: type } = attributes.at('type');
  if (typeof type !== 'string' || expressionIn(type) === undefined)
    attributes.at('type').text(mostTypeLetters, eventTypeForm);
  return { ...base, kind: 'emit', event: readTemplate(attributes, scope) };
}

/** `to` of a task, or `on` of a schedule. */
export function readEventChoice(
  cursor: Cursor,
  allowed: readonly (typeof ways)[number][],
  scope: TemplateScope,
): EventChoice | undefined {
  if (cursor.object(allowed) === undefined) return undefined;
  const [way, ...more] = allowed.filter((one) => cursor.at(one).isPresent);
  if (way === undefined || more.length > 0) {
    cursor.fault(`must have one of ${allowed.join(', ')}`);
    return undefined;
  }
  const found = way === 'one' ? [cursor.at(way)] : cursor.at(way).items();
  const isRight = found.length > 0 && found.length <= mostFilters;
  if (!cursor.at(way).must(isRight, `must be a list of filters, ${String(mostFilters)} at most`))
    return undefined;
  const filters = found.flatMap((filter) => readFilter(filter, scope) ?? []);
  return { filters, needsAll: way === 'all' };
}

function readFilter(cursor: Cursor, scope: TemplateScope): EventFilter | undefined {
  if (cursor.object(['with', 'correlate']) === undefined) return undefined;
  const attributes = cursor.at('with');
  if (attributes.object() === undefined) return undefined;
  const type = attributes.at('type').text(mostTypeLetters, eventTypeForm);
  const others = attributes.members().filter(([name]) => name !== 'type');
  for (const [name, at] of others) at.must(attributeForm.test(name), 'is no name of an attribute');
  const tests = others.map(([attribute, at]) => ({ attribute, value: readTemplate(at, scope, ['event']) }));
  const correlate = readCorrelations(cursor.at('correlate'), scope);
  const isPlain = tests.length === 0 && correlate.length === 0;
  return type === undefined ? undefined : { type, isPlain, tests, correlate };
}

function readCorrelations(cursor: Cursor, scope: TemplateScope): EventFilter['correlate'] {
  if (!cursor.isPresent || cursor.object() === undefined) return [];
  const members = cursor.members();
  const most = `must be ${String(mostCorrelations)} at most`;
  if (!cursor.must(members.length <= mostCorrelations, most)) return [];
  return members.flatMap(([name, at]) => {
    if (!at.must(/^[A-Za-z_][\w-]{0,62}$/.test(name), 'is no name of a correlation')) return [];
    if (at.object(['from', 'expect']) === undefined) return [];
    const from = readExpression(at.at('from'), scope);
    const expect = at.at('expect');
    const isValue = !isJsonObject(expect.value) && !Array.isArray(expect.value);
    expect.must(isValue, 'must be a constant or an expression');
    return from === undefined
      ? []
      : [{ name, from, expect: expect.isPresent ? readTemplate(expect, scope) : undefined }];
  });
}
