import { nearestOf } from '../../kernel/text/nearest.js';
import { tasksIn } from './calls-after.js';
import type { Task, WorkflowDefinition } from './workflow-definition.js';

/** The task at a JSON pointer of the document. */
export function findTask({ tasks, pointers }: WorkflowDefinition, pointer: string): Task | undefined {
  const [path] = [...pointers].find(([, known]) => known === pointer) ?? [];
  return path === undefined ? undefined : tasks.flatMap(tasksIn).find((task) => task.path === path);
}

/** What is wrong with a pointer at which there is no task: what was probably meant, or some that there are. */
export function noTaskAt(pointer: string, pointers: readonly string[]): string {
  const meant = nearestOf(nameIn(pointer), pointers.map(nameIn));
  const found = pointers.find((known) => nameIn(known) === meant);
  if (found !== undefined) return ` Did you mean "${found}"?`;
  return ` There are: ${pointers.slice(0, mostNamed).join(', ') || 'none'}.`;
}

const mostNamed = 10;

function nameIn(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf('/') + 1);
}
