import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An answer on its way through the proxy. */
export interface PassingAnswer {
  readonly path: string;
  status: number;
  /** Names in lower case. */
  readonly headers: Map<string, string>;
  body: string;
}

const ofTheHop = ['connection', 'content-length', 'keep-alive', 'transfer-encoding', 'content-encoding'];

/** What stands in front of a gateway and does something to its answers. */
export class AlteringProxy {
  target = '';
  alter: (answer: PassingAnswer) => void = () => undefined;
  private readonly server: Server;

  private constructor() {
    this.server = createServer((req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        const { method = 'GET', url = '/', headers } = req;
        const given = Object.entries(headers).filter(([name]) => ![...ofTheHop, 'host'].includes(name));
        const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
        fetch(this.target + url, {
          ...{ method, redirect: 'manual', headers: given as [string, string][] },
          ...body,
        })
          .then(async (answer) => {
            const kept = [...answer.headers].filter(([name]) => !ofTheHop.includes(name));
            const passing: PassingAnswer = {
              ...{ path: url, status: answer.status, headers: new Map(kept), body: await answer.text() },
            };
            this.alter(passing);
            res.writeHead(passing.status, Object.fromEntries(passing.headers)).end(passing.body);
          })
          .catch(() => res.destroy());
      });
    });
  }

  static async start(): Promise<AlteringProxy> {
    const proxy = new AlteringProxy();
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
