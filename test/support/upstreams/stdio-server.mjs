// A small stdio MCP server of revision 2025-11-25 that behaves as badly as its environment asks it to.
//   STARTS_FILE       a line with the process id is added at each start
//   EFFECTS_FILE      the tool "effect" adds a line, then behaves as its arguments say; "wait" adds one at its start and one when it is cancelled;
//                     so does each subscription to a resource and its end; "touch" tells of a change to who is subscribed;
//                     "notifications/announce" adds one once it has told, unasked, that the tools have changed
//   IGNORE_SIGTERM    stays on SIGTERM, and when its input ends
//   GARBAGE           prints lines that are no JSON-RPC before and between the answers
//   STRICT            ends when anything but initialize comes first, as old SDKs' servers do
//   CRASH             ends at once
//   MUTE              reads and never answers
//   START_MS          reads nothing before so long, as when it has to be downloaded first
//   SHY               passes over whatever comes before initialize
//   DEAF              reads nothing any more once it has been greeted
//   GRANDCHILD        starts a process of its own that never ends
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const {
  STARTS_FILE,
  EFFECTS_FILE,
  IGNORE_SIGTERM,
  GARBAGE,
  STRICT,
  CRASH,
  MUTE,
  START_MS,
  SHY,
  DEAF,
  GRANDCHILD,
} = process.env;
if (STARTS_FILE) appendFileSync(STARTS_FILE, `${process.pid}\n`);
if (CRASH) {
  process.stderr.write(`this server cannot start: ${CRASH}\n`);
  process.exit(3);
}
if (IGNORE_SIGTERM) {
  process.on('SIGTERM', () => {});
  setInterval(() => {}, 1000);
}
if (GRANDCHILD) sleeper();
if (START_MS) await new Promise((resolve) => setTimeout(resolve, Number(START_MS)));

const toolsChanged = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };
let initialized = false;
/** What to do when a call is cancelled, by its id. */
const waiting = new Map();

const input = createInterface({ input: process.stdin, crlfDelay: Infinity }).on('line', (line) => {
  if (MUTE) return;
  const message = JSON.parse(line);
  if (SHY && !initialized && message.method !== 'initialize') return;
  if (STRICT && !initialized && message.method !== 'initialize') process.exit(1);
  if (GARBAGE) process.stdout.write('Listening on a pipe...\n{"not": "json-rpc"}\n[]\n\n{"broken\n');
  if (message.id !== undefined && message.method !== undefined) answer(message);
  if (message.method === 'notifications/announce') {
    send(toolsChanged);
    appendFileSync(EFFECTS_FILE, 'told\n');
  }
  if (message.method === 'notifications/cancelled') waiting.get(message.params.requestId)?.();
});

function answer({ id, method, params }) {
  const result = (value) => send({ jsonrpc: '2.0', id, result: value });
  const error = (code, text) => send({ jsonrpc: '2.0', id, error: { code, message: text } });
  if (method === 'initialize') {
    initialized = true;
    if (DEAF) {
      input.pause();
      // Who reads nothing would end by itself.
      setInterval(() => undefined, 60_000);
    }
    result({
      protocolVersion: '2025-11-25',
      capabilities: { tools: { listChanged: true }, resources: { subscribe: true } },
      serverInfo: { name: 'stdio-script', version: '1.0.0', 'x-build': 7 },
    });
  } else if (method === 'ping') result({});
  else if (method === 'tools/list') result({ tools });
  else if (method === 'resources/subscribe' || method === 'resources/unsubscribe') {
    if (EFFECTS_FILE) appendFileSync(EFFECTS_FILE, `${method} ${params.uri}\n`);
    if (method === 'resources/subscribe') subscribed.add(params.uri);
    else subscribed.delete(params.uri);
    result({});
  } else if (method !== 'tools/call') error(-32601, `Method not found: ${method}`);
  else if (run[params.name] === undefined) error(-32602, `Unknown tool: ${params.name}`);
  else run[params.name](params.arguments ?? {}, result, params, id);
}

const subscribed = new Set();
/** Answers that wait for the tool "release". */
const held = [];

const text = (value) => ({ content: [{ type: 'text', text: String(value) }] });

const run = {
  echo: (args, result) => result({ content: [], structuredContent: args }),
  trace: (_, result, { _meta }) => result(text(_meta?.traceparent)),
  pid: (_, result) => result(text(process.pid)),
  environment: (_, result) => result(text(JSON.stringify(Object.keys(process.env).sort()))),
  exit: () => process.exit(1),
  hang: () => {},
  pause: ({ ms }, result) => setTimeout(() => result(text('paused')), ms),
  wait: (_args, _result, _params, id) => {
    waiting.set(id, () => appendFileSync(EFFECTS_FILE, 'cancelled\n'));
    appendFileSync(EFFECTS_FILE, 'waiting\n');
  },
  effect: ({ after, ms }, result) => {
    appendFileSync(EFFECTS_FILE, 'effect\n');
    if (after === 'exit') process.exit(1);
    setTimeout(() => result(text('effected')), ms ?? 0);
  },
  big: ({ bytes }, result) => result(text('x'.repeat(bytes))),
  flood: ({ bytes }, result) => {
    process.stderr.write(`${'e'.repeat(199)}\n`.repeat(Math.ceil(bytes / 200)), () =>
      result(text('flooded')),
    );
  },
  progress: ({ steps }, result, { _meta }) => {
    for (let progress = 1; progress <= steps; progress++)
      send({
        jsonrpc: '2.0',
        method: 'notifications/progress',
        params: { progressToken: _meta?.progressToken, progress, total: steps },
      });
    result(text('done'));
  },
  addTool: ({ name }, result) => {
    tools.push({ name, inputSchema: { type: 'object' } });
    send(toolsChanged);
    result(text('added'));
  },
  held: (_, result, { _meta }) => {
    const { progressToken } = _meta;
    send({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress: 1 } });
    held.push(() => result(text('held')));
  },
  release: (_, result) => {
    for (const go of held.splice(0)) go();
    result(text('released'));
  },
  touch: ({ uri }, result) => {
    if (subscribed.has(uri))
      send({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } });
    result(text('touched'));
  },
  grandchild: (_, result) => result(text(sleeper())),
  raw: ({ line, encoding }, _result, _params, id) => {
    process.stdout.write(Buffer.from(`${line.replaceAll('$id', id)}\n`, encoding));
  },
};

const tools = Object.keys(run).map((name) => ({ name, inputSchema: { type: 'object' } }));

function sleeper() {
  const code = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
  return spawn(process.execPath, ['-e', code], { stdio: 'ignore' }).pid;
}

function send(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}
