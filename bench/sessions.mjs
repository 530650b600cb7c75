// @ts-check
// Holds many sessions (MCP 2025-11-25, each with its stream) and many subscriptions (2026-07-28) on the native endpoint of one gateway:
// what each costs in memory, whether a broadcast reaches all, and whether all live on when the server was killed and started again.
// npm run bench:sessions -- [--sessions 1000] [--entry dist/main.js]; exit code 1 when one is dead.
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Agent, request } from 'undici';
import { residentMb } from './proc.mjs';
import { startServer, stop } from './stage/child.mjs';
import { Gateway } from './stage/gateway.mjs';

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '1000' },
    entry: { type: 'string', default: fileURLToPath(new URL('../dist/main.js', import.meta.url)) },
  },
});
const wanted = Number(values.sessions);
/** Room for all of them and the two that are opened first; by default an account has room for 1,000 of each. */
const limits = {
  ...{ MAX_SESSIONS: String(wanted + 1), ACCOUNT_SESSIONS: String(Math.max(2500, wanted + 1)) },
  ...{ MAX_STREAMS: String(2 * wanted + 500), ACCOUNT_STREAMS: String(Math.max(5000, 2 * wanted + 500)) },
};
const dispatcher = new Agent({ connections: null, bodyTimeout: 0, headersTimeout: 60_000 });
const changed = 'notifications/tools/list_changed';

/** A stream of the gateway, and how often it has told of a change. */
class Watch {
  told = 0;
  ended = false;

  /** @param {import('undici').Dispatcher.ResponseData} answer */
  constructor({ body, statusCode }) {
    if (statusCode !== 200) throw new Error(`a stream was answered with HTTP ${String(statusCode)}`);
    body.on('data', (/** @type {import('node:buffer').Buffer} */ chunk) => {
      this.told += chunk.toString('latin1').split(changed).length - 1;
    });
    body.on('close', () => (this.ended = true)).on('error', () => undefined);
  }
}

/**
 * @param {Gateway} gateway
 * @param {object} message
 * @param {Record<string, string>} [more]
 */
function post(gateway, message, more) {
  return request(`http://127.0.0.1:${String(gateway.port)}/api/servers/bench/mcp`, {
    method: 'POST',
    dispatcher,
    headers: {
      authorization: `Bearer ${gateway.token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...more,
    },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  });
}

/** @param {Gateway} gateway */
async function openSession(gateway) {
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1.0.0' },
  };
  const answer = await post(gateway, { id: 1, method: 'initialize', params });
  const text = await answer.body.text();
  if (answer.statusCode !== 200)
    throw new Error(`a session was answered with HTTP ${String(answer.statusCode)}: ${text}`);
  const session = { 'mcp-session-id': String(answer.headers['mcp-session-id']) };
  const stream = await request(`http://127.0.0.1:${String(gateway.port)}/api/servers/bench/mcp`, {
    dispatcher,
    headers: { authorization: `Bearer ${gateway.token}`, accept: 'text/event-stream', ...session },
  });
  return { session, watch: new Watch(stream) };
}

/** @param {Gateway} gateway */
async function openSubscription(gateway) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { notifications: { toolsListChanged: true }, _meta };
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' };
  return new Watch(await post(gateway, { id: 1, method: 'subscriptions/listen', params }, headers));
}

/**
 * Fifty at a time.
 * @template T
 * @param {() => Promise<T>} open
 * @returns {Promise<T[]>}
 */
async function many(open) {
  /** @type {T[]} */
  const opened = [];
  while (opened.length < wanted)
    opened.push(...(await Promise.all(Array.from({ length: Math.min(50, wanted - opened.length) }, open))));
  return opened;
}

/**
 * Broadcasts until all have heard, and gives the time of the broadcast that did it, or `undefined` when some never hear.
 * @param {number} port
 * @param {readonly Watch[]} watches
 * @param {number} withinMs
 */
async function reach(port, watches, withinMs) {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    const before = watches.map(({ told }) => told);
    const startedAt = performance.now();
    await request(`http://127.0.0.1:${String(port)}/broadcast`, { method: 'POST' }).then(
      ({ body }) => body.dump(),
      () => undefined,
    );
    while (performance.now() < startedAt + 1000) {
      if (watches.every(({ told }, index) => told > (before[index] ?? 0)))
        return performance.now() - startedAt;
      await pause(5);
    }
  }
  return undefined;
}

/** @param {number} pid */
async function settled(pid) {
  await pause(3000);
  return residentMb(pid).now;
}

async function main() {
  let upstream = await startServer('helper', 'upstream/streams.mjs');
  const gateway = await Gateway.start(values.entry, upstream.port, undefined, limits);
  try {
    await Promise.all([openSession(gateway), openSubscription(gateway)]);
    const idleMb = await settled(gateway.pid);
    const sessions = await many(() => openSession(gateway));
    const sessionsMb = await settled(gateway.pid);
    const subscriptions = await many(() => openSubscription(gateway));
    const allMb = await settled(gateway.pid);
    const watches = [...sessions.map(({ watch }) => watch), ...subscriptions];
    const broadcastMs = await reach(upstream.port, watches, 20_000);
    await stop(upstream.child, 0);
    await pause(1000);
    const { port } = upstream;
    upstream = await startServer('helper', 'upstream/streams.mjs', String(port));
    const startedAt = performance.now();
    const againMs = await reach(port, watches, 60_000);
    const recoveredMs = performance.now() - startedAt;
    const left = [...sessions];
    const answers = await many(async () => {
      const answer = await post(gateway, { id: 2, method: 'ping' }, left.pop()?.session);
      await answer.body.dump();
      return answer.statusCode;
    });
    const dead =
      watches.filter(({ ended }) => ended).length + answers.filter((status) => status !== 200).length;
    const kb = (/** @type {number} */ mb) => `${((mb * 1024) / wanted).toFixed(0)} kB`;
    const ms = (/** @type {number | undefined} */ value) =>
      value === undefined ? 'never' : `${value.toFixed(0)} ms`;
    process.stdout.write(
      [
        `sessions with a stream        ${String(wanted)}, ${kb(sessionsMb - idleMb)} each`,
        `subscriptions                 ${String(wanted)}, ${kb(allMb - sessionsMb)} each`,
        `resident memory               ${idleMb.toFixed(0)} MB, with all of them ${allMb.toFixed(0)} MB`,
        `a broadcast reaches all in    ${ms(broadcastMs)}`,
        `after a restart of the server ${againMs === undefined ? 'never' : `all are back within ${ms(recoveredMs)}`}`,
        `dead                          ${String(dead)}`,
        '',
      ].join('\n'),
    );
    if (broadcastMs === undefined || againMs === undefined || dead > 0) process.exitCode = 1;
  } finally {
    await dispatcher.destroy();
    await gateway.stop();
    await stop(upstream.child);
  }
}

await main();
