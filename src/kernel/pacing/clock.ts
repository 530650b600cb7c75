/** Where services get the time from, so that tests can hold it still. Milliseconds since the epoch. */
export abstract class Clock {
  abstract now(): number;
}

export class SystemClock extends Clock {
  now(): number {
    return Date.now();
  }
}
