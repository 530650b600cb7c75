import type { Json } from './gateway-client.js';
import { waitFor } from '../wait-for.js';

const modernVersion = '2026-07-28';
const key = (name: string) => `io.modelcontextprotocol/${name}`;
const named: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

/** What one POST brought: every JSON-RPC message in it, in order. */
export interface NativeAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly messages: readonly Json[];
  readonly text: string;
}

/** Speaks MCP by hand, so that every byte of it is the test's: to the gateway or straight to a server. */
export class NativeClient {
  session: string | undefined;
  private nextId = 1;

  constructor(
    readonly url: string,
    private readonly token?: string,
  ) {}

  /** The headers that belong to every request, and the given ones; `undefined` takes one away. */
  headers(more: Readonly<Record<string, string | undefined>> = {}): Record<string, string> {
    const all = {
      accept: 'application/json, text/event-stream',
      authorization: this.token === undefined ? undefined : `Bearer ${this.token}`,
      'mcp-session-id': this.session,
      ...(this.session === undefined ? {} : { 'mcp-protocol-version': '2025-11-25' }),
      ...more,
    };
    return Object.fromEntries(
      Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
  }

  async send(body: unknown, more?: Readonly<Record<string, string | undefined>>): Promise<NativeAnswer> {
    const response = await fetch(this.url, {
      method: 'POST',
      headers: this.headers({ 'content-type': 'application/json', ...more }),
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      messages: messagesIn(response.headers, text),
      text,
    };
  }

  /** The handshake of the 2025 revisions; the result. `headers` are those of its first request beside the usual. */
  async initialize(capabilities: Json = {}, headers: Record<string, string> = {}): Promise<Json> {
    const clientInfo = { name: 'by-hand', version: '1.0.0' };
    const initialize = {
      ...{ jsonrpc: '2.0', id: this.nextId++, method: 'initialize' },
      params: { protocolVersion: '2025-11-25', capabilities, clientInfo },
    };
    const answer = await this.send(initialize, headers);
    if (answer.status !== 200) throw new Error(`initialize: HTTP ${String(answer.status)} ${answer.text}`);
    this.session = answer.headers.get('mcp-session-id') ?? undefined;
    await this.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return answer.messages.at(-1)?.['result'] as Json;
  }

  /** One request of the 2025 revisions, and all that came for it. */
  async request(method: string, params?: Json): Promise<NativeAnswer> {
    return this.send({
      jsonrpc: '2.0',
      id: this.nextId++,
      method,
      ...(params === undefined ? {} : { params }),
    });
  }

  async result(method: string, params?: Json): Promise<Json> {
    return resultOf(await this.request(method, params));
  }

  /** One request of 2026-07-28 with all that the revision wants around it. */
  async modern(
    method: string,
    params: Json = {},
    {
      headers = {},
      capabilities = {},
      meta = {},
      id,
    }: { headers?: Record<string, string | undefined>; capabilities?: Json; meta?: Json; id?: string } = {},
  ): Promise<NativeAnswer> {
    const message = this.modernMessage(method, params, { capabilities, meta, id });
    return this.send(message, { ...modernHeaders(message), ...headers });
  }

  modernMessage(
    method: string,
    params: Json = {},
    { capabilities = {}, meta = {}, id }: { capabilities?: Json; meta?: Json; id?: string | undefined } = {},
  ): Json {
    const _meta = {
      [key('protocolVersion')]: modernVersion,
      [key('clientInfo')]: { name: 'by-hand', version: '1.0.0' },
      [key('clientCapabilities')]: capabilities,
      ...meta,
    };
    return { jsonrpc: '2.0', id: id ?? this.nextId++, method, params: { ...params, _meta } };
  }

  /** `subscriptions/listen` of 2026-07-28, open until it is closed. */
  listen(notifications: Json, id = `listen-${String(this.nextId++)}`): Promise<NativeStream> {
    const message = this.modernMessage('subscriptions/listen', { notifications }, { id });
    return NativeStream.open(this.url, {
      method: 'POST',
      headers: this.headers({ 'content-type': 'application/json', ...modernHeaders(message) }),
      body: JSON.stringify(message),
    });
  }

  /** The GET stream of the session. */
  stream(lastEventId?: string): Promise<NativeStream> {
    return NativeStream.open(this.url, {
      headers: this.headers({ accept: 'text/event-stream', 'last-event-id': lastEventId }),
    });
  }

  /** A POST whose answer is read while it comes. */
  sendAndRead(body: Json): Promise<NativeStream> {
    return NativeStream.open(this.url, {
      method: 'POST',
      headers: this.headers({ 'content-type': 'application/json' }),
      body: JSON.stringify(body),
    });
  }
}

/** An event stream that is read as it comes. */
export class NativeStream {
  readonly messages: Json[] = [];
  lastEventId: string | undefined;
  ended = false;
  private readonly abort: AbortController;

  private constructor(
    readonly response: Response,
    abort: AbortController,
  ) {
    this.abort = abort;
    void this.read();
  }

  static async open(url: string, init: RequestInit): Promise<NativeStream> {
    const abort = new AbortController();
    return new NativeStream(await fetch(url, { ...init, signal: abort.signal }), abort);
  }

  of(method: string): Json[] {
    return this.messages.filter((message) => message['method'] === method);
  }

  received(what: string, test: (message: Json) => boolean): Promise<Json> {
    return waitFor(what, () => this.messages.find(test));
  }

  close(): Promise<void> {
    this.abort.abort();
    return Promise.resolve();
  }

  private async read(): Promise<void> {
    let pending = '';
    const decoder = new TextDecoder();
    try {
      for await (const chunk of this.response.body ?? []) {
        const blocks = (pending + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n\n');
        pending = blocks.pop() ?? '';
        for (const block of blocks) {
          this.lastEventId = /^id: ?(.*)$/m.exec(block)?.[1] ?? this.lastEventId;
          this.messages.push(...dataOf(block));
        }
      }
      // What came is no stream.
      if (this.response.headers.get('content-type')?.includes('json') === true)
        this.messages.push(...([JSON.parse(pending)].flat() as Json[]));
    } catch {
      // Closed by us or cut off: either way it is over.
    }
    this.ended = true;
  }
}

export function resultOf({ messages, status, text }: NativeAnswer): Json {
  const response = messages.find((message) => 'result' in message);
  if (response === undefined) throw new Error(`no result: HTTP ${String(status)} ${text}`);
  return response['result'] as Json;
}

export function errorOf({ messages }: NativeAnswer): Json | undefined {
  return messages.find((message) => 'error' in message)?.['error'] as Json | undefined;
}

function modernHeaders({ method, params }: Json): Record<string, string | undefined> {
  const name = (params as Json)[named[String(method)] ?? ''];
  return {
    'mcp-protocol-version': modernVersion,
    'mcp-method': String(method),
    'mcp-name': typeof name === 'string' ? name : undefined,
    'mcp-session-id': undefined,
  };
}

function messagesIn(headers: Headers, text: string): Json[] {
  const type = headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream')) return text.split(/\r?\n\r?\n/).flatMap(dataOf);
  if (!type.includes('json') || text === '') return [];
  return [JSON.parse(text)].flat() as Json[];
}

function dataOf(block: string): Json[] {
  const data = block
    .split(/\r?\n/)
    .flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trim()] : []))
    .join('\n');
  try {
    return [JSON.parse(data) as Json];
  } catch {
    // Events without data, and those that were cut off.
    return [];
  }
}
