import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { holderOf, type Principal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { OpenWork } from '../../platform/http/open-work.js';
import { AccountUsage } from '../../platform/usage/account-usage.service.js';
import type { EventLogLimits } from './event-log.js';
import type { NativeMessage } from './native-request.js';
import { newestSessionVersion } from '../wire/revisions.js';
import { newSessionId, type NativeSession } from './native-session.js';
import { SessionMemory } from './session-memory.js';
import { SetsByKey } from './sets-by-key.js';

/** What a session is with: a server or an app, and the state in which its sessions are good. */
export interface SessionTarget {
  readonly id: string;
  readonly fingerprint: string;
}

interface Entry {
  readonly owner: string;
  readonly accountId: string;
  /** Gives its places back: among the account's sessions, what is open under the token that began it, and whatever else ends it. */
  readonly release: () => void;
  readonly target: SessionTarget;
  readonly session: NativeSession;
  usedAt: number;
}

/** A session that is not there yet, but counts. */
interface Opening {
  readonly owner: string;
}

const sweepMs = 5000;

/** The sessions of clients of the 2025 revisions, each bound to its owner and its server. */
@Injectable()
export class NativeSessions implements OnApplicationShutdown {
  private readonly entries = new Map<string, Entry>();
  private readonly byOwner = new SetsByKey();
  private readonly byAccount = new SetsByKey();
  private readonly openings = new Set<Opening>();
  private readonly sweeper: NodeJS.Timeout;
  private stopped = false;

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly usage: AccountUsage,
    private readonly openWork: OpenWork,
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
    if (entry?.owner !== holderOf(principal) || entry.target.id !== server.id) return undefined;
    if (entry.target.fingerprint !== server.fingerprint || this.isIdle(entry)) {
      this.end(id);
      return undefined;
    }
    entry.usedAt = this.clock.now();
    return entry.session;
  }

  /** Makes room for one more and holds it while `open` runs; throws `overloaded` when there is none. */
  async inPlace<T>(principal: Principal, open: () => Promise<T>): Promise<T> {
    const opening = { owner: holderOf(principal) };
    this.requireRoom(opening, principal.accountId);
    const release = this.usage.hold('sessions', principal.accountId);
    this.openings.add(opening);
    try {
      return await open();
    } finally {
      release();
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
      primes: String(initialized?.['protocolVersion']) >= newestSessionVersion,
    };
  }

  /** Keeps a session; its id is what the client shows from now on. `endsWith` is told how to end it, too, and answers with what takes that back. */
  add(
    principal: Principal,
    target: SessionTarget,
    session: NativeSession,
    endsWith?: (end: () => void) => () => void,
  ): string {
    if (this.stopped) void session.close();
    const id = newSessionId();
    const owner = holderOf(principal);
    const { accountId } = principal;
    const leave = this.usage.take('sessions', accountId);
    const end = () => {
      this.end(id);
    };
    const forget = this.openWork.keep(principal, end, { isSession: true });
    const part = endsWith?.(end);
    const release = () => {
      leave();
      forget();
      part?.();
    };
    this.entries.set(id, {
      ...{ owner, accountId, release, target, session },
      usedAt: this.clock.now(),
    });
    this.byOwner.add(owner, id);
    this.byAccount.add(accountId, id);
    return id;
  }

  /** Ends the sessions with targets that are no more, or not as they were. */
  endWith(isGone: (target: SessionTarget) => boolean): void {
    for (const [id, { target }] of this.entries) if (isGone(target)) this.end(id);
  }

  end(id: string): void {
    const entry = this.entries.get(id);
    if (entry === undefined) return;
    this.entries.delete(id);
    this.byOwner.delete(entry.owner, id);
    this.byAccount.delete(entry.accountId, id);
    entry.release();
    void entry.session.close();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.sweeper);
    this.stopped = true;
    await Promise.all([...this.entries.values()].map(({ session }) => session.close()));
    this.entries.clear();
  }

  private requireRoom({ owner }: Opening, accountId: string): void {
    const { MAX_SESSIONS } = this.config.values;
    const ids = this.byOwner.get(owner);
    const opening = [...this.openings].filter((one) => one.owner === owner).length;
    if (ids.size + opening >= MAX_SESSIONS && !this.endOldest(ids))
      throw new Problem('overloaded', `${String(MAX_SESSIONS)} sessions are open already (MAX_SESSIONS).`, {
        retryAfterMs: 5000,
      });
    if (!this.usage.hasRoom('sessions', accountId)) this.endOldest(this.byAccount.get(accountId));
  }

  /** Ends the one that has been silent for longest; `false` when none has been silent for long enough. */
  private endOldest(ids: ReadonlySet<string>): boolean {
    let oldest: string | undefined;
    let before = this.clock.now() - this.config.values.SESSION_QUIET_MS;
    for (const id of ids) {
      const entry = this.entries.get(id);
      if (entry === undefined || entry.usedAt >= before) continue;
      if (entry.session.busy) continue;
      oldest = id;
      before = entry.usedAt;
    }
    if (oldest !== undefined) this.end(oldest);
    return oldest !== undefined;
  }

  private reap(): void {
    for (const [id, entry] of this.entries) if (this.isIdle(entry)) this.end(id);
  }

  private isIdle({ session, usedAt }: Entry): boolean {
    return !session.busy && usedAt < this.clock.now() - this.config.values.SESSION_IDLE_MS;
  }
}
