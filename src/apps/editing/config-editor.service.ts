import { Injectable } from '@nestjs/common';
import type { CallScope } from '../../kernel/call-scope.js';
import { Clock } from '../../kernel/pacing/clock.js';
import type { UserPrincipal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import type { AppConfig } from '../document/app-config.schema.js';
import { AppConfigs } from '../app/app-configs.service.js';
import { ConfigAuthors } from '../app/config-authors.service.js';
import { AppStore, type ConfigVersion } from '../app/app-store.port.js';
import { AppTransactions } from '../app/app-transactions.service.js';
import type { AppState, ConfigRef } from '../document/app.js';
import { configChanges, type ConfigChange } from './config-changes.js';
import { ConfigChecks } from './config-checks.service.js';
import { ConfigFollowers } from './config-followers.service.js';
import { ConfigThinning } from './config-thinning.service.js';
import type { ConfigWarning } from '../document/config-findings.js';
import { SecretOrigins } from '../secrets/secret-origins.service.js';
import { buildsOn, configEtag, configText, type ConfigBase } from './config-state.js';

/** A config on its way in. */
export interface ConfigWrite {
  readonly config: unknown;
  readonly base: ConfigBase | undefined;
  readonly message?: string | undefined;
  /** Only says what would happen. */
  readonly dryRun?: boolean;
  /** Saves credentials in plain, too. */
  readonly allowLiterals?: boolean;
  /** The version that is being brought back. */
  readonly restoredFrom?: number;
}

export interface ConfigOutcome {
  readonly version: number;
  readonly etag: string;
  readonly changes: readonly ConfigChange[];
  readonly warnings: readonly ConfigWarning[];
  readonly config: AppConfig;
}

/** Changes configs: each change is a new version, built on a state that the writer has seen. */
@Injectable()
export class ConfigEditor {
  constructor(
    private readonly apps: AppConfigs,
    private readonly store: AppStore,
    private readonly checks: ConfigChecks,
    private readonly transactions: AppTransactions,
    private readonly origins: SecretOrigins,
    private readonly clock: Clock,
    private readonly thinning: ConfigThinning,
    private readonly followers: ConfigFollowers,
    private readonly authors: ConfigAuthors,
  ) {}

  /**
   * Saves a config. Of any number of writers that build on the same state one succeeds. Throws `app-not-found`,
   * `precondition-required`, `invalid-config`, `stdio-not-allowed`, `config-changed`,
   * `overloaded` when the account has no room for it.
   */
  async save(
    principal: UserPrincipal,
    app: string,
    write: ConfigWrite,
    scope: CallScope,
  ): Promise<ConfigOutcome> {
    const state = await this.apps.getManaged(principal, app);
    const { base, allowLiterals = false } = write;
    if (base === undefined)
      throw new Problem(
        'precondition-required',
        'Neither If-Match nor `version` says which version this builds on.',
      );
    if (!buildsOn(base, state.app.config)) throw changed(state.app.config);
    const examined = await this.checks.examine(write.config, { allowLiterals, current: state.config });
    const { config } = examined;
    const tried: AppState = { ...state, config, isDraft: true };
    await this.origins.takeUpDraft(principal, tried, scope);
    const warnings = await this.checks.check(examined, tried, scope);
    const draft = { ...write, base, config, warnings };
    if (write.dryRun === true) return await preview(state, draft, await this.isOrphaned(state));
    for (;;) {
      const outcome = await this.attempt(
        principal,
        await this.apps.getManaged(principal, state.app.id),
        draft,
        scope,
      );
      if (outcome !== undefined) return outcome;
    }
  }

  /** Makes the content of an older version the newest one; the versions between stay. Throws `config-version-not-found`, `config-version-blanked` too. */
  async rollback(
    principal: UserPrincipal,
    app: string,
    { version, ...write }: Omit<ConfigWrite, 'config' | 'restoredFrom'> & { readonly version: number },
    scope: CallScope,
  ): Promise<ConfigOutcome> {
    const state = await this.apps.getManaged(principal, app);
    const old = await this.store.findVersion(state.app.id, version);
    if (old === undefined) throw new Problem('config-version-not-found');
    if (old.blankedAt !== null) throw new Problem('config-version-blanked');
    const config = JSON.parse(old.content) as unknown;
    const message = write.message ?? `Rollback to version ${String(version)}`;
    return this.save(principal, app, { ...write, config, message, restoredFrom: version }, scope);
  }

  /** Whether hooks or notices act with the access of an author who has left the account: then they need another one. */
  private async isOrphaned({ app, config: { policies } }: AppState): Promise<boolean> {
    const { hooks = [], notify = [] } = policies ?? {};
    if (hooks.length === 0 && !notify.some(({ tool }) => tool !== undefined)) return false;
    return (await this.authors.find(app.accountId, app.config.authorId)) === undefined;
  }

  /** `undefined` when another writer was faster and this one does not mind. */
  private async attempt(
    principal: UserPrincipal,
    state: AppState,
    draft: Draft,
    scope: CallScope,
  ): Promise<ConfigOutcome | undefined> {
    const { id, config: current } = state.app;
    if (!buildsOn(draft.base, current)) throw changed(current);
    const outcome = await preview(state, draft, await this.isOrphaned(state));
    if (outcome.version === current.version) return outcome;
    const next = versionOf(outcome, draft, principal.userId, this.clock.now());
    const action = draft.restoredFrom === undefined ? 'config.saved' : 'config.rolled-back';
    const details = {
      version: next.version,
      changes: outcome.changes.length,
      ...(draft.allowLiterals === true ? { allowLiterals: true } : {}),
    };
    const write = () =>
      this.transactions.run(principal, id, scope, async (record) => {
        if (!(await this.store.advance(id, next))) return false;
        await record({ action, details });
        await this.origins.takeUp(id, record);
        await this.followers.follow(id, draft.config);
        await this.thinning.thinOut(id);
        return true;
      });
    const bytes = Buffer.byteLength(configText(draft.config));
    const won = await this.thinning.withRoom(state.app.accountId, bytes, write);
    return won ? outcome : undefined;
  }
}

type Draft = Omit<ConfigWrite, 'base' | 'config'> & {
  readonly base: ConfigBase;
  readonly config: AppConfig;
  readonly warnings: readonly ConfigWarning[];
};

/** What the write makes of the current state; unchanged content keeps the version, unless that one is `isOrphaned`. */
async function preview(
  { app, config: before }: AppState,
  { config, warnings }: Draft,
  isOrphaned: boolean,
): Promise<ConfigOutcome> {
  const changes = await configChanges(before, config);
  if (changes.length === 0 && !isOrphaned) {
    const { version, etag } = app.config;
    return { version, etag, changes, warnings, config: before };
  }
  const version = app.config.version + 1;
  return { version, etag: configEtag(version, configText(config)), changes, warnings, config };
}

function versionOf(
  { version, etag, config }: ConfigOutcome,
  { message, restoredFrom }: Draft,
  authorId: string,
  createdAt: number,
): ConfigVersion {
  return {
    ...{ version, etag, authorId, createdAt },
    content: configText(config),
    message: message ?? null,
    restoredFrom: restoredFrom ?? null,
    blankedAt: null,
  };
}

function changed({ version, etag }: ConfigRef): Problem {
  return new Problem('config-changed', `The current version is ${String(version)}.`, {
    members: { currentVersion: version, currentEtag: etag },
    headers: { etag },
  });
}
