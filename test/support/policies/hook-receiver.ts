import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from '../clients/gateway-client.js';

/** A question that a hook was asked. */
export interface HookQuestion {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: Json;
}

interface RawReply {
  readonly status?: number;
  readonly text: string;
  readonly headers?: Record<string, string>;
}

/** What a hook answers: a decision, or anything else that HTTP can say. */
export type HookReply = Json | RawReply | 'never';

/** A receiver of hooks. */
export class HookReceiver {
  readonly asked: HookQuestion[] = [];
  reply: (body: Json) => HookReply = () => ({ decision: 'pass' });
  /** An answer of which the last byte is sent once `until` resolves, in place of `reply`. */
  halfway: { readonly text: string; readonly until: Promise<void> } | undefined;
  private readonly server: Server;

  private constructor() {
    this.server = createServer((req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const body = text === '' ? {} : (JSON.parse(text) as Json);
        this.asked.push({ headers: req.headers, text, body });
        if (this.halfway !== undefined) {
          const { text: answer, until } = this.halfway;
          res.writeHead(200).write(answer.slice(0, -1));
          void until.then(() => res.end(answer.slice(-1)));
          return;
        }
        const reply = this.reply(body);
        if (reply === 'never') return;
        const isRaw = 'text' in reply && typeof reply.text === 'string';
        const { status = 200, headers = {} } = isRaw ? (reply as RawReply) : {};
        res.writeHead(status, headers).end(isRaw ? reply.text : JSON.stringify(reply));
      });
    });
  }

  static start(): Promise<HookReceiver> {
    const receiver = new HookReceiver();
    return new Promise((resolve) => {
      receiver.server.listen(0, '127.0.0.1', () => {
        resolve(receiver);
      });
    });
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}/hook`;
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => {
      this.server.close(() => {
        resolve();
      });
    });
  }
}
