import type { TaskInfo, TaskMoment } from '../interpreter/durable-context.port.js';
import { ToldTasks } from './told-tasks.js';

const each: TaskInfo = { name: 'each', kind: 'for' };
const one: TaskInfo = { name: 'one', kind: 'set' };
const no: TaskInfo = { name: 'no', kind: 'raise' };
const completed: TaskMoment = { state: 'completed', output: { n: 1 } };

/** The number of events of each type when this many tasks complete and fail in a loop. */
function eventsOf(tasks: number): Readonly<Record<string, number>> {
  const told = new ToldTasks();
  const events = [...told.eventsOf('do/each', each, { state: 'started' })];
  for (let index = 0; index < tasks; index++)
    events.push(
      ...told.eventsOf(`do/each/${String(index)}/one`, one, completed),
      ...told.eventsOf(`do/each/${String(index)}/no`, no, { state: 'failed', error: { title: 'No' } }),
    );
  events.push(...told.eventsOf('do/each', each, completed));
  const counts: Record<string, number> = {};
  for (const { type } of events) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}

it('[workflow-step-kinds] a run reports 1,000 tasks that complete and 1,000 that fail, and the end of each whose start it reported', () => {
  expect(eventsOf(10)).toEqual({ 'step.started': 11, 'step.completed': 11, 'step.failed': 10 });
  expect(eventsOf(1100)).toEqual({ 'step.started': 1001, 'step.completed': 1001, 'step.failed': 1000 });
});

it('[workflow-step-kinds] the events of a task have its output unless that is long', () => {
  const shown = (text: string) =>
    new ToldTasks().eventsOf('do/one', one, { state: 'completed', output: { text } })[0]?.data;
  expect(shown('short')).toHaveProperty('output', { text: 'short' });
  expect(shown('x'.repeat(2000))).not.toHaveProperty('output');
});
