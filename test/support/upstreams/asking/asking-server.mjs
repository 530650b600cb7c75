// A server of revision 2025-11-25 on the official SDK whose tools ask their client. With `http` or `sse` as argument it listens on a free port
// of 127.0.0.1, which it prints; a second argument is what they ask. EVENTS_FILE gets a line at each start, call and cancellation.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  CallToolRequestSchema,
  GetPromptRequestSchema,
  ListToolsRequestSchema,
  ResultSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { note, promptThatAsks, text, toolsThatAsk } from './asking-tools.mjs';

const tools = toolsThatAsk(process.argv[3]);

function makeServer() {
  const server = new Server(
    { name: 'asking', version: '1.0.0' },
    { capabilities: { tools: {}, prompts: {} } },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: Object.keys(tools).map((name) => ({ name, inputSchema: { type: 'object' } })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    note(`call ${params.name}`);
    extra.signal.addEventListener('abort', () => note(`cancelled ${params.name}`));
    const ask = (request) => extra.sendRequest(request, ResultSchema);
    const say = (request) => server.request(request, ResultSchema);
    try {
      const capabilities = server.getClientCapabilities();
      return await tools[params.name]({ ask, say, capabilities, args: params.arguments ?? {} });
    } catch (error) {
      return { isError: true, ...text(`refused ${error.code}`) };
    }
  });
  server.setRequestHandler(GetPromptRequestSchema, (_request, extra) =>
    promptThatAsks((request) => extra.sendRequest(request, ResultSchema)),
  );
  return server;
}

const kind = process.argv[2];
note(`start ${kind}`);
const transports = new Map();
const opened = async (id, transport) => {
  transports.set(id, transport);
  transport.onclose = () => transports.delete(id);
};
const http = async (req, res) => {
  let transport = transports.get(req.headers['mcp-session-id']);
  if (transport === undefined) {
    transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => opened(id, transport),
    });
    await makeServer().connect(transport);
  }
  await transport.handleRequest(req, res);
};
const sse = async (req, res) => {
  const { pathname, searchParams } = new URL(req.url, 'http://x');
  if (pathname === '/messages') {
    await transports.get(searchParams.get('sessionId'))?.handlePostMessage(req, res);
    return;
  }
  const transport = new SSEServerTransport('/messages', res);
  void opened(transport.sessionId, transport);
  await makeServer().connect(transport);
};
const listener = createServer((req, res) => {
  (kind === 'sse' ? sse : http)(req, res).catch(() => res.destroy());
});
listener.listen(0, '127.0.0.1', () => process.stdout.write(`${listener.address().port}\n`));
