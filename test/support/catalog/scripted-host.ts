import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Script = (url: URL, res: ServerResponse, req: IncomingMessage) => void;

/** Answers every request on a port of its own as it is told. */
export class ScriptedHost {
  /** Paths with their queries, in the order in which they were asked for. */
  readonly asked: string[] = [];
  private readonly server: Server;

  private constructor(public script: Script) {
    this.server = createServer((req, res) => {
      this.asked.push(req.url ?? '');
      this.script(new URL(req.url ?? '/', this.origin), res, req);
    });
  }

  static async start(script: Script = (_, res) => res.writeHead(404).end()): Promise<ScriptedHost> {
    const host = new ScriptedHost(script);
    host.server.listen(0, '127.0.0.1');
    await once(host.server, 'listening');
    return host;
  }

  get origin(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

export function sendJson(res: ServerResponse, value: unknown): void {
  res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
