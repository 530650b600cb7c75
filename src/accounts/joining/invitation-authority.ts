import type { SignInProvider } from '../../platform/config/values/sign-in-providers.js';
import type { Account, User } from '../people/person.js';
import { speaksEverywhereFor, speaksFor } from '../people/provider-authority.js';
import type { Invitation } from './invitation-store.port.js';

/** Whether a provider speaks for a user who accepts an invitation of this account. One to found a new account takes an address of its domains. */
export function coversInvitation(
  provider: Pick<SignInProvider, 'domains' | 'rules'>,
  user: Pick<User, 'email' | 'realm'>,
  { newAccountName }: Pick<Invitation, 'newAccountName'>,
  account: Account,
): boolean {
  return newAccountName === null ? speaksFor(provider, user, account) : speaksEverywhereFor(provider, user);
}
