// A server of revision 2025-11-25 on the official SDK whose tools ask their client. Over stdio, or with `http` or `sse` as argument on a free
// port of 127.0.0.1, which it prints; a second argument is what they ask. EVENTS_FILE gets a line at each start, call and cancellation.
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  CallToolRequestSchema,
  CreateMessageResultSchema,
  ElicitResultSchema,
  GetPromptRequestSchema,
  ListRootsResultSchema,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';

const question = process.argv[3];
const note = (line) => process.env.EVENTS_FILE && appendFileSync(process.env.EVENTS_FILE, `${line}\n`);
const text = (value) => ({ content: [{ type: 'text', text: String(value) }] });
const form = (message) => ({
  method: 'elicitation/create',
  params: {
    message,
    requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  },
});
const nameIn = ({ action, content }) => (action === 'accept' ? content.name : action);

/** What each tool does: `ask` sends a request in the middle of the call, `say` one that does not say where it belongs. */
const tools = {
  ask: async ({ ask, args }) =>
    text(`Hello ${nameIn(await ask(form(args.message ?? question ?? 'Who?'), ElicitResultSchema))}`),
  twice: async ({ ask }) => {
    const first = nameIn(await ask(form('First?'), ElicitResultSchema));
    return text(`${first} and ${nameIn(await ask(form('Second?'), ElicitResultSchema))}`);
  },
  both: async ({ ask }) => {
    const answers = await Promise.all([
      ask(form('Left?'), ElicitResultSchema),
      ask(form('Right?'), ElicitResultSchema),
    ]);
    return text(answers.map(nameIn).join(' and '));
  },
  sample: async ({ ask }) => {
    const messages = [{ role: 'user', content: { type: 'text', text: question ?? 'Say it' } }];
    const request = { method: 'sampling/createMessage', params: { messages, maxTokens: 9 } };
    return text((await ask(request, CreateMessageResultSchema)).content.text);
  },
  roots: async ({ ask }) => text((await ask({ method: 'roots/list' }, ListRootsResultSchema)).roots[0].uri),
  link: async ({ ask }) => {
    const params = { mode: 'url', message: 'Sign in', url: 'https://id.example/x', elicitationId: 'e1' };
    return text((await ask({ method: 'elicitation/create', params }, ElicitResultSchema)).action);
  },
  unrelated: async ({ say }) =>
    text(`Hello ${nameIn(await say(form(question ?? 'Who, by the way?'), ElicitResultSchema))}`),
  plain: async ({ capabilities }) => text(`${process.pid} ${JSON.stringify(capabilities)}`),
};

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
    const ask = (request, schema) => extra.sendRequest(request, schema);
    const say = (request, schema) => server.request(request, schema);
    try {
      const capabilities = server.getClientCapabilities();
      return await tools[params.name]({ ask, say, capabilities, args: params.arguments ?? {} });
    } catch (error) {
      return { isError: true, ...text(`refused ${error.code}`) };
    }
  });
  server.setRequestHandler(GetPromptRequestSchema, async (_request, extra) => {
    const name = nameIn(await extra.sendRequest(form('For whom?'), ElicitResultSchema));
    return { messages: [{ role: 'user', content: { type: 'text', text: `A prompt for ${name}` } }] };
  });
  return server;
}

const kind = process.argv[2] ?? 'stdio';
note(`start ${kind}`);
if (kind === 'stdio') await makeServer().connect(new StdioServerTransport());
else {
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
    opened(transport.sessionId, transport);
    await makeServer().connect(transport);
  };
  const listener = createServer((req, res) => {
    (kind === 'sse' ? sse : http)(req, res).catch(() => res.destroy());
  });
  listener.listen(0, '127.0.0.1', () => process.stdout.write(`${listener.address().port}\n`));
}
