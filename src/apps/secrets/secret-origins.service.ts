import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import type { Principal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { AppSecretStore } from './app-secret-store.port.js';
import { AppStore } from '../app/app-store.port.js';
import type { AppConfig } from '../document/app-config.schema.js';
import { AppTransactions, type Record } from '../app/app-transactions.service.js';
import type { AppState, SecretOrigin } from '../document/app.js';
import { SecretOriginStore } from './secret-origin-store.port.js';
import { firstUsesOf, normalOrigin, secretUsesOf, type SecretUse } from '../document/secret-uses.js';
import type { Origin } from '../../accounts/audit/audit.service.js';

/** Where secrets may go: to the origins that they were given for, or that the first config in force sent them to. */
@Injectable()
export class SecretOrigins {
  constructor(
    private readonly store: SecretOriginStore,
    private readonly secrets: AppSecretStore,
    private readonly apps: AppStore,
    private readonly transactions: AppTransactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Inside the transaction that sets a secret: from now on it may go to these origins only. Throws `forbidden` when a member widens
   * what others have given.
   */
  async give(principal: Principal, appId: string, name: string, wanted: readonly string[]): Promise<void> {
    const before = (await this.store.list(appId)).get(name) ?? [];
    const origins = [...new Set(wanted.map((origin) => normalOrigin(origin) ?? origin))];
    const isNew = (origin: string) => !before.some((given) => given.origin === origin);
    const added = origins.filter(isNew);
    if (before.length > 0 && added.length > 0 && !isAdmin(principal))
      throw new Problem(
        'forbidden',
        `The secret ${name} is given for other origins; an owner or admin of the account can add ${added.join(', ')}.`,
      );
    const removed = before.filter(({ origin }) => !origins.includes(origin)).map(({ origin }) => origin);
    await this.store.remove(appId, name, removed);
    await this.store.add(
      appId,
      name,
      added.map((origin) => ({ origin, usedAt: null })),
      this.clock.now(),
    );
  }

  /** Inside the transaction that deletes a secret: who may widen, forgets; otherwise the name keeps its origins. */
  async forget(principal: Principal, appId: string, name: string): Promise<void> {
    if (!isAdmin(principal)) return;
    const origins = (await this.store.list(appId)).get(name) ?? [];
    await this.store.remove(
      appId,
      name,
      origins.map(({ origin }) => origin),
    );
  }

  /** By the name of the secret, deleted ones among them. */
  all(appId: string): Promise<ReadonlyMap<string, readonly SecretOrigin[]>> {
    return this.store.list(appId);
  }

  /**
   * Inside the transaction that puts a config or a secret in force, when its writer has the app locked: secrets without an origin are
   * fixed to where the config sends them; each first use at an origin goes on record.
   */
  async takeUp(appId: string, record: Record): Promise<void> {
    const state = await this.apps.findState(appId);
    if (state === undefined) return;
    const uses = secretUsesOf(JSON.parse(state.content) as AppConfig);
    if (uses.length === 0) return;
    const set = new Set((await this.secrets.list(appId)).map(({ name }) => name));
    const given = await this.store.list(appId);
    const unfixed = uses.filter(({ name }) => set.has(name) && !given.has(name));
    for (const name of new Set(unfixed.map((use) => use.name)))
      await this.store.add(appId, name, originsIn(unfixed, name), this.clock.now());
    const present = await this.store.list(appId);
    await this.use(appId, uses, (name) => (set.has(name) ? present.get(name) : undefined), record);
  }

  /** Before a draft is tried: what it sends to origins that are given, and never did, goes on record. */
  async takeUpDraft(principal: Principal, draft: AppState, from: Origin): Promise<void> {
    const { app, config, secrets } = draft;
    const originsOf = (name: string) => secrets.get(name)?.origins;
    // Hooks of a draft are not asked.
    const uses = secretUsesOf({ mcpServers: config.mcpServers });
    if (firstUsesOf(uses, originsOf).length === 0) return;
    await this.transactions.run(principal, app.id, from, async (record) => {
      await this.apps.lock(app.id);
      const present = await this.store.list(app.id);
      await this.use(app.id, uses, (name) => present.get(name), record);
    });
  }

  private async use(
    appId: string,
    uses: readonly SecretUse[],
    originsOf: (name: string) => readonly SecretOrigin[] | undefined,
    record: Record,
  ): Promise<void> {
    const recorded = new Set<string>();
    for (const { name, origin, server } of firstUsesOf(uses, originsOf)) {
      if (recorded.has(`${name} ${origin}`)) continue;
      recorded.add(`${name} ${origin}`);
      await this.store.markUsed(appId, name, origin, this.clock.now());
      await record({ action: 'secret.first-used', details: { name, origin, server } });
    }
  }
}

function originsIn(uses: readonly { name: string; origin: string }[], name: string): SecretOrigin[] {
  const origins = uses.filter((use) => use.name === name).map(({ origin }) => origin);
  return [...new Set(origins)].map((origin) => ({ origin, usedAt: null }));
}

function isAdmin(principal: Principal): boolean {
  return principal.kind === 'user' && principal.role !== 'member';
}
