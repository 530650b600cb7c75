import { Injectable } from '@nestjs/common';
import type { UserPrincipal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { requireScope } from '../../platform/security/access.js';
import { Audit, type Origin } from '../audit/audit.service.js';
import { PeopleStore } from '../people/people-store.port.js';
import { membershipIn } from '../people/person.js';
import type { ShownToken } from '../tokens/access-token.js';
import { AccessTokens } from '../tokens/access-tokens.service.js';
import type { Identity } from './identity.js';
import { SessionPlaces } from './session-places.service.js';
import { SessionStore, type Session } from './session-store.port.js';
import { Sessions } from './sessions.service.js';

/** What people can ask about themselves, their tokens and the browser that they are signed in with. */
@Injectable()
export class Identities {
  constructor(
    private readonly people: PeopleStore,
    private readonly tokens: AccessTokens,
    private readonly sessions: Sessions,
    private readonly sessionStore: SessionStore,
    private readonly places: SessionPlaces,
    private readonly audit: Audit,
  ) {}

  /** Throws `unauthorized` when the user, the token or the session has just gone. */
  async get(principal: UserPrincipal): Promise<Identity> {
    const { userId, accountId, grant } = principal;
    const session = principal.session === undefined ? undefined : await this.getSession(principal);
    const token = session === undefined ? await this.tokens.getOwn(principal) : browserOf(session);
    const user = await this.people.findUser(userId);
    const all =
      session === undefined ? await this.people.listMemberships(userId) : await this.places.list(session);
    const membership = membershipIn(all, accountId);
    if (user === undefined || membership === undefined) throw new Problem('unauthorized');
    return {
      ...{ user, ...membership, token: { ...token, scopes: [...principal.scopes] } },
      memberships: grant === undefined ? all : [membership],
    };
  }

  /**
   * Revokes one of the caller's own tokens in this account: that of the request, or any with the scope `account` or in a browser. Throws
   * `token-not-found`, `insufficient-scope`.
   */
  async revoke(principal: UserPrincipal, tokenId: string, origin: Origin): Promise<void> {
    const { accountId, userId } = principal;
    if (tokenId !== principal.tokenId && principal.session === undefined) requireScope('account', principal);
    await this.tokens.revoke(tokenId, { accountId, userId });
    await this.audit.record(principal, { action: 'token.revoked', target: tokenId }, origin);
  }

  /** Ends what the request was made with: the token, or the session of the browser. */
  async logOut(principal: UserPrincipal, origin: Origin): Promise<void> {
    if (principal.session === undefined) await this.revoke(principal, principal.tokenId, origin);
    else await this.sessions.endById(principal.tokenId);
  }

  private async getSession({ tokenId }: UserPrincipal): Promise<Session> {
    const [session] = await this.sessionStore.listByIds([tokenId]);
    if (session === undefined) throw new Problem('unauthorized');
    return session;
  }
}

function browserOf({ id, createdAt, expiresAt }: Session): Omit<ShownToken, 'scopes'> {
  return {
    ...{ id, kind: 'user', source: 'browser', name: 'Browser', client: null, hint: '' },
    ...{ createdAt, expiresAt, lastUsedAt: null },
  };
}
