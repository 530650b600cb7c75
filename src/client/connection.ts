import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './openapi-types.js';
import { GantryProblem } from './problem.js';
import { retryingFetch, toFailure } from './retrying-fetch.js';
import { readEvents, type ServerSentEvent } from './server-sent-events.js';

/** How to reach an app. */
export interface ConnectOptions {
  /** Address of the gateway. */
  readonly url: string;
  /** An app's key (`gta_…`), or a user token (`gtu_…`) together with `app`. */
  readonly key: string;
  /** Slug or id of the app; a key has its own. */
  readonly app?: string;
  /** Time that a request may take, in milliseconds; 30,000 when absent. Calls of tools have the gateway's own limit. */
  readonly timeoutMs?: number;
  /** Tries after the first one, for what is safe to send again; 2 when absent. */
  readonly retries?: number;
  /** What sends the requests, in place of the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** What every operation takes beside its own. */
export interface RequestOptions {
  /** Ends the request; a tool that runs is cancelled. */
  readonly signal?: AbortSignal;
  /** Time that the request may take, in milliseconds. */
  readonly timeoutMs?: number;
}

interface JsonRequest extends RequestOptions {
  readonly body?: object;
  readonly query?: Readonly<Record<string, string>>;
  readonly idempotencyKey?: string;
}

/** The gateway behind an app: requests with its address, key, time-outs and retries. */
export class Connection {
  /** Every operation of the gateway, typed by its OpenAPI document. Rejects with a `GantryProblem` for everything that is no success. */
  readonly api: Client<paths>;
  /** Names the app in SDK operations, where the key does not. */
  readonly query: { readonly app?: string };
  private readonly url: string;
  private readonly send: (request: Request) => Promise<Response>;
  private readonly headers: Readonly<Record<string, string>>;
  private readonly timeoutMs: number;

  constructor({ url, key, app, timeoutMs = 30_000, retries = 2, fetch: given }: ConnectOptions) {
    this.url = url.replace(/(?<!\/)\/+$/, '');
    this.query = app === undefined ? {} : { app };
    this.timeoutMs = timeoutMs;
    this.headers = { authorization: `Bearer ${sendable(key)}` };
    this.send = retryingFetch({ fetch: given ?? ((...args) => globalThis.fetch(...args)), retries });
    this.api = createClient<paths>({ baseUrl: this.url, headers: this.headers, fetch: this.send });
  }

  /** A signal that follows the caller's and ends the request when its time is over. */
  signal({ signal, timeoutMs = this.timeoutMs }: RequestOptions): AbortSignal {
    const limit = AbortSignal.timeout(timeoutMs);
    return signal === undefined ? limit : AbortSignal.any([signal, limit]);
  }

  /** The events of a POST that streams. They take as long as they take; only the caller ends them. */
  async *events(path: string, body: object, { signal }: RequestOptions): AsyncGenerator<ServerSentEvent> {
    const url = new URL(this.url + path);
    for (const [name, value] of Object.entries(this.query)) url.searchParams.set(name, value);
    const request = new Request(url, {
      method: 'POST',
      headers: { ...this.headers, accept: 'text/event-stream', 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    });
    const response = await this.send(request);
    if (response.body === null) return;
    try {
      yield* readEvents(chunksOf(response.body));
    } catch (error) {
      throw toFailure(error, request);
    }
  }

  /** A JSON operation by its path, for those that the document types too loosely to be of use. */
  async json(method: 'GET' | 'POST', path: string, options: JsonRequest = {}): Promise<unknown> {
    const { body, query = {}, idempotencyKey } = options;
    const url = new URL(this.url + path);
    for (const [name, value] of Object.entries({ ...this.query, ...query }))
      url.searchParams.set(name, value);
    const request = new Request(url, {
      method,
      headers: {
        ...this.headers,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: this.signal(options),
    });
    const response = await this.send(request);
    return response.json();
  }
}

/** The key without the white space that files and terminals put around it. Throws `unauthorized`, and tells nobody what the key was. */
function sendable(key: string): string {
  const text = key.trim();
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  throw new GantryProblem('unauthorized', 0, 'The key holds characters that no key has');
}

/** What is left of a result that must be there. */
export function present<T>(data: T | undefined): T {
  if (data === undefined) throw new GantryProblem('not-a-gateway', 200, 'The answer is empty');
  return data;
}

/** Browsers do not iterate over streams yet. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Whoever stops reading does not want the rest.
    await reader.cancel().catch(() => undefined);
  }
}
