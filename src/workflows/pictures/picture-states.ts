import { pathOf } from '../interpreter/error-places.js';
import type { RunStep, StepStatus } from '../runs/run-steps.js';

/** What is told of a task that was visited more than once: the first of these that one of its steps is. */
const order: readonly StepStatus[] = ['failed', 'running', 'waiting', 'completed'];

/** How the tasks of a document stand in a run, by their paths. */
export function pictureStates(steps: readonly RunStep[]): ReadonlyMap<string, StepStatus> {
  const states = new Map<string, StepStatus>();
  for (const { key, status } of steps) {
    const path = pathOf(key);
    const before = states.get(path);
    if (before === undefined || order.indexOf(status) < order.indexOf(before)) states.set(path, status);
  }
  return states;
}
