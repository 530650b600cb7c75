import { scopes, type UserPrincipal } from '../../kernel/principal.js';
import type { Membership } from '../../accounts/people/person.js';
import type { SignedIn } from '../../accounts/sessions/sessions.service.js';
import type { Visit } from '../credentials/connections.port.js';

/** Somebody in a browser as one of the accounts that the person is in: no token is behind it. */
export function principalAt({ user }: SignedIn, { account, role }: Membership): UserPrincipal {
  return {
    ...{ kind: 'user', userId: user.id, accountId: account.id, tokenId: '' },
    ...{ role, operator: account.operator, scopes: new Set(scopes) },
  };
}

export function visitOf({ user, sessionId }: SignedIn): Visit {
  return { userId: user.id, sessionId };
}
