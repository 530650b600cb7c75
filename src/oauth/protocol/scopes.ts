import type { Membership } from '../../accounts/people/person.js';
import { scopesOfRole } from '../../accounts/people/role-scopes.js';
import { grantScopes, scopes, type Scope } from '../../kernel/principal.js';

/**
 * What a program gets that asks for nothing in particular: all that the `gantry` command needs for its user's own account. Running the
 * gateway (`operator`) must be asked for by name, so that a login for daily work never carries it.
 */
const ordinary: readonly Scope[] = scopes.filter((scope) => scope !== 'operator');

/** A `scope` parameter (RFC 6749 §3.3) as scopes, in their fixed order; `undefined` when one is unknown. */
export function readScopes(parameter: string | undefined): readonly Scope[] | undefined {
  const names = (parameter ?? '').split(' ').filter(Boolean);
  if (names.length === 0) return ordinary;
  return names.every((name) => (scopes as readonly string[]).includes(name))
    ? scopes.filter((scope) => names.includes(scope))
    : undefined;
}

/**
 * The `scope` parameter of a program that comes by OAuth; unknown scopes are dropped, as are those that no program gets. Both when nothing
 * is left, since some programs never ask a person again.
 */
export function readProgramScopes(parameter: string | undefined): readonly Scope[] {
  const names = (parameter ?? '').split(' ');
  const asked = grantScopes.filter((scope) => names.includes(scope));
  return asked.length === 0 ? grantScopes : asked;
}

/** What somebody can hand on of the scopes that were asked for: the account is managed by owners and admins, the gateway by operators. */
export function grantableBy(membership: Membership, asked: readonly Scope[]): readonly Scope[] {
  return scopesOfRole(membership).filter((scope) => asked.includes(scope));
}

const words: readonly (readonly [needs: readonly Scope[], says: string])[] = [
  [['apps:read', 'apps:write'], 'read and change apps'],
  [['apps:write'], 'change apps'],
  [['apps:read'], 'read apps'],
  [['tools:call'], 'call tools'],
  [['tools:read'], 'see tools'],
  [['account'], 'manage the account'],
  [['operator'], 'run this gateway'],
];

/** What a token with these scopes may do, for people: `read and change apps, call tools`. */
export function scopesInWords(granted: readonly Scope[]): string {
  const left = new Set(granted);
  // Calling a tool without seeing it is of no use, so the one says both.
  if (left.has('tools:call')) left.delete('tools:read');
  const said: string[] = [];
  for (const [needs, says] of words) {
    if (!needs.every((scope) => left.has(scope))) continue;
    said.push(says);
    for (const scope of needs) left.delete(scope);
  }
  return said.join(', ');
}
