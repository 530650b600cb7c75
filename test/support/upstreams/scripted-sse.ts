import { RecordingServer, type Exchange, type Json, type UpstreamStream } from './recording-server.js';

/** A hand-written HTTP+SSE server of revision 2024-11-05 with one tool; it leaves calls of it, unless told otherwise, and their cancellation without an answer. */
export class ScriptedSse extends RecordingServer {
  /** JSON of what calls of a tool come to, instead of nothing. */
  callResult: string | undefined;
  /** Results by method. */
  readonly results: Record<string, Json> = { ...usual };
  /** Runs before anything else; answering in it ends the exchange. Says whether it took the request. */
  intercept: ((exchange: Exchange) => boolean) | undefined;
  private readonly streams: UpstreamStream[] = [];

  protected answer(exchange: Exchange): void {
    if (this.intercept?.(exchange) === true) return;
    const { httpMethod, rpc } = exchange.record;
    if (httpMethod === 'GET') {
      const number = this.streams.push(exchange.openStream());
      this.streams.at(-1)?.res.write(`event: endpoint\ndata: /messages/${String(number)}\n\n`);
      return;
    }
    const stream = this.streams[Number(/\d+$/.exec(exchange.record.path)?.[0]) - 1];
    if (rpc?.method === 'tools/call' && this.callResult !== undefined) {
      exchange.res.writeHead(202).end();
      stream?.res.write(
        `event: message\ndata: {"jsonrpc":"2.0","id":${JSON.stringify(rpc.id)},"result":${this.callResult}}\n\n`,
      );
    } else if (rpc?.method !== 'tools/call' && rpc?.method !== 'notifications/cancelled') {
      exchange.res.writeHead(202).end();
      if (rpc?.id !== undefined) stream?.message({ id: rpc.id, result: this.results[rpc.method] ?? {} });
    }
  }
}

const usual: Readonly<Record<string, Json>> = {
  initialize: {
    protocolVersion: '2024-11-05',
    capabilities: { tools: {} },
    serverInfo: { name: 'scripted', version: '1.0.0' },
  },
  'tools/list': { tools: [{ name: 'hangs', inputSchema: { type: 'object' } }] },
};
