import type { SignInProvider } from '../../platform/config/values/sign-in-providers.js';
import type { ProvenPerson } from './proven-person.js';

/** What ties an answer to the browser that was sent out. */
export interface SignInTies {
  /** Where the issuer sends the browser back. */
  readonly returnAddress: string;
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE (RFC 7636). */
  readonly verifier: string;
}

/** An issuer at which people prove who they are. */
export abstract class IdentityProvider {
  /** Whether it can be reached, and is what the settings say. Throws `sign-in-unavailable`, `sign-in-refused`. */
  abstract check(provider: SignInProvider): Promise<void>;
  /** Where to send the browser. Throws `sign-in-unavailable`, `sign-in-refused`. */
  abstract begin(provider: SignInProvider, ties: SignInTies): Promise<string>;
  /** Who came back with these parameters. Throws `sign-in-unavailable`, `sign-in-refused`. */
  abstract finish(provider: SignInProvider, answer: URLSearchParams, ties: SignInTies): Promise<ProvenPerson>;
}
