import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import type { JsonObject } from '../../kernel/json.js';
import { ownerOf, type Principal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problem.js';
import { Config } from '../../platform/config/config.js';
import type { RegisteredServer } from '../../upstreams/registered-server.js';
import type { EventLogLimits } from './event-log.js';
import type { NativeMessage } from './native-request.js';
import { newSessionId, type NativeSession } from './native-session.js';
import { SessionMemory } from './session-memory.js';

/** What a session is with: a server or an app, and the state in which its sessions are good. */
export type SessionTarget = Pick<RegisteredServer, 'id' | 'fingerprint'>;

interface Entry {
  readonly owner: string;
  readonly serverId: string;
  readonly fingerprint: string;
  readonly session: NativeSession;
  usedAt: number;
}

/** A session that is not there yet, but counts. */
interface Opening {
  readonly owner: string;
  readonly kind: NativeSession['kind'];
}

const sweepMs = 5000;

/** The sessions of clients of the 2025 revisions, each bound to its owner and its server. */
@Injectable()
export class NativeSessions implements OnApplicationShutdown {
  private readonly entries = new Map<string, Entry>();
  private readonly byOwner = new Map<string, Set<string>>();
  private readonly openings = new Set<Opening>();
  private readonly sweeper: NodeJS.Timeout;
  private stopped = false;

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {
    this.sweeper = setInterval(
      () => {
        this.reap();
      },
      Math.min(sweepMs, config.values.SESSION_IDLE_MS / 2),
    ).unref();
  }

  get size(): number {
    return this.entries.size;
  }

  /** The session, unless it is not there, another's or another server's. */
  find(id: string, principal: Principal, server: SessionTarget): NativeSession | undefined {
    const entry = this.entries.get(id);
    if (entry?.owner !== ownerOf(principal) || entry.serverId !== server.id) return undefined;
    if (entry.fingerprint !== server.fingerprint || this.isIdle(entry)) {
      this.end(id);
      return undefined;
    }
    entry.usedAt = this.clock.now();
    return entry.session;
  }

  /** Makes room for one more and holds it while `open` runs; throws `overloaded` when there is none. */
  async inPlace<T>(principal: Principal, kind: NativeSession['kind'], open: () => Promise<T>): Promise<T> {
    const opening = { owner: ownerOf(principal), kind };
    this.requireRoom(opening);
    this.openings.add(opening);
    try {
      return await open();
    } finally {
      this.openings.delete(opening);
    }
  }

  /** What a session that begins with this message is to remember of its client. */
  memoryFor(initialize: NativeMessage): SessionMemory {
    return new SessionMemory(initialize, this.config.values.MAX_SUBSCRIPTIONS);
  }

  /** How much of its streams a session keeps, by the answer to its handshake. */
  eventLogFor(initialized: JsonObject | undefined): EventLogLimits {
    const { RESUME_EVENTS, RESUME_BYTES, RESUME_MS } = this.config.values;
    return {
      events: RESUME_EVENTS,
      length: RESUME_BYTES,
      endedMs: RESUME_MS,
      primes: String(initialized?.['protocolVersion']) >= '2025-11-25',
    };
  }

  /** Keeps a session; its id is what the client shows from now on. */
  add(principal: Principal, server: SessionTarget, session: NativeSession): string {
    if (this.stopped) void session.close();
    const id = newSessionId();
    const owner = ownerOf(principal);
    const { id: serverId, fingerprint } = server;
    this.entries.set(id, { owner, serverId, fingerprint, session, usedAt: this.clock.now() });
    let ids = this.byOwner.get(owner);
    if (ids === undefined) this.byOwner.set(owner, (ids = new Set<string>()));
    ids.add(id);
    return id;
  }

  end(id: string): void {
    const entry = this.entries.get(id);
    if (entry === undefined) return;
    this.entries.delete(id);
    const ids = this.byOwner.get(entry.owner);
    ids?.delete(id);
    if (ids?.size === 0) this.byOwner.delete(entry.owner);
    void entry.session.close();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.sweeper);
    this.stopped = true;
    await Promise.all([...this.entries.values()].map(({ session }) => session.close()));
    this.entries.clear();
  }

  private requireRoom({ owner, kind }: Opening): void {
    const { MAX_SESSIONS, MAX_SESSION_PROCESSES } = this.config.values;
    this.requireBelow(owner, MAX_SESSIONS, 'sessions are open already (MAX_SESSIONS)', () => true);
    if (kind === 'process')
      this.requireBelow(
        owner,
        MAX_SESSION_PROCESSES,
        'sessions with a process of their own are open already (MAX_SESSION_PROCESSES)',
        (session) => session.kind === 'process',
      );
  }

  private requireBelow(
    owner: string,
    max: number,
    what: string,
    counts: (session: Pick<NativeSession, 'kind'>) => boolean,
  ): void {
    const opening = [...this.openings].filter((one) => one.owner === owner && counts(one)).length;
    const own = [...(this.byOwner.get(owner) ?? [])].flatMap((id) => {
      const entry = this.entries.get(id);
      return entry !== undefined && counts(entry.session) ? [{ id, entry }] : [];
    });
    if (own.length + opening < max) return;
    const before = this.clock.now() - this.config.values.SESSION_QUIET_MS;
    const [oldest] = own
      .filter(({ entry }) => !entry.session.busy && entry.usedAt < before)
      .sort((a, b) => a.entry.usedAt - b.entry.usedAt);
    if (oldest === undefined)
      throw new Problem('overloaded', `${String(max)} ${what}.`, { retryAfterMs: 5000 });
    this.end(oldest.id);
  }

  private reap(): void {
    for (const [id, entry] of this.entries) if (this.isIdle(entry)) this.end(id);
  }

  private isIdle({ session, usedAt }: Entry): boolean {
    return !session.busy && usedAt < this.clock.now() - this.config.values.SESSION_IDLE_MS;
  }
}
