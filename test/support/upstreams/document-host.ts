import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { certificateOfLocalhost, type Certificate } from '../tls/certificate.js';

type DocumentAnswer = (res: ServerResponse, req: IncomingMessage) => void;

/** Where programs put their documents: https on this computer, with a certificate of its own. */
export class DocumentHost {
  /** Paths that were asked for, in order. */
  readonly asked: string[] = [];
  private readonly answers = new Map<string, DocumentAnswer>();
  private readonly server: Server;

  private constructor(readonly certificate: Certificate) {
    this.server = createServer(certificate, (req, res) => {
      const path = req.url ?? '';
      this.asked.push(path);
      const answer = this.answers.get(path);
      if (answer === undefined) res.writeHead(404).end();
      else answer(res, req);
    });
  }

  static async start(): Promise<DocumentHost> {
    const host = new DocumentHost(certificateOfLocalhost());
    host.server.listen(0, '127.0.0.1');
    await once(host.server, 'listening');
    return host;
  }

  get origin(): string {
    return `https://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  /** Puts a document at a path, with its own address as `client_id`; the address. */
  put(path: string, members: object, headers: Readonly<Record<string, string>> = {}): string {
    const address = this.origin + path;
    this.answer(path, (res) => {
      res
        .writeHead(200, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify({ client_id: address, ...members }));
    });
    return address;
  }

  answer(path: string, answer: DocumentAnswer): string {
    this.answers.set(path, answer);
    return this.origin + path;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
