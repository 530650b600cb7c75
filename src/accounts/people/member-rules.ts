import type { Role, UserPrincipal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { requireScope } from '../../platform/security/access.js';

/** Owners have power over everybody, admins over all but owners, members over nobody. Throws `forbidden`. */
export function requirePowerOver({ role: own }: UserPrincipal, role: Role): void {
  if (own === 'member' || (role === 'owner' && own !== 'owner'))
    throw new Problem('forbidden', `The role ${own} may not do this to the role ${role}.`);
}

/** Throws `forbidden` or `insufficient-scope`. */
export function requireOperator(principal: UserPrincipal): void {
  if (!principal.operator)
    throw new Problem('forbidden', "Only owners of the operator's account can do this.");
  requireScope('operator', principal);
}
