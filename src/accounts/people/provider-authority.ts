import type { SignInProvider } from '../../platform/config/values/sign-in-providers.js';
import { isVerified, type Account, type User } from './person.js';

/** Whether an address is of the provider's `domains`. Without `domains` none is. */
export function knowsAddress({ domains }: Pick<SignInProvider, 'domains'>, email: string): boolean {
  return domains.includes(email.slice(email.lastIndexOf('@') + 1));
}

/** Whether the role mappings of a provider name an account, by slug or id. */
export function namesAccount(
  { rules }: Pick<SignInProvider, 'rules'>,
  { id, slug }: Pick<Account, 'id' | 'slug'>,
): boolean {
  return rules.some(({ account }) => account === id || account === slug);
}

/**
 * Whether a provider speaks for a user in an account: everywhere if the user's verified address is of its `domains`, else where its role mappings
 * name the account. The operator's account needs the domain.
 */
export function speaksFor(
  provider: Pick<SignInProvider, 'domains' | 'rules'>,
  user: Pick<User, 'email' | 'realm'>,
  account: Pick<Account, 'id' | 'slug' | 'operator'>,
): boolean {
  return speaksEverywhereFor(provider, user) || (!account.operator && namesAccount(provider, account));
}

/** Whether a provider speaks for a user in every account: the verified address is of its `domains`. */
export function speaksEverywhereFor(
  provider: Pick<SignInProvider, 'domains'>,
  user: Pick<User, 'email' | 'realm'>,
): boolean {
  return isVerified(user) && knowsAddress(provider, user.email);
}
