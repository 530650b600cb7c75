import type { RunStep } from '../../api/models.ts';

type State = RunStep['status'];

/** Of a task that was visited more than once: the first of these that one of its steps is. */
const order: readonly State[] = ['failed', 'running', 'waiting', 'completed'];

/** How the tasks of a document stand in a run, by their paths. */
export function stepStates(steps: readonly Pick<RunStep, 'key' | 'status'>[]): ReadonlyMap<string, State> {
  const states = new Map<string, State>();
  for (const { key, status } of steps) {
    const path = pathOf(key);
    const before = states.get(path);
    if (before === undefined || order.indexOf(status) < order.indexOf(before)) states.set(path, status);
  }
  return states;
}

/** Keys are paths with what tells rounds apart: the index of an iteration, `@2` of a visit, `#2` of an attempt. */
function pathOf(key: string): string {
  const names = key.split('/').filter((name) => !/^\d+$/.test(name));
  return names.map((name) => name.replace(/[@#]\d+$/, '')).join('/');
}
