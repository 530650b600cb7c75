// An MCP server (2025-11-25) whose tool `flood` writes notifications as fast as they are taken: `stdio`, `http` or `sse` is its transport. Without `count` it
// never ends; with it the response comes behind so many. With PAGE_BYTES its list of tools has pages of that size without end. Prints its port unless it is a process of the gateway's.
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

const [transport] = process.argv.slice(2);
const tools = ['flood', 'echo'].map((name) => ({ name, inputSchema: { type: 'object' } }));
const introduction = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'flooding', version: '1' },
};
const results = { initialize: introduction, 'tools/list': { tools }, ping: {} };

const description = 'd'.repeat(Number(process.env.PAGE_BYTES ?? 0));
let pages = 0;
function endlessPage() {
  const name = `tool_${++pages}`;
  return { tools: [{ name, description, inputSchema: { type: 'object' } }], nextCursor: name };
}

const told = {
  message: () => ({ method: 'notifications/message', params: { level: 'info', data: 'x' } }),
  progress: (token, progress) => ({
    method: 'notifications/progress',
    params: { progressToken: token, progress },
  }),
  stray: (_, progress) => ({
    method: 'notifications/progress',
    params: { progressToken: 'nobody', progress },
  }),
};

const cancelled = new Set();

async function flood(id, out, frame, { arguments: { kind, count }, _meta }) {
  cancelled.delete(id);
  const sends = told[kind];
  for (let sent = 0; !out.destroyed && !cancelled.has(id) && (count === undefined || sent < count);) {
    let text = '';
    const most = count === undefined ? 500 : Math.min(500, count - sent);
    for (let n = 0; n < most; n++)
      text += frame(JSON.stringify({ jsonrpc: '2.0', ...sends(_meta?.progressToken ?? 'none', ++sent) }));
    if (out.write(text)) await new Promise((resolve) => setImmediate(resolve));
    else await new Promise((resolve) => out.once('drain', resolve));
  }
}

function hear({ method, params }) {
  if (method === 'notifications/cancelled') cancelled.add(params.requestId);
}

async function answer(out, frame, { id, method, params }) {
  if (method === 'tools/call' && params.name === 'flood') await flood(id, out, frame, params);
  const isEndless = method === 'tools/list' && description !== '';
  const result = isEndless
    ? endlessPage()
    : (results[method] ?? (method === 'tools/call' ? { content: [] } : undefined));
  const error = { code: -32601, message: 'Method not found' };
  out.write(
    frame(JSON.stringify({ jsonrpc: '2.0', id, ...(result === undefined ? { error } : { result }) })),
  );
}

const line = (json) => `${json}\n`;
const event = (json) => `event: message\ndata: ${json}\n\n`;
const eventStream = { 'content-type': 'text/event-stream' };

async function bodyOf(req) {
  let text = '';
  for await (const chunk of req) text += chunk;
  return JSON.parse(text);
}

let stream;
async function serve(req, res) {
  if (req.method === 'GET' && transport === 'sse') {
    stream = res.writeHead(200, eventStream);
    stream.write('event: endpoint\ndata: /post\n\n');
  } else if (req.method !== 'POST' || (transport === 'sse' && req.url !== '/post')) {
    res.writeHead(405).end();
  } else {
    const message = await bodyOf(req);
    if (transport === 'sse' || message.id === undefined) {
      res.writeHead(202).end();
      if (message.id === undefined) hear(message);
      else await answer(stream, event, message);
    } else {
      res.writeHead(200, eventStream);
      await answer(res, event, message);
      res.end();
    }
  }
}

if (transport === 'stdio')
  createInterface({ input: process.stdin }).on('line', (text) => {
    const message = JSON.parse(text);
    if (message.id === undefined) hear(message);
    else void answer(process.stdout, line, message);
  });
else {
  const server = createServer((req, res) => void serve(req, res));
  server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
}
