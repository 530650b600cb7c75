// @ts-check
// Sessions of revision 2025-11-25, and a silent stream in each.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { cpuMs } from '../proc.mjs';
import { httpRequest, McpRequests } from '../stage/requests.mjs';
import { descriptorLimit, Ground, latencyText, mb, memoryEach, ms, quantiles, timed } from './ground.mjs';

/** @typedef {import('./ground.mjs').Row} Row */

const atOnce = 16;
/** Descriptors of a gateway beside those of its streams, with room. */
const otherDescriptors = 1000;
const minuteMs = 60_000;

/**
 * What lets one token have so many: sessions, streams, and that of the load.
 * @param {number} count
 */
const limitsFor = (count) => ({
  ...{ MAX_SESSIONS: String(count + 10), ACCOUNT_SESSIONS: String(Math.max(2500, count + 10)) },
  ...{ MAX_STREAMS: String(Math.max(2500, count + 10)), ACCOUNT_STREAMS: String(Math.max(5000, count + 10)) },
});

/** A stream of the gateway on a socket of its own: the least that a client can be. */
class Stream {
  ended = false;
  bytes = 0;

  /** @param {import('node:net').Socket} socket */
  constructor(socket) {
    this.socket = socket;
    socket.on('data', ({ length }) => (this.bytes += length));
    socket.on('close', () => (this.ended = true)).on('error', () => undefined);
  }

  /**
   * @param {Ground} ground
   * @param {string} path
   * @param {Record<string, string>} session
   */
  static async open({ gateway }, path, session) {
    const socket = connect(gateway.port, '127.0.0.1');
    const fields = { authorization: `Bearer ${gateway.token}`, accept: 'text/event-stream', ...session };
    socket.write(httpRequest(`GET ${path}`, fields));
    const [head] = /** @type {[Buffer]} */ (await once(socket, 'data'));
    if (!head.toString('latin1').startsWith('HTTP/1.1 200'))
      throw new Error(`a stream was answered with ${head.toString('latin1')}`);
    return new Stream(socket);
  }
}

/**
 * CPU of the gateway per minute while nothing is asked of it.
 * @param {Ground} ground
 * @param {number} idleMs
 */
async function idleCpu({ gateway }, idleMs) {
  const before = cpuMs(gateway.pid);
  await pause(idleMs);
  return ((cpuMs(gateway.pid) - before) * minuteMs) / idleMs;
}

/**
 * Sessions with nothing in them, or each with its stream, at a server or at an app.
 * @param {{ entry: string, count: number, at: 'server' | 'app', streams: boolean, idleMs: number, profile: string | undefined }} options
 * @returns {Promise<Row[]>}
 */
export async function measureSessions({ entry, count: wanted, at, streams, idleMs, profile }) {
  const perStream = at === 'server' ? 2 : 1;
  const room = Math.floor((descriptorLimit() - otherDescriptors) / perStream);
  const count = streams ? Math.min(wanted, room) : wanted;
  const path = at === 'server' ? '/api/servers/m0/mcp' : '/api/apps/shop/mcp';
  const ground = await Ground.open(entry, ['m0'], { env: limitsFor(count), profile });
  /** @type {Row[]} */
  const rows = [];
  try {
    if (at === 'app') {
      const config = { mcpServers: { m0: { use: 'm0' } } };
      await ground.ask('POST', '/api/cli/apps', { name: 'shop', slug: 'shop', config });
    }
    const first = await ground.openSession(path);
    const endpoint = { path, token: ground.gateway.token };
    const call = new McpRequests(first['mcp-session-id'], endpoint).message(
      'tools/call',
      { name: at === 'server' ? 'get_weather_0' : 'm0__get_weather_0', arguments: { city: 'Ljubljana' } },
      {},
    );
    // Both are compiled when what is to be measured begins.
    await ground.latency(call);
    const warm = await Promise.all(Array.from({ length: atOnce }, () => ground.openSession(path)));
    for (const session of warm) await ground.ask('DELETE', path, undefined, session);
    const before = await ground.latency(call);
    const empty = await ground.probe();
    const emptyCpu = streams ? await idleCpu(ground, idleMs) : 0;

    /** @type {Record<string, string>[]} */
    const sessions = [];
    const opened = await timed(count, atOnce, async () => sessions.push(await ground.openSession(path)));
    const full = await ground.probe();
    rows.push([`sessions at one ${at}`, String(count)]);
    rows.push(['each', memoryEach(empty, full, count)]);
    rows.push([`opening one, ${String(atOnce)} at once: p50, p99`, quantiles(opened)]);
    rows.push(['the last tenth of them', quantiles(opened.slice(-Math.ceil(count / 10)))]);
    rows.push(['a call before: p50, p99', latencyText(before)]);
    rows.push(['a call with all of them', latencyText(await ground.latency(call))]);
    rows.push(['one more than MAX_SESSIONS', await beyond(ground, path, 10)]);
    if (streams)
      rows.push(...(await measureStreams(ground, { path, sessions, call, full, emptyCpu, idleMs })));
    const ended = await timed(sessions.length, atOnce, (index) =>
      ground.ask('DELETE', path, undefined, sessions[index]),
    );
    const after = await ground.probe();
    rows.push(['ending a session: p50, p99', quantiles(ended)]);
    rows.push(['memory before, with all, after', [empty, full, after].map(({ rss }) => mb(rss)).join(', ')]);
    rows.push(['heap', [empty, full, after].map(({ heapUsed }) => mb(heapUsed)).join(', ')]);
  } finally {
    await ground.close();
  }
  return rows;
}

/**
 * @param {Ground} ground
 * @param {{ path: string, sessions: Record<string, string>[], call: Buffer, full: import('./ground.mjs').Probe, emptyCpu: number, idleMs: number }} of
 * @returns {Promise<Row[]>}
 */
async function measureStreams(ground, { path, sessions, call, full, emptyCpu, idleMs }) {
  const count = sessions.length;
  const descriptors = ground.descriptors();
  /** @type {Stream[]} */
  const streams = [];
  const opened = await timed(count, atOnce, async (index) =>
    streams.push(await Stream.open(ground, path, sessions[index] ?? {})),
  );
  const open = await ground.probe();
  /** @type {Row[]} */
  const rows = [
    ['streams', String(count)],
    ['each', memoryEach(full, open, count)],
    [`opening one, ${String(atOnce)} at once: p50, p99`, quantiles(opened)],
  ];
  for (const stream of streams) stream.bytes = 0;
  const cpu = await idleCpu(ground, idleMs);
  rows.push(['CPU per minute while idle, without and with them', `${ms(emptyCpu)}, ${ms(cpu)}`]);
  rows.push(['a call with all of them: p50, p99', latencyText(await ground.latency(call))]);
  rows.push(['longest stall of the event loop meanwhile', ms((await ground.probe()).stallMs)]);
  rows.push([
    'ended, without a sign of life',
    `${String(streams.filter(({ ended }) => ended).length)}, ${silent(streams)}`,
  ]);
  const before = ground.descriptors();
  const startedAt = performance.now();
  for (const { socket } of streams) socket.destroy();
  while (ground.descriptors() > descriptors + atOnce && performance.now() < startedAt + 20_000)
    await pause(20);
  const gone = performance.now() - startedAt;
  const dropped = await ground.probe();
  rows.push(['all dropped at once, gone within', ms(gone)]);
  rows.push(['longest stall meanwhile', ms(dropped.stallMs)]);
  rows.push([
    'descriptors before, with, after',
    [descriptors, before, ground.descriptors()].map(String).join(', '),
  ]);
  rows.push(['memory before, with, after', [full, open, dropped].map(({ rss }) => mb(rss)).join(', ')]);
  rows.push(['heap', [full, open, dropped].map(({ heapUsed }) => mb(heapUsed)).join(', ')]);
  return rows;
}

/** @param {readonly Stream[]} streams */
function silent(streams) {
  return String(streams.filter(({ bytes }) => bytes === 0).length);
}

/**
 * What a client hears that comes when the room is used up.
 * @param {Ground} ground
 * @param {string} path
 * @param {number} room
 */
async function beyond(ground, path, room) {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  /** @type {string[]} */
  const extra = [];
  for (let i = 0; i <= room; i++) {
    const answer = await ground.send('POST', path, { jsonrpc: '2.0', id: 1, method: 'initialize', params });
    if (answer.status >= 300) {
      for (const session of extra) await ground.ask('DELETE', path, undefined, { 'mcp-session-id': session });
      return `HTTP ${String(answer.status)}: ${messageIn(answer.text)}`;
    }
    extra.push(answer.session);
  }
  return 'let in';
}

/** @param {string} text of a refusal */
function messageIn(text) {
  const { detail, error } = /** @type {{ detail?: string, error?: { message: string } }} */ (
    JSON.parse(text)
  );
  return error?.message ?? detail ?? text;
}
