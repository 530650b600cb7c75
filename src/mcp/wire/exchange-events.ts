import { LinkFailure } from './link-failure.js';

/** Counts the events of one exchange; one too many throws `too-large`. */
export function countedEvents(max: number): (events?: number) => void {
  let count = 0;
  return (events = 1) => {
    count += events;
    if (count > max) throw tooManyEvents(max);
  };
}

export function tooManyEvents(max: number): LinkFailure {
  return new LinkFailure('too-large', `the answer has more events than MAX_EXCHANGE_EVENTS (${String(max)})`);
}
