import { eventSignal, eventSignalPrefix } from '../../events/event-signal.js';
import type { Signal, SignalWait } from '../../interpreter/durable-context.port.js';
import type { StoredSignal } from '../../runs/run.js';
import type { Execution } from './execution.js';

/** Says which events a wait is for. When this returns none is lost. */
export async function expectEvents(execution: Execution, key: string, wait: SignalWait): Promise<void> {
  if (!seeksEvents(wait.awaited)) return;
  // The row of a new run may not be on disk yet.
  execution.record([]);
  await execution.flushed();
  await execution.around.awaitEvents(execution.run, key, wait.awaited, wait.needsAll === true);
}

/**
 * What is awaited, as it comes: signals that nobody has taken, in the order in which they came. Undefined when the deadline passes first. It
 * rests only in a pause that was there before it looked: what comes in between ends the pause.
 */
export async function signalsFor(
  execution: Execution,
  key: string,
  { awaited, needsAll = false, deadline }: SignalWait,
  signal: AbortSignal,
): Promise<readonly Signal[] | undefined> {
  const { around, run, taken } = execution;
  const places = awaited.map(({ signal: type, event }, place) => [
    ...(type === undefined ? [] : [type]),
    ...(event === undefined ? [] : [eventSignal(key, place)]),
  ]);
  const open = new Map((needsAll ? places : [places.flat()]).entries());
  const found: Signal[] = [];
  try {
    while (open.size > 0) {
      const pause = execution.pause(deadline, signal, [...open.values()].flat());
      const stored = await around.listSignals(run.id);
      signal.throwIfAborted();
      for (const one of stored) {
        const [place] = [...open].find(([, types]) => types.includes(one.type)) ?? [];
        if (place === undefined || taken.has(one.id)) continue;
        taken.add(one.id);
        open.delete(place);
        found[place] = signalOf(one);
      }
      if (open.size === 0) execution.leave(pause);
      else if ((await execution.rest(pause)) === 'time') break;
    }
  } finally {
    // What is not used is there for others.
    if (open.size > 0) for (const one of found.filter(Boolean)) taken.delete(one.id);
  }
  if (seeksEvents(awaited)) await around.forgetEvents(run, key);
  return open.size === 0 ? found : undefined;
}

function seeksEvents(awaited: SignalWait['awaited']): boolean {
  return awaited.some(({ event }) => event !== undefined);
}

function signalOf({ id, type, data, sender }: StoredSignal): Signal {
  return type.startsWith(eventSignalPrefix)
    ? { id, type, data, sender, isEvent: true }
    : { id, type, data, sender };
}
