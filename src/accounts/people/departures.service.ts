import { Injectable } from '@nestjs/common';

/** Somebody has been taken out of an account. */
export interface Departure {
  readonly accountId: string;
  readonly userId: string;
}

type Listener = (departure: Departure) => void;

/** Tells what knows of people without being known to accounts that somebody is gone; what this process misses, the listeners look up. */
@Injectable()
export class Departures {
  private readonly listeners: Listener[] = [];

  onDeparture(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** To be said when it is committed. */
  departed(departure: Departure): void {
    for (const listener of this.listeners) listener(departure);
  }
}
