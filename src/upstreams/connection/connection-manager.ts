import type { CallScope } from '../../kernel/call-scope.js';
import type { ConnectionOwner } from '../../kernel/caller.js';
import type { Clock } from '../../kernel/pacing/clock.js';
import { withDeadline } from '../../kernel/pacing/deadline.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Circuit, type CircuitOptions } from './circuit.js';
import type { EraVerdictStore } from './handshake/era-verdict-store.port.js';
import { problemOfFailure } from './failure-mapping.js';
import { ProcessExits } from './places/process-exits.js';
import type { RpcNotification } from '../../mcp/wire/json-rpc.js';
import { LinkFailure } from '../../mcp/wire/link-failure.js';
import type { RegisteredServer } from '../declared/registered-server.js';
import type { ListKind } from '../../mcp/wire/list-kind.js';
import type { IdleProcess } from './places/process-places.js';
import type { LinkToken } from '../links/link-token.js';
import type {
  EraVerdict,
  UpstreamConnection,
  UpstreamConnector,
} from './handshake/upstream-connector.port.js';

export interface ConnectionManagerOptions extends CircuitOptions {
  readonly accountId: string;
  /** Whose connections these are, and whose credential they use. */
  readonly owner: ConnectionOwner;
  /** The credential, at a server that wants OAuth. */
  readonly token?: LinkToken | undefined;
  /** Time in which a connection must be ready. */
  readonly connectTimeoutMs: number;
  /** Time in which a server that is connected must show that it is alive. */
  readonly answerTimeoutMs: number;
}

/** What a keeper tells its owner. */
export interface ConnectionManagerEvents {
  listChanged(kind: ListKind): void;
  resourceUpdated(notification: RpcNotification): void;
  connected(connection: UpstreamConnection): void;
  failed(problem: Problem): void;
  /** It is well again after it had failed. */
  recovered(): void;
  stderr(text: string): void;
}

/**
 * Keeps at most one connection to a server: opened once for all who wait, replaced when it is lost, and tried again on its own, with
 * growing pauses, when the server fails.
 */
export class ConnectionManager {
  readonly circuit: Circuit;
  private current_: UpstreamConnection | undefined;
  private last_: UpstreamConnection | undefined;
  private opening: Promise<UpstreamConnection> | undefined;
  private probing: Promise<void> | undefined;
  private retryTimer: NodeJS.Timeout | undefined;
  private readonly closing = new AbortController();
  private readonly exits: ProcessExits;
  private lastExit: LinkFailure | undefined;

  constructor(
    private readonly server: RegisteredServer,
    private readonly options: ConnectionManagerOptions,
    private readonly connector: UpstreamConnector,
    private readonly verdicts: EraVerdictStore,
    clock: Clock,
    private readonly events: ConnectionManagerEvents,
    /** Whether somebody waits for an answer or for changes: a process that ends then has failed, and is started again. */
    private readonly isBusy: () => boolean,
    private readonly idle: () => IdleProcess | undefined,
  ) {
    this.exits = new ProcessExits(clock);
    this.circuit = new Circuit(options, clock, () => {
      events.recovered();
    });
  }

  /** The live connection. */
  get current(): UpstreamConnection | undefined {
    return this.current_;
  }

  /** The live connection, or the last there was. */
  get latest(): UpstreamConnection | undefined {
    return this.current_ ?? this.last_;
  }

  /** The live connection, opened if need be; the attempt goes on for others when this caller leaves or runs out of time. */
  async get(scope: CallScope, timeoutMs: number): Promise<UpstreamConnection> {
    return this.current_ ?? waitedFor(this.open(), scope, timeoutMs);
  }

  /** Finds out whether the server is back, when that is due; says whether it was. Goes on without this caller as `get` does. */
  async recover(scope: CallScope, timeoutMs: number): Promise<boolean> {
    if (!this.circuit.mayTry()) return false;
    await waitedFor(this.probe(), scope, timeoutMs);
    return !this.circuit.isOpen;
  }

  /** The connection is of no use any more. */
  drop(connection: UpstreamConnection): void {
    if (this.current_ === connection) this.current_ = undefined;
    void connection.close();
  }

  /** Takes note of a failure that is not one of connecting, and says what the caller is told. `epoch` is the circuit's when it began. */
  settle(error: unknown, epoch: number): Problem {
    if (error instanceof Problem) return error;
    const failure = LinkFailure.from(error);
    if (this.current_ !== undefined && failure.blamesServer) this.blame(failure, epoch);
    return problemOfFailure(
      failure,
      this.circuit.nextRetryAt === undefined ? undefined : this.circuit.waitMs,
    );
  }

  /**
   * Parts with the connection, which was made with another credential: what is under way goes on on it, what comes later opens a new one.
   * Whoever gets it closes it.
   */
  detach(): UpstreamConnection | undefined {
    const connection = this.current_;
    this.current_ = undefined;
    this.last_ = undefined;
    if (connection !== undefined) silence(connection);
    return connection;
  }

  /**
   * A new connection at once, whatever there is and whenever the next attempt is due; it goes on without this caller as `get` does. The
   * former one is given back for its calls to end on: whoever gets it closes it.
   */
  async renew(scope: CallScope, timeoutMs: number): Promise<UpstreamConnection | undefined> {
    const former = this.current_;
    await waitedFor(this.open(), scope, timeoutMs);
    if (former === undefined || former === this.current_) return undefined;
    silence(former);
    return former;
  }

  /** Closes the connection until somebody needs it again. */
  async rest(): Promise<void> {
    const connection = this.current_;
    this.current_ = undefined;
    clearTimeout(this.retryTimer);
    await connection?.close();
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.rest();
    await this.opening?.then((connection) => connection.close()).catch(() => undefined);
  }

  private open(): Promise<UpstreamConnection> {
    if (this.closing.signal.aborted)
      return Promise.reject(new LinkFailure('closed', 'the server is not configured any more'));
    this.opening ??= this.openOnce().finally(() => {
      this.opening = undefined;
    });
    return this.opening;
  }

  private async openOnce(): Promise<UpstreamConnection> {
    const { definition, trust, hidden, fingerprint } = this.server;
    try {
      this.requireStartable();
      const verdict = await this.verdicts.find(fingerprint).catch(() => undefined);
      const connection = await this.connector.connect({
        target: definition.target,
        accountId: this.options.accountId,
        trust,
        hidden,
        token: this.options.token,
        use: { server: this.server.handle, idle: this.idle },
        verdict,
        timeoutMs: this.options.connectTimeoutMs,
        signal: this.closing.signal,
        onStderr: (text) => {
          this.events.stderr(text);
        },
      });
      this.adopt(connection);
      await this.remember(connection, verdict);
      return connection;
    } catch (error) {
      const failure = LinkFailure.from(error).whileConnecting();
      if (failure.kind !== 'refused') this.blame(failure);
      throw failure;
    }
  }

  private ended(failure: LinkFailure): void {
    this.exits.note();
    this.lastExit = failure;
  }

  /** Throws for a process that ends again and again, until its pause is over. */
  private requireStartable(): void {
    const { waitMs } = this.exits;
    if (waitMs === 0) return;
    const pause = waitMs < 1000 ? `${String(Math.ceil(waitMs))} ms` : `${String(Math.ceil(waitMs / 1000))} s`;
    const why = `the process ends again and again, and is started again in ${pause}`;
    throw new LinkFailure('unreachable', `${why}; the last time: ${this.lastExit?.message ?? ''}`, {
      retryAfterMs: waitMs,
      cause: this.lastExit,
    });
  }

  private adopt(connection: UpstreamConnection): void {
    if (this.closing.signal.aborted) {
      void connection.close();
      throw new LinkFailure('closed', 'the server is not configured any more');
    }
    connection.onClose = (failure) => {
      const isMissed = this.isBusy();
      if (connection.transport === 'stdio') this.ended(failure);
      this.drop(connection);
      if (isMissed && failure.kind === 'session-lost') void this.open().catch(() => undefined);
      else if (isMissed) this.blame(failure);
    };
    connection.onListChanged = (kind) => {
      this.events.listChanged(kind);
    };
    connection.onResourceUpdated = (notification) => {
      this.events.resourceUpdated(notification);
    };
    this.current_ = connection;
    this.last_ = connection;
    this.circuit.succeeded();
    clearTimeout(this.retryTimer);
    this.events.connected(connection);
  }

  private async remember(
    { era, transport, isGuess }: UpstreamConnection,
    known: EraVerdict | undefined,
  ): Promise<void> {
    if (isGuess) return;
    if (known?.era === era && known.transport === transport) return;
    await this.verdicts.save(this.server.fingerprint, { era, transport }).catch(() => undefined);
  }

  private blame(failure: LinkFailure, epoch?: number): void {
    const problem = problemOfFailure(failure, undefined);
    if (!this.circuit.failed(problem, epoch)) return;
    this.events.failed(problem);
    if (this.closing.signal.aborted) return;
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => {
      if (this.circuit.lastFailure !== undefined && this.circuit.mayTry()) void this.probe();
    }, this.circuit.waitMs + 1);
    this.retryTimer.unref();
  }

  /** Tries on its own when the wait is over, so that the server is back before somebody needs it; once for all who wait. Never rejects. */
  private probe(): Promise<void> {
    this.probing ??= this.probeOnce().finally(() => {
      this.probing = undefined;
    });
    return this.probing;
  }

  private async probeOnce(): Promise<void> {
    const connection = this.current_;
    try {
      await (connection === undefined ? this.open() : this.greet(connection));
      this.circuit.succeeded();
    } catch (error) {
      const failure = LinkFailure.from(error);
      if (connection === undefined || this.current_ !== connection) this.circuit.undecided();
      else if (failure.kind === 'session-lost') {
        this.drop(connection);
        this.circuit.undecided();
        await this.open().catch(() => undefined);
      } else if (failure.blamesServer || failure.kind === 'timeout') this.blame(failure);
      // It is there, though it does not like the question.
      else this.circuit.succeeded();
    }
  }

  private async greet(connection: UpstreamConnection): Promise<void> {
    const method = connection.era === 'modern' ? 'server/discover' : 'ping';
    const exchange = connection.request({ method, params: {}, repeatable: true });
    const timer = setTimeout(() => {
      exchange.cancel(new LinkFailure('timeout', 'the server did not answer'));
    }, this.options.answerTimeoutMs);
    await exchange.response.finally(() => {
      clearTimeout(timer);
    });
  }
}

/** What it says is nobody's concern any more. */
function silence(connection: UpstreamConnection): void {
  connection.onClose = () => undefined;
  connection.onListChanged = () => undefined;
  connection.onResourceUpdated = () => undefined;
}

/** The result of work that goes on for others when this caller leaves or runs out of time. */
async function waitedFor<T>(work: Promise<T>, scope: CallScope, timeoutMs: number): Promise<T> {
  const late = () => new LinkFailure('timeout', 'the server was not ready in time, connecting to it goes on');
  let release: (() => void) | undefined;
  const left = new Promise<never>((_, reject) => {
    release = scope.onCancel(() => {
      reject(new LinkFailure('cancelled', 'the caller left'));
    });
  });
  try {
    return await withDeadline(Promise.race([work, left]), Math.max(0, timeoutMs), late);
  } finally {
    release?.();
  }
}
