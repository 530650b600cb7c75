import type { RedirectAddress } from './redirect-address.js';

/** Ways of client authentication that we take (RFC 6749 §2.3.1, RFC 7591 §2). */
export const authMethods = ['none', 'client_secret_basic', 'client_secret_post'] as const;
export type AuthMethod = (typeof authMethods)[number];

/** Client ids are kept as they come; longer ones are nobody's. */
export const maxClientIdLength = 500;

/** A program that asks people for access (RFC 6749 §2). */
export interface OAuthClient {
  /** As the client sends it; of a client known by its document, the address of that. */
  readonly id: string;
  /** For people: bounded, one line, without control and invisible characters. Chosen by the client itself. */
  readonly name: string;
  /** How it is known: by a document at an address of its own, because it registered itself, or because the operator did. */
  readonly kind: 'document' | 'registered' | 'operator';
  /** Host of its document. */
  readonly host?: string;
  readonly redirectUris: readonly RedirectAddress[];
  readonly authMethod: AuthMethod;
  /** Page about the client. */
  readonly uri?: string;
}

/** What is kept of a registration: by this two that say the same are one. */
export interface ClientMetadata {
  readonly name: string;
  readonly redirectUris: readonly RedirectAddress[];
  readonly authMethod: AuthMethod;
  readonly uri: string | null;
}
