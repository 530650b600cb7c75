import { shownLine } from '../../kernel/text/shown-line.js';
import { authMethods, type AuthMethod, type ClientMetadata } from './client.js';
import {
  canonicalRedirect,
  isLoopback,
  isPrivateScheme,
  redirectHost,
  type RedirectAddress,
} from './redirect-address.js';

const maxName = 100;
const maxUri = 500;

/** What a client says of itself, when it registers or in its document (RFC 7591 §2). */
export interface ClientClaims {
  readonly redirectUris: readonly RedirectAddress[];
  readonly name?: string | null | undefined;
  readonly uri?: string | null | undefined;
  readonly authMethod?: string | null | undefined;
}

/** What of it is kept. Ways of authentication that we do not take count as none named: the answer tells which it got (RFC 7591 §3.2.1). */
export function toMetadata({ redirectUris, name, uri, authMethod }: ClientClaims): ClientMetadata {
  const addresses = [...new Set(redirectUris.map(canonicalRedirect))].sort();
  return {
    name: shownLine(name ?? '', maxName) ?? unnamed(addresses[0]),
    redirectUris: addresses,
    authMethod: authMethods.find((method) => method === authMethod) ?? defaultMethod(addresses),
    uri: pageOf(uri),
  };
}

/** The same text for all registrations that say the same, and for no others. */
export function canonicalText({ name, redirectUris, authMethod, uri }: ClientMetadata, kind: string): string {
  return JSON.stringify([kind, name, redirectUris, authMethod, uri]);
}

/** Programs on somebody's computer can keep no secret; who names only addresses there is one (RFC 8252 §8.4). */
function defaultMethod(addresses: readonly RedirectAddress[]): AuthMethod {
  return addresses.every((address) => isLoopback(address) || isPrivateScheme(address))
    ? 'none'
    : 'client_secret_basic';
}

function unnamed(address = ''): string {
  return `Unnamed program${redirectHost(address) === '' ? '' : ` at ${redirectHost(address)}`}`;
}

/** A page that people may be led to; anything else is left out. */
function pageOf(uri: string | null | undefined): string | null {
  if (uri === null || uri === undefined || uri.length > maxUri || !URL.canParse(uri)) return null;
  const { protocol, href } = new URL(uri);
  return (protocol === 'https:' || protocol === 'http:') && href.length <= maxUri ? href : null;
}
