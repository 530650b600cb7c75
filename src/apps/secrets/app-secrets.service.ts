import { Injectable } from '@nestjs/common';
import type { Origin } from '../../accounts/audit/audit.service.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { newId } from '../../kernel/id.js';
import type { Page, PageRequest } from '../../kernel/page.js';
import type { UserPrincipal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { Cursors } from '../../platform/security/cursors.js';
import { AppConfigs } from '../app/app-configs.service.js';
import { AppSecretStore, type SecretView } from './app-secret-store.port.js';
import { AppSecretVault } from './app-secret-vault.js';
import { AppTransactions } from '../app/app-transactions.service.js';
import { SecretOrigins } from './secret-origins.service.js';

/** A secret on its way in. */
interface NewSecret {
  readonly name: string;
  readonly value: string;
  /** Where it may go; absent: where it may go already, or where the config sends it. */
  readonly origins?: readonly string[] | undefined;
}

/** The secrets of an app: they can be set and used, but never read back. */
@Injectable()
export class AppSecrets {
  constructor(
    private readonly apps: AppConfigs,
    private readonly store: AppSecretStore,
    private readonly origins: SecretOrigins,
    private readonly vault: AppSecretVault,
    private readonly transactions: AppTransactions,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly cursors: Cursors,
  ) {}

  /** By name. Throws `app-not-found`, `invalid-cursor`. */
  async list(principal: UserPrincipal, app: string, page: PageRequest): Promise<Page<SecretView>> {
    const { id } = (await this.apps.getReadable(principal, app)).app;
    return this.cursors.pageOf(await this.views(id), page, `secrets ${id}`);
  }

  /** Sets or replaces a secret; connections that use it are renewed. Throws `app-not-found`, `too-many-secrets`, `forbidden`. */
  async put(
    principal: UserPrincipal,
    app: string,
    { name, value, origins }: NewSecret,
    from: Origin,
  ): Promise<SecretView> {
    const { id } = (await this.apps.getManaged(principal, app)).app;
    const secret = { sealed: this.vault.seal(id, name, value), version: newId('sec') };
    return this.transactions.run(principal, id, from, async (record) => {
      // Of secrets that are set at once each counts those before it.
      await this.store.touch(id);
      await this.requireRoom(id, name);
      await this.store.put(id, name, secret, this.clock.now());
      if (origins !== undefined) await this.origins.give(principal, id, name, origins);
      await record({
        action: 'secret.set',
        details: { name, ...(origins === undefined ? {} : { origins }) },
      });
      await this.origins.takeUp(id, record);
      return this.view(id, name);
    });
  }

  /** Says anew where a secret may go. Throws `app-not-found`, `secret-not-found`. */
  async redirect(
    principal: UserPrincipal,
    app: string,
    { name, origins }: { readonly name: string; readonly origins: readonly string[] },
    from: Origin,
  ): Promise<SecretView> {
    const { id } = (await this.apps.getManaged(principal, app)).app;
    return this.transactions.run(principal, id, from, async (record) => {
      await this.store.touch(id);
      await this.view(id, name);
      await this.origins.give(principal, id, name, origins);
      await record({ action: 'secret.origins-changed', details: { name, origins } });
      await this.origins.takeUp(id, record);
      return this.view(id, name);
    });
  }

  /** Throws `app-not-found`, `secret-not-found`. */
  async remove(principal: UserPrincipal, app: string, name: string, from: Origin): Promise<void> {
    const { id } = (await this.apps.getManaged(principal, app)).app;
    await this.transactions.run(principal, id, from, async (record) => {
      if (!(await this.store.remove(id, name))) throw new Problem('secret-not-found');
      await this.origins.forget(principal, id, name);
      await record({ action: 'secret.deleted', details: { name } });
    });
  }

  private async requireRoom(id: string, name: string): Promise<void> {
    const { MAX_APP_SECRETS } = this.config.values;
    const set = (await this.store.list(id)).map((secret) => secret.name);
    const known = new Set([...set, ...(await this.origins.all(id)).keys()]);
    if (known.has(name) || known.size < MAX_APP_SECRETS) return;
    throw new Problem(
      'too-many-secrets',
      `An app can have ${String(MAX_APP_SECRETS)} secrets (MAX_APP_SECRETS), names that members have deleted among them.`,
    );
  }

  private async view(id: string, name: string): Promise<SecretView> {
    const found = (await this.views(id)).find((secret) => secret.name === name);
    if (found === undefined) throw new Problem('secret-not-found');
    return found;
  }

  private async views(id: string): Promise<SecretView[]> {
    const origins = await this.origins.all(id);
    return (await this.store.list(id)).map((secret) => ({
      ...secret,
      origins: origins.get(secret.name) ?? [],
    }));
  }
}
