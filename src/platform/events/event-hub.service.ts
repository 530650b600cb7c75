import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { EventChannel, type EventListener, type ToldEvent } from './event-channel.js';
import type { EventPosition } from './event-position.js';
import { mayHear, type GatewayEvent } from './gateway-event.js';
import type { Principal } from '../../kernel/principal.js';

/** What nobody has heard for so long is forgotten. */
const forgottenAfterMs = 600_000;
/** Another process says every few seconds for which accounts it wants to hear. */
const wantedForMs = 30_000;

/** What else decides what somebody hears. */
export interface EventSight {
  /** Resolves when `mayHear` knows what it has to. */
  ready(principal: Principal): Promise<void>;
  mayHear(principal: Principal, event: GatewayEvent): boolean;
}

interface Channel {
  readonly channel: EventChannel;
  usedAt: number;
  /** Until when another process wants to hear it. */
  wantedUntil: number;
}

/** Passes what happens to whoever hears it: here, and by a courier in other processes on the same database. */
@Injectable()
export class EventHub {
  private readonly channels = new Map<string, Channel>();
  private courier: ((accountId: string, told: ToldEvent) => void) | undefined;
  private onWanted: (accountId: string) => void = () => undefined;

  private sight: EventSight | undefined;

  constructor(private readonly config: Config) {}

  /** From now on nobody hears what `sight` keeps from them. */
  tellOnly(sight: EventSight): void {
    this.sight = sight;
  }

  /** Resolves when it is known what somebody may hear. */
  async ready(principal: Principal): Promise<void> {
    await this.sight?.ready(principal);
  }

  /** Whether somebody of the account, who may read tools, may hear of it. */
  mayHear(principal: Principal, event: GatewayEvent): boolean {
    return mayHear(principal, event) && this.sight?.mayHear(principal, event) !== false;
  }

  /** What happened in an account; `event` is asked only when somebody hears it. */
  publish(accountId: string, event: () => GatewayEvent): void {
    const known = this.channels.get(accountId);
    if (known === undefined) return;
    const told = known.channel.tell(event());
    if (performance.now() < known.wantedUntil) this.courier?.(accountId, told);
  }

  /** What every process notices by itself, of no account: whoever hears anything hears it. */
  publishToAll(event: GatewayEvent): void {
    for (const { channel } of this.channels.values()) channel.notice(event);
  }

  /** Whether somebody hears of the account, here or elsewhere: for those who would have to look something up first. */
  isHeard(accountId: string): boolean {
    return this.channels.has(accountId);
  }

  /** Whether anybody hears anything. */
  get isInUse(): boolean {
    return this.channels.size > 0;
  }

  /** Hears an account from `position` on, or from now; `begun` gets the id of all until now. The result ends it. */
  subscribe(accountId: string, listener: EventListener, position?: EventPosition): () => void {
    const known = this.open(accountId);
    this.onWanted(accountId);
    const end = known.channel.subscribe(listener, position);
    return () => {
      known.usedAt = performance.now();
      end();
    };
  }

  /** The id of all that was told of the account until now. */
  headOf(accountId: string): string {
    return this.open(accountId).channel.head;
  }

  /** From now on what is wanted elsewhere is given to `courier`; `onWanted` is told what is wanted here. */
  sendWith(
    courier: (accountId: string, told: ToldEvent) => void,
    onWanted: (accountId: string) => void,
  ): void {
    this.courier = courier;
    this.onWanted = onWanted;
  }

  /** Another process wants to hear of the account. */
  want(accountId: string): void {
    this.open(accountId).wantedUntil = performance.now() + wantedForMs;
  }

  /** Another process told this. */
  receive(accountId: string, told: ToldEvent): void {
    this.channels.get(accountId)?.channel.receive(told);
  }

  /** The accounts that are heard here. What was heard by nobody for long is forgotten. */
  heardHere(): string[] {
    const now = performance.now();
    const heard: string[] = [];
    for (const [accountId, { channel, usedAt, wantedUntil }] of [...this.channels])
      if (channel.isHeard) heard.push(accountId);
      else if (now > wantedUntil && now - usedAt > forgottenAfterMs) this.channels.delete(accountId);
    return heard;
  }

  private open(accountId: string): Channel {
    let known = this.channels.get(accountId);
    if (known === undefined) {
      const channel = new EventChannel(this.config.values.EVENTS_KEPT);
      known = { channel, usedAt: 0, wantedUntil: 0 };
      this.channels.set(accountId, known);
    }
    known.usedAt = performance.now();
    return known;
  }
}
