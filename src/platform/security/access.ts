import type { Principal, Role, Scope } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';

interface Terms {
  readonly scope?: Scope | 'tools';
  /** Open to programs that people let in by OAuth as well, as far as their grants reach. Left out, a route is closed to them. */
  readonly programs?: true;
  /** A person's own business: open without the scope in a browser that they are signed in with. */
  readonly ownBusiness?: true;
}

/**
 * Who may use a route. `any` admits users and apps, `user` only people; `public` admits everybody. The scope `tools` is one of `tools:read` and
 * `tools:call`, whichever what is asked for needs.
 */
export type Access =
  | { readonly for: 'public' }
  | (Terms & { readonly for: 'any' })
  | (Terms & { readonly for: 'user'; readonly roles?: readonly Role[]; readonly operator?: true });

/** Throws `unauthorized`, `forbidden` or `insufficient-scope` unless `access` admits the principal. */
export function requireAccess(access: Access, principal: Principal | undefined): void {
  if (access.for === 'public') return;
  if (principal === undefined) throw unauthorized();
  if (principal.kind === 'user' && principal.grant !== undefined && access.programs !== true)
    throw new Problem('forbidden', 'This is not open to programs that came in by OAuth.');
  if (access.scope === 'tools') requireEitherScope(principal);
  else if (access.scope !== undefined && !isOwnBusiness(access, principal))
    requireScope(access.scope, principal);
  if (access.for === 'any') return;
  if (principal.kind !== 'user')
    throw new Problem('forbidden', 'This is open to user tokens only, not to app keys.');
  if (access.roles !== undefined && !access.roles.includes(principal.role))
    throw new Problem('forbidden', `This is open to the roles ${access.roles.join(', ')}.`);
  if (access.operator === true && !principal.operator)
    throw new Problem('forbidden', 'This is open to the operator only.');
}

/** Whether somebody sees to their own affairs, in a browser that they are signed in with. */
function isOwnBusiness({ ownBusiness }: Terms, principal: Principal): boolean {
  return ownBusiness === true && principal.kind === 'user' && principal.session !== undefined;
}

/** Throws `insufficient-scope`. */
export function requireScope(scope: Scope, principal: Principal): void {
  if (!principal.scopes.has(scope)) throw lackingScope(scope, scope);
}

/** `all`: what a token for this needs together, separated by spaces. */
export function lackingScope(scope: Scope, all: string): Problem {
  return new Problem('insufficient-scope', `This needs the scope ${scope}.`, {
    challenge: { error: 'insufficient_scope', scope: all },
  });
}

/** 401 for a missing token, or for one that is wrong, expired or revoked. */
export function unauthorized(detail?: string): Problem {
  return new Problem('unauthorized', detail, {
    challenge: detail === undefined ? {} : { error: 'invalid_token', description: detail },
  });
}

/** 401 for a token that is bound to another resource (RFC 8707): the same whether what it was shown for exists or not. */
export function otherResource(): Problem {
  return unauthorized('The token is for another resource.');
}

function requireEitherScope(principal: Principal): void {
  if (!principal.scopes.has('tools:call')) requireScope('tools:read', principal);
}
