import { EventReader } from './event-reader.js';

export type Json = Record<string, unknown>;

/** What came back: `body` is the parsed JSON (or the text), `ms` the time from sending to the last byte. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
  readonly text: string;
  readonly ms: number;
}

export interface Sending extends Omit<RequestInit, 'body' | 'headers'> {
  /** Sent as JSON; a string goes as it is. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** Speaks to one gateway with one token. */
export class GatewayClient {
  constructor(
    readonly url: string,
    readonly token: string,
  ) {}

  /** A request with the token; everything else is the caller's. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (!headers.has('authorization')) headers.set('authorization', `Bearer ${this.token}`);
    return fetch(this.url + path, { redirect: 'manual', ...init, headers });
  }

  async json(path: string, { body, headers, ...init }: Sending = {}): Promise<Answer> {
    const startedAt = performance.now();
    const response = await this.fetch(path, {
      method: body === undefined ? 'GET' : 'POST',
      ...init,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson ? JSON.parse(text) : {}) as Json,
      text,
      ms: performance.now() - startedAt,
    };
  }

  /** `POST /api/servers/{server}/mcp/call`. */
  call(server: string, name: string, args?: Json, more: Json = {}, sending: Sending = {}): Promise<Answer> {
    const body = { name, ...(args === undefined ? {} : { arguments: args }), ...more };
    return this.json(`/api/servers/${server}/mcp/call`, { ...sending, body });
  }

  /** The same call as an event stream. */
  async stream(
    server: string,
    name: string,
    args: Json = {},
    { signal, ...more }: Json & { readonly signal?: AbortSignal } = {},
  ): Promise<EventReader> {
    const response = await this.fetch(`/api/servers/${server}/mcp/call`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ name, arguments: args, ...more }),
      ...(signal === undefined ? {} : { signal }),
    });
    return new EventReader(response);
  }

  /** Any operation below `/api/servers/{server}/mcp/`. */
  mcp(server: string, operation: string, body?: unknown, sending: Sending = {}): Promise<Answer> {
    return this.json(`/api/servers/${server}/mcp/${operation}`, {
      ...sending,
      ...(body === undefined ? {} : { body }),
    });
  }

  /** The row of one server in `GET /api/servers`. */
  async server(handle: string): Promise<Json | undefined> {
    const { body } = await this.json('/api/servers?limit=200');
    return (body['servers'] as Json[]).find((row) => row['handle'] === handle);
  }

  async toolNames(server: string, query = '?limit=200'): Promise<string[]> {
    const { body } = await this.mcp(server, `tools${query}`);
    return (body['tools'] as { name: string }[]).map(({ name }) => name);
  }
}
