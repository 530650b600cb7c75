import type { JsonValue } from '../../../kernel/json/json.js';
import { isChoice } from '../../definition/read-events.js';
import type { ListenEach, ListenTask } from '../../definition/workflow-definition.js';
import type { Signal } from '../durable-context.port.js';
import { holds, valueOf } from '../evaluation.js';
import { scoped, type Frame } from '../frame.js';
import { HeldData } from '../held-data.js';
import { done, type TaskOutcome } from '../task-outcome.js';
import { timeIsOver } from '../time-is-over.js';
import { WorkflowFailure } from '../workflow-error.js';
import { awaitedBy, readAs } from './listening.js';
import { runNotify } from './run-notify.js';
import { outputOf } from './task-data.js';

/**
 * Takes one event after the other, and does with each what the task wants, until something ends that. Yields a list of what came of each; of
 * events that are only there to end it nothing comes.
 */
export async function runStream(task: ListenTask, input: JsonValue, frame: Frame): Promise<TaskOutcome> {
  const { context } = frame.ports;
  if (task.notify !== undefined) await runNotify(task.notify, input, frame);
  try {
    const outcome = await taken(task, input, frame);
    await context.endStream(frame.key);
    return outcome;
  } catch (error) {
    // What is broken off otherwise goes on where it was.
    if (error instanceof WorkflowFailure) await context.endStream(frame.key);
    throw error;
  }
}

async function taken(task: ListenTask, input: JsonValue, frame: Frame): Promise<TaskOutcome> {
  const { until, read, foreach } = task;
  const next = await signalsOf(task, input, frame);
  const held = new HeldData(frame.definition.limits.maxDataBytes, frame.key);
  const outputs: JsonValue[] = [];
  for (let count = 0; ; count++) {
    const { signal, isLast, isCounted } = await next(count);
    if (isCounted) {
      requireFew(outputs.length, frame);
      const each = scoped(frame, `${frame.key}/${String(count)}`, {});
      const { output, ends } = await carriedOut(foreach, readAs(read, signal), outputs.length, each);
      frame.state.context = each.state.context;
      held.add(output);
      outputs.push(output);
      if (ends) return { output: outputs, ends };
    }
    const isEnough = until !== undefined && !isChoice(until) && (await holds(until, outputs, frame));
    if (isLast || isEnough) return done(outputs);
  }
}

interface Taken {
  readonly signal: Signal;
  /** Nothing is to come after it. */
  readonly isLast: boolean;
  /** It is not only there to end the others. */
  readonly isCounted: boolean;
}

/** What comes, one by one. Without `until` the events of the task end it themselves. */
async function signalsOf(
  task: ListenTask,
  input: JsonValue,
  frame: Frame,
): Promise<(count: number) => Promise<Taken>> {
  const { name, until } = task;
  const { key, deadline, ports } = frame;
  const goesOn = until === undefined ? [] : task.filters;
  const end = until === undefined ? task : isChoice(until) ? until : { filters: [], needsAll: false };
  const awaited = await awaitedBy(goesOn, input, frame);
  const ends = await awaitedBy(end.filters, input, frame);
  const stream = { key, ends, endsByAll: end.needsAll };
  const met = new Set<number>();
  return async (count) => {
    await frame.budget.spend(1, key);
    const wait = { awaited, deadline: deadline?.instant, stream };
    const info = { name, kind: 'listen' } as const;
    const [signal] = (await ports.context.waitForSignals(`${key}/${String(count)}`, wait, info)) ?? [];
    if (signal === undefined) {
      if (deadline === undefined) throw new Error(`No signal for ${key}, and no deadline either`);
      throw timeIsOver(deadline);
    }
    const { place = 0 } = signal;
    const isEnd = place >= awaited.length;
    if (isEnd) met.add(place);
    const isLast = isEnd && (!end.needsAll || met.size === ends.length);
    return { signal, isLast, isCounted: !isEnd || until === undefined };
  };
}

/** What comes of one event. */
async function carriedOut(
  foreach: ListenEach | undefined,
  value: JsonValue,
  index: number,
  frame: Frame,
): Promise<TaskOutcome> {
  if (foreach === undefined) return done(value);
  const inside = { ...frame, variables: { ...frame.variables, [foreach.item]: value, [foreach.at]: index } };
  const { output: raw, ends } = await frame.runList(foreach.tasks, value, inside);
  if (ends) return { output: raw, ends };
  const output = await outputOf(foreach.output, raw, inside);
  if (foreach.export !== undefined)
    frame.state.context = await valueOf(foreach.export, output, inside, { output });
  return done(output);
}

function requireFew(count: number, { definition, key }: Frame): void {
  const { maxItems } = definition.limits;
  if (count < maxItems) return;
  const detail = `More than ${String(maxItems)} events came (WORKFLOW_MAX_ITEMS).`;
  throw WorkflowFailure.of('configuration', detail, key);
}
