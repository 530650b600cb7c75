import type { AccessToken } from './access-token.js';
import type { Membership, User } from '../people/person.js';

/** Who somebody with a user token is. */
export interface Identity extends Membership {
  readonly user: User;
  readonly token: AccessToken;
}
