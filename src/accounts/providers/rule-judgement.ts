import { matchesGlob } from '../../kernel/text/glob.js';
import { maxGlobText } from '../../kernel/text/globs.js';
import type { SignInProvider, SignInRule } from '../../platform/config/values/sign-in-providers.js';
import { knowsAddress } from '../people/provider-authority.js';
import type { Claims, ProvenPerson } from './proven-person.js';

/** So many values of a claim are looked at. */
const maxValues = 1000;

/** The rules that let somebody in, in their order. One on the address counts only when that is verified. */
export function matchingRules(
  { rules }: Pick<SignInProvider, 'rules'>,
  { claims, emailVerified }: Pick<ProvenPerson, 'claims' | 'emailVerified'>,
): SignInRule[] {
  return rules.filter(
    ({ claim, match }) =>
      (claim !== 'email' || emailVerified) &&
      textsAt(claims, claim).some((text) => text.length <= maxGlobText && matchesGlob(match, text)),
  );
}

/** The address that the provider vouches for: it is verified, and of the provider's `domains`. */
export function vouchedAddress(
  provider: Pick<SignInProvider, 'domains'>,
  { email, emailVerified }: Pick<ProvenPerson, 'email' | 'emailVerified'>,
): string | undefined {
  return emailVerified && email !== undefined && knowsAddress(provider, email) ? email : undefined;
}

/** The values at a path: that of a claim of this very name (names may be addresses), else each dot goes a level down. */
function textsAt(claims: Claims, path: string): string[] {
  const value = Object.hasOwn(claims, path)
    ? claims[path]
    : path.split('.').reduce<unknown>(memberOf, claims);
  const values: unknown[] = Array.isArray(value) ? value.slice(0, maxValues) : [value];
  return values.flatMap((one) =>
    typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean' ? [String(one)] : [],
  );
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, name)
    ? (value as Claims)[name]
    : undefined;
}
