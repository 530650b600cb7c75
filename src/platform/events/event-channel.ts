import { randomBytes } from 'node:crypto';
import { printPosition, type EventPosition } from './event-position.js';
import type { GatewayEvent } from './gateway-event.js';

/** An event with its place in what its origin told. */
export interface ToldEvent {
  readonly event: GatewayEvent;
  readonly origin: string;
  /** From 1 on, without gaps. */
  readonly seq: number;
}

/** Somebody who hears a channel. `reset`: something was told that cannot be told to them any more. */
export interface EventListener {
  hear(event: GatewayEvent, id: string): void;
  reset(id: string): void;
}

interface Subscriber {
  readonly listener: EventListener;
  /** How much this one has heard of each origin. */
  readonly known: Map<string, number>;
}

/** What happened in one account lately, here and in other processes, and who hears it. */
export class EventChannel {
  /** What happens here and is passed on. */
  readonly origin = newOrigin();
  /** What each process notices for itself. */
  private readonly ownEyes = newOrigin();
  /** The last that was told by each origin, in the order in which they were first heard. */
  private readonly heads = new Map<string, number>();
  /** Up to where what an origin told is not kept: dropped, or told before this channel was there. */
  private readonly missing = new Map<string, number>();
  private kept: ToldEvent[] = [];
  private readonly subscribers = new Set<Subscriber>();

  constructor(private readonly capacity: number) {
    // So that an id of before tells this channel from the one that was there before.
    this.heads.set(this.origin, 0);
  }

  get isHeard(): boolean {
    return this.subscribers.size > 0;
  }

  /** What happened here; it is for the other processes too. */
  tell(event: GatewayEvent): ToldEvent {
    const told = { event, origin: this.origin, seq: (this.heads.get(this.origin) ?? 0) + 1 };
    this.take(told);
    return told;
  }

  /** What every process notices by itself. */
  notice(event: GatewayEvent): void {
    this.take({ event, origin: this.ownEyes, seq: (this.heads.get(this.ownEyes) ?? 0) + 1 });
  }

  /** What another process told; when some of it was lost on the way, everybody begins anew. */
  receive(told: ToldEvent): void {
    const { origin, seq } = told;
    const head = this.heads.get(origin);
    if (head !== undefined && seq <= head) return;
    const before = head ?? seq - 1;
    if (head === undefined || seq > head + 1) this.missing.set(origin, seq - 1);
    if (seq > before + 1) this.resetAll(origin, seq - 1);
    this.take(told);
  }

  /**
   * Hears what comes, after what came since `position`, if all of that is still known here; otherwise `reset` first. The result ends it.
   */
  subscribe(listener: EventListener, position: EventPosition | undefined): () => void {
    const isCovered = position !== undefined && this.covers(position);
    const subscriber = { listener, known: new Map(isCovered ? position : this.heads) };
    if (isCovered) for (const told of this.kept) hear(subscriber, told);
    else if (position !== undefined) listener.reset(this.head);
    this.subscribers.add(subscriber);
    return () => {
      this.subscribers.delete(subscriber);
    };
  }

  /** The id of everything that was told until now. */
  get head(): string {
    return printPosition(this.heads);
  }

  private take(told: ToldEvent): void {
    this.heads.set(told.origin, told.seq);
    this.kept.push(told);
    // Half at a time, so that a full one does not move all of it with each event.
    if (this.kept.length >= this.capacity * 2) this.drop(this.kept.length - this.capacity);
    for (const subscriber of [...this.subscribers]) hear(subscriber, told);
  }

  private drop(count: number): void {
    for (const { origin, seq } of this.kept.slice(0, count)) this.missing.set(origin, seq);
    this.kept = this.kept.slice(count);
  }

  /**
   * Whether all that came after a position is kept. An origin that is not known here may have told anything; of another process somebody may
   * have heard more than this one has yet, but nobody of this one.
   */
  private covers(position: EventPosition): boolean {
    for (const [origin, seq] of position) {
      const head = this.heads.get(origin);
      if (head === undefined) return false;
      if (seq > head && [this.origin, this.ownEyes].includes(origin)) return false;
    }
    for (const [origin, seq] of this.missing) if ((position.get(origin) ?? 0) < seq) return false;
    return true;
  }

  private resetAll(origin: string, seq: number): void {
    for (const { listener, known } of [...this.subscribers]) {
      known.set(origin, seq);
      listener.reset(printPosition(known));
    }
  }
}

function hear({ listener, known }: Subscriber, { event, origin, seq }: ToldEvent): void {
  if (seq <= (known.get(origin) ?? 0)) return;
  known.set(origin, seq);
  listener.hear(event, printPosition(known));
}

function newOrigin(): string {
  return randomBytes(6).toString('hex');
}
