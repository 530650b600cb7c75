import type { CalledServer, Hop, HopContent } from '../../kernel/hop.js';
import type { Principal } from '../../kernel/principal.js';
import type { ProblemCode } from '../../kernel/problems/problem-catalogue.js';
import { msOf, recordedCaller, recordOf, type CallRecord, type HopRecord } from './call-record.js';

/** What there is to remember of a request. */
export interface FinishedCall {
  readonly requestId: string;
  readonly principal: Principal;
  readonly clientName: string | undefined;
  readonly method: string;
  readonly route: string;
  readonly problem: ProblemCode | undefined;
  readonly authMs: number;
  readonly upstreamMs: number;
  readonly hops: readonly Hop[] | undefined;
}

const none: readonly HopRecord[] = [];

/**
 * The last requests of an account. Slots are made once and written over: one is written per request, and records that live just long
 * enough to be promoted would fill the old generation of the heap.
 */
export class CallRing {
  private readonly slots: Slot[] = [];
  private written = 0;

  constructor(private readonly capacity: number) {}

  keep(call: FinishedCall, at: number, status: number, ms: number): void {
    const index = this.written++ % this.capacity;
    let slot = this.slots[index];
    if (slot === undefined) this.slots.push((slot = new Slot(call.principal)));
    slot.write(call, at, status, ms);
  }

  /** The newest of this id, as callers may give one more than once. */
  find(requestId: string): CallRecord | undefined {
    for (const slot of this.newestFirst()) if (slot.requestId === requestId) return slot.read();
    return undefined;
  }

  /** Forgets what it holds; its places stay. */
  clear(): void {
    this.written = 0;
    for (const slot of this.slots) slot.clear();
  }

  /** Calls that have been kept since it was empty, more than it can hold included. */
  get kept(): number {
    return this.written;
  }

  /** Newest first. */
  all(): CallRecord[] {
    return [...this.newestFirst()].map((slot) => slot.read());
  }

  /** Oldest first; each is made when it is asked for. */
  *oldestFirst(): Generator<CallRecord> {
    for (let back = this.held; back > 0; back--) {
      const slot = this.slots[(this.written - back) % this.capacity];
      if (slot !== undefined) yield slot.read();
    }
  }

  private *newestFirst(): Generator<Slot> {
    for (let back = 1; back <= this.held; back++) {
      const slot = this.slots[(this.written - back) % this.capacity];
      if (slot !== undefined) yield slot;
    }
  }

  private get held(): number {
    return Math.min(this.written, this.slots.length);
  }
}

/** Place for one request. Times begin as what is no integer, so that their fields hold any number without a change of shape. */
class Slot {
  requestId = '';
  private client: string | undefined;
  private method = '';
  private route = '';
  private problem: ProblemCode | undefined;
  private status = 0;
  private at = Number.NaN;
  private ms = Number.NaN;
  private authMs = Number.NaN;
  private upstreamMs = Number.NaN;
  /** Nearly every request has one hop at most. */
  private readonly first = new HopSlot();
  private hopCount = 0;
  private further = none;

  constructor(private principal: Principal) {}

  write(call: FinishedCall, at: number, status: number, ms: number): void {
    this.requestId = call.requestId;
    this.principal = call.principal;
    this.client = call.clientName;
    this.method = call.method;
    this.route = call.route;
    this.problem = call.problem;
    this.status = status;
    this.at = at;
    this.ms = ms;
    this.authMs = call.authMs;
    this.upstreamMs = call.upstreamMs;
    const { hops } = call;
    const first = hops?.[0];
    this.hopCount = hops?.length ?? 0;
    this.further = hops === undefined || hops.length < 2 ? none : hops.slice(1).map(recordOf);
    if (first !== undefined) this.first.write(first);
  }

  read(): CallRecord {
    const { requestId, client, method, route, problem, status, at, ms, authMs, upstreamMs } = this;
    const { accountId } = this.principal;
    const caller = recordedCaller(this.principal);
    const hops = this.hopCount === 0 ? none : [this.first.read(), ...this.further];
    return {
      requestId,
      accountId,
      caller,
      client,
      at,
      method,
      route,
      status,
      problem,
      ms,
      authMs,
      upstreamMs,
      hops,
    };
  }

  /** Lets go of what may be large. */
  clear(): void {
    this.further = none;
    this.first.clear();
  }
}

/** Place for one exchange with a server. */
class HopSlot {
  private server: CalledServer | undefined;
  private method = '';
  private target: string | undefined;
  private attempts = 0;
  private queueMs = Number.NaN;
  private connectMs = Number.NaN;
  private ms = Number.NaN;
  private transport: string | undefined;
  private protocolVersion: string | undefined;
  private problem: ProblemCode | undefined;
  private why: Hop['why'];
  private grant: Hop['grant'];
  private cause: Hop['cause'];
  private isError = false;
  private isWaiting = false;
  private raw: HopContent | undefined;

  clear(): void {
    this.raw = undefined;
  }

  write(hop: Hop): void {
    this.server = hop.server;
    this.method = hop.method;
    this.target = hop.target;
    this.attempts = hop.attempts;
    this.queueMs = hop.queueMs;
    this.connectMs = hop.connectMs;
    this.ms = msOf(hop);
    this.transport = hop.connection?.transport;
    this.protocolVersion = hop.connection?.protocolVersion;
    this.problem = hop.problem;
    this.isError = hop.isError;
    this.isWaiting = hop.isWaiting;
    this.raw = hop.content;
    this.why = hop.why;
    this.grant = hop.grant;
    this.cause = hop.cause;
  }

  read(): HopRecord {
    const { method, target, attempts, queueMs, connectMs, ms, transport, protocolVersion, problem } = this;
    const server = this.server as CalledServer;
    return {
      server,
      method,
      target,
      attempts,
      queueMs,
      connectMs,
      ms,
      transport,
      protocolVersion,
      problem,
      isError: this.isError,
      isWaiting: this.isWaiting,
      raw: this.raw,
      why: this.why,
      grant: this.grant,
      cause: this.cause,
    };
  }
}
