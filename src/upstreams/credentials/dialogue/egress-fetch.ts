import { request, type Dispatcher } from 'undici';
import { ByteCollector } from '../../../kernel/byte-collector.js';
import { EgressDenied, type EgressPolicy } from '../../../platform/egress/egress-policy.js';
import { version } from '../../../version.js';
import { OAuthFailure } from './oauth-failure.js';

const timeoutMs = 10_000;
const maxBytes = 262_144;

export type EgressFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * `fetch` for what authorization servers say: only to where the egress policy lets it, never where a redirect points, not for long, and
 * not for large answers. Rejects with an `OAuthFailure`.
 */
export function egressFetch(egress: EgressPolicy, vouched: readonly string[]): EgressFetch {
  return async (url, init = {}) => {
    const address = new URL(url);
    if (address.protocol !== 'https:' && address.protocol !== 'http:')
      throw new OAuthFailure('unusable', 'has an address that is not http or https');
    const trust = vouched.includes(address.origin) ? 'operator' : 'tenant';
    const dispatcher = egress.dispatcherFor(address, trust, timeoutMs);
    try {
      return await send(address, init, dispatcher);
    } catch (error) {
      throw failureOf(error);
    } finally {
      dispatcher.destroy().catch(() => undefined);
    }
  };
}

async function send(
  address: URL,
  { method = 'GET', headers, body }: RequestInit,
  dispatcher: Dispatcher,
): Promise<Response> {
  const answer = await request(address, {
    dispatcher,
    method,
    headers: {
      'user-agent': `gantry/${version}`,
      ...Object.fromEntries(new Headers(headers)),
      // What is packed could become more than its bytes.
      'accept-encoding': 'identity',
    },
    body: typeof body === 'string' || body instanceof URLSearchParams ? body.toString() : null,
    signal: AbortSignal.timeout(timeoutMs),
  });
  const isEndless = /^text\/event-stream\b/i.test(String(answer.headers['content-type'] ?? ''));
  const bytes = isEndless ? passedOver(answer.body) : await read(answer.body);
  return responseOf(answer.statusCode, answer.headers, bytes);
}

function passedOver(body: Dispatcher.ResponseData['body']): Buffer {
  body.on('error', () => undefined);
  body.destroy();
  return Buffer.alloc(0);
}

async function read(body: Dispatcher.ResponseData['body']): Promise<Buffer> {
  // What is thrown away half-read says so as an error, which nobody waits for.
  body.on('error', () => undefined);
  const bytes = new ByteCollector();
  for await (const piece of body) {
    bytes.add(piece as Buffer);
    if (bytes.length > maxBytes) {
      body.destroy();
      throw new OAuthFailure('unusable', `answered with more than ${String(maxBytes)} bytes`);
    }
  }
  return bytes.take();
}

/** A redirect comes without its target, so that nobody follows it. */
function responseOf(
  status: number,
  head: Readonly<Record<string, string | string[] | undefined>>,
  bytes: Buffer,
): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(head))
    if (value !== undefined && name !== 'location')
      headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  const isEmpty = status === 204 || status === 205 || status === 304 || bytes.length === 0;
  return new Response(isEmpty ? null : new Uint8Array(bytes), { status, headers });
}

function failureOf(error: unknown): OAuthFailure {
  if (error instanceof OAuthFailure) return error;
  const { cause } = error as Error;
  return error instanceof EgressDenied || cause instanceof EgressDenied
    ? new OAuthFailure('denied', 'is where this gateway may not go', error)
    : new OAuthFailure('away', 'cannot be reached, or did not answer in time', error);
}
