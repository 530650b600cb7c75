import { Injectable } from '@nestjs/common';
import { AccountRules } from '../../accounts/people/account-rules.service.js';
import type { CallScope } from '../../kernel/call-scope.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { newId } from '../../kernel/id.js';
import type { UserPrincipal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { slugOf } from '../../kernel/text/slug.js';
import { Config } from '../../platform/config/config.js';
import type { AppConfig } from '../document/app-config.schema.js';
import { AppStore, type ConfigVersion } from '../app/app-store.port.js';
import { AppTransactions } from '../app/app-transactions.service.js';
import type { App } from '../document/app.js';
import { ConfigChecks } from './config-checks.service.js';
import { ConfigFollowers } from './config-followers.service.js';
import { ConfigThinning } from './config-thinning.service.js';
import { configEtag, configText } from './config-state.js';

export interface NewApp {
  readonly name: string;
  /** Made of the name when absent. */
  readonly slug?: string | undefined;
  readonly description?: string | undefined;
  readonly config?: unknown;
  /** Takes credentials in plain, too. */
  readonly allowLiterals?: boolean;
}

/** Makes apps. An app has a config from the first moment: version 1. */
@Injectable()
export class AppCreation {
  constructor(
    private readonly store: AppStore,
    private readonly checks: ConfigChecks,
    private readonly transactions: AppTransactions,
    private readonly clock: Clock,
    private readonly settings: Config,
    private readonly rules: AccountRules,
    private readonly thinning: ConfigThinning,
    private readonly followers: ConfigFollowers,
  ) {}

  /** Throws `slug-taken`, `too-many-apps`, `invalid-config`, `stdio-not-allowed`, `invalid-request` when no slug can be made of the name. */
  async create(principal: UserPrincipal, wanted: NewApp, scope: CallScope): Promise<App> {
    await this.rules.requireConfigAccess(principal);
    const examined = await this.checks.examine(wanted.config ?? { mcpServers: {} }, {
      allowLiterals: wanted.allowLiterals ?? false,
    });
    const { config } = examined;
    const app = this.describe(principal, wanted, config);
    await this.requireRoom(app);
    await this.checks.check(examined, { app, config, secrets: new Map(), isDraft: true }, scope);
    const { version, etag, updatedAt } = app.config;
    const first: ConfigVersion = {
      ...{ version, etag, authorId: principal.userId, createdAt: updatedAt },
      ...{ content: configText(config), message: null, restoredFrom: null, blankedAt: null },
    };
    try {
      await this.thinning.withRoom(app.accountId, Buffer.byteLength(first.content), async () => {
        // Others have been made while this one was checked.
        await this.requireRoom(app);
        await this.transactions.run(principal, app.id, scope, async (record) => {
          if (!(await this.store.insert(app, first))) throw slugTaken(app.slug);
          await record({ action: 'app.created', details: { slug: app.slug } });
          await this.followers.follow(app.id, config);
        });
      });
    } catch (error) {
      if ((await this.store.findIdBySlug(app.accountId, app.slug)) !== undefined) throw slugTaken(app.slug);
      throw error;
    }
    return app;
  }

  private describe(
    { accountId, userId }: UserPrincipal,
    { name, slug, description }: NewApp,
    config: AppConfig,
  ): App {
    const now = this.clock.now();
    return {
      id: newId('app'),
      accountId,
      slug: slug ?? slugOf(name) ?? refuseName(),
      name,
      description: description ?? '',
      createdAt: now,
      updatedAt: now,
      config: { version: 1, etag: configEtag(1, configText(config)), updatedAt: now, authorId: userId },
    };
  }

  private async requireRoom({ accountId, slug }: App): Promise<void> {
    if ((await this.store.findIdBySlug(accountId, slug)) !== undefined) throw slugTaken(slug);
    const { MAX_APPS } = this.settings.values;
    if ((await this.store.count(accountId)) >= MAX_APPS)
      throw new Problem('too-many-apps', `MAX_APPS allows ${String(MAX_APPS)} apps per account.`);
  }
}

/** The slug is that of another app of the account. */
export function slugTaken(slug: string): Problem {
  return new Problem('slug-taken', `The account has an app "${slug}" already.`);
}

function refuseName(): never {
  throw new Problem('invalid-request', undefined, {
    errors: [{ pointer: '/slug', detail: 'is needed: no slug can be made of this name' }],
  });
}
