import type { ShownToken } from '../tokens/access-token.js';
import type { Membership, User } from '../people/person.js';

/** Who somebody with a user token, or in a browser, is. */
export interface Identity extends Membership {
  readonly user: User;
  readonly token: ShownToken;
  /** All that the person is in, the oldest first; of a program's grant only that of its token. */
  readonly memberships: readonly Membership[];
}
