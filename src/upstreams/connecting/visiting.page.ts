import type { UserPrincipal } from '../../kernel/principal.js';
import type { Membership } from '../../accounts/people/person.js';
import { personIn } from '../../accounts/sessions/known-browsers.js';
import type { SignedIn } from '../../accounts/sessions/sessions.service.js';
import type { Visit } from '../credentials/connections.port.js';

/** Somebody in a browser as one of the accounts that the person is in: no token is behind it. */
export function principalAt({ user }: SignedIn, membership: Membership): UserPrincipal {
  return { ...personIn(user.id, membership), tokenId: '' };
}

export function visitOf({ user, sessionId }: SignedIn): Visit {
  return { userId: user.id, sessionId };
}
