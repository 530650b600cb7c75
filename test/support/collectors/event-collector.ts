import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Json } from '../clients/gateway-client.js';

/** Takes the audit log by POST, as NDJSON, or does not. */
export class EventCollector {
  /** As they were taken, with those that came twice. */
  readonly events: Json[] = [];
  readonly requests: { readonly headers: IncomingHttpHeaders; readonly status: number }[] = [];
  /** How it answers; nothing while it is `undefined`. */
  status: number | undefined = 200;
  private readonly server: Server;

  private constructor() {
    this.server = createServer((req, res) => {
      void text(req).then((body) => {
        this.take(body, req.headers, res);
      });
    });
  }

  static async start(): Promise<EventCollector> {
    const collector = new EventCollector();
    await new Promise<void>((resolve) => collector.server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}/audit`;
  }

  get ids(): unknown[] {
    return this.events.map(({ id }) => id);
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => {
      this.server.close(() => {
        resolve();
      });
    });
  }

  private take(body: string, headers: IncomingHttpHeaders, res: ServerResponse): void {
    const { status } = this;
    this.requests.push({ headers, status: status ?? 0 });
    if (status === undefined) return;
    if (status === 200) this.events.push(...parsedLines(body));
    res.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
  }
}

/** NDJSON, each line with its end. */
export function parsedLines(ndjson: string): Json[] {
  if (ndjson !== '' && !ndjson.endsWith('\n')) throw new Error('the last line has no end');
  return ndjson
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Json);
}
