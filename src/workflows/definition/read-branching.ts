import type { Cursor } from './cursor.js';
import { readCondition, readExpression } from './read-values.js';
import { inside, type ListScope } from './scope.js';
import type { ForkTask, ForTask, Task, TaskBase } from './workflow-definition.js';

const maxBranches = 100;
const maxConcurrency = 100;

/** Reads a list of tasks inside a task. */
export type ReadList = (list: Cursor, scope: ListScope) => readonly Task[];

/** `fork: { branches, compete }`. */
export function readFork(
  cursor: Cursor,
  base: TaskBase,
  scope: ListScope,
  readList: ReadList,
): ForkTask | undefined {
  const fork = cursor.at('fork');
  if (fork.object(['branches', 'compete']) === undefined) return undefined;
  const list = fork.at('branches');
  if (list.items().length > maxBranches) {
    list.fault(`must have at most ${String(maxBranches)} branches`);
    return undefined;
  }
  const branches = readList(list, { ...inside(scope, base.path), inBranch: true });
  const task: ForkTask = {
    ...{ ...base, kind: 'fork', branches },
    compete: fork.at('compete').optionalBoolean() ?? false,
  };
  for (const [index, { then }] of branches.entries())
    if (then !== 'continue')
      list.at(index).fault('is a branch: nothing comes after it, so it can have no `then`');
  scope.reading.branching.set(base.path, task);
  return task;
}

/** `for: { each, in, at }`, one item after the other or `metadata.maxConcurrency` at once, which yields the list of all (`metadata.collect`). */
export function readFor(
  cursor: Cursor,
  base: TaskBase,
  scope: ListScope,
  readList: ReadList,
): ForTask | undefined {
  const loop = cursor.at('for');
  if (loop.object(['each', 'in', 'at']) === undefined) return undefined;
  const each = readName(loop.at('each'), 'item');
  const at = readName(loop.at('at'), 'index');
  const items = readExpression(loop.at('in'), scope);
  const metadata = cursor.at('metadata');
  const limit = metadata.at('maxConcurrency');
  const collects = metadata.at('collect').optionalBoolean();
  const concurrency = limit.isPresent ? limit.integer(1, maxConcurrency) : 1;
  if (concurrency !== undefined && concurrency > 1 && cursor.at('while').isPresent)
    cursor.at('while').fault('needs the items one by one: leave out metadata.maxConcurrency');
  const inner = inside(scope, base.path, [each, at]);
  const atOnce = concurrency !== undefined && concurrency > 1;
  if (atOnce && collects === false)
    metadata.at('collect').fault('must be true where several items are taken at once');
  const task: ForTask = {
    ...{ ...base, kind: 'for', each, at, collects: collects ?? atOnce, concurrency: concurrency ?? 1 },
    in: items ?? { value: [], reads: undefined, pointer: loop.pointer, language: scope.reading.language },
    while: readCondition(cursor.at('while'), inner),
    tasks: readList(cursor.at('do'), { ...inner, inBranch: scope.inBranch || atOnce }),
  };
  scope.reading.branching.set(base.path, task);
  return task;
}

/** A name that the document gives to a variable. */
export function readName(cursor: Cursor, otherwise: string): string {
  if (!cursor.isPresent) return otherwise;
  const name = cursor.text(63, /^[A-Za-z_]\w*$/);
  if (name !== undefined && reserved.has(name))
    cursor.fault('is the name of a variable that is always there');
  return name ?? otherwise;
}

const reserved = new Set(['input', 'output', 'context', 'steps', 'workflow', 'task', 'runtime']);
