import type { Role, UserPrincipal } from '../kernel/principal.js';
import { Problem } from '../kernel/problem.js';

/** Owners have power over everybody, admins over all but owners, members over nobody. Throws `forbidden`. */
export function requirePowerOver({ role: own }: UserPrincipal, role: Role): void {
  if (own === 'member' || (role === 'owner' && own !== 'owner'))
    throw new Problem('forbidden', `The role ${own} may not do this to the role ${role}.`);
}
