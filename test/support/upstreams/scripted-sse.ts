import { RecordingServer, type Exchange, type Json, type UpstreamStream } from './recording-server.js';

/** A hand-written HTTP+SSE server of revision 2024-11-05 with one tool; it leaves calls of it and their cancellation without an answer. */
export class ScriptedSse extends RecordingServer {
  private stream: UpstreamStream | undefined;

  protected answer(exchange: Exchange): void {
    const { httpMethod, rpc } = exchange.record;
    if (httpMethod === 'GET') {
      this.stream = exchange.openStream();
      this.stream.res.write('event: endpoint\ndata: /messages\n\n');
    } else if (rpc?.method !== 'tools/call' && rpc?.method !== 'notifications/cancelled') {
      exchange.res.writeHead(202).end();
      if (rpc?.id !== undefined) this.stream?.message({ id: rpc.id, result: results[rpc.method] ?? {} });
    }
  }
}

const results: Readonly<Record<string, Json>> = {
  initialize: {
    protocolVersion: '2024-11-05',
    capabilities: { tools: {} },
    serverInfo: { name: 'scripted', version: '1.0.0' },
  },
  'tools/list': { tools: [{ name: 'hangs', inputSchema: { type: 'object' } }] },
};
