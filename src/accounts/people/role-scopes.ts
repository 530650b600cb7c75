import { scopes, type Scope } from '../../kernel/principal.js';
import type { Membership } from './person.js';

/** All that somebody may do in an account: it is managed by owners and admins, the gateway by people of the operator's account. */
export function scopesOfRole({ role, account }: Pick<Membership, 'role' | 'account'>): readonly Scope[] {
  return scopes.filter(
    (scope) => (scope !== 'operator' || account.operator) && (scope !== 'account' || role !== 'member'),
  );
}
