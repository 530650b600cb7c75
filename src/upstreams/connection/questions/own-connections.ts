import { within } from '../../../kernel/pacing/deadline.js';
import { canonicalJson, type JsonObject } from '../../../kernel/json/json.js';
import type { UpstreamConnection } from '../handshake/upstream-connector.port.js';
import type { IdleProcess } from '../places/process-places.js';
import type { ConnectionPlaces, Place } from './connection-places.js';

/** A caller who can be asked. */
export interface Asked {
  readonly accountId: string;
  /** Whose connections it may use: nobody is asked what was meant for somebody else. */
  readonly owner: string;
  /** What it has declared, as `askable` leaves it. */
  readonly capabilities: JsonObject;
  /** The level of log messages that it wants to hear, which holds for a whole connection. */
  readonly logLevel?: string | undefined;
}

/** A connection that carries one request at a time. */
export interface OwnConnection {
  readonly connection: UpstreamConnection;
  /** Gives it back: to the next request of its owner when it is `clean`, else it is closed, since what it says later would be of this one. */
  readonly release: (clean: boolean) => void;
}

interface Idle {
  readonly connection: UpstreamConnection;
  readonly since: number;
  readonly place: Place;
}

/** How long a server may take to open its stream for what it says unasked. */
const heardMs = 2000;

/** Servers without logging, or without the level, are used as they are. */
async function setLevel(connection: UpstreamConnection, level: string): Promise<void> {
  if (!('logging' in connection.capabilities)) return;
  await connection.request({ method: 'logging/setLevel', params: { level } }).response.catch(() => undefined);
}

/**
 * Connections to one server of the 2025 revisions for callers who can be asked. A question on a shared channel does not say in which
 * request it was asked: so each has one request at a time. The one that was used last goes first, with the state that the server keeps.
 */
export class OwnConnections {
  private readonly idle = new Map<string, Idle[]>();
  private readonly used = new Set<UpstreamConnection>();
  private closed = false;

  constructor(
    private readonly connect: (
      capabilities: JsonObject,
      idle: () => IdleProcess | undefined,
    ) => Promise<UpstreamConnection>,
    private readonly places: ConnectionPlaces,
  ) {}

  /** Throws `overloaded`, and rejects with a `LinkFailure`. */
  async take({ accountId, owner, capabilities, logLevel }: Asked): Promise<OwnConnection> {
    const key = canonicalJson([owner, capabilities, logLevel]);
    const known = this.idle.get(key)?.pop();
    if (known !== undefined) {
      known.place.use();
      return this.lend(key, known.connection, known.place);
    }
    const place = this.places.take(accountId);
    let made: UpstreamConnection | undefined;
    try {
      const connection = (made = await this.connect(capabilities, () => this.idleProcess(made)));
      await within(connection.heard, heardMs);
      if (logLevel !== undefined) await within(setLevel(connection, logLevel), heardMs);
      return this.lend(key, connection, place);
    } catch (error) {
      place.leave();
      throw error;
    }
  }

  /** Closes those that nobody has used since a moment of `performance.now()`. */
  reap(before: number): void {
    for (const idle of [...this.idle.values()].flat()) if (idle.since < before) void this.drop(idle);
  }

  async close(): Promise<void> {
    this.closed = true;
    this.reap(Infinity);
    await Promise.all([...this.used].map((connection) => connection.close()));
  }

  private lend(key: string, connection: UpstreamConnection, place: Place): OwnConnection {
    let isGone = false;
    this.used.add(connection);
    connection.onClose = () => {
      isGone = true;
    };
    return {
      connection,
      release: (clean) => {
        this.used.delete(connection);
        if (clean && !isGone && !this.closed) this.keep(key, connection, place);
        else {
          place.leave();
          void connection.close();
        }
      },
    };
  }

  private keep(key: string, connection: UpstreamConnection, place: Place): void {
    const idle = { connection, since: performance.now(), place };
    const ofKey = this.idle.get(key) ?? [];
    ofKey.push(idle);
    this.idle.set(key, ofKey);
    const drop = () => {
      void this.drop(idle);
    };
    connection.onClose = drop;
    place.lend(drop);
  }

  private idleProcess(connection: UpstreamConnection | undefined): IdleProcess | undefined {
    const idle = [...this.idle.values()].flat().find((one) => one.connection === connection);
    if (idle === undefined) return undefined;
    return { idleMs: performance.now() - idle.since, isHeard: false, give: () => this.drop(idle) };
  }

  private async drop(idle: Idle): Promise<void> {
    for (const [key, ofKey] of this.idle) {
      const index = ofKey.indexOf(idle);
      if (index < 0) continue;
      ofKey.splice(index, 1);
      if (ofKey.length === 0) this.idle.delete(key);
      idle.place.leave();
      await idle.connection.close();
    }
  }
}
