import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { waitFor } from '../wait-for.js';
import { listenOn } from './listen-on.js';

export type Json = Record<string, unknown>;

/** A JSON-RPC message as it came; the members that tests look at. */
export interface RpcMessage {
  readonly jsonrpc: '2.0';
  readonly id?: string | number;
  readonly method: string;
  readonly params: Json;
}

/** One HTTP request that an upstream received. Times are those of `performance.now()`. */
export interface RecordedRequest {
  readonly httpMethod: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly rpc: RpcMessage | undefined;
  readonly receivedAt: number;
  /** When the other side closed before the answer was complete. */
  abortedAt?: number;
}

/** One request to be answered: raw means for every way to answer well or badly. */
export class Exchange {
  /** Members that every result of this exchange has unless it says otherwise. */
  resultDefaults: Json = {};

  constructor(
    readonly req: IncomingMessage,
    readonly res: ServerResponse,
    readonly record: RecordedRequest,
  ) {}

  get id(): string | number | undefined {
    return this.record.rpc?.id;
  }

  get params(): Json {
    return this.record.rpc?.params ?? {};
  }

  get args(): Json {
    return (this.params['arguments'] ?? {}) as Json;
  }

  /** The token that progress of this request is to carry. */
  get progressToken(): unknown {
    return (this.params['_meta'] as Json | undefined)?.['progressToken'];
  }

  send(status: number, body: string | Buffer | undefined, headers: Record<string, string> = {}): void {
    this.res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  }

  result(result: Json, headers?: Record<string, string>): void {
    this.send(
      200,
      JSON.stringify({ jsonrpc: '2.0', id: this.id, result: { ...this.resultDefaults, ...result } }),
      headers,
    );
  }

  error(
    code: number,
    message: string,
    { status = 200, data }: { status?: number; data?: unknown } = {},
  ): void {
    this.send(
      status,
      JSON.stringify({ jsonrpc: '2.0', id: this.id ?? null, error: { code, message, data } }),
    );
  }

  /** Answers with an event stream; nothing is sent before the first event. */
  openStream(headers: Record<string, string> = {}): UpstreamStream {
    this.res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', ...headers });
    this.res.flushHeaders();
    return new UpstreamStream(this.res, this.id, this.resultDefaults);
  }

  /** Cuts the connection as a crash does. */
  reset(): void {
    this.req.socket.resetAndDestroy();
  }
}

/** The event stream of one answer or of the notifications of a session. */
export class UpstreamStream {
  /** When each message was sent. */
  readonly sentAt: number[] = [];

  constructor(
    readonly res: ServerResponse,
    private readonly id: string | number | undefined,
    private readonly resultDefaults: Json,
  ) {}

  message(message: Json): void {
    this.sentAt.push(performance.now());
    this.res.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`);
  }

  notify(method: string, params: Json = {}): void {
    this.message({ method, params });
  }

  result(result: Json): void {
    this.message({ id: this.id, result: { ...this.resultDefaults, ...result } });
    this.res.end();
  }

  /** Half an event, then a cut connection. */
  dieMidEvent(): void {
    this.res.write(
      `event: message\ndata: {"jsonrpc":"2.0","id":${JSON.stringify(this.id)},"result":{"cont`,
      () => this.res.socket?.resetAndDestroy(),
    );
  }
}

/** An HTTP server on the loopback address that writes down what it gets; how it answers is the subclass's. */
export abstract class RecordingServer {
  readonly requests: RecordedRequest[] = [];
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  connections = 0;

  /** `0` takes a free port, which it then keeps. */
  constructor(private boundPort = 0) {}

  protected abstract answer(exchange: Exchange): void | Promise<void>;

  /** Starts, or starts again on the port it had. */
  async listen(): Promise<this> {
    const server = createServer((req, res) => void this.receive(req, res));
    server.on('connection', (socket) => {
      this.connections++;
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
    });
    this.boundPort = await listenOn(server, this.boundPort);
    this.server = server;
    return this;
  }

  /** Ends as a killed process does: every connection is cut. */
  async close(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (server === undefined) return;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  get openConnections(): number {
    return this.sockets.size;
  }

  get port(): number {
    return this.boundPort;
  }

  get origin(): string {
    return `http://127.0.0.1:${String(this.boundPort)}`;
  }

  get url(): string {
    return `${this.origin}/mcp`;
  }

  get openSockets(): number {
    return this.sockets.size;
  }

  /** Requests with this JSON-RPC method, oldest first. */
  of(method: string): RecordedRequest[] {
    return this.requests.filter(({ rpc }) => rpc?.method === method);
  }

  /** Waits for the `count`th request with this JSON-RPC method. */
  async received(method: string, count = 1): Promise<RecordedRequest> {
    return waitFor(`${method} number ${String(count)} to arrive`, () => this.of(method)[count - 1]);
  }

  private async receive(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const receivedAt = performance.now();
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of req) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const text = Buffer.concat(chunks).toString();
    const record: RecordedRequest = {
      httpMethod: req.method ?? '',
      path: req.url ?? '',
      headers: req.headers,
      text,
      rpc: req.method === 'POST' ? parseRpc(text) : undefined,
      receivedAt,
    };
    this.requests.push(record);
    res.on('close', () => {
      if (!res.writableFinished) record.abortedAt = performance.now();
    });
    await this.answer(new Exchange(req, res, record));
  }
}

function parseRpc(text: string): RpcMessage | undefined {
  try {
    const { jsonrpc, id, method, params } = JSON.parse(text) as Partial<RpcMessage>;
    if (jsonrpc !== '2.0' || typeof method !== 'string') return undefined;
    return { jsonrpc, method, params: params ?? {}, ...(id === undefined ? {} : { id }) };
  } catch {
    return undefined;
  }
}
