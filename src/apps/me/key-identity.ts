import type { Account } from '../../accounts/people/person.js';
import type { ShownToken } from '../../accounts/tokens/access-token.js';
import type { App } from '../document/app.js';

/** Who the key of an app is. */
export interface KeyIdentity {
  readonly account: Account;
  readonly app: App;
  readonly token: ShownToken;
}
