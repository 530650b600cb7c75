import { Injectable } from '@nestjs/common';
import { decodeCursor, encodeCursor, type Page, type PageRequest } from '../kernel/page.js';
import type { UserPrincipal } from '../kernel/principal.js';
import { Problem } from '../kernel/problem.js';
import { AppConfigs } from './app-configs.service.js';
import { AppStore, type AuthoredVersion, type VersionSummary } from './app-store.port.js';

/** The versions of configs; none of them ever changes. */
@Injectable()
export class ConfigHistory {
  constructor(
    private readonly apps: AppConfigs,
    private readonly store: AppStore,
  ) {}

  /** A version, the current one by default. Throws `app-not-found`, `config-version-not-found`. */
  async get(principal: UserPrincipal, app: string, version: number | undefined): Promise<AuthoredVersion> {
    const state = await this.apps.getFresh(principal, app);
    const found = await this.store.findVersion(state.app.id, version ?? state.app.config.version);
    if (found === undefined) throw new Problem('config-version-not-found');
    return found;
  }

  /** Newest first. Throws `app-not-found`, `invalid-cursor`. */
  async list(
    principal: UserPrincipal,
    app: string,
    { limit, cursor }: PageRequest,
  ): Promise<Page<VersionSummary>> {
    const { id } = (await this.apps.getFresh(principal, app)).app;
    const list = `config versions ${id}`;
    const before = cursor === undefined ? undefined : Number(decodeCursor(list, cursor));
    const rows = await this.store.listVersions(id, limit + 1, before);
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    return { items, ...(last === undefined ? {} : { nextCursor: encodeCursor(list, String(last.version)) }) };
  }
}
