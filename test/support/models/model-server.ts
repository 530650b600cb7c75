import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from '../clients/gateway-client.js';
import { AnthropicReply, OpenAiReply, type ModelReply } from './model-replies.js';

/** A request for an answer that a model server received. */
export interface ModelRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Json & { readonly messages: Json[]; readonly tools?: Json[] };
  /** How often the conversation has come here: 0 for the first request of a turn, then one more for each result of a tool. */
  readonly toolResults: number;
  /** The caller closed the connection before the answer had ended. */
  readonly left: boolean;
}

/** How a model answers one request. */
export type ModelBehaviour = (reply: ModelReply, request: ModelRequest) => void | Promise<void>;

/** A server of models without a model: it speaks OpenAI's Chat Completions and Anthropic's Messages, and says what the test wants. */
export class ModelServer {
  readonly requests: ModelRequest[] = [];
  /** Answers in this order; when none is left `otherwise` answers. */
  next: ModelBehaviour[] = [];
  otherwise: ModelBehaviour = says('ok');
  private open = 0;
  private readonly server: Server;

  private constructor() {
    this.server = createServer((req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        const path = req.url ?? '';
        if (path.endsWith('/models')) res.end(JSON.stringify({ object: 'list', data: [{ id: 'tiny' }] }));
        else this.answer(path, req.headers, JSON.parse(Buffer.concat(chunks).toString()) as Json, res);
      });
    });
  }

  static async start(): Promise<ModelServer> {
    const model = new ModelServer();
    model.server.listen(0, '127.0.0.1');
    await once(model.server, 'listening');
    return model;
  }

  /** With `/v1`, as settings want it. */
  get url(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}/v1`;
  }

  /** Answers that have not ended. */
  get answering(): number {
    return this.open;
  }

  get last(): ModelRequest {
    const last = this.requests.at(-1);
    if (last === undefined) throw new Error('the model has not been asked');
    return last;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(path: string, headers: IncomingHttpHeaders, body: Json, res: ServerResponse): void {
    const messages = body['messages'] as Json[];
    const request = {
      ...{ path, headers, left: false },
      body: body as ModelRequest['body'],
      toolResults: messages.filter(isToolResult).length,
    };
    this.requests.push(request);
    this.open++;
    res.on('close', () => {
      this.open--;
      request.left = !res.writableFinished;
    });
    const reply = path.endsWith('/messages') ? new AnthropicReply(res) : new OpenAiReply(res);
    void (this.next.shift() ?? this.otherwise)(reply, request);
  }
}

function isToolResult({ role, content }: Json): boolean {
  if (role === 'tool') return true;
  return Array.isArray(content) && (content as Json[]).some(({ type }) => type === 'tool_result');
}

/** Says these pieces of text and ends. */
export const says =
  (...pieces: string[]): ModelBehaviour =>
  (reply) => {
    for (const piece of pieces) reply.text(piece);
    reply.end('stop');
  };

interface ScriptedCall {
  readonly name: string;
  /** Text goes as it is, however broken. */
  readonly args?: Json | string;
  readonly id?: string;
}

let calls = 0;

/** Asks for these tools, all in one step. */
export const asksFor =
  (...list: ScriptedCall[]): ModelBehaviour =>
  (reply) => {
    for (const { name, args = {}, id = `call_${String(++calls)}` } of list)
      reply.toolCall(id, name, typeof args === 'string' ? args : JSON.stringify(args));
    reply.end('tool_calls');
  };

/** Asks for a tool, and says `text` when it has the result. */
export const asksThenSays =
  (call: ScriptedCall, ...pieces: string[]): ModelBehaviour =>
  (reply, request) =>
    request.toolResults === 0 ? asksFor(call)(reply, request) : says(...pieces)(reply, request);

/** Refuses with an HTTP status and a body that must reach nobody. */
export const refusesWith =
  (status: number, headers: Record<string, string> = {}): ModelBehaviour =>
  ({ res }) => {
    res
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify({ error: { message: 'PROVIDER-SECRET-TEXT', type: 'some_error', code: 'x' } }));
  };

/** Says a piece and ends the answer properly, but without a reason. */
export const stopsAfter =
  (piece: string): ModelBehaviour =>
  (reply) => {
    reply.text(piece);
    reply.res.end();
  };

/** Says a piece and then several lines that are no part of an answer. */
export const babblesAfter =
  (piece: string): ModelBehaviour =>
  (reply) => {
    reply.text(piece);
    reply.res.end('data: {"half\n\ndata: 12\n\ndata: []\n\n');
  };

/** Says a piece and cuts the connection. */
export const resetsAfter =
  (piece: string): ModelBehaviour =>
  (reply) => {
    reply.text(piece, () => reply.res.socket?.resetAndDestroy());
  };

/** Says a piece and nothing more. */
export const hangsAfter =
  (piece: string): ModelBehaviour =>
  (reply) => {
    reply.text(piece);
  };

/** Says a piece and then, in the stream, that something is wrong. */
export const failsAfter =
  (piece: string, error: Json): ModelBehaviour =>
  (reply) => {
    reply.text(piece);
    reply.error(error);
  };
