import type { Membership } from '../people/person.js';
import type { SignInPlace } from './session-store.port.js';

/** Whether an account does not let a browser in before a second factor was shown. What an issuer asks for is the issuer's to say. */
export function lacksFactor(
  { provider, secondFactor }: Pick<SignInPlace, 'provider' | 'secondFactor'>,
  { needsFactor }: Membership,
): boolean {
  return needsFactor && !secondFactor && provider === null;
}
