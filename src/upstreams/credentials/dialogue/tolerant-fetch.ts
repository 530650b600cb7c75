import { isJsonObject } from '../../../kernel/json/json.js';
import type { EgressFetch } from './egress-fetch.js';
import { OAuthFailure } from './oauth-failure.js';

/** Statuses whose responses have no body (Fetch, null body status). */
const bodiless = new Set([204, 205, 304]);

/** Authorization servers write `null` for what is absent, which the schemas of the SDK refuse. Members of the answer are left out for it. */
export function withoutNulls(send: EgressFetch): EgressFetch {
  return async (url, init) => {
    const response = await send(url, init);
    if (bodiless.has(response.status)) return response;
    const text = await response.text();
    return copyOf(response, withoutNullMembers(text), response.status);
  };
}

/**
 * For the search of a document at several addresses: one at which there is something else, such as the page of a website, or an error of the
 * server, is passed over like one at which there is nothing. `isAway` says whether an error was among them.
 */
export function searching(send: EgressFetch): {
  readonly fetch: EgressFetch;
  readonly isAway: () => boolean;
} {
  let isAway = false;
  return {
    isAway: () => isAway,
    fetch: async (url, init) => {
      const response = await send(url, init);
      isAway ||= response.status >= 500 || response.status === 429;
      if (response.status !== 200)
        return response.status >= 500 ? new Response(null, { status: 404 }) : response;
      const text = await response.text();
      return isObject(text) ? copyOf(response, text, 200) : new Response(null, { status: 404 });
    },
  };
}

/**
 * A refresh names the scopes that were granted, without which Microsoft Entra gives tokens for nothing (RFC 6749 §6 lets a client name them).
 * A server that takes none is asked once more without.
 */
export function naming(scopes: readonly string[], send: EgressFetch): EgressFetch {
  return async (url, init = {}) => {
    if (scopes.length === 0 || !(init.body instanceof URLSearchParams)) return send(url, init);
    const body = new URLSearchParams(init.body);
    if (!body.has('scope')) body.set('scope', scopes.join(' '));
    const response = await send(url, { ...init, body });
    const text = await response.text();
    if (response.status >= 400 && errorIn(text) === 'invalid_scope') return send(url, init);
    return copyOf(response, text, response.status);
  };
}

function errorIn(text: string): unknown {
  const value = parsed(text);
  return isJsonObject(value) ? value['error'] : undefined;
}

function isObject(text: string): boolean {
  return isJsonObject(parsed(text));
}

function withoutNullMembers(text: string): string {
  const value = parsed(text);
  if (!isJsonObject(value)) return text;
  return JSON.stringify(Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null)));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function copyOf({ headers }: Response, text: string, status: number): Response {
  if (status < 200) throw new OAuthFailure('away', 'gave an answer that is none');
  return new Response(text, { status, headers });
}
