import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../kernel/page.js';
import type { UserPrincipal } from '../kernel/principal.js';
import { Problem } from '../kernel/problem.js';
import { Cursors } from '../platform/security/cursors.js';
import { AppConfigs } from './app-configs.service.js';
import { AppStore, type AuthoredVersion, type VersionSummary } from './app-store.port.js';

/** The versions of configs; none of them ever changes. */
@Injectable()
export class ConfigHistory {
  constructor(
    private readonly apps: AppConfigs,
    private readonly store: AppStore,
    private readonly cursors: Cursors,
  ) {}

  /** A version, the current one by default. Throws `app-not-found`, `config-version-not-found`. */
  async get(principal: UserPrincipal, app: string, version: number | undefined): Promise<AuthoredVersion> {
    const state = await this.apps.getManaged(principal, app);
    const found = await this.store.findVersion(state.app.id, version ?? state.app.config.version);
    if (found === undefined) throw new Problem('config-version-not-found');
    return found;
  }

  /** Newest first. Throws `app-not-found`, `invalid-cursor`. */
  async list(principal: UserPrincipal, app: string, page: PageRequest): Promise<Page<VersionSummary>> {
    const { id } = (await this.apps.getManaged(principal, app)).app;
    return this.cursors.pageOfRows(
      `config versions ${id}`,
      page,
      (limit, before) =>
        this.store.listVersions(id, limit, before === undefined ? undefined : Number(before)),
      ({ version }) => String(version),
    );
  }
}
