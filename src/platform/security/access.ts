import type { Principal, Role, Scope } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';

/** Who may use a route. `any` admits users and apps, `user` only people; `public` admits everybody. */
export type Access =
  | { readonly for: 'public' }
  | { readonly for: 'any'; readonly scope?: Scope }
  | {
      readonly for: 'user';
      readonly scope?: Scope;
      readonly roles?: readonly Role[];
      readonly operator?: true;
    };

/** Throws `unauthorized` (with the challenge of RFC 6750 §3), `forbidden` or `insufficient-scope` unless `access` admits the principal. */
export function requireAccess(access: Access, principal: Principal | undefined): void {
  if (access.for === 'public') return;
  if (principal === undefined) throw unauthorized();
  if (access.scope !== undefined) requireScope(access.scope, principal);
  if (access.for === 'any') return;
  if (principal.kind !== 'user')
    throw new Problem('forbidden', 'This is open to user tokens only, not to app keys.');
  if (access.roles !== undefined && !access.roles.includes(principal.role))
    throw new Problem('forbidden', `This is open to the roles ${access.roles.join(', ')}.`);
  if (access.operator === true && !principal.operator)
    throw new Problem('forbidden', 'This is open to the operator only.');
}

/** Throws `insufficient-scope` (with the challenge of RFC 6750 §3). */
export function requireScope(scope: Scope, principal: Principal): void {
  if (principal.scopes.has(scope)) return;
  throw new Problem('insufficient-scope', `This needs the scope ${scope}.`, {
    headers: { 'www-authenticate': `Bearer realm="gantry", error="insufficient_scope", scope="${scope}"` },
  });
}

/** 401 for a missing token, or for one that is wrong, expired or revoked. */
export function unauthorized(detail?: string): Problem {
  const error = detail === undefined ? '' : `, error="invalid_token", error_description="${detail}"`;
  return new Problem('unauthorized', detail, {
    headers: { 'www-authenticate': `Bearer realm="gantry"${error}` },
  });
}
