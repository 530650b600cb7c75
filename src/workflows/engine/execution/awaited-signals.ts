import type { AwaitedEvent } from '../../events/workflow-event.js';
import { eventSignal, eventSignalPrefix } from '../../events/event-signal.js';
import type { Awaited, Signal, SignalStream, SignalWait } from '../../interpreter/durable-context.port.js';
import type { StoredSignal } from '../../runs/run.js';
import { isUnwanted } from './children.js';
import type { Execution } from './execution.js';

/** Signals of a stream that are read at once. */
const readAtOnce = 20;

/** Says which events a wait is for. When this returns none is lost. */
export async function expectEvents(execution: Execution, key: string, wait: SignalWait): Promise<void> {
  const { stream } = wait;
  const events = awaitedEvents(wait);
  if (events.length === 0 || (stream !== undefined && execution.streams.has(stream.key))) return;
  // The row of a new run may not be on disk yet.
  execution.record([]);
  await execution.flushed();
  await execution.around.awaitEvents(execution.run, stream?.key ?? key, events);
  if (stream !== undefined) execution.streams.set(stream.key, []);
}

/**
 * What is awaited, as it comes: signals that nobody has taken, in the order in which they came. Undefined when the deadline passes first. It
 * rests only in a pause that was there before it looked: what comes in between ends the pause.
 */
export async function signalsFor(
  execution: Execution,
  key: string,
  wait: SignalWait,
  signal: AbortSignal,
): Promise<readonly Signal[] | undefined> {
  const { stream } = wait;
  try {
    if (stream === undefined) return await signalsOnce(execution, key, wait, signal);
    const next = await nextOf(execution, wait, stream, signal);
    if (next === undefined) await endStream(execution, stream.key);
    return next === undefined ? undefined : [next];
  } catch (error) {
    // Nobody waits any more, and what comes is for others.
    if (isUnwanted(signal.reason) && awaitedEvents(wait).length > 0)
      await endStream(execution, stream?.key ?? key);
    throw error;
  }
}

/** Nothing more is kept for a wait, or a stream of them. */
export async function endStream(execution: Execution, key: string): Promise<void> {
  execution.streams.delete(key);
  await execution.around.forgetEvents(execution.run, key, execution.taken);
}

async function signalsOnce(
  execution: Execution,
  key: string,
  wait: SignalWait,
  signal: AbortSignal,
): Promise<readonly Signal[] | undefined> {
  const { around, run, taken } = execution;
  const { awaited, needsAll = false, deadline } = wait;
  const places = awaited.map((one, place) => typesOf(one, key, place));
  const open = new Map((needsAll ? places : [places.flat()]).entries());
  const found: string[] = [];
  try {
    while (open.size > 0) {
      const pause = execution.pause(deadline, signal, [...open.values()].flat());
      const stored = await around.listSignals(run.id);
      signal.throwIfAborted();
      for (const { id, type } of stored) {
        const [place] = [...open].find(([, types]) => types.includes(type)) ?? [];
        if (place === undefined || taken.has(id)) continue;
        taken.add(id);
        open.delete(place);
        found[place] = id;
      }
      if (open.size === 0) execution.leave(pause);
      else if ((await execution.rest(pause)) === 'time') break;
    }
  } finally {
    // What is not used is there for others.
    if (open.size > 0) for (const id of found.filter(Boolean)) taken.delete(id);
  }
  if (awaitedEvents(wait).length > 0) await endStream(execution, key);
  if (open.size > 0) return undefined;
  const whole = new Map((await around.findSignals(found)).map((one) => [one.id, signalOf(one)]));
  return found.flatMap((id) => whole.get(id) ?? []);
}

/** The oldest of a stream that nobody has taken. */
async function nextOf(
  execution: Execution,
  { awaited, deadline }: SignalWait,
  { key, ends }: SignalStream,
  signal: AbortSignal,
): Promise<Signal | undefined> {
  const places = new Map(
    [...awaited, ...ends].flatMap((one, place) => typesOf(one, key, place).map((type) => [type, place])),
  );
  for (;;) {
    const pause = execution.pause(deadline, signal, [...places.keys()]);
    const next = await untaken(execution, key, places);
    signal.throwIfAborted();
    if (next !== undefined) {
      execution.taken.add(next.id);
      execution.leave(pause);
      return { ...signalOf(next), place: places.get(next.type) ?? 0 };
    }
    if ((await execution.rest(pause)) === 'time') return undefined;
  }
}

async function untaken(
  { around, run, taken, streams }: Execution,
  key: string,
  places: ReadonlyMap<string, number>,
): Promise<StoredSignal | undefined> {
  const read = streams.get(key) ?? [];
  streams.set(key, read);
  for (;;) {
    while (read.length > 0) {
      const next = read.shift();
      if (next !== undefined && !taken.has(next.id)) return next;
    }
    const news = (await around.listSignals(run.id)).filter(
      ({ id, type }) => places.has(type) && !taken.has(id),
    );
    if (news.length === 0) return undefined;
    read.push(...(await around.findSignals(news.slice(0, readAtOnce).map(({ id }) => id))));
  }
}

/** Types of the signals that will do at a place. */
function typesOf({ signal, event }: Awaited, key: string, place: number): string[] {
  return [
    ...(signal === undefined ? [] : [signal]),
    ...(event === undefined ? [] : [eventSignal(key, place)]),
  ];
}

function awaitedEvents({ awaited, needsAll = false, stream }: SignalWait): readonly AwaitedEvent[] {
  const here = { needsAll: stream?.endsByAll ?? needsAll, stays: stream !== undefined };
  return [
    ...awaited.map((one) => ({ ...one, ...here })),
    ...(stream?.ends ?? []).map((one) => ({ ...one, needsAll: stream?.endsByAll ?? false, stays: false })),
  ].flatMap(({ event: terms, needsAll: all, stays }, place) =>
    terms === undefined ? [] : [{ place, terms, needsAll: all, stays }],
  );
}

function signalOf({ id, type, data, sender }: StoredSignal): Signal {
  return type.startsWith(eventSignalPrefix)
    ? { id, type, data, sender, isEvent: true }
    : { id, type, data, sender };
}
