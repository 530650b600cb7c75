import { Injectable } from '@nestjs/common';
import type { Origin } from '../accounts/audit.service.js';
import { Clock } from '../kernel/clock.js';
import { newId } from '../kernel/id.js';
import type { Page, PageRequest } from '../kernel/page.js';
import type { UserPrincipal } from '../kernel/principal.js';
import { Problem } from '../kernel/problem.js';
import { Config } from '../platform/config/config.js';
import { Cursors } from '../platform/security/cursors.js';
import { AppConfigs } from './app-configs.service.js';
import { AppSecretStore, type SecretSummary } from './app-secret-store.port.js';
import { AppSecretVault } from './app-secret-vault.js';
import { AppTransactions } from './app-transactions.service.js';

/** The secrets of an app: they can be set and used, but never read back. */
@Injectable()
export class AppSecrets {
  constructor(
    private readonly apps: AppConfigs,
    private readonly store: AppSecretStore,
    private readonly vault: AppSecretVault,
    private readonly transactions: AppTransactions,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly cursors: Cursors,
  ) {}

  /** By name. Throws `app-not-found`, `invalid-cursor`. */
  async list(principal: UserPrincipal, app: string, page: PageRequest): Promise<Page<SecretSummary>> {
    const { id } = (await this.apps.getFresh(principal, app)).app;
    return this.cursors.pageOf(await this.store.list(id), page, `secrets ${id}`);
  }

  /** Sets or replaces a secret; connections that use it are renewed. Throws `app-not-found`, `too-many-secrets`. */
  async put(
    principal: UserPrincipal,
    app: string,
    { name, value }: { readonly name: string; readonly value: string },
    origin: Origin,
  ): Promise<SecretSummary> {
    const state = await this.apps.getFresh(principal, app);
    const { id } = state.app;
    const { MAX_APP_SECRETS } = this.config.values;
    if (!state.secrets.has(name) && state.secrets.size >= MAX_APP_SECRETS)
      throw new Problem(
        'too-many-secrets',
        `An app can have ${String(MAX_APP_SECRETS)} secrets (MAX_APP_SECRETS).`,
      );
    const secret = { sealed: this.vault.seal(id, name, value), version: newId('sec') };
    return this.transactions.run(principal, id, origin, async (record) => {
      const summary = await this.store.put(id, name, secret, this.clock.now());
      await record({ action: 'secret.set', details: { name } });
      return summary;
    });
  }

  /** Throws `app-not-found`, `secret-not-found`. */
  async remove(principal: UserPrincipal, app: string, name: string, origin: Origin): Promise<void> {
    const { id } = (await this.apps.getFresh(principal, app)).app;
    await this.transactions.run(principal, id, origin, async (record) => {
      if (!(await this.store.remove(id, name))) throw new Problem('secret-not-found');
      await record({ action: 'secret.deleted', details: { name } });
    });
  }
}
