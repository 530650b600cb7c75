import type { Principal, Role, Scope } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';

interface Terms {
  readonly scope?: Scope | 'tools';
  /** Open to programs that people let in by OAuth as well, as far as their grants reach. Left out, a route is closed to them. */
  readonly programs?: true;
  /** A person's own business: open without the scope in a browser that they are signed in with. */
  readonly ownBusiness?: true;
  /** Open to a browser that lacks the second factor its account asks for. */
  readonly beforeFactor?: true;
  /** Operators may name any account in the query. */
  readonly otherAccounts?: true;
}

/**
 * Who may use a route. `any` admits users and apps, `user` only people, `session` only people in a browser that they are signed in with;
 * `public` admits everybody. The scope `tools` is one of `tools:read` and `tools:call`, whichever what is asked for needs.
 */
export type Access =
  | { readonly for: 'public' }
  | (Terms & { readonly for: 'any' })
  | (Terms & {
      readonly for: 'user' | 'session';
      readonly roles?: readonly Role[];
      readonly operator?: true;
    });

/** An access as OpenAPI tells it, in `x-gantry-access`. */
export interface DescribedAccess {
  readonly for: Access['for'];
  readonly scope?: Scope;
  /** One of these is enough. */
  readonly anyScope?: readonly Scope[];
  readonly roles?: readonly Role[];
  readonly operator?: true;
  /** Open to programs that came in by OAuth. */
  readonly programs?: true;
  /** A browser needs no scope. */
  readonly ownBusiness?: true;
  /** Open to a browser that lacks the second factor its account asks for. */
  readonly beforeFactor?: true;
  /** Operators may name any account in the query. */
  readonly otherAccounts?: true;
}

export function describeAccess(access: Access): DescribedAccess {
  if (access.for === 'public') return access;
  const { scope, ...terms } = access;
  if (scope === 'tools') return { ...terms, anyScope: ['tools:read', 'tools:call'] };
  return { ...terms, ...(scope === undefined ? {} : { scope }) };
}

/** Throws `unauthorized`, `forbidden` or `insufficient-scope` unless `access` admits the principal. */
export function requireAccess(access: Access, principal: Principal | undefined): void {
  if (access.for === 'public') return;
  if (principal === undefined) throw unauthorized();
  if (principal.kind === 'user' && principal.grant !== undefined && access.programs !== true)
    throw new Problem('forbidden', 'This is not open to programs that came in by OAuth.');
  requireFactor(access, principal);
  if (access.scope === 'tools') requireEitherScope(principal);
  else if (access.scope !== undefined && !isOwnBusiness(access, principal))
    requireScope(access.scope, principal);
  if (access.for === 'any') return;
  if (principal.kind !== 'user')
    throw new Problem('forbidden', 'This is open to user tokens only, not to app keys.');
  if (access.for === 'session' && principal.session === undefined)
    throw new Problem('forbidden', 'This is open to a browser that somebody is signed in with only.');
  if (access.roles !== undefined && !access.roles.includes(principal.role))
    throw new Problem('forbidden', `This is open to the roles ${access.roles.join(', ')}.`);
  if (access.operator === true && !principal.operator)
    throw new Problem('forbidden', 'This is open to the operator only.');
}

/** Throws `account-not-found` where an operator names an account that the route cannot answer for. */
export function requireNamedAccount(
  access: Access,
  { namesOtherAccount }: { readonly namesOtherAccount: boolean },
): void {
  if (namesOtherAccount && access.for !== 'public' && access.otherAccounts !== true)
    throw new Problem('account-not-found', 'This is told of the own account only.');
}

/** Throws `second-factor-required`. */
function requireFactor({ beforeFactor }: Terms, principal: Principal): void {
  const lacks = principal.kind === 'user' && principal.session?.lacksFactor === true;
  if (lacks && beforeFactor !== true) throw new Problem('second-factor-required');
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
