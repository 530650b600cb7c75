import { Injectable } from '@nestjs/common';
import type { AccessToken } from '../../accounts/tokens/access-token.js';
import { AccessTokens, type IssuedToken } from '../../accounts/tokens/access-tokens.service.js';
import type { Origin } from '../../accounts/audit/audit.service.js';
import { Clock } from '../../kernel/pacing/clock.js';
import type { Page, PageRequest } from '../../kernel/page.js';
import type { UserPrincipal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Cursors } from '../../platform/security/cursors.js';
import { AppConfigs } from '../app/app-configs.service.js';
import { AppStore } from '../app/app-store.port.js';
import { AppTransactions } from '../app/app-transactions.service.js';
import { keyScopes } from './key-scopes.js';

/** Two, so that a new key can be brought out before the old one is revoked. */
const maxLiveKeys = 2;
/** Keys that were made for clients: each has its own, and for a while the one before. */
const maxClientKeys = 50;

export interface NewKey {
  readonly name?: string | undefined;
  /** Slug of the client that it is for. */
  readonly client?: string | undefined;
  readonly scopes?: readonly (typeof keyScopes)[number][] | undefined;
  /** Milliseconds since the epoch; without it the key lives until it is revoked. */
  readonly expiresAt?: number | undefined;
}

/** The keys (`gta_…`) of an app, by which programs use it. */
@Injectable()
export class AppKeys {
  constructor(
    private readonly apps: AppConfigs,
    private readonly store: AppStore,
    private readonly tokens: AccessTokens,
    private readonly transactions: AppTransactions,
    private readonly clock: Clock,
    private readonly cursors: Cursors,
  ) {}

  /** Live ones, newest first. Throws `app-not-found`, `invalid-cursor`. */
  async list(principal: UserPrincipal, app: string, page: PageRequest): Promise<Page<AccessToken>> {
    const { id, accountId } = (await this.apps.getFresh(principal, app)).app;
    return this.cursors.pageOf(await this.tokens.listOfApp(accountId, id), page, `keys ${id}`);
  }

  /** Throws `app-not-found`, `too-many-keys`, `insufficient-scope` for scopes that the caller lacks, `invalid-request` for a past expiry. */
  async create(
    principal: UserPrincipal,
    app: string,
    { name = 'App key', client, scopes = keyScopes, expiresAt }: NewKey,
    origin: Origin,
  ): Promise<IssuedToken> {
    const { id, accountId } = (await this.apps.getFresh(principal, app)).app;
    const lacking = scopes.filter((scope) => !principal.scopes.has(scope));
    if (lacking.length > 0)
      throw new Problem('insufficient-scope', `You cannot hand on what you lack: ${lacking.join(' ')}.`);
    if (expiresAt !== undefined && expiresAt <= this.clock.now())
      throw new Problem('invalid-request', undefined, {
        errors: [{ pointer: '/expiresAt', detail: 'must be in the future' }],
      });
    return this.transactions.run(principal, id, origin, async (record) => {
      if (!(await this.store.lock(id))) throw new Problem('app-not-found');
      requirePlace(await this.tokens.listOfApp(accountId, id), client !== undefined);
      const to = { accountId, appId: id, name, client: client ?? null, scopes, expiresAt: expiresAt ?? null };
      const issued = await this.tokens.issueToApp(to);
      await record({
        action: 'app-key.created',
        details: { key: issued.token.id, scopes: [...scopes], ...(client === undefined ? {} : { client }) },
      });
      return issued;
    });
  }

  /** Throws `app-not-found`, `key-not-found`. */
  async revoke(principal: UserPrincipal, app: string, keyId: string, origin: Origin): Promise<void> {
    const { id, accountId } = (await this.apps.getFresh(principal, app)).app;
    await this.transactions.run(principal, id, origin, async (record) => {
      const keys = await this.tokens.listOfApp(accountId, id);
      if (!keys.some((key) => key.id === keyId)) throw new Problem('key-not-found');
      await this.tokens.revoke(keyId, { accountId, appId: id });
      await record({ action: 'app-key.revoked', details: { key: keyId } });
    });
  }
}

function requirePlace(keys: readonly AccessToken[], isOfClient: boolean): void {
  const max = isOfClient ? maxClientKeys : maxLiveKeys;
  if (keys.filter(({ client }) => (client !== null) === isOfClient).length < max) return;
  const kind = isOfClient ? 'keys for clients' : 'live keys';
  throw new Problem('too-many-keys', `An app can have ${String(max)} ${kind}; revoke one first.`);
}
