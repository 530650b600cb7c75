import { Injectable } from '@nestjs/common';
import type { UserPrincipal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { requireScope } from '../../platform/security/access.js';
import { AccessTokens } from './access-tokens.service.js';
import { Audit, type Origin } from '../audit/audit.service.js';
import type { Identity } from './identity.js';
import { PeopleStore } from '../people/people-store.port.js';
import { membershipIn } from '../people/person.js';

/** What people can ask about themselves and their tokens. */
@Injectable()
export class Identities {
  constructor(
    private readonly people: PeopleStore,
    private readonly tokens: AccessTokens,
    private readonly audit: Audit,
  ) {}

  /** Throws `unauthorized` when the user or the token has just gone. */
  async get(principal: UserPrincipal): Promise<Identity> {
    const token = await this.tokens.getOwn(principal);
    const user = await this.people.findUser(principal.userId);
    const memberships = await this.people.listMemberships(principal.userId);
    const membership = membershipIn(memberships, principal.accountId);
    if (user === undefined || membership === undefined) throw new Problem('unauthorized');
    return { user, ...membership, token: { ...token, scopes: [...principal.scopes] } };
  }

  /** Revokes one of the caller's own tokens in this account: that of the request, or any with the scope `account`. Throws `token-not-found`, `insufficient-scope`. */
  async revoke(principal: UserPrincipal, tokenId: string, origin: Origin): Promise<void> {
    const { accountId, userId } = principal;
    if (tokenId !== principal.tokenId) requireScope('account', principal);
    await this.tokens.revoke(tokenId, { accountId, userId });
    await this.audit.record(principal, { action: 'token.revoked', target: tokenId }, origin);
  }
}
