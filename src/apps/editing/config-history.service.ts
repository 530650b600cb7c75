import { Injectable } from '@nestjs/common';
import type { Origin } from '../../accounts/audit/audit.service.js';
import { Clock } from '../../kernel/pacing/clock.js';
import type { Page, PageRequest } from '../../kernel/page.js';
import type { UserPrincipal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Cursors } from '../../platform/security/cursors.js';
import { AppConfigs } from '../app/app-configs.service.js';
import { AppTransactions } from '../app/app-transactions.service.js';
import { AppStore, type AuthoredVersion, type VersionSummary } from '../app/app-store.port.js';

/** The versions of configs: none of them ever changes, but an owner can erase what one said. */
@Injectable()
export class ConfigHistory {
  constructor(
    private readonly apps: AppConfigs,
    private readonly store: AppStore,
    private readonly transactions: AppTransactions,
    private readonly clock: Clock,
    private readonly cursors: Cursors,
  ) {}

  /** A version, the current one by default. Throws `app-not-found`, `config-version-not-found`, `config-version-blanked`. */
  async get(principal: UserPrincipal, app: string, version: number | undefined): Promise<AuthoredVersion> {
    const state = await this.apps.getReadable(principal, app);
    const found = await this.store.findVersion(state.app.id, version ?? state.app.config.version);
    if (found === undefined) throw new Problem('config-version-not-found');
    if (found.blankedAt !== null) throw new Problem('config-version-blanked');
    return found;
  }

  /**
   * Erases what an older version said; that it was there stays. Throws `app-not-found`, `config-version-not-found`,
   * `config-version-current`.
   */
  async blank(principal: UserPrincipal, app: string, version: number, origin: Origin): Promise<void> {
    const { id } = (await this.apps.getManaged(principal, app)).app;
    await this.transactions.run(principal, id, origin, async (record) => {
      await this.store.lock(id);
      const state = await this.store.findState(id);
      if (state?.app.config.version === version) throw new Problem('config-version-current');
      const found = await this.store.findVersion(id, version);
      if (found === undefined) throw new Problem('config-version-not-found');
      if (found.blankedAt !== null) return;
      await this.store.blankVersion(id, version, this.clock.now());
      await record({ action: 'config.version-blanked', details: { version } });
    });
  }

  /** Newest first. Throws `app-not-found`, `invalid-cursor`. */
  async list(principal: UserPrincipal, app: string, page: PageRequest): Promise<Page<VersionSummary>> {
    const { id } = (await this.apps.getReadable(principal, app)).app;
    return this.cursors.pageOfRows(
      `config versions ${id}`,
      page,
      (limit, before) =>
        this.store.listVersions(id, limit, before === undefined ? undefined : Number(before)),
      ({ version }) => String(version),
    );
  }
}
