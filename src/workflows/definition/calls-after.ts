import type { CallTask, ListenTask, Task } from './workflow-definition.js';

/** The type of a signal by which people approve calls. */
export const approvalType = 'approval';

/**
 * The calls that can come after a `listen` for an approval and before the next one, in the order of the document; where it stands in a loop,
 * those of the next turn as well.
 */
export function callsAfter(tasks: readonly Task[], { path }: ListenTask): CallTask[] {
  const calls: CallTask[] = [];
  for (const task of tasksAfter(tasks, path) ?? []) {
    if (task.kind === 'listen' && isForApproval(task)) break;
    if (task.kind === 'call') calls.push(task);
  }
  return calls;
}

/** Whether people approve a call by what it waits for. */
export function isForApproval({ filters, needsAll, until, foreach }: ListenTask): boolean {
  if (until !== undefined || foreach !== undefined) return false;
  return !needsAll && filters.some(({ type, isPlain }) => isPlain && type === approvalType);
}

/** All tasks, those within others too, that come after the one at `path`; `undefined` when it is not among them. */
function tasksAfter(tasks: readonly Task[], path: string): readonly Task[] | undefined {
  const index = tasks.findIndex((task) => path === task.path || path.startsWith(`${task.path}/`));
  const task = tasks[index];
  if (task === undefined) return undefined;
  const rest = tasks.slice(index + 1).flatMap(tasksIn);
  if (task.path === path) return rest;
  for (const list of listsIn(task)) {
    const inside = tasksAfter(list, path);
    if (inside === undefined) continue;
    const nextTurn = task.kind === 'for' || task.kind === 'listen' ? list.flatMap(tasksIn) : [];
    return [...inside, ...nextTurn, ...rest];
  }
  return undefined;
}

/** A task, and all that are in it. */
export function tasksIn(task: Task): readonly Task[] {
  return [task, ...listsIn(task).flatMap((list) => list.flatMap(tasksIn))];
}

/** Lists of tasks in a task: of a fork each branch is one. */
function listsIn(task: Task): readonly (readonly Task[])[] {
  switch (task.kind) {
    case 'do':
    case 'for':
      return [task.tasks];
    case 'fork':
      return task.branches.map((branch) => [branch]);
    case 'listen':
      return task.foreach === undefined ? [] : [task.foreach.tasks];
    case 'try':
      return [task.tasks, task.catch.tasks ?? []];
    default:
      return [];
  }
}
