import type { Hop } from '../../kernel/hop.js';
import type { Principal } from '../../kernel/principal.js';
import type { ProblemCode } from '../../kernel/problem-catalogue.js';
import { msOf, recordOf, type CallRecord, type HopRecord } from './call-record.js';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

interface Slot extends Omit<Writable<CallRecord>, 'hops'> {
  /** Nearly every request has one at most; it is written over in place. */
  readonly first: Writable<HopRecord>;
  hopCount: number;
  further: readonly HopRecord[];
}

/** What there is to remember of a request. */
export interface FinishedCall {
  readonly requestId: string;
  readonly principal: Principal;
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
    const slot = this.slots[index];
    if (slot === undefined) this.slots.push(newSlot(call, at, status, ms));
    else write(slot, call, at, status, ms);
  }

  /** The newest of this id, as callers may give one more than once. */
  find(requestId: string): CallRecord | undefined {
    for (const slot of this.newestFirst()) if (slot.requestId === requestId) return toRecord(slot);
    return undefined;
  }

  /** Newest first. */
  all(): CallRecord[] {
    return [...this.newestFirst()].map(toRecord);
  }

  private *newestFirst(): Generator<Slot> {
    for (let back = 1; back <= this.slots.length; back++) {
      const slot = this.slots[(this.written - back) % this.capacity];
      if (slot !== undefined) yield slot;
    }
  }
}

function newSlot(call: FinishedCall, at: number, status: number, ms: number): Slot {
  const { requestId, principal, method, route, problem, authMs, upstreamMs } = call;
  const slot: Slot = {
    ...{ requestId, principal, method, route, problem, authMs, upstreamMs, at, status, ms },
    first: {
      server: nobody,
      ...{ method: '', target: undefined, attempts: 0, queueMs: 0, connectMs: 0, ms: 0 },
      ...{ transport: undefined, protocolVersion: undefined, problem: undefined },
    },
    hopCount: 0,
    further: none,
  };
  writeHops(slot, call.hops);
  return slot;
}

function write(slot: Slot, call: FinishedCall, at: number, status: number, ms: number): void {
  slot.requestId = call.requestId;
  slot.principal = call.principal;
  slot.method = call.method;
  slot.route = call.route;
  slot.problem = call.problem;
  slot.authMs = call.authMs;
  slot.upstreamMs = call.upstreamMs;
  slot.at = at;
  slot.status = status;
  slot.ms = ms;
  writeHops(slot, call.hops);
}

function writeHops(slot: Slot, hops: readonly Hop[] | undefined): void {
  const hop = hops?.[0];
  slot.hopCount = hops?.length ?? 0;
  slot.further = hops === undefined || hops.length < 2 ? none : hops.slice(1).map(recordOf);
  if (hop === undefined) return;
  const { first } = slot;
  first.server = hop.server;
  first.method = hop.method;
  first.target = hop.target;
  first.attempts = hop.attempts;
  first.queueMs = hop.queueMs;
  first.connectMs = hop.connectMs;
  first.ms = msOf(hop);
  first.transport = hop.connection?.transport;
  first.protocolVersion = hop.connection?.protocolVersion;
  first.problem = hop.problem;
}

function toRecord({ first, hopCount, further, ...slot }: Slot): CallRecord {
  return { ...slot, hops: hopCount === 0 ? none : [{ ...first }, ...further] };
}

const nobody: HopRecord['server'] = {
  ...{ id: '', handle: '', label: '', trust: 'tenant' as const, credentials: [] },
  policy: { ruleFor: () => '' },
};
