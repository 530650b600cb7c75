import { createHash } from 'node:crypto';

/** How the types of signals begin that events make. Nobody can send them: signals of callers have no slash. */
export const eventSignalPrefix = 'event/';

/** Type of the signal that a wait gets for its filter at this place. */
export function eventSignal(key: string, place: number): string {
  return `${eventSignalPrefix}${eventWaitOf(key)}/${String(place)}`;
}

/** A wait of a run, by the key of its step: keys have any length. */
export function eventWaitOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 40);
}
