import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { keyOfOwner, type ConnectionOwner } from '../../kernel/caller.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { Config } from '../../platform/config/config.js';
import { Logger } from '../../platform/logging/logger.js';
import { AccountUsage } from '../../platform/usage/account-usage.service.js';
import { Catalogue } from './lists/catalogue.js';
import { EraVerdictStore } from './handshake/era-verdict-store.port.js';
import { causeOf } from './failure-mapping.js';
import { LastWords } from './last-words.js';
import { ListCircles } from './lists/list-circles.js';
import { ListShelf } from './lists/list-shelf.js';
import { PoolCounts } from './pool-counts.js';
import { ConnectionPlaces } from './questions/connection-places.js';
import type { CredentialChange } from '../credentials/connection.js';
import { credentialServerOf } from '../credentials/credential-owner.js';
import { UpstreamCredentials } from '../credentials/upstream-credentials.port.js';
import type { LinkToken } from '../links/link-token.js';
import type { RegisteredServer } from '../declared/registered-server.js';
import { connectionOwnerOf, isEverybody, type Visitor } from './connection-owner.js';
import type { ConnectionManagerEvents } from './connection-manager.js';
import { Upstream } from './upstream.js';
import { UpstreamConnector } from './handshake/upstream-connector.port.js';

/** A server as one owner of connections uses it, with what is known of its lists. */
export interface PooledUpstream {
  readonly upstream: Upstream;
  readonly catalogue: Catalogue;
  /** Of its process, if it is one. */
  readonly lastWords: LastWords;
}

const sweepMs = 5000;
/** An upstream that nobody has used for so long is forgotten with all that is known of it. */
const forgetMs = 86_400_000;
/** How much of what a process writes to standard error is logged at once. */
const maxStderrLength = 2000;

/** Owns every connection and child process. One upstream per owner, server and fingerprint, never fewer. */
@Injectable()
export class UpstreamPool implements OnApplicationShutdown {
  readonly counts = new PoolCounts();
  private readonly pooled = new Map<string, PooledUpstream>();
  private readonly watchers: ((upstream: Upstream) => void)[] = [];
  private readonly places: ConnectionPlaces;
  private readonly sweeper: NodeJS.Timeout;
  private readonly circles = new ListCircles();
  private readonly shelf: ListShelf;

  constructor(
    private readonly config: Config,
    private readonly connector: UpstreamConnector,
    private readonly verdicts: EraVerdictStore,
    private readonly clock: Clock,
    private readonly logger: Logger,
    private readonly usage: AccountUsage,
    private readonly credentials: UpstreamCredentials,
  ) {
    this.places = new ConnectionPlaces(usage);
    this.shelf = new ListShelf(config.values.ALL_LIST_BYTES);
    this.sweeper = setInterval(
      () => {
        this.reap();
      },
      Math.min(sweepMs, config.values.IDLE_TIMEOUT_MS / 2),
    ).unref();
  }

  /** Runs `watcher` when an upstream has become something else: connected, failed, well again, or with other lists. */
  onChange(watcher: (upstream: Upstream) => void): void {
    this.watchers.push(watcher);
  }

  /** The upstream that a caller uses; made when it is not there, connected when it is first used. */
  get(declared: RegisteredServer, caller: Visitor): PooledUpstream {
    const server = connected(declared);
    const owner = connectionOwnerOf(server, caller);
    const key = poolKey(server, owner);
    let pooled = this.pooled.get(key);
    if (pooled === undefined) {
      pooled = this.create(server, owner, this.shelf);
      this.pooled.set(key, pooled);
    }
    return pooled;
  }

  /** The same if there is one; makes none. */
  find(declared: RegisteredServer, caller: Visitor): PooledUpstream | undefined {
    const server = connected(declared);
    return this.pooled.get(poolKey(server, connectionOwnerOf(server, caller)));
  }

  /** An upstream outside of the pool, to look at a server whose declaration is not in force; whoever asked for it closes it. */
  trial(server: RegisteredServer, caller: Visitor): PooledUpstream {
    const owner = connectionOwnerOf(server, caller);
    return this.create(server, owner, new ListShelf(this.config.values.ALL_LIST_BYTES));
  }

  /**
   * Another credential, or none: what was known of the server with the former one is forgotten, its connection gives way to a new one, and
   * whoever listens is told.
   */
  credentialChanged({ what, serverId, owner }: CredentialChange): void {
    const key = keyOfOwner(owner);
    for (const { upstream, catalogue } of this.pooled.values()) {
      if (credentialServerOf(upstream.server).id !== serverId || keyOfOwner(upstream.owner) !== key) continue;
      catalogue.forget();
      void this.closeDetached(upstream);
      upstream.listeners.credentialChanged(what);
    }
  }

  /** Tells the upstreams how their servers are declared now, where that changes nothing that a connection depends on. */
  redeclare(current: (server: RegisteredServer) => RegisteredServer | undefined): void {
    for (const { upstream } of this.pooled.values()) {
      const now = current(upstream.server);
      if (now?.fingerprint === upstream.server.fingerprint) upstream.redeclare(now);
    }
  }

  /** Closes what no longer belongs to a current declaration, once its calls have ended. */
  retire(isCurrent: (server: RegisteredServer) => boolean): void {
    for (const [key, { upstream, catalogue }] of this.pooled) {
      if (isCurrent(upstream.server)) continue;
      this.pooled.delete(key);
      catalogue.discard();
      void this.closeWhenIdle(upstream);
    }
  }

  all(): readonly Upstream[] {
    return [...this.pooled.values()].map(({ upstream }) => upstream);
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.sweeper);
    await Promise.all(this.all().map((upstream) => upstream.close()));
  }

  private create(server: RegisteredServer, owner: ConnectionOwner, shelf: ListShelf): PooledUpstream {
    const { values } = this.config;
    const { accountId } = owner;
    const options = {
      accountId,
      owner,
      token: this.tokenOf(server, owner),
      threshold: values.BREAKER_FAILURES,
      baseMs: values.BACKOFF_BASE_MS,
      maxMs: values.BACKOFF_MAX_MS,
      answerTimeoutMs: values.CONNECT_TIMEOUT_MS,
      connectTimeoutMs:
        server.definition.target.transport === 'stdio' ? values.START_TIMEOUT_MS : values.CONNECT_TIMEOUT_MS,
      defaultTimeoutMs: values.TOOL_TIMEOUT_MS,
      maxTimeoutMs: values.MAX_TOOL_TIMEOUT_MS,
      maxConcurrency: values.MAX_CONCURRENCY,
      maxQueue: values.MAX_QUEUE,
      shared: isEverybody(owner),
      holdCall: (accountId: string, goesOn: boolean) =>
        this.usage[goesOn ? 'take' : 'hold']('calls', accountId),
    };
    const lastWords = new LastWords();
    const changed = () => {
      for (const watcher of this.watchers) watcher(upstream);
    };
    const events = this.eventsOf(server, lastWords, changed, (kind) => {
      catalogue.invalidate(kind);
    });
    const { connector, verdicts, clock, places } = this;
    const upstream: Upstream = new Upstream(server, options, connector, verdicts, clock, events, places);
    const limits = {
      maxPages: values.MAX_LIST_PAGES,
      maxItems: values.MAX_LIST_ITEMS,
      maxBytes: values.MAX_LIST_BYTES,
      maxItemBytes: values.MAX_LIST_ITEM_BYTES,
      maxCursorBytes: values.MAX_CURSOR_BYTES,
      ttlMs: values.CATALOGUE_TTL_MS,
      retryMs: values.LIST_RETRY_MS,
    };
    const memory = {
      accountId,
      shelf,
      hold: (bytes: number) => this.usage.hold('listBytes', accountId, bytes),
    };
    const catalogue: Catalogue = new Catalogue(
      upstream,
      limits,
      this.clock,
      this.counts,
      memory,
      this.circles,
    );
    return { upstream, catalogue, lastWords };
  }

  private tokenOf(server: RegisteredServer, owner: ConnectionOwner): LinkToken | undefined {
    if (server.definition.auth === undefined) return undefined;
    const { credentials } = this;
    return {
      current: () => credentials.token(server, owner),
      renew: (refused, refusal) => credentials.renew(server, owner, refused, refusal),
    };
  }

  private eventsOf(
    { handle, label }: RegisteredServer,
    lastWords: LastWords,
    changed: () => void,
    invalidate: (kind?: Parameters<ConnectionManagerEvents['listChanged']>[0]) => void,
  ): Omit<ConnectionManagerEvents, 'resourceUpdated'> {
    let stderr = '';
    return {
      listChanged: (kind) => {
        this.logger.debug('catalogue.changed', { server: handle, kind });
        invalidate(kind);
        changed();
      },
      connected: ({ transport, protocolVersion, pid }) => {
        this.logger.info('upstream.connected', { server: handle, transport, protocolVersion, pid });
        this.counts.connected(label);
        lastWords.connected();
        invalidate();
        changed();
      },
      failed: (problem) => {
        this.counts.failed(label);
        this.logger.warn('upstream.failed', {
          server: handle,
          problem: problem.code,
          detail: problem.detail,
          cause: causeOf(problem),
          ...(stderr === '' ? {} : { stderr }),
        });
        stderr = '';
        changed();
      },
      recovered: changed,
      stderr: (text) => {
        this.logger.debug('upstream.stderr', { server: handle, text: text.slice(0, maxStderrLength) });
        stderr = (stderr + text).slice(-maxStderrLength);
        lastWords.add(text);
      },
    };
  }

  private reap(): void {
    const now = this.clock.now();
    for (const [key, { upstream, catalogue }] of this.pooled) {
      upstream.asked.reap(this.config.values.IDLE_TIMEOUT_MS);
      if (upstream.inUse) continue;
      const { handle } = upstream.server;
      if (upstream.lastUsedAt < now - forgetMs && !upstream.listeners.anyAwaiting) {
        this.logger.debug('upstream.forgotten', { server: handle });
        this.pooled.delete(key);
        catalogue.discard();
        void upstream.close();
      } else if (upstream.isConnected && upstream.lastUsedAt < now - this.config.values.IDLE_TIMEOUT_MS) {
        this.logger.info('upstream.reaped', { server: handle });
        void upstream.rest();
      }
    }
  }

  private async closeWhenIdle(upstream: Upstream): Promise<void> {
    await this.idle(upstream);
    await upstream.close();
  }

  private async closeDetached(upstream: Upstream): Promise<void> {
    const connection = upstream.detach();
    if (connection === undefined) return;
    await this.idle(upstream);
    await connection.close();
  }

  /** Until nobody waits for it, but not for longer than the gateway itself would wait to stop. */
  private async idle(upstream: Upstream): Promise<void> {
    const deadline = this.clock.now() + this.config.values.DRAIN_TIMEOUT_MS;
    // Twice, as who asks for the list first and calls then is nowhere to be seen in between.
    for (let idle = 0; idle < 2 && this.clock.now() < deadline; idle = upstream.isAwaited ? 0 : idle + 1)
      await new Promise((resolve) => setTimeout(resolve, 50).unref());
  }
}

/** A server that takes over a published one, and changes nothing that a connection depends on, uses the connections of that one. */
function connected(server: RegisteredServer): RegisteredServer {
  return server.published?.fingerprint === server.fingerprint ? server.published : server;
}

function poolKey(server: RegisteredServer, owner: ConnectionOwner): string {
  return `${keyOfOwner(owner)} ${server.id} ${server.fingerprint}`;
}
