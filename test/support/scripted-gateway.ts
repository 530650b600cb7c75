import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from './clients/gateway-client.js';

/** A request that a scripted gateway received. */
export interface ScriptedRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Json;
}

type Answer = (res: ServerResponse, request: ScriptedRequest) => void;

/** Stands in for a gateway where a test needs answers that a real one gives rarely, or cannot give without a model. */
export class ScriptedGateway {
  readonly requests: ScriptedRequest[] = [];
  private readonly server: Server;

  private constructor(private readonly routes: Readonly<Record<string, Answer>>) {
    this.server = createServer((req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const { method = '', url = '', headers } = req;
        const request = { method, path: url, headers, body: text === '' ? {} : (JSON.parse(text) as Json) };
        this.requests.push(request);
        const route = this.routes[`${method} ${url.split('?')[0] ?? ''}`] ?? problem(404, 'not-found');
        route(res, request);
      });
    });
  }

  /** Routes by `METHOD /path`. */
  static async start(routes: Readonly<Record<string, Answer>>): Promise<ScriptedGateway> {
    const gateway = new ScriptedGateway(routes);
    gateway.server.listen(0, '127.0.0.1');
    await once(gateway.server, 'listening');
    return gateway;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

export const json =
  (body: unknown, status = 200): Answer =>
  (res) => {
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

export const problem =
  (status: number, code: string, headers: Record<string, string> = {}): Answer =>
  (res) => {
    const body = { type: `/problems/${code}`, title: code, status, code, requestId: 'r1' };
    res
      .writeHead(status, { 'content-type': 'application/problem+json', ...headers })
      .end(JSON.stringify(body));
  };

/** An event stream; an event without a name has only data. */
export const events =
  (...list: readonly (readonly [event: string | undefined, data: unknown])[]): Answer =>
  (res) => {
    openEvents(res);
    for (const [event, data] of list) sendEvent(res, event, data);
    res.end();
  };

export function openEvents(res: ServerResponse): void {
  res.writeHead(200, { 'content-type': 'text/event-stream' });
}

export function sendEvent(res: ServerResponse, event: string | undefined, data: unknown): void {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  res.write(`${event === undefined ? '' : `event: ${event}\n`}data: ${text}\n\n`);
}
