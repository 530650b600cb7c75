import type { CallScope } from '../../kernel/call-scope.js';
import type { ConnectionOwner } from '../../kernel/caller.js';
import type { Clock } from '../../kernel/pacing/clock.js';
import type { Hop } from '../../kernel/hop.js';
import { Problem } from '../../kernel/problems/problem.js';
import type { IdleProcess } from './places/process-places.js';
import { CallAdmission } from './places/call-admission.js';
import { takePlace } from './places/call-place.js';
import { CallPlaces, type Declared } from './places/call-places.js';
import { needOf } from './connection-need.js';
import { ConnectionManager, type ConnectionManagerEvents } from './connection-manager.js';
import type { EraVerdictStore } from './handshake/era-verdict-store.port.js';
import { answered, beginHop, failed, traced, type AskedOf } from './hops.js';
import { leftAlone } from './left-alone.js';
import { LinkFailure } from '../../mcp/wire/link-failure.js';
import { AskedRequests } from './questions/asked-requests.js';
import type { ConnectionPlaces } from './questions/connection-places.js';
import type { Exchange, RawResponse } from '../../mcp/wire/link.js';
import type { RegisteredServer } from '../declared/registered-server.js';
import type { LinkToken } from '../links/link-token.js';
import { timedExchange } from './timed-exchange.js';
import type {
  McpRequest,
  UpstreamConnection,
  UpstreamConnector,
} from './handshake/upstream-connector.port.js';
import { maySendAgain, type UpstreamCall, type UpstreamOptions } from './upstream-call.js';
import { UpstreamListeners } from './upstream-listeners.js';
import { stateOf, type UpstreamState } from './upstream-state.js';

/** One MCP server as one account (or all, when shared) uses it: a warm connection, a bounded number of calls at once, deadlines. */
export class Upstream {
  lastUsedAt: number;
  readonly listeners = new UpstreamListeners(this);
  /** Exchanges under way that take no place among the calls. */
  private opened = 0;
  /** Callers that wait for the connection. */
  private connecting = 0;
  readonly keeper: ConnectionManager;
  private readonly places: CallPlaces;
  /** Of callers who can be asked. */
  readonly asked: AskedRequests;

  constructor(
    readonly server: RegisteredServer,
    private readonly options: UpstreamOptions,
    connector: UpstreamConnector,
    verdicts: EraVerdictStore,
    private readonly clock: Clock,
    events: Omit<ConnectionManagerEvents, 'resourceUpdated'>,
    places: ConnectionPlaces,
  ) {
    const { maxConcurrency: defaultMax, maxQueue: maxWaiting, shared, holdCall: hold } = options;
    this.places = new CallPlaces(server, { defaultMax, maxWaiting, shared, hold });
    this.keeper = new ConnectionManager(
      server,
      options,
      connector,
      verdicts,
      clock,
      this.listeners.hearing(events),
      () => this.inUse,
      () => this.idleProcess(),
    );
    const transport = () => this.keeper.latest?.transport;
    this.asked = new AskedRequests(server, options, connector, places, events.stderr, transport);
    this.lastUsedAt = clock.now();
  }

  get inFlight(): number {
    return this.places.inFlight;
  }

  /** Whether somebody waits for an answer or for changes. */
  get inUse(): boolean {
    return this.inFlight > 0 || this.opened > 0 || this.listeners.any;
  }

  /** Whether a call is under way, or somebody waits for the connection to make one. */
  get isAwaited(): boolean {
    return this.inFlight > 0 || this.connecting > 0;
  }

  get queued(): number {
    return this.places.queued;
  }

  get pid(): number | undefined {
    return this.keeper.current?.pid;
  }

  get breakerOpen(): boolean {
    return this.keeper.circuit.isOpen;
  }

  get isConnected(): boolean {
    return this.keeper.current !== undefined;
  }

  get state(): UpstreamState {
    return stateOf(this.keeper);
  }

  /** Milliseconds that an operation may take: what it or the declaration of the server says, within the limits of the gateway. */
  timeoutOf(timeoutMs: number | undefined): number {
    return Math.min(timeoutMs ?? this.options.defaultTimeoutMs, this.options.maxTimeoutMs);
  }

  /**
   * Sends one request and waits for its response. Throws problems: `overloaded`, `upstream-unavailable`, `upstream-timeout`,
   * `upstream-error`, … A request is sent a second time only when the first surely was not carried out, or has no effect.
   */
  async request(call: UpstreamCall, scope: CallScope): Promise<RawResponse> {
    const timeoutMs = this.timeoutOf(call.timeoutMs);
    const hop = beginHop(this.server, call, scope);
    const begunAt = hop.startedAt - (call.spentMs ?? 0);
    const limits = {
      deadline: begunAt + timeoutMs,
      timeoutMs,
      latest: begunAt + this.options.maxTimeoutMs,
    };
    if (this.keeper.circuit.refuses) throw failed(hop, leftAlone(this.keeper.circuit));
    const line = this.places.lineOf(scope.accountId, call.server);
    const entering = takePlace(line, hop, limits.deadline - hop.startedAt, scope);
    if (entering !== undefined) await entering;
    this.lastUsedAt = this.clock.now();
    const { circuit } = this.keeper;
    let { epoch } = circuit;
    try {
      if (circuit.isOpen) await this.recover(hop, scope, limits.deadline);
      if (call.asked !== undefined) {
        if (call.leaving !== undefined) await call.leaving();
        const response = await this.asked.send(call, call.asked, hop, scope, limits, line);
        circuit.succeeded();
        return answered(hop, call, response);
      }
      for (;;) {
        epoch = circuit.epoch;
        const connection = this.keeper.current ?? (await this.connection(hop, scope, limits.deadline));
        if (call.leaving !== undefined) await call.leaving();
        hop.attempts++;
        hop.connection = connection;
        connection.calls++;
        try {
          const response = await timedExchange(connection, traced(call, hop, scope), scope, limits, line);
          circuit.succeeded();
          return answered(hop, call, response);
        } catch (error) {
          this.requireRepeatable(LinkFailure.from(error), connection, call, hop);
        } finally {
          connection.calls--;
        }
      }
    } catch (error) {
      throw failed(hop, this.settled(error, epoch, call.server));
    } finally {
      hop.end();
      line.leave();
    }
  }

  /**
   * The live connection, opened if need be within the time that connecting may take, or `timeoutMs` when that is shorter. Throws problems,
   * in terms of `server` as its caller knows it.
   */
  async connect(
    scope: CallScope,
    timeoutMs = Infinity,
    server?: UpstreamCall['server'],
  ): Promise<UpstreamConnection> {
    if (this.keeper.current !== undefined) return this.keeper.current;
    const hop = beginHop(this.server, { method: 'initialize' }, scope);
    const { circuit } = this.keeper;
    const { epoch } = circuit;
    try {
      const deadline = hop.startedAt + Math.min(timeoutMs, this.options.connectTimeoutMs);
      if (circuit.isOpen) await this.recover(hop, scope, deadline);
      hop.attempts = 1;
      const connection = await this.connection(hop, scope, deadline);
      hop.connection = connection;
      return connection;
    } catch (error) {
      throw failed(hop, this.settled(error, epoch, server));
    } finally {
      hop.end();
    }
  }

  /**
   * Sends a request whose answer comes for as long as the caller likes: it has no deadline and takes no place among the calls. Throws
   * problems; the exchange rejects with a `LinkFailure`.
   */
  async open(call: McpRequest, scope: CallScope): Promise<Exchange> {
    const connection = await this.connect(scope);
    this.lastUsedAt = this.clock.now();
    const exchange = connection.request(call);
    this.opened++;
    const settled = () => this.opened--;
    exchange.response.then(settled, settled);
    return exchange;
  }

  /** Takes a place for an exchange that goes past `request`, under the same breaker and limit. Throws problems. */
  async admit(asked: AskedOf, scope: CallScope): Promise<CallAdmission> {
    const hop = beginHop(this.server, asked, scope);
    if (this.keeper.circuit.refuses) throw failed(hop, leftAlone(this.keeper.circuit));
    const line = this.places.lineOf(scope.accountId, asked.server);
    const entering = takePlace(line, hop, this.options.defaultTimeoutMs, scope);
    if (entering !== undefined) await entering;
    this.lastUsedAt = this.clock.now();
    const { circuit } = this.keeper;
    try {
      if (circuit.isOpen) await this.recover(hop, scope, hop.startedAt + this.options.defaultTimeoutMs);
    } catch (error) {
      line.leave();
      throw failed(hop, this.keeper.settle(error, circuit.epoch));
    }
    hop.attempts = 1;
    return new CallAdmission(this.keeper, line, hop);
  }

  get owner(): ConnectionOwner {
    return this.options.owner;
  }

  /** Whose processes and connections these are. */
  get accountId(): string {
    return this.options.accountId;
  }

  /** The credential, at a server that wants OAuth. */
  get token(): LinkToken | undefined {
    return this.options.token;
  }

  /** Takes over a declaration that changes nothing that the connection depends on. */
  redeclare(server: Declared): void {
    this.places.redeclare(server);
  }

  /** Parts with the connections that another credential has opened. Whoever gets the one closes it when nobody waits on it any more. */
  detach(): UpstreamConnection | undefined {
    this.asked.reap(0);
    return this.keeper.detach();
  }

  /** Closes the connection but keeps what is known; the next request opens a new one. */
  rest(): Promise<void> {
    return this.keeper.rest();
  }

  async close(): Promise<void> {
    this.listeners.close();
    await Promise.all([this.keeper.close(), this.asked.close()]);
  }

  /** The process of the connection, unless a call or a stream is open on it. */
  private idleProcess(): IdleProcess | undefined {
    if (!this.isConnected || this.isAwaited || this.opened > 0) return undefined;
    return {
      idleMs: this.clock.now() - this.lastUsedAt,
      isHeard: this.listeners.any,
      give: () => this.rest(),
    };
  }

  /** What the caller is told, who knows the server by the name in the call. */
  private settled(error: unknown, epoch: number, server: UpstreamCall['server']): Problem {
    const problem = this.keeper.settle(error, epoch);
    return server === undefined ? problem : Problem.from(needOf(server, problem));
  }

  private connection(hop: Hop, scope: CallScope, deadline: number): Promise<UpstreamConnection> {
    return this.connectingFor(hop, scope, deadline, (ms) => this.keeper.get(scope, ms));
  }

  /** Nobody waits for a server that is left alone, but for the one who finds the next attempt due. Throws `upstream-unavailable`. */
  private async recover(hop: Hop, scope: CallScope, deadline: number): Promise<void> {
    const isBack = await this.connectingFor(hop, scope, deadline, (ms) => this.keeper.recover(scope, ms));
    if (!isBack) throw leftAlone(this.keeper.circuit);
  }

  private async connectingFor<T>(
    hop: Hop,
    scope: CallScope,
    deadline: number,
    work: (timeoutMs: number) => Promise<T>,
  ): Promise<T> {
    const startedAt = performance.now();
    this.connecting++;
    try {
      return await work(deadline - startedAt);
    } finally {
      this.connecting--;
      const ms = performance.now() - startedAt;
      hop.connectMs += ms;
      scope.upstreamMs += ms;
    }
  }

  /** Throws the failure unless the call may go once more. */
  private requireRepeatable(
    failure: LinkFailure,
    connection: UpstreamConnection,
    call: McpRequest,
    { attempts }: Hop,
  ): void {
    if (failure.kind === 'session-lost' || failure.kind === 'closed') this.keeper.drop(connection);
    // A call that ends its process would end the next one, too.
    const hasEnded = connection.transport === 'stdio' && failure.kind === 'broken';
    if (attempts > 1 || hasEnded || !maySendAgain(failure, call)) throw failure;
  }
}
