import { isJsonObject } from '../../kernel/json/json.js';
import { expressionIn } from '../expressions/template.js';
import type { Cursor } from './cursor.js';
import type { EventChoice, EventFilter } from './event-filter.js';
import { approvalType } from './calls-after.js';
import { readName, type ReadList } from './read-branching.js';
import { readNotify } from './read-call.js';
import {
  readCondition,
  readExport,
  readExpression,
  readOutput,
  readTemplate,
  type TemplateScope,
} from './read-values.js';
import { inside, type ListScope } from './scope.js';
import type { EmitTask, ListenEach, ListenTask, TaskBase } from './workflow-definition.js';

/** Types of events and signals. */
export const eventTypeForm = /^[A-Za-z0-9][\w.:-]*$/;
export const mostTypeLetters = 128;
const mostFilters = 20;
const mostCorrelations = 10;
/** CloudEvents: lower-case letters and digits. */
const attributeForm = /^[a-z0-9]{1,20}$/;
const ways = ['one', 'any', 'all'] as const;
const readings = ['data', 'envelope', 'raw'] as const;

/** `listen`: for events of the app, or signals to the run. */
export function readListen(
  cursor: Cursor,
  base: TaskBase,
  scope: ListScope,
  readList: ReadList,
): ListenTask | undefined {
  const listen = cursor.at('listen');
  if (listen.object(['to', 'read']) === undefined) return undefined;
  const to = listen.at('to');
  const choice = readEventChoice(to, [...ways, 'until'], scope);
  const until = readUntil(to, scope);
  const foreach = readEach(cursor.at('foreach'), base, scope, readList);
  const wanted = listen.at('read').value ?? 'data';
  const read = readings.find((one) => one === wanted);
  if (read === undefined) listen.at('read').fault(`must be one of ${readings.join(', ')}`);
  if (choice === undefined || read === undefined) return undefined;
  if (until !== undefined || foreach !== undefined)
    for (const { filters } of [choice, ...(isChoice(until) ? [until] : [])])
      to.must(
        filters.every(({ type }) => type !== approvalType),
        'waits for an approval, which is for one call: listen for it without until and foreach',
      );
  return {
    ...base,
    kind: 'listen',
    ...choice,
    read,
    until,
    foreach,
    notify: readNotify(cursor, base, scope),
  };
}

/** Whether events end a `listen`, and no condition. */
export function isChoice(until: ListenTask['until']): until is EventChoice {
  return until !== undefined && 'filters' in until;
}

/** What ends a `listen` that goes on: a condition, or events. */
function readUntil(to: Cursor, scope: ListScope): ListenTask['until'] {
  const until = to.at('until');
  if (!until.isPresent || !until.must(to.at('any').isPresent, 'is for `any` only')) return undefined;
  return typeof until.value === 'string' ? readCondition(until, scope) : readEventChoice(until, ways, scope);
}

/** `foreach`: what is done about each event. */
function readEach(
  cursor: Cursor,
  base: TaskBase,
  scope: ListScope,
  readList: ReadList,
): ListenEach | undefined {
  if (!cursor.isPresent || cursor.object(['item', 'at', 'do', 'output', 'export']) === undefined)
    return undefined;
  const item = readName(cursor.at('item'), 'item');
  const at = readName(cursor.at('at'), 'index');
  const inner = inside(scope, base.path, [item, at]);
  return {
    ...{ item, at, tasks: cursor.at('do').isPresent ? readList(cursor.at('do'), inner) : [] },
    ...{ output: readOutput(cursor.at('output'), inner), export: readExport(cursor.at('export'), inner) },
  };
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
  allowed: readonly (typeof ways | readonly ['until'])[number][],
  scope: TemplateScope,
): EventChoice | undefined {
  if (cursor.object(allowed) === undefined) return undefined;
  const [way, ...more] = ways.filter((one) => cursor.at(one).isPresent);
  if (way === undefined || more.length > 0) {
    cursor.fault(`must have one of ${ways.join(', ')}`);
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
