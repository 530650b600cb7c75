import { z } from 'zod';
import type { OwnClient } from '../own-client.js';
import type { AuthServer } from './auth-discovery.port.js';
import type { EgressFetch } from './egress-fetch.js';
import type { ClientRegistration } from './oauth-dialogue.port.js';
import { OAuthFailure } from './oauth-failure.js';

const ownMethods = ['client_secret_basic', 'client_secret_post', 'none'];

/** What we keep of an answer (RFC 7591 §3.2.1); empty secrets are none. */
const Registered = z.object({
  // RFC 6749 §A.1
  client_id: z.string().regex(/^[\x20-\x7e]{1,2048}$/),
  client_secret: z.string().max(4096).nullish(),
  token_endpoint_auth_method: z.string().max(100).nullish(),
  client_secret_expires_at: z.number().max(1e12).nullish(),
});

/** Registers us at an authorization server (RFC 7591). Rejects with an `OAuthFailure`, and with a fault of what was answered. */
export async function registration(
  send: EgressFetch,
  { issuer, document }: AuthServer,
  about: OwnClient,
  scopes: readonly (readonly string[])[],
): Promise<ClientRegistration> {
  const endpoint =
    document === undefined ? new URL('/register', issuer).href : document['registration_endpoint'];
  if (typeof endpoint !== 'string') throw new OAuthFailure('registration', 'registers no clients');
  const metadata = {
    ...about,
    application_type: isLoopback(about.redirect_uris[0]) ? 'native' : about.application_type,
    token_endpoint_auth_method: methodFor(document?.['token_endpoint_auth_methods_supported']),
  };
  const scoped = scopes
    .filter((some) => some.length > 0)
    .map((some) => ({ ...metadata, scope: some.join(' ') }));
  const wishes = [...scoped, metadata];
  const withoutRefresh = wishes.map((wish) => ({ ...wish, grant_types: ['authorization_code'] }));
  const response = await firstAccepted(send, endpoint, [...wishes, ...withoutRefresh]);
  const { client_id, client_secret, token_endpoint_auth_method, client_secret_expires_at } = Registered.parse(
    await response.json(),
  );
  return {
    client: {
      clientId: client_id,
      clientSecret: client_secret ?? undefined,
      // Without a secret there is nothing to prove: some name a method all the same.
      authMethod: client_secret ? (token_endpoint_auth_method ?? undefined) : 'none',
    },
    // Zero: it does not end.
    expiresAt: client_secret_expires_at ? client_secret_expires_at * 1000 : undefined,
  };
}

/** Servers refuse scopes or the grant of refresh tokens instead of leaving them out (RFC 7591 §2): then less is asked for. */
async function firstAccepted(
  send: EgressFetch,
  endpoint: string,
  wishes: readonly object[],
): Promise<Response> {
  let status = 400;
  for (const wish of wishes) {
    const response = await send(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(wish),
    });
    if (response.ok) return response;
    ({ status } = response);
    if (status !== 400 && status !== 422) break;
  }
  throw refusalOf(status);
}

function refusalOf(status: number): OAuthFailure {
  return status >= 500 || status === 429
    ? new OAuthFailure('away', `answered the registration with ${String(status)}`)
    : new OAuthFailure('registration', 'did not register this gateway');
}

/** A program that runs for many keeps a secret where it can. */
function methodFor(offered: unknown): string {
  const known = Array.isArray(offered) ? ownMethods.find((method) => offered.includes(method)) : undefined;
  return known ?? 'client_secret_basic';
}

/** Some refuse an address without TLS to what calls itself a site (OpenID Connect Registration §2). */
function isLoopback(address: string): boolean {
  return /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/]/.test(address);
}
