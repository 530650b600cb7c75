import { Hop, type CalledServer } from './hop.js';
import type { ProblemCode } from './problems/problem-catalogue.js';
import type { McpOperation } from './mcp-operation.js';
import {
  formatTraceparent,
  newSpanId,
  parseTraceparent,
  type TraceContext,
  type TraceParent,
} from './trace-context.js';

/** Work that goes on for hours has many; the first tell enough. */
const maxHops = 64;

/** What accompanies one piece of work from its entry to the MCP server: identity for the log, cancellation, time spent. */
export class CallScope {
  #cancelled = false;
  #listeners: (() => void)[] | undefined;
  /** Milliseconds spent waiting for MCP servers and models: in line, for a connection, for the answer. */
  upstreamMs = 0;
  /** The exchanges with MCP servers so far, those of detached scopes included. */
  hops: Hop[] | undefined;
  /** Set while traces are recorded. */
  trace: TraceContext | undefined;
  /** The place in a trace that the transport brought, where the message brought another. */
  link: TraceParent | undefined;
  /** Gives the work another place. Set while traces are recorded. */
  placing: ((parent: TraceParent) => void) | undefined;
  /** What an MCP client asks for. */
  operation: McpOperation | undefined;
  /** Ids of servers whose lists wait for this work, from the outermost on: it is done for a list that the gateway itself asks for. */
  waitingLists: readonly string[] | undefined;

  constructor(
    readonly requestId: string,
    /** W3C Trace Context header of the caller, handed on in MCP `_meta`. */
    public traceparent?: string,
    private readonly origin?: CallScope,
    /** For whose account the work is done, where no request tells it. */
    private readonly account?: string,
  ) {
    this.trace = origin?.trace;
    this.waitingLists = origin?.waitingLists;
  }

  /** For whose account the work is done; `undefined` for the gateway's own. */
  get accountId(): string | undefined {
    return this.origin === undefined ? this.account : this.origin.accountId;
  }

  /** Work that begins by itself, for an account. */
  static of(accountId: string, requestId: string): CallScope {
    return new CallScope(requestId, undefined, undefined, accountId);
  }

  get cancelled(): boolean {
    return this.#cancelled;
  }

  /** The same request, for work that goes on when its caller leaves because others wait for it too. */
  detached(): CallScope {
    return new CallScope(this.requestId, this.traceparent, this.origin ?? this);
  }

  /** The message has a place in a trace of its own, which goes before that of its transport (MCP, SEP-414). */
  adoptTrace(traceparent: string): void {
    const parent = parseTraceparent(traceparent);
    if (parent === undefined) return;
    if (this.placing === undefined) this.traceparent = traceparent;
    else this.placing(parent);
  }

  /** Begins an exchange with a server. */
  beginHop(server: CalledServer, method: string, target: string | undefined): Hop {
    const { trace } = this;
    const traceparent =
      trace === undefined ? undefined : formatTraceparent({ ...trace, spanId: newSpanId() });
    const hop = new Hop(server, method, target, traceparent);
    const owner = this.origin ?? this;
    if (owner.hops === undefined) owner.hops = [hop];
    else if (owner.hops.length < maxHops) owner.hops.push(hop);
    return hop;
  }

  /** Records that a server is not asked, and why. */
  refuseHop(server: CalledServer, method: string, target: string | undefined, problem: ProblemCode): void {
    const hop = this.beginHop(server, method, target);
    hop.problem = problem;
    hop.endedAt = hop.startedAt;
  }

  /** The caller is gone: every listener runs once. */
  cancel(): void {
    if (this.#cancelled) return;
    this.#cancelled = true;
    const listeners = this.#listeners;
    this.#listeners = undefined;
    if (listeners !== undefined) for (const listener of listeners) listener();
  }

  /** Runs `listener` when the caller leaves; at once when it has left. The result takes the listener back. */
  onCancel(listener: () => void): () => void {
    if (this.#cancelled) {
      listener();
      return () => undefined;
    }
    const listeners = (this.#listeners ??= []);
    listeners.push(listener);
    return () => {
      const index = listeners.indexOf(listener);
      if (index >= 0) listeners.splice(index, 1);
    };
  }
}
