import { Injectable } from '@nestjs/common';
import type { CallScope } from '../../kernel/call-scope.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { Problem } from '../../kernel/problems/problem.js';
import type { Snapshot } from '../connection/lists/catalogue.js';
import { wholeServer } from '../declared/cleared-server.js';
import { ListViews } from './list-views.js';
import { MissedNames } from './missed-names.js';
import { everything, type PinChange } from './pins/drift.js';
import { PinnedViews } from './pins/pinned-views.js';
import { Pins } from './pins/pins.service.js';
import type { Verdict } from './pins/verdict.js';
import type { RegisteredServer } from '../declared/registered-server.js';
import type { PooledUpstream } from '../connection/upstream-pool.service.js';

/** The prompts of a server as callers see them. */
export interface PromptView {
  readonly items: readonly JsonObject[];
  /** What was taken out because it is not what the app's owner accepted. */
  readonly blocked: ReadonlyMap<string, PinChange['kind']>;
}

/** Which prompts of a server callers see: its list as the pins of the app leave it. */
@Injectable()
export class PromptFinder {
  private readonly views = new ListViews<PromptView>(viewing);
  private readonly pinned: PinnedViews<PromptView>;
  private readonly missed = new MissedNames();

  constructor(pins: Pins) {
    this.pinned = new PinnedViews(pins, { kind: 'prompts', matters: everything, without });
  }

  /** What is known already; asks nobody. */
  known(of: RegisteredServer, { catalogue }: PooledUpstream): PromptView | undefined {
    const server = wholeServer(of);
    const snapshot = catalogue.peek('prompts');
    const view = snapshot === undefined ? undefined : this.views.peek(server, snapshot);
    return view === undefined ? undefined : this.pinned.known(server, view);
  }

  async view(accountId: string, of: RegisteredServer, snapshot: Snapshot): Promise<PromptView> {
    const server = wholeServer(of);
    const view = await this.views.get(server, snapshot);
    return (
      this.pinned.known(server, view) ?? (await this.pinned.apply(accountId, server, view, snapshot.items))
    );
  }

  /** How a list differs from the pin; `undefined` for a server that is not an app's, or not pinned. */
  async drift(accountId: string, of: RegisteredServer, snapshot: Snapshot): Promise<Verdict | undefined> {
    const server = wholeServer(of);
    return this.pinned.driftOf(accountId, server, await this.views.get(server, snapshot), snapshot.items);
  }

  /** For a server whose changed prompts are blocked. Throws `prompt-changed`, and `prompt-not-found` for what nobody can have accepted. */
  async requireAccepted(
    accountId: string,
    server: RegisteredServer,
    pooled: PooledUpstream,
    name: string,
    scope: CallScope,
  ): Promise<void> {
    const { catalogue } = pooled;
    const { timeoutMs } = server.definition.options;
    const known = catalogue.peek('prompts');
    if (known !== undefined && (await this.isAccepted(accountId, server, known, name))) return;
    const isAsked = known === undefined || this.missed.mayAskAgain(pooled);
    const asked = isAsked ? await catalogue.get('prompts', scope, { timeoutMs, refresh: true }) : undefined;
    if (asked !== undefined && (await this.isAccepted(accountId, server, asked, name))) return;
    throw new Problem('prompt-not-found', `There is no prompt "${name}".`);
  }

  private async isAccepted(
    accountId: string,
    server: RegisteredServer,
    snapshot: Snapshot,
    name: string,
  ): Promise<boolean> {
    const { items, blocked } = await this.view(accountId, server, snapshot);
    const kind = blocked.get(name);
    if (kind === undefined) return items.some((prompt) => prompt['name'] === name);
    throw new Problem(
      'prompt-changed',
      `The prompt "${name}" was ${kind} since the prompts of this server were accepted.`,
    );
  }
}

function* viewing(items: Snapshot['items']): Generator<undefined, PromptView> {
  yield undefined;
  return { items, blocked: new Map() };
}

function without({ items }: PromptView, changes: ReadonlyMap<string, PinChange['kind']>): PromptView {
  const blocked = new Map<string, PinChange['kind']>();
  const left = items.filter(({ name }) => {
    const kind = changes.get(String(name));
    if (kind !== undefined) blocked.set(String(name), kind);
    return kind === undefined;
  });
  return { items: left, blocked };
}
