import { Injectable } from '@nestjs/common';
import { Accounts } from '../../accounts/people/accounts.service.js';
import { Identities } from '../../accounts/sessions/identities.service.js';
import type { Identity } from '../../accounts/sessions/identity.js';
import { AccessTokens } from '../../accounts/tokens/access-tokens.service.js';
import type { AppPrincipal, Principal } from '../../kernel/principal.js';
import { AppConfigs } from '../app/app-configs.service.js';
import type { KeyIdentity } from './key-identity.js';

/** Who is asking, whatever they ask with. */
@Injectable()
export class Me {
  constructor(
    private readonly identities: Identities,
    private readonly accounts: Accounts,
    private readonly tokens: AccessTokens,
    private readonly apps: AppConfigs,
  ) {}

  /** Throws `unauthorized` when the caller has just gone, `app-not-found` when the app of a key has. */
  async get(principal: Principal): Promise<Identity | KeyIdentity> {
    return principal.kind === 'user' ? this.identities.get(principal) : this.key(principal);
  }

  private async key(principal: AppPrincipal): Promise<KeyIdentity> {
    const token = await this.tokens.getOwn(principal);
    const { app } = await this.apps.getOfKey(principal);
    return { account: await this.accounts.get(principal.accountId), app, token };
  }
}
