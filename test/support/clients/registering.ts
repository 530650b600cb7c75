import type { Json } from './gateway-client.js';

/** What came of a registration. */
export interface Registered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

/** Registers a program as programs do, without a token; a text goes as it is. */
export async function register(
  gateway: { readonly url: string },
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Registered> {
  const answer = await fetch(`${gateway.url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Json };
}
