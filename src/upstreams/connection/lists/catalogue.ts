import type { CallScope } from '../../../kernel/call-scope.js';
import type { Clock } from '../../../kernel/pacing/clock.js';
import { withDeadline } from '../../../kernel/pacing/deadline.js';
import type { JsonObject } from '../../../kernel/json/json.js';
import { Problem } from '../../../kernel/problems/problem.js';
import type { RawResponse } from '../../../mcp/wire/link.js';
import { digestOf, resultOf, answerSizeOf } from './list-answer.js';
import type { CatalogueKind } from './catalogue-kind.js';
import type { ListFault } from './list-fault.js';
import { metaOfListing, type ListCircles } from './list-circles.js';
import { gatherPages, type Gathered, type ListLimits } from './list-pages.js';
import type { ListShelf, ShelvedLists } from './list-shelf.js';
import type { PoolCounts } from '../pool-counts.js';
import type { Upstream } from '../upstream.js';
import type { UpstreamConnection } from '../handshake/upstream-connector.port.js';
import type { ListKind } from '../../../mcp/wire/list-kind.js';

/** A complete list of a server at one moment, each item as clients of every revision accept it. */
export interface Snapshot {
  /** The same array for as long as the server says the same. */
  readonly items: readonly JsonObject[];
  /** Items that were left out, or listed without members that clients would refuse. */
  readonly faults: readonly ListFault[];
  /** Of what the server sent; `undefined` when that cannot be told. */
  readonly digest: string | undefined;
  /** Milliseconds since the epoch after which it is asked for anew. */
  readonly expiresAt: number;
}

export interface ListOptions {
  /** Time for the whole list, connecting included, by the declaration of the server; default TOOL_TIMEOUT_MS. */
  readonly timeoutMs?: number | undefined;
  readonly refresh?: boolean;
}

/** A list that is being gathered. */
interface Gathering {
  readonly startedAt: number;
  readonly snapshot: Promise<Snapshot>;
}

/** Why a list could not be had, and when that was. */
interface ListFailure {
  readonly problem: Problem;
  readonly at: number;
}

/** A list that takes longer is in trouble: shortly before those who wait for it in a list of servers give up. */
const slowMs = 900;

export interface CatalogueLimits extends ListLimits {
  readonly ttlMs: number;
  /** So long a failure speaks for the server, and nobody waits for it to fail again. */
  readonly retryMs: number;
}

/** Where the bytes of lists are counted. */
export interface ListMemory {
  readonly accountId: string;
  readonly shelf: ListShelf;
  /** Takes bytes while a list is being gathered; the result gives them back. Throws `overloaded`. */
  hold(bytes: number): () => void;
}

const methods: Readonly<Record<CatalogueKind, { readonly method: string; readonly capability: ListKind }>> = {
  tools: { method: 'tools/list', capability: 'tools' },
  resources: { method: 'resources/list', capability: 'resources' },
  resourceTemplates: { method: 'resources/templates/list', capability: 'resources' },
  prompts: { method: 'prompts/list', capability: 'prompts' },
};

/** A list as it has come. */
type Listed = Gathered & Pick<Snapshot, 'digest'>;

const noList: Listed = { items: [], faults: [], ttlMs: undefined, bytes: 0, digest: 'none' };

/** Whether a server says of none of its lists that it has them. */
export function declaresNoLists(capabilities: JsonObject): boolean {
  return Object.values(methods).every(({ capability }) => capabilities[capability] === undefined);
}

/** What a server offers: gathered over all its pages once, kept until it changes, and still there while the server is down. */
export class Catalogue implements ShelvedLists {
  private readonly snapshots = new Map<CatalogueKind, Snapshot>();
  private readonly gatherings = new Map<CatalogueKind, Gathering>();
  private readonly failures = new Map<CatalogueKind, ListFailure>();
  private readonly sizes = new Map<CatalogueKind, number>();
  /** Lists that a server which declares nothing does not have, by its connection: it is asked once for each. */
  private readonly undeclared = new WeakMap<UpstreamConnection, Set<CatalogueKind>>();
  private generation = 0;
  /** Of another credential than that of the life before. */
  private life = 0;
  private isDiscarded = false;

  constructor(
    private readonly upstream: Upstream,
    private readonly limits: CatalogueLimits,
    private readonly clock: Clock,
    private readonly counts: PoolCounts,
    private readonly memory: ListMemory,
    private readonly circles: ListCircles,
  ) {}

  get accountId(): string {
    return this.memory.accountId;
  }

  get lastUsedAt(): number {
    return this.upstream.lastUsedAt;
  }

  /** Forgets all lists, which are asked for again when somebody needs them. */
  evict(): void {
    this.snapshots.clear();
    this.sizes.clear();
  }

  /** Nothing of what was known holds any more, not even while the server fails: it was for another credential. */
  forget(): void {
    this.generation++;
    this.life++;
    this.evict();
    this.failures.clear();
    this.gatherings.clear();
    this.memory.shelf.forget(this);
  }

  /** Nobody uses it any more. */
  discard(): void {
    this.isDiscarded = true;
    this.memory.shelf.forget(this);
  }

  /** The last known list, whatever its age. */
  peek(kind: CatalogueKind): Snapshot | undefined {
    return this.snapshots.get(kind);
  }

  /** What is wrong with the last known lists. */
  get faults(): readonly ListFault[] {
    return [...this.snapshots.values()].flatMap(({ faults }) => faults);
  }

  isFresh(snapshot: Snapshot): boolean {
    return snapshot.expiresAt > this.clock.now();
  }

  /** Why a list cannot be had right now: it failed a moment ago, or has been long in coming. */
  trouble(kind: CatalogueKind): Problem | undefined {
    const failure = this.failure(kind);
    if (failure !== undefined) return failure;
    const gathering = this.gatherings.get(kind);
    return gathering === undefined || performance.now() - gathering.startedAt < slowMs
      ? undefined
      : new Problem('upstream-timeout', `The server has not answered ${methods[kind].method} yet.`);
  }

  /** Why it could not be had a moment ago. */
  failure(kind: CatalogueKind): Problem | undefined {
    const failure = this.failures.get(kind);
    return failure !== undefined && performance.now() - failure.at < this.limits.retryMs
      ? failure.problem
      : undefined;
  }

  /** The list, asked for when it is not known or too old. While the server fails, the last known one; with `refresh` the failure. */
  get(kind: CatalogueKind, scope: CallScope, options: ListOptions = {}): Promise<Snapshot> {
    const { waitingLists } = scope;
    return waitingLists === undefined
      ? this.ask(kind, scope, options)
      : this.circles.during(waitingLists, this.upstream.server.id, () => this.ask(kind, scope, options));
  }

  private async ask(
    kind: CatalogueKind,
    scope: CallScope,
    { timeoutMs, refresh = false }: ListOptions,
  ): Promise<Snapshot> {
    const known = this.snapshots.get(kind);
    const { lists } = this.counts;
    if (known !== undefined && !refresh && this.isFresh(known)) {
      lists.cache++;
      return known;
    }
    try {
      const fetched = await this.fetch(kind, scope, this.upstream.timeoutOf(timeoutMs));
      lists.server++;
      return fetched;
    } catch (error) {
      if (known === undefined || refresh || scope.cancelled) throw error;
      lists['last-known']++;
      return known;
    }
  }

  /** The server announced a change, or is a new process: what is known may be old. */
  invalidate(kind?: ListKind): void {
    this.generation++;
    for (const [known, snapshot] of this.snapshots)
      if (kind === undefined || methods[known].capability === kind)
        this.snapshots.set(known, { ...snapshot, expiresAt: 0 });
    if (kind === undefined) this.failures.clear();
  }

  /** Single flight; the first asker's scope does not cancel the work that others wait for, each for a time of their own. */
  private fetch(kind: CatalogueKind, scope: CallScope, timeoutMs: number): Promise<Snapshot> {
    const startedAt = performance.now();
    const running = this.gatherings.get(kind)?.snapshot;
    const snapshot =
      running === undefined
        ? this.begin(kind, scope.detached(), timeoutMs)
        : withDeadline(running, timeoutMs, () => tooLate(kind));
    return snapshot.finally(() => (scope.upstreamMs += performance.now() - startedAt));
  }

  private begin(kind: CatalogueKind, scope: CallScope, timeoutMs: number): Promise<Snapshot> {
    const startedAt = performance.now();
    const { life } = this;
    const snapshot = this.gather(kind, scope, startedAt, timeoutMs).then(
      (gathered) => {
        if (life !== this.life) return gathered;
        this.gatherings.delete(kind);
        this.failures.delete(kind);
        return gathered;
      },
      (error: unknown) => {
        if (life !== this.life) throw error;
        this.gatherings.delete(kind);
        this.failures.set(kind, { problem: Problem.from(error), at: performance.now() });
        throw error;
      },
    );
    this.gatherings.set(kind, { startedAt, snapshot });
    return snapshot;
  }

  private async gather(
    kind: CatalogueKind,
    scope: CallScope,
    startedAt: number,
    timeoutMs: number,
  ): Promise<Snapshot> {
    const connection = await this.upstream.connect(scope, timeoutMs);
    const { generation, life } = this;
    const _meta = metaOfListing(connection.capabilities, scope.waitingLists, this.upstream.server.id);
    const ask = (page: JsonObject) => {
      const spentMs = performance.now() - startedAt;
      const params = _meta === undefined ? page : { ...page, _meta };
      const { method } = methods[kind];
      return this.upstream.request({ method, params, repeatable: true, timeoutMs, spentMs }, scope);
    };
    const { ttlMs, bytes, digest, ...list } = await this.listed(kind, connection, ask);
    const known = this.snapshots.get(kind);
    const isSame = known !== undefined && digest !== undefined && known.digest === digest;
    const { items, faults } = isSame ? known : list;
    const expiresAt = generation === this.generation ? this.clock.now() + (ttlMs ?? this.limits.ttlMs) : 0;
    const snapshot = { items, faults, digest, expiresAt };
    if (life !== this.life) return snapshot;
    this.snapshots.set(kind, snapshot);
    this.sizes.set(kind, bytes);
    const total = [...this.sizes.values()].reduce((sum, size) => sum + size, 0);
    if (!this.isDiscarded) this.memory.shelf.keep(this, total);
    return snapshot;
  }

  /** A list that the server declares. One that declares none at all may still have them, and is asked once per connection. */
  private async listed(
    kind: CatalogueKind,
    connection: UpstreamConnection,
    ask: (params: JsonObject) => Promise<RawResponse>,
  ): Promise<Listed> {
    const { capabilities, era } = connection;
    if (capabilities[methods[kind].capability] !== undefined) return this.pages(kind, era, ask);
    const missing = this.undeclared.get(connection) ?? new Set<CatalogueKind>();
    this.undeclared.set(connection, missing);
    if (!declaresNoLists(capabilities) || missing.has(kind)) return noList;
    const listed = await this.pages(kind, era, ask).catch(() => noList);
    if (listed.items.length === 0) missing.add(kind);
    return listed;
  }

  private async pages(
    kind: CatalogueKind,
    era: UpstreamConnection['era'],
    ask: (params: JsonObject) => Promise<RawResponse>,
  ): Promise<Listed> {
    const held: (() => void)[] = [];
    const digests: (string | undefined)[] = [];
    try {
      const gathered = await gatherPages(kind, this.limits, era, async (params) => {
        const response = await ask(params);
        const bytes = answerSizeOf(response, this.limits.maxBytes);
        held.push(this.memory.hold(bytes));
        digests.push(digestOf(response));
        return { result: await resultOf(response), bytes };
      });
      return { ...gathered, digest: digests.includes(undefined) ? undefined : digests.join() };
    } finally {
      for (const release of held) release();
    }
  }
}

/** Whether a list cannot be had from a server that may be well otherwise. */
export function isListFault(error: unknown): boolean {
  return (
    error instanceof Problem &&
    (error.code === 'upstream-error' || error.code === 'upstream-response-too-large')
  );
}

/** Throws what is no such fault. */
export function requireListFault(error: unknown): undefined {
  if (!isListFault(error)) throw error;
}

function tooLate(kind: CatalogueKind): Problem {
  return new Problem('upstream-timeout', `The server did not answer ${methods[kind].method} in time.`);
}
