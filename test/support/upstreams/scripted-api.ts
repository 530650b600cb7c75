import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenOn } from './listen-on.js';

/** A request as it arrived. */
export interface ApiSeen {
  readonly method: string;
  /** As it was sent, with its query. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly text: string;
  /** Whoever asked has gone before the answer. */
  readonly left: Promise<void>;
}

type ApiAnswer = (seen: ApiSeen, res: ServerResponse) => void;

/** An API that does as its test says, and remembers what it was asked. */
export class ScriptedApi {
  readonly seen: ApiSeen[] = [];
  /** Answers by `METHOD /path`; without one, `200 {}`. */
  readonly answers = new Map<string, ApiAnswer>();
  /** Told of every request but those for documents. */
  onRequest: (seen: ApiSeen) => void = () => undefined;
  private readonly documents = new Map<string, { text: string; type: string; asked: ApiSeen[] }>();
  private readonly server: Server;
  private port = 0;

  private constructor() {
    this.server = createServer((req, res) => void this.receive(req, res));
  }

  static start(): Promise<ScriptedApi> {
    return new ScriptedApi().listen();
  }

  get origin(): string {
    return `http://127.0.0.1:${String(this.port)}`;
  }

  /** Starts, or starts again on the port it had. */
  async listen(): Promise<this> {
    this.port = await listenOn(this.server, this.port);
    return this;
  }

  /** Puts a document at a path; its address. */
  put(path: string, document: object | string, type = 'application/json'): string {
    const text = typeof document === 'string' ? document : JSON.stringify(document);
    this.documents.set(path, { text, type, asked: this.documents.get(path)?.asked ?? [] });
    return this.origin + path;
  }

  /** The requests for a document. */
  asked(path: string): readonly ApiSeen[] {
    return this.documents.get(path)?.asked ?? [];
  }

  answer(route: string, answer: ApiAnswer): void {
    this.answers.set(route, answer);
  }

  /** Answers with a text of a type. */
  says(route: string, status: number, text: string | Buffer, type = 'application/json'): void {
    this.answer(route, (_, res) => {
      res.writeHead(status, { 'content-type': type }).end(text);
    });
  }

  /** Ends; may be called again. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  private async receive(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const left = once(res, 'close').then(() => undefined);
    const body = await buffer(req).catch(() => Buffer.alloc(0));
    const target = req.url ?? '';
    const method = req.method ?? '';
    const seen = { method, target, headers: req.headers, body, text: body.toString(), left };
    const [path = ''] = target.split('?', 1);
    const document = method === 'GET' ? this.documents.get(path) : undefined;
    if (document !== undefined) {
      document.asked.push(seen);
      const etag = `"${String(Buffer.from(document.text).length)}-${String(hash(document.text))}"`;
      if (req.headers['if-none-match'] === etag) res.writeHead(304).end();
      else res.writeHead(200, { 'content-type': document.type, etag }).end(document.text);
      return;
    }
    if (method !== 'HEAD') this.seen.push(seen);
    this.onRequest(seen);
    const answer = this.answers.get(`${method} ${path}`);
    if (answer === undefined) res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    else answer(seen, res);
  }
}

function hash(text: string): number {
  let value = 0;
  for (const character of text) value = (value * 31 + character.charCodeAt(0)) | 0;
  return value;
}
