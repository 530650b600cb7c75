import type { CallScope } from '../kernel/call-scope.js';
import type { Clock } from '../kernel/clock.js';
import { Problem } from '../kernel/problem.js';
import { Circuit, type CircuitOptions } from './circuit.js';
import type { EraVerdictStore } from './era-verdict-store.port.js';
import { problemOfFailure } from './failure-mapping.js';
import { Limiter } from './limiter.js';
import { LinkFailure } from './links/link-failure.js';
import type { RawResponse } from './links/link.js';
import type { RegisteredServer } from './registered-server.js';
import type {
  ListKind,
  McpRequest,
  UpstreamConnection,
  UpstreamConnector,
} from './upstream-connector.port.js';

export interface UpstreamOptions extends CircuitOptions {
  readonly connectTimeoutMs: number;
  readonly defaultTimeoutMs: number;
  readonly maxTimeoutMs: number;
  readonly maxConcurrency: number;
  readonly maxQueue: number;
}

export interface UpstreamCall extends McpRequest {
  readonly timeoutMs?: number | undefined;
}

export type UpstreamStatus = 'ready' | 'connecting' | 'degraded' | 'unavailable';

/** What is told of an upstream's state; times in milliseconds since the epoch. */
export interface UpstreamState {
  readonly status: UpstreamStatus;
  readonly connection:
    | Pick<
        UpstreamConnection,
        'transport' | 'protocolVersion' | 'serverInfo' | 'capabilities' | 'instructions'
      >
    | undefined;
  readonly lastFailure: Problem | undefined;
  readonly nextRetryAt: number | undefined;
}

/** What an upstream tells its owner. */
export interface UpstreamEvents {
  listChanged(kind: ListKind): void;
  connected(connection: UpstreamConnection): void;
  failed(problem: Problem): void;
  stderr(text: string): void;
}

/**
 * One MCP server as one account (or all, when shared) uses it: at most one connection, opened once for all who wait, kept warm,
 * replaced when it is lost, and left alone for a while when the server fails.
 */
export class Upstream {
  lastUsedAt: number;
  private connection: UpstreamConnection | undefined;
  private lastConnection: UpstreamConnection | undefined;
  private connecting: Promise<UpstreamConnection> | undefined;
  private retryTimer: NodeJS.Timeout | undefined;
  private closed = false;
  private readonly circuit: Circuit;
  private readonly limiter: Limiter;

  constructor(
    readonly server: RegisteredServer,
    private readonly options: UpstreamOptions,
    private readonly connector: UpstreamConnector,
    private readonly verdicts: EraVerdictStore,
    private readonly clock: Clock,
    private readonly events: UpstreamEvents,
  ) {
    this.circuit = new Circuit(options, clock);
    this.limiter = new Limiter(options.maxConcurrency, options.maxQueue);
    this.lastUsedAt = clock.now();
  }

  get inFlight(): number {
    return this.limiter.inFlight;
  }

  get queued(): number {
    return this.limiter.queued;
  }

  get pid(): number | undefined {
    return this.connection?.pid;
  }

  get breakerOpen(): boolean {
    return this.circuit.isOpen;
  }

  get isConnected(): boolean {
    return this.connection !== undefined;
  }

  get state(): UpstreamState {
    const { lastFailure, nextRetryAt } = this.circuit;
    const failing = lastFailure !== undefined;
    const status = failing
      ? this.connection !== undefined && !this.circuit.isOpen
        ? 'degraded'
        : 'unavailable'
      : this.lastConnection === undefined
        ? 'connecting'
        : 'ready';
    return { status, connection: this.connection ?? this.lastConnection, lastFailure, nextRetryAt };
  }

  /**
   * Sends one request and waits for its response. Throws problems: `overloaded`, `upstream-unavailable`, `upstream-timeout`,
   * `upstream-error`, … A request is sent a second time only when the first surely was not carried out, or has no effect.
   */
  async request(call: UpstreamCall, scope: CallScope): Promise<RawResponse> {
    const timeoutMs = Math.min(call.timeoutMs ?? this.options.defaultTimeoutMs, this.options.maxTimeoutMs);
    const deadline = performance.now() + timeoutMs;
    if (this.circuit.refuses) throw this.unavailable();
    if (!this.limiter.tryEnter()) await this.limiter.enter(timeoutMs, scope);
    this.lastUsedAt = this.clock.now();
    try {
      if (!this.circuit.mayTry()) throw this.unavailable();
      return await this.attempt(call, scope, timeoutMs, deadline);
    } catch (error) {
      throw this.settle(error);
    } finally {
      this.limiter.leave();
    }
  }

  /** The live connection, opened if need be. Throws problems. */
  async connect(scope: CallScope, timeoutMs = this.options.connectTimeoutMs): Promise<UpstreamConnection> {
    if (this.connection !== undefined) return this.connection;
    if (!this.circuit.mayTry()) throw this.unavailable();
    try {
      return await this.waitFor(this.open(), scope, timeoutMs);
    } catch (error) {
      throw this.settle(error);
    }
  }

  /** Closes the connection but keeps what is known; the next request opens a new one. */
  async rest(): Promise<void> {
    const { connection } = this;
    this.connection = undefined;
    clearTimeout(this.retryTimer);
    await connection?.close();
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.rest();
    await this.connecting?.then((connection) => connection.close()).catch(() => undefined);
  }

  private async attempt(
    call: UpstreamCall,
    scope: CallScope,
    timeoutMs: number,
    deadline: number,
  ): Promise<RawResponse> {
    for (let tries = 1; ; tries++) {
      const left = tries === 1 ? timeoutMs : deadline - performance.now();
      const connection = this.connection ?? (await this.waitFor(this.open(), scope, left));
      try {
        const response = await this.exchange(
          connection,
          call,
          scope,
          tries === 1 ? timeoutMs : deadline - performance.now(),
        );
        this.circuit.succeeded();
        return response;
      } catch (error) {
        const failure = LinkFailure.from(error);
        if (failure.kind === 'session-lost' || failure.kind === 'closed') this.drop(connection);
        if (tries > 1 || !maySendAgain(failure, call)) throw failure;
      }
    }
  }

  private async exchange(
    connection: UpstreamConnection,
    call: UpstreamCall,
    scope: CallScope,
    timeoutMs: number,
  ): Promise<RawResponse> {
    const startedAt = performance.now();
    const { onNotification } = call;
    const exchange = connection.request(
      onNotification === undefined
        ? call
        : {
            ...call,
            onNotification: (notification) => {
              if (performance.now() - startedAt < this.options.maxTimeoutMs) timer.refresh();
              onNotification(notification);
            },
          },
    );
    const timer = setTimeout(
      () => {
        exchange.cancel(
          new LinkFailure('timeout', `the server did not answer within ${String(Math.round(timeoutMs))} ms`),
        );
      },
      Math.max(0, timeoutMs),
    );
    const release = scope.onCancel(() => {
      exchange.cancel(new LinkFailure('cancelled', 'the caller left'));
    });
    try {
      return await exchange.response;
    } finally {
      clearTimeout(timer);
      release();
      scope.upstreamMs += performance.now() - startedAt;
    }
  }

  /** Single flight: all who need a connection wait for the same attempt, which goes on when one of them leaves. */
  private open(): Promise<UpstreamConnection> {
    if (this.closed)
      return Promise.reject(new LinkFailure('closed', 'the server is not configured any more'));
    this.connecting ??= this.openOnce().finally(() => {
      this.connecting = undefined;
    });
    return this.connecting;
  }

  private async openOnce(): Promise<UpstreamConnection> {
    const { id, definition, trust, fingerprint } = this.server;
    try {
      const verdict = await this.verdicts.find(fingerprint).catch(() => undefined);
      const connection = await this.connector.connect({
        target: definition.target,
        trust,
        verdict,
        timeoutMs: this.options.connectTimeoutMs,
        onStderr: (text) => {
          this.events.stderr(text);
        },
      });
      if (this.closed) {
        await connection.close();
        throw new LinkFailure('closed', `${id} is not configured any more`);
      }
      this.adopt(connection);
      if (verdict?.era !== connection.era || verdict.transport !== connection.transport)
        await this.verdicts
          .save(fingerprint, { era: connection.era, transport: connection.transport })
          .catch(() => undefined);
      return connection;
    } catch (error) {
      const failure = LinkFailure.from(error);
      this.blame(failure);
      throw failure;
    }
  }

  private adopt(connection: UpstreamConnection): void {
    connection.onClose = (failure) => {
      this.drop(connection);
      if (failure.kind !== 'broken' || this.limiter.inFlight > 0) this.blame(failure);
    };
    connection.onListChanged = (kind) => {
      this.events.listChanged(kind);
    };
    this.connection = connection;
    this.lastConnection = connection;
    this.circuit.succeeded();
    clearTimeout(this.retryTimer);
    this.events.connected(connection);
  }

  private drop(connection: UpstreamConnection): void {
    if (this.connection === connection) this.connection = undefined;
    void connection.close();
  }

  private settle(error: unknown): Problem {
    if (error instanceof Problem) return error;
    const failure = LinkFailure.from(error);
    if (this.connection !== undefined && failure.blamesServer) this.blame(failure);
    else this.circuit.undecided();
    return problemOfFailure(
      failure,
      this.circuit.nextRetryAt === undefined ? undefined : this.circuit.waitMs,
    );
  }

  private blame(failure: LinkFailure): void {
    const problem = problemOfFailure(failure, undefined);
    this.circuit.failed(problem);
    this.events.failed(problem);
    if (this.closed) return;
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => void this.probe(), this.circuit.waitMs + 1);
    this.retryTimer.unref();
  }

  /** Tries on its own when the wait is over, so that the server is back before somebody needs it. */
  private async probe(): Promise<void> {
    if (this.closed || this.circuit.lastFailure === undefined || !this.circuit.mayTry()) return;
    try {
      const connection = await this.open();
      const exchange = connection.request({
        method: connection.era === 'modern' ? 'server/discover' : 'ping',
        params: {},
        repeatable: true,
      });
      const timer = setTimeout(() => {
        exchange.cancel(new LinkFailure('timeout', 'the server did not answer'));
      }, this.options.connectTimeoutMs);
      await exchange.response.finally(() => {
        clearTimeout(timer);
      });
      this.circuit.succeeded();
    } catch (error) {
      const failure = LinkFailure.from(error);
      if (failure.kind === 'session-lost' && this.connection !== undefined) {
        this.drop(this.connection);
        this.circuit.undecided();
        await this.open().catch(() => undefined);
      } else if (this.connection !== undefined) {
        this.blame(failure);
      }
    }
  }

  private async waitFor<T>(promise: Promise<T>, scope: CallScope, timeoutMs: number): Promise<T> {
    let release: (() => void) | undefined;
    let timer: NodeJS.Timeout | undefined;
    const gaveUp = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => {
          reject(new LinkFailure('timeout', 'the server could not be connected to in time'));
        },
        Math.max(0, timeoutMs),
      );
      release = scope.onCancel(() => {
        reject(new LinkFailure('cancelled', 'the caller left'));
      });
    });
    try {
      return await Promise.race([promise, gaveUp]);
    } finally {
      clearTimeout(timer);
      release?.();
    }
  }

  private unavailable(): Problem {
    const { lastFailure, waitMs } = this.circuit;
    return new Problem(
      'upstream-unavailable',
      'The server has failed repeatedly; the next attempt is due soon.',
      {
        retryAfterMs: Math.max(waitMs, 1000),
        cause: lastFailure,
      },
    );
  }
}

function maySendAgain(failure: LinkFailure, call: McpRequest): boolean {
  if (failure.kind === 'session-lost' || failure.kind === 'closed') return true;
  return call.repeatable === true && (failure.kind === 'broken' || failure.kind === 'broken-before-answer');
}
