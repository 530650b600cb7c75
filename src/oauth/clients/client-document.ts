import type { ClientMetadata } from './client.js';
import { maxClientIdLength } from './client.js';
import { redirectFault } from './redirect-address.js';
import { toMetadata } from './registration.js';

const maxRedirects = 50;

/**
 * Why there can be no document of a client at an address (OAuth Client ID Metadata Document §3), as a sentence without its beginning; `undefined`
 * when there can. It is spelled as parsers spell it, so that one client has one id.
 */
export function documentAddressFault(address: string): string | undefined {
  if (address.length > maxClientIdLength) return `has more than ${String(maxClientIdLength)} characters`;
  if (!URL.canParse(address)) return 'is no address';
  const { protocol, username, password, hash, pathname, href } = new URL(address);
  if (protocol !== 'https:') return 'is not https';
  if (username !== '' || password !== '') return 'has a user or password';
  if (hash !== '' || address.includes('#')) return 'has a fragment';
  if (pathname === '/') return 'has no path';
  return href === address ? undefined : `is spelled ${href}`;
}

/**
 * What a document (RFC 7591 §2) says of the client at `address`, or why it cannot be used. What we do not have of what it asks for is passed over: a
 * document is written for all servers at once. A way of authentication that we lack is fine as long as the client can do without.
 */
export function readClientDocument(document: unknown, address: string): ClientMetadata | string {
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    return 'is no JSON object';
  const {
    client_id: id,
    client_name: name,
    client_uri: uri,
    redirect_uris: redirects,
    token_endpoint_auth_method: method,
    token_endpoint_auth_methods_supported: methods,
    client_secret: secret,
    client_secret_expires_at: secretExpires,
  } = document as Readonly<Record<string, unknown>>;
  if (id !== address) return 'has another client_id than its address';
  if (typeof name !== 'string' || name.trim() === '') return 'has no client_name';
  if (!Array.isArray(redirects)) return 'has no redirect_uris';
  if (given(secret) || given(secretExpires)) return 'has a client_secret, which everybody could read';
  if (!canDoWithout(method, methods)) return 'offers no way of authentication that we take (none)';
  const usable = redirects
    .slice(0, maxRedirects)
    .filter((redirect): redirect is string => typeof redirect === 'string')
    .filter((redirect) => redirectFault(redirect) === undefined);
  if (usable.length === 0) return 'has no address in redirect_uris that people may be returned to';
  const page = typeof uri === 'string' ? uri : undefined;
  return toMetadata({ redirectUris: usable, name, uri: page, authMethod: 'none' });
}

/** ChatGPT's document prefers `private_key_jwt` and offers `none` in a list. A shared secret cannot be in a document. */
function canDoWithout(method: unknown, methods: unknown): boolean {
  if (!given(method) || method === 'none') return true;
  return Array.isArray(methods) && methods.includes('none');
}

function given(value: unknown): boolean {
  return value !== undefined && value !== null;
}
