import { Injectable } from '@nestjs/common';
import type { CallScope } from '../../kernel/call-scope.js';
import { withDeadline } from '../../kernel/pacing/deadline.js';
import { suggestion } from '../../kernel/text/nearest.js';
import { Problem } from '../../kernel/problems/problem.js';
import { isListFault, type Snapshot } from '../connection/lists/catalogue.js';
import { isCleared, wholeServer } from '../declared/cleared-server.js';
import { ClearedViews } from './cleared-views.js';
import { ListViews } from './list-views.js';
import { MissedNames, staleAfterMs } from './missed-names.js';
import { PinnedViews } from './pins/pinned-views.js';
import { Pins } from './pins/pins.service.js';
import type { Verdict } from './pins/verdict.js';
import { isOpenServer, type RegisteredServer } from '../declared/registered-server.js';
import { viewing, withoutBlocked, type ToolEntry, type ToolView } from './tool-view.js';
import type { PooledUpstream } from '../connection/upstream-pool.service.js';

/** A tool that has been found and may be called. */
export interface CallableTool {
  readonly server: RegisteredServer;
  readonly pooled: PooledUpstream;
  readonly entry: ToolEntry;
  /** Milliseconds that finding it took; a call has so much less time. */
  readonly spentMs: number;
}

/** The list asked for once more because the server denies a tool of it. */
interface Recount {
  readonly startedAt: number;
  readonly done: Promise<unknown>;
}

/** Which tools of a server callers see: its list as the policy shows it and the pins of the app leave it. */
@Injectable()
export class ToolFinder {
  private readonly views = new ListViews<ToolView>(viewing);
  private readonly pinned: PinnedViews<ToolView>;
  private readonly cleared = new ClearedViews();
  private readonly missed = new MissedNames();
  private readonly recounts = new WeakMap<PooledUpstream, Recount>();

  constructor(pins: Pins) {
    this.pinned = new PinnedViews(pins, {
      kind: 'tools',
      *matters({ policy }, { allowed, denied }, name) {
        if (allowed.has(name)) return true;
        return !denied.has(name) && (yield* policy.allowing(name));
      },
      without: withoutBlocked,
    });
  }

  /** What is known already; asks nobody. */
  known(server: RegisteredServer, pooled: PooledUpstream): ToolView | undefined {
    const known = this.knownWhole(wholeServer(server), pooled);
    if (known === undefined || !isPartlyCleared(server)) return known;
    const left = this.cleared.of(known, server);
    return left instanceof Promise ? undefined : left;
  }

  /** A tool that is known already, by the name that callers use: as many tools as there may be, one is looked at. */
  knownEntry(server: RegisteredServer, pooled: PooledUpstream, name: string): ToolEntry | undefined {
    const entry = this.knownWhole(wholeServer(server), pooled)?.byName.get(name);
    return entry !== undefined && isCleared(server, entry.original) ? entry : undefined;
  }

  private knownWhole(server: RegisteredServer, { catalogue }: PooledUpstream): ToolView | undefined {
    const snapshot = catalogue.peek('tools');
    const view = snapshot === undefined ? undefined : this.views.peek(server, snapshot);
    return view === undefined ? undefined : this.pinned.known(server, view);
  }

  view(accountId: string, server: RegisteredServer, snapshot: Snapshot): ToolView | Promise<ToolView> {
    const whole = this.wholeView(accountId, wholeServer(server), snapshot);
    if (!isPartlyCleared(server)) return whole;
    return whole instanceof Promise
      ? whole.then((view) => this.cleared.of(view, server))
      : this.cleared.of(whole, server);
  }

  private wholeView(
    accountId: string,
    server: RegisteredServer,
    snapshot: Snapshot,
  ): ToolView | Promise<ToolView> {
    const view = this.views.peek(server, snapshot);
    const known = view === undefined ? undefined : this.pinned.known(server, view);
    return known ?? this.judged(accountId, server, snapshot);
  }

  /** How a list differs from the pin; `undefined` for a server that is not an app's, or not pinned. */
  async drift(accountId: string, of: RegisteredServer, snapshot: Snapshot): Promise<Verdict | undefined> {
    const server = wholeServer(of);
    return this.pinned.driftOf(accountId, server, await this.views.get(server, snapshot), snapshot.items);
  }

  private async judged(accountId: string, server: RegisteredServer, snapshot: Snapshot): Promise<ToolView> {
    return this.pinned.apply(accountId, server, await this.views.get(server, snapshot), snapshot.items);
  }

  /**
   * Finds a tool, asking the server again when it is not in the list. One that does not list its tools may still have it, if no rule
   * needs the list. Throws `tool-not-found`, `tool-denied`, `tool-changed`.
   */
  async find(
    accountId: string,
    server: RegisteredServer,
    pooled: PooledUpstream,
    name: string,
    scope: CallScope,
  ): Promise<ToolEntry> {
    const { catalogue } = pooled;
    const known = catalogue.peek('tools');
    const found = known === undefined ? undefined : await this.entry(accountId, server, known, name);
    if (found !== undefined) return found;
    const mayBeUnlisted = known === undefined && isOpenServer(server);
    if (mayBeUnlisted && isListFault(catalogue.failure('tools'))) return unlisted(name);
    let asked: Snapshot | undefined;
    try {
      if (known === undefined || this.missed.mayAskAgain(pooled))
        asked = await catalogue.get('tools', scope, {
          timeoutMs: server.definition.options.timeoutMs,
          refresh: true,
        });
    } catch (error) {
      if (mayBeUnlisted && isListFault(error)) return unlisted(name);
      throw error;
    }
    const entry = asked === undefined ? undefined : await this.entry(accountId, server, asked, name);
    if (entry !== undefined) return entry;
    const list = asked ?? known;
    const view = list === undefined ? undefined : await this.view(accountId, server, list);
    throw notFound(name, view);
  }

  /** For a tool that its server has just denied: throws `tool-not-found` when it has left the list, which is asked for anew, but not all the time. */
  async requireListed(
    { server, pooled, entry }: CallableTool,
    waitMs: number,
    scope: CallScope,
  ): Promise<void> {
    const now = performance.now();
    const { catalogue } = pooled;
    let recount = this.recounts.get(pooled);
    if (recount === undefined || now - recount.startedAt >= staleAfterMs) {
      const { timeoutMs } = server.definition.options;
      const done = catalogue.get('tools', scope, { timeoutMs, refresh: true }).catch(() => undefined);
      this.recounts.set(pooled, (recount = { startedAt: now, done }));
    }
    await withDeadline(recount.done, waitMs, () => new Problem('upstream-timeout')).catch(() => undefined);
    const isListed = catalogue.peek('tools')?.items.some(({ name }) => name === entry.original) ?? true;
    if (!isListed) throw notFound(String(entry.shown['name']));
  }

  private async entry(
    accountId: string,
    server: RegisteredServer,
    snapshot: Snapshot,
    name: string,
  ): Promise<ToolEntry | undefined> {
    const { blocked, byName, denied } = await this.view(accountId, server, snapshot);
    const original = server.policy.originalOf(name);
    if (original !== undefined && denied.has(original))
      throw new Problem('tool-denied', `The policy of the server denies the tool "${name}".`);
    const kind = blocked.get(name);
    if (kind === undefined) return byName.get(name);
    throw new Problem(
      'tool-changed',
      `The tool "${name}" was ${kind} since the tools of this server were accepted.`,
    );
  }
}

/** Whether grants take some of its tools. */
function isPartlyCleared(
  server: RegisteredServer,
): server is RegisteredServer & Required<Pick<RegisteredServer, 'cleared'>> {
  return server.cleared?.by.isWhole === false;
}

/** A tool of which nothing is known but its name: its server does not list what it has. */
function unlisted(name: string): ToolEntry {
  return { original: name, shown: { name }, paramHeaders: [], repeatable: false, needsApproval: false };
}

function notFound(name: string, view?: ToolView): Problem {
  const nearest = view === undefined ? '' : suggestion(name, view.byName.keys());
  return new Problem('tool-not-found', `The server has no tool "${name}".${nearest}`);
}
