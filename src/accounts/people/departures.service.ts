import { Injectable } from '@nestjs/common';

/** Somebody has been taken out of an account. */
export interface MemberDeparture {
  readonly accountId: string;
  readonly userId: string;
}

type Listener = (departure: MemberDeparture) => void;

/** Tells what knows of people without being known to accounts that somebody is gone; what this process misses, the listeners look up. */
@Injectable()
export class Departures {
  private readonly listeners: Listener[] = [];

  onDeparture(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** To be said when it is committed. */
  departed(departure: MemberDeparture): void {
    for (const listener of this.listeners) listener(departure);
  }
}
