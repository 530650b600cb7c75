import { scopes, type Scope } from '../../kernel/principal.js';
import { runsGateway, type Membership } from './person.js';

/** All that a person can do in an account: owners and admins manage it, and owners of the operator's account run the gateway. */
export function scopesOfRole(place: Pick<Membership, 'role' | 'account'>): readonly Scope[] {
  return scopes.filter(
    (scope) =>
      (scope !== 'operator' || runsGateway(place)) && (scope !== 'account' || place.role !== 'member'),
  );
}
