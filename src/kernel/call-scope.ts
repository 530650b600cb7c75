import type { ApprovalWay } from './approval-way.js';
import {
  Hop,
  type Booking,
  type CalledServer,
  type CallMeter,
  type HopCause,
  type Judged,
  type RuleReason,
} from './hop.js';
import type { Principal } from './principal.js';
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
export class CallScope implements Booking {
  #cancelled = false;
  #listeners: (() => void)[] | undefined;
  /** Milliseconds spent waiting for MCP servers and models: in line, for a connection, for the answer. */
  upstreamMs = 0;
  /** The exchanges with MCP servers so far, those of detached scopes included. */
  hops: Hop[] | undefined;
  /** What was decided about calls that have not begun. */
  private judged: Judged[] | undefined;
  /** Set while traces are recorded. */
  trace: TraceContext | undefined;
  /** How whoever waits for this work can be asked for an approval; `undefined`: not at all. */
  approving: ApprovalWay | undefined;
  /** Counts the calls of tools. */
  meter: CallMeter | undefined;
  /** Who asks, once that is known. */
  principal: Principal | undefined;
  /** What the program that asks says it is called, when it says so by MCP. */
  client: string | undefined;
  /** The place in a trace that the transport brought, where the message brought another. */
  link: TraceParent | undefined;
  /** Gives the work another place. Set while traces are recorded. */
  placing: ((parent: TraceParent) => void) | undefined;
  /** What an MCP client asks for. */
  operation: McpOperation | undefined;
  /** Ids of servers whose lists wait for this work, from the outermost on: it is done for a list that the gateway itself asks for. */
  waitingLists: readonly string[] | undefined;
  /** The policy that does the work; `undefined`: the caller. Its exchanges are recorded with it. */
  cause: HopCause | undefined;

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
    this.approving = origin?.approving;
  }

  /** For whose account the work is done; `undefined` for the gateway's own. */
  get accountId(): string | undefined {
    return this.origin === undefined ? this.account : this.origin.accountId;
  }

  get clientName(): string | undefined {
    return this.client;
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
    const scope = new CallScope(this.requestId, this.traceparent, this.origin ?? this);
    scope.cause = this.cause;
    return scope;
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
    if (method === 'tools/call' && owner.meter !== undefined) hop.watch(owner.meter, owner);
    if (owner.judged !== undefined) hop.why = owner.takeJudged(hop);
    hop.cause = this.cause;
    owner.keep(hop);
    return hop;
  }

  /** Notes which rules decided about a call, for its record. What was noted of one that never began gives way. */
  noteJudged(judged: Judged): void {
    const owner = this.origin ?? this;
    owner.judged = [...(owner.judged ?? []).slice(1 - maxHops), judged];
  }

  /** Notes what else was decided about the call that was noted last, or about one that nothing has been noted of. */
  noteReason(serverId: string, target: string, reason: RuleReason): void {
    const owner = this.origin ?? this;
    const index = (owner.judged ?? []).findLastIndex(
      (one) => one.serverId === serverId && one.target === target,
    );
    const noted = owner.judged?.[index];
    const isSame = (one: RuleReason) => one.pointer === reason.pointer && one.decision === reason.decision;
    if (noted === undefined) this.noteJudged({ serverId, target, why: [reason] });
    else if (!noted.why.some(isSame))
      owner.judged = owner.judged?.with(index, { ...noted, why: [...noted.why, reason] });
  }

  private takeJudged({ server, target }: Hop): Judged['why'] | undefined {
    const index = (this.judged ?? []).findIndex((one) => one.serverId === server.id && one.target === target);
    return index < 0 ? undefined : this.judged?.splice(index, 1)[0]?.why;
  }

  /** Records that a server is not asked, and why; `isWaiting`: not yet, since a person has to approve it. */
  refuseHop(
    server: CalledServer,
    method: string,
    target: string | undefined,
    problem: ProblemCode,
    isWaiting = false,
  ): void {
    const hop = this.beginHop(server, method, target);
    hop.problem = problem;
    hop.isWaiting = isWaiting;
    hop.isUnlisted = problem === 'tool-not-found';
    hop.end(hop.startedAt);
  }

  /** Records that the answer of a server is not shown, and why: that is no other call. */
  refuseAnswer(server: CalledServer, method: string, target: string | undefined, problem: ProblemCode): void {
    const owner = this.origin ?? this;
    const answered = owner.hops?.findLast((hop) => isOf(hop, server, method, target) && !hop.hasFailed);
    const refusal = new Hop(server, method, target, undefined);
    refusal.problem = problem;
    refusal.cause = this.cause;
    if (owner.judged !== undefined) refusal.why = owner.takeJudged(refusal);
    refusal.end(refusal.startedAt);
    owner.keep(refusal);
    if (method !== 'tools/call' || answered === undefined) return;
    answered.isError = true;
    if (answered.endedAt !== 0) owner.meter?.spoiled(answered, owner);
  }

  private keep(hop: Hop): void {
    if (this.hops === undefined) this.hops = [hop];
    else if (this.hops.length < maxHops) this.hops.push(hop);
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

function isOf(hop: Hop, server: CalledServer, method: string, target: string | undefined): boolean {
  return hop.server.id === server.id && hop.method === method && hop.target === target && hop.attempts > 0;
}
