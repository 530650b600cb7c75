import { Injectable } from '@nestjs/common';
import { AccessTokens } from '../../accounts/tokens/access-tokens.service.js';
import type { Origin } from '../../accounts/audit/audit.service.js';
import { Clock } from '../../kernel/pacing/clock.js';
import type { Page, PageRequest } from '../../kernel/page.js';
import type { UserPrincipal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Cursors } from '../../platform/security/cursors.js';
import { AppConfigs } from '../app/app-configs.service.js';
import { slugTaken } from './app-creation.service.js';
import { AppRemovals } from '../app/app-removals.service.js';
import { AppStore, type AppChange } from '../app/app-store.port.js';
import { AppTransactions } from '../app/app-transactions.service.js';
import { GrantLosses } from '../clearance/grant-losses.service.js';
import type { App } from '../document/app.js';

/** The apps of an account. */
@Injectable()
export class AppsService {
  constructor(
    private readonly apps: AppConfigs,
    private readonly store: AppStore,
    private readonly transactions: AppTransactions,
    private readonly removals: AppRemovals,
    private readonly grants: GrantLosses,
    private readonly keys: AccessTokens,
    private readonly clock: Clock,
    private readonly cursors: Cursors,
  ) {}

  /** Newest first. Throws `invalid-cursor`. */
  async list({ accountId }: UserPrincipal, page: PageRequest): Promise<Page<App>> {
    return this.cursors.pageOfRows(
      `apps ${accountId}`,
      page,
      (limit, cursor) => this.store.list(accountId, { limit, cursor }),
      ({ id }) => id,
    );
  }

  /** Throws `app-not-found`. */
  async get(principal: UserPrincipal, app: string): Promise<App> {
    return (await this.apps.getFresh(principal, app)).app;
  }

  /** Throws `app-not-found`, `slug-taken`. */
  async update(principal: UserPrincipal, app: string, change: AppChange, origin: Origin): Promise<App> {
    const { id, slug } = await this.get(principal, app);
    const wanted = change.slug ?? slug;
    const members = Object.keys(change);
    if (members.length > 0)
      try {
        await this.transactions.run(principal, id, origin, async (record) => {
          const updated = await this.store.update(id, change, this.clock.now());
          if (updated === 'taken') throw slugTaken(wanted);
          await record({ action: 'app.updated', details: { members } });
        });
      } catch (error) {
        const owner = await this.store.findIdBySlug(principal.accountId, wanted);
        throw owner === undefined || owner === id ? error : slugTaken(wanted);
      }
    return this.get(principal, id);
  }

  /** Removes the app with its configs and secrets; its keys die at once. Throws `app-not-found`. */
  async remove(principal: UserPrincipal, app: string, origin: Origin): Promise<void> {
    const { id, accountId, slug } = await this.get(principal, app);
    const giveBack = await this.removals.prepare(id);
    await this.transactions.run(principal, id, origin, async (record) => {
      if (!(await this.store.remove(id))) throw new Problem('app-not-found');
      for (const key of await this.keys.listOfApp(accountId, id))
        await this.keys.revoke(key.id, { accountId, appId: id });
      await record({ action: 'app.deleted', details: { slug } });
    });
    giveBack();
    await this.grants.lost(accountId);
  }
}
