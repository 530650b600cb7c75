import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { Database } from './database.js';

/**
 * What may change under other processes: an app in any way, a token, a browser that is signed in (or its person), a run of a workflow, an answer to what a held call has asked, or a
 * credential at a server. A
 * published server, too, an approval, and the grants of an account. `event` tells what happened, `event-wanted` which account's events a process wants to hear.
 */
export type SignalTopic =
  | 'app'
  | 'token'
  | 'session'
  | 'run'
  | 'held-call'
  | 'upstream-credential'
  | 'published-server'
  | 'approval'
  | 'grants'
  | 'event'
  | 'event-wanted';

/** The Postgres channel. */
export const signalChannel = 'gantry_signals';

type Listener = (id: string) => void;

/**
 * Tells the other processes on a Postgres database at once what has changed (LISTEN/NOTIFY). It is never the last word: a signal may be
 * lost with its connection, so whoever listens also compares with the database every few seconds.
 */
@Injectable()
export class Signals {
  private readonly sender = randomBytes(8).toString('hex');
  private readonly listeners = new Map<SignalTopic, Listener[]>();
  private readonly gapListeners: (() => void)[] = [];

  constructor(private readonly database: Database) {}

  /** Inside `Database.write` others hear of it when that is committed, and never when it is not. */
  async send(topic: SignalTopic, id: string): Promise<void> {
    if (!this.database.isPostgres) return;
    const payload = `${this.sender} ${topic} ${id}`;
    await this.database.manager.query('SELECT pg_notify($1, $2)', [signalChannel, payload]);
  }

  /** Runs `listener` with the id of what another process has changed. */
  on(topic: SignalTopic, listener: Listener): void {
    this.listeners.set(topic, [...(this.listeners.get(topic) ?? []), listener]);
  }

  /** Runs `listener` when signals may have been missed. */
  onGap(listener: () => void): void {
    this.gapListeners.push(listener);
  }

  /** A payload as another `send` made it. */
  received(payload: string): void {
    const [sender, topic, id = ''] = payload.split(' ');
    // A token or session may have been looked up here after it was forgotten and before its end was committed.
    if (sender === this.sender && topic !== 'token' && topic !== 'session') return;
    for (const listener of this.listeners.get(topic as SignalTopic) ?? []) listener(id);
  }

  missedSome(): void {
    for (const listener of this.gapListeners) listener();
  }
}
