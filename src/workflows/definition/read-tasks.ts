import { isJsonObject } from '../../kernel/json/json.js';
import { isSafeName } from '../../kernel/text/slug.js';
import type { Cursor } from './cursor.js';
import { readCall } from './read-call.js';
import { readFor, readFork } from './read-branching.js';
import { readEmit, readListen } from './read-events.js';
import { readRaise, readSet, readSwitch, readWait } from './read-simple-tasks.js';
import { readRun } from './read-run.js';
import { readTry } from './read-try.js';
import { readCondition, readExport, readInput, readOutput, readTimeout } from './read-values.js';
import { inside, type Reading, type ListScope } from './scope.js';
import type { Task, TaskBase } from './workflow-definition.js';

const directives = ['continue', 'exit', 'end'];
const baseMembers = ['if', 'input', 'output', 'export', 'timeout', 'then', 'metadata'];

/** The member that makes a task what it is, in the order in which they are looked for, and the others that it may have. */
const kinds = {
  call: ['with'],
  fork: [],
  for: ['while', 'do'],
  try: ['catch'],
  switch: [],
  set: [],
  wait: [],
  listen: ['foreach'],
  emit: [],
  raise: [],
  run: [],
  do: [],
} as const;
type Kind = keyof typeof kinds;

const unsupported: Readonly<Record<string, string>> = {};

/** Reads a list of named tasks. */
export function readTasks(cursor: Cursor, scope: ListScope): readonly Task[] {
  const { reading, nesting } = scope;
  const { maxNesting, maxTasks } = reading.limits;
  const tooDeep = `nests deeper than ${String(maxNesting)} lists (WORKFLOW_MAX_NESTING)`;
  const length = Array.isArray(cursor.value) ? cursor.value.length : 0;
  if (!cursor.must(length > 0, 'must be a list of at least one task')) return [];
  if (!cursor.must(length <= maxTasks, `has more than ${String(maxTasks)} tasks (WORKFLOW_MAX_TASKS)`))
    return [];
  if (!cursor.must(nesting <= maxNesting, tooDeep)) return [];
  const names = namesOf(cursor, reading);
  const tasks: Task[] = [];
  for (const [name, at] of names) {
    if (++reading.tasks > maxTasks) break;
    const task = readTask(name, at, scope, names);
    if (task !== undefined) tasks.push(task);
  }
  return tasks;
}

function namesOf(cursor: Cursor, reading: Reading): ReadonlyMap<string, Cursor> {
  const names = new Map<string, Cursor>();
  for (const item of cursor.items()) {
    const [member, ...more] = item.members();
    if (member === undefined || more.length > 0) {
      item.fault('must be an object with one member: the name of the task and the task');
      continue;
    }
    const [name, task] = member;
    if (names.has(name)) task.fault('has the name of another task in this list');
    else if (directives.includes(name)) task.fault('is a name that `then` uses');
    else if (!/^[A-Za-z_][\w-]{0,62}$/.test(name) || !isSafeName(name))
      task.fault('is named as no task can be: letters, digits, _ and -, at most 63, beginning with a letter');
    else {
      names.set(name, task);
      reading.names.add(name);
    }
  }
  return names;
}

function readTask(
  name: string,
  cursor: Cursor,
  scope: ListScope,
  names: ReadonlyMap<string, Cursor>,
): Task | undefined {
  const kind = kindOf(cursor);
  if (kind === undefined) return undefined;
  cursor.object([kind, ...kinds[kind], ...baseMembers]);
  const own: ListScope = { ...scope, path: `${scope.path}/${name}` };
  scope.reading.pointers.set(own.path, cursor.pointer);
  const base: TaskBase = {
    ...{ name, path: own.path, if: readCondition(cursor.at('if'), scope) },
    input: readInput(cursor.at('input'), scope),
    output: readOutput(cursor.at('output'), scope),
    export: readExport(cursor.at('export'), scope),
    timeout: readTimeout(cursor.at('timeout'), scope),
    then: readDirective(cursor.at('then'), scope, names) ?? 'continue',
  };
  if (cursor.at('metadata').isPresent) cursor.at('metadata').object();
  return readKind(kind, cursor, base, own, names);
}

function kindOf(cursor: Cursor): Kind | undefined {
  if (!isJsonObject(cursor.value)) {
    cursor.fault('must be an object');
    return undefined;
  }
  for (const [member, detail] of Object.entries(unsupported))
    if (cursor.at(member).isPresent) {
      cursor.at(member).fault(detail);
      return undefined;
    }
  const kind = (Object.keys(kinds) as Kind[]).find((one) => cursor.at(one).isPresent);
  cursor.must(kind !== undefined, `must have one of ${Object.keys(kinds).join(', ')}`);
  return kind;
}

function readKind(
  kind: Kind,
  cursor: Cursor,
  base: TaskBase,
  scope: ListScope,
  names: ReadonlyMap<string, Cursor>,
): Task | undefined {
  const listOf = (list: Cursor, inner: ListScope) => readTasks(list, inner);
  switch (kind) {
    case 'call':
      return readCall(cursor, base, scope);
    case 'do':
      return { ...base, kind, tasks: readTasks(cursor.at('do'), inside(scope, base.path)) };
    case 'fork':
      return readFork(cursor, base, scope, listOf);
    case 'for':
      return readFor(cursor, base, scope, listOf);
    case 'switch':
      return readSwitch(cursor, base, scope, (then) => readDirective(then, scope, names));
    case 'try':
      return readTry(cursor, base, scope, listOf);
    case 'set':
      return readSet(cursor, base, scope);
    case 'wait':
      return readWait(cursor, base, scope);
    case 'listen':
      return readListen(cursor, base, scope, listOf);
    case 'emit':
      return readEmit(cursor, base, scope);
    case 'raise':
      return readRaise(cursor, base, scope);
    case 'run':
      return readRun(cursor, base, scope);
  }
}

function readDirective(
  cursor: Cursor,
  { inBranch }: ListScope,
  names: ReadonlyMap<string, Cursor>,
): string | undefined {
  if (!cursor.isPresent) return undefined;
  const then = cursor.text(63);
  if (then === undefined) return undefined;
  if (!cursor.must(then !== 'end' || !inBranch, 'a branch cannot end the workflow; use exit'))
    return undefined;
  const isKnown = directives.includes(then) || names.has(then);
  return cursor.must(isKnown, 'must be continue, exit, end or the name of a task in the same list')
    ? then
    : undefined;
}
