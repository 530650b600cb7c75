import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '../database/database.js';
import { Signals } from '../database/signals.js';
import type { ToldEvent } from './event-channel.js';
import { EventHub } from './event-hub.service.js';

const flushMs = 100;
const wantMs = 10_000;
/** A signal has at most 8,000 bytes, and these grow by a third on the way. */
const maxBytes = 5000;

interface Sent {
  readonly accountId: string;
  readonly told: ToldEvent;
}

/**
 * Carries events between processes on Postgres. Only what another process has asked for is sent, many together; what gets lost is noticed by
 * the gap that it leaves.
 */
@Injectable()
export class EventCourier implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private queue: Sent[] = [];
  private timers: NodeJS.Timeout[] = [];

  constructor(
    private readonly hub: EventHub,
    private readonly signals: Signals,
    private readonly database: Database,
  ) {}

  onApplicationBootstrap(): void {
    // The sweep is for one process alone, too.
    this.timers = [setInterval(() => void this.sendWants(this.hub.heardHere()), wantMs).unref()];
    if (!this.database.isPostgres) return;
    this.hub.sendWith(
      (accountId, told) => {
        this.queue.push({ accountId, told });
      },
      (accountId) => void this.send('event-wanted', accountId),
    );
    this.signals.on('event-wanted', (accountId) => {
      this.hub.want(accountId);
    });
    this.signals.on('event', (text) => {
      for (const { accountId, told } of JSON.parse(Buffer.from(text, 'base64url').toString()) as Sent[])
        this.hub.receive(accountId, told);
    });
    // A timer of its own: what is published inside a transaction must not be sent with it.
    this.timers.push(setInterval(() => void this.flush(), flushMs).unref());
  }

  async beforeApplicationShutdown(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    await this.flush();
  }

  private async flush(): Promise<void> {
    const { queue } = this;
    if (queue.length === 0) return;
    this.queue = [];
    for (const text of packed(queue)) await this.send('event', text);
  }

  private async sendWants(accountIds: readonly string[]): Promise<void> {
    for (const accountId of accountIds) await this.send('event-wanted', accountId);
  }

  /** While the database is away nothing is told: who listens notices the gap. */
  private async send(topic: 'event' | 'event-wanted', text: string): Promise<void> {
    await this.signals.send(topic, text).catch(() => undefined);
  }
}

/** As many as fit into each signal; one that fits into none is left out. */
function packed(queue: readonly Sent[]): string[] {
  const texts: string[] = [];
  let parts: string[] = [];
  let size = 0;
  const close = () => {
    if (parts.length > 0) texts.push(Buffer.from(`[${parts.join(',')}]`).toString('base64url'));
    parts = [];
    size = 0;
  };
  for (const sent of queue) {
    const part = JSON.stringify(sent);
    const bytes = Buffer.byteLength(part) + 1;
    if (bytes > maxBytes) continue;
    if (size + bytes > maxBytes) close();
    parts.push(part);
    size += bytes;
  }
  close();
  return texts;
}
