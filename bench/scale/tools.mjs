// @ts-check
// An app of ten servers with a thousand tools each, beside one with the thousand tools of a single server.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { cpuMs } from '../proc.mjs';
import { httpRequest } from '../stage/requests.mjs';
import { toolsPerServer } from '../upstream/many-tools.mjs';
import { Ground, latencyText, mb, memoryEach, ms, quantiles, timed } from './ground.mjs';

/** @typedef {import('./ground.mjs').Row} Row */
/** @typedef {{ tools: { name: string }[], nextCursor?: string }} Page */

const servers = Array.from({ length: 10 }, (_, index) => `m${String(index)}`);
const all = servers.length * toolsPerServer;
const rounds = 5;
const questions = [
  ...[
    'create an issue in a repository',
    'weather in a city',
    'merge pull request',
    'list commits of a branch',
  ],
  ...['calendar event next week', 'search code', 'export the log of a build', 'fork', 'comment on an issue'],
  ...['reviwe', 'write a file', 'labels'],
];

/** @param {{ entry: string, profile: string | undefined }} options */
export async function measureTools({ entry, profile }) {
  const ground = await Ground.open(entry, servers, { profile });
  try {
    const use = (/** @type {readonly string[]} */ names) => ({
      mcpServers: Object.fromEntries(names.map((name) => [name, { use: name }])),
    });
    for (const [slug, names] of /** @type {const} */ ([
      ['small', ['m0']],
      ['large', servers],
    ]))
      await ground.ask('POST', '/api/cli/apps', { name: slug, slug, config: use(names) });
    // Compiles what is to be measured.
    for (let round = 0; round < 3; round++) await listByRest(ground, 'small');
    const empty = await ground.probe();
    /** @type {Row[]} */
    const rows = [['tools in one app', String(all)]];
    const startedAt = performance.now();
    await ground.ask('GET', '/api/sdk/tools?app=large&limit=200');
    rows.push(['first page ever, all servers asked', ms(performance.now() - startedAt)]);
    const listed = await ground.probe();
    rows.push(['longest stall of the event loop meanwhile', ms(listed.stallMs)]);
    rows.push(['each tool', memoryEach(empty, listed, all)]);
    for (const [name, read] of Object.entries({
      'GET /api/sdk/tools': listByRest,
      'tools/list': listNatively,
    }))
      for (const app of ['small', 'large']) {
        await read(ground, app);
        const before = cpuMs(ground.gateway.pid);
        /** @type {number[]} */
        const pages = [];
        const took = await timed(rounds, 1, async () => pages.push(...(await read(ground, app))));
        const cpu = (cpuMs(ground.gateway.pid) - before) / rounds;
        rows.push([`${name}, all pages of ${app}: a page p50, p99`, quantiles(pages)]);
        rows.push([
          `${name}, all ${String(pages.length / rounds)} pages of ${app}: p50; CPU`,
          `${quantiles(took).split(',')[0] ?? ''}; ${ms(cpu)}`,
        ]);
      }
    rows.push([
      'GET /api/servers/m0/mcp/tools: p50, p99',
      quantiles(await timed(100, 1, () => ground.ask('GET', '/api/servers/m0/mcp/tools'))),
    ]);
    rows.push(...(await search(ground)));
    rows.push(...(await calls(ground)));
    rows.push(...(await change(ground)));
    const last = await ground.probe();
    rows.push([
      'memory before, listed, at the end',
      [empty, listed, last].map(({ rss }) => mb(rss)).join(', '),
    ]);
    rows.push(['heap', [empty, listed, last].map(({ heapUsed }) => mb(heapUsed)).join(', ')]);
    return rows;
  } finally {
    await ground.close();
  }
}

/**
 * All pages, one after the other; how long each took.
 * @param {Ground} ground
 * @param {string} app
 */
async function listByRest(ground, app) {
  const path = `/api/sdk/tools?app=${app}&limit=200`;
  return pages((cursor) =>
    ground
      .ask('GET', cursor === undefined ? path : `${path}&cursor=${encodeURIComponent(cursor)}`)
      .then(({ text }) => /** @type {Page} */ (JSON.parse(text))),
  );
}

/** @type {Map<string, Record<string, string>>} */
const sessions = new Map();

/**
 * @param {Ground} ground
 * @param {string} app
 */
async function listNatively(ground, app) {
  const path = `/api/apps/${app}/mcp`;
  const session = sessions.get(app) ?? (await ground.openSession(path));
  sessions.set(app, session);
  return pages((cursor) => nativePage(ground, path, session, cursor));
}

/**
 * @param {Ground} ground
 * @param {string} path
 * @param {Record<string, string>} session
 * @param {string | undefined} cursor
 */
async function nativePage(ground, path, session, cursor) {
  const params = cursor === undefined ? {} : { cursor };
  const { text } = await ground.ask(
    'POST',
    path,
    { jsonrpc: '2.0', id: 2, method: 'tools/list', params },
    session,
  );
  return /** @type {{ result: Page }} */ (JSON.parse(text)).result;
}

/**
 * @param {(cursor: string | undefined) => Promise<Page>} read
 */
async function pages(read) {
  /** @type {number[]} */
  const took = [];
  /** @type {string | undefined} */
  let cursor;
  do {
    const startedAt = performance.now();
    ({ nextCursor: cursor } = await read(cursor));
    took.push(performance.now() - startedAt);
  } while (cursor !== undefined);
  return took;
}

/**
 * @param {Ground} ground
 * @returns {Promise<Row[]>}
 */
async function search(ground) {
  const ask = (/** @type {string} */ app, /** @type {string} */ question) =>
    ground.ask('GET', `/api/sdk/tools?app=${app}&limit=10&search=${encodeURIComponent(question)}`);
  /** @type {Row[]} */
  const rows = [];
  for (const app of ['small', 'large']) {
    await ground.probe();
    const before = cpuMs(ground.gateway.pid);
    const first = await timed(1, 1, () => ask(app, 'issue'));
    const cpu = cpuMs(ground.gateway.pid) - before;
    const { stallMs } = await ground.probe();
    rows.push([
      `first search in ${app}; CPU, longest stall`,
      `${ms(first[0] ?? 0)}; ${ms(cpu)}, ${ms(stallMs)}`,
    ]);
    const many = Array.from({ length: rounds }, () => questions).flat();
    rows.push([
      `search in ${app}: p50, p99`,
      quantiles(await timed(many.length, 1, (i) => ask(app, many[i] ?? ''))),
    ]);
  }
  return rows;
}

/**
 * @param {Ground} ground
 * @returns {Promise<Row[]>}
 */
async function calls(ground) {
  /** @type {Row[]} */
  const rows = [];
  const fields = { authorization: `Bearer ${ground.gateway.token}` };
  for (const app of ['small', 'large']) {
    const call = httpRequest(`POST /api/sdk/tools/call?app=${app}`, fields, {
      ...{ name: 'm0__get_weather_0', arguments: { city: 'Ljubljana' } },
    });
    rows.push([`a call by REST in ${app}: p50, p99`, latencyText(await ground.latency(call))]);
    const path = `/api/apps/${app}/mcp`;
    const native = httpRequest(
      `POST ${path}`,
      { ...fields, accept: 'application/json, text/event-stream', ...sessions.get(app) },
      {
        ...{ jsonrpc: '2.0', id: 3, method: 'tools/call' },
        params: { name: 'm0__get_weather_0', arguments: { city: 'Ljubljana' } },
      },
    );
    rows.push([`a native call in ${app}: p50, p99`, latencyText(await ground.latency(native))]);
  }
  const unknown = await timed(50, 1, () =>
    ground.send('POST', '/api/sdk/tools/call?app=large', { name: 'm3__get_weathr_1', arguments: {} }),
  );
  rows.push(['a call of a tool that is not there: p50, p99', quantiles(unknown)]);
  return rows;
}

/**
 * One tool of one server changes, and somebody who listens to the app asks for the list again.
 * @param {Ground} ground
 * @returns {Promise<Row[]>}
 */
async function change(ground) {
  const path = '/api/apps/large/mcp';
  const session = await ground.openSession(path);
  const socket = connect(ground.gateway.port, '127.0.0.1');
  const fields = { authorization: `Bearer ${ground.gateway.token}`, accept: 'text/event-stream', ...session };
  socket.write(httpRequest(`GET ${path}`, fields));
  await once(socket, 'data');
  /** @type {number[]} */
  const told = [];
  /** @type {number[]} */
  const listed = [];
  await ground.probe();
  const before = cpuMs(ground.gateway.pid);
  const upstream = `http://127.0.0.1:${String(ground.upstream.port)}/many/m3/changed`;
  for (let round = 0; round < 10; round++) {
    const startedAt = performance.now();
    const heard = changeHeard(socket);
    await fetch(upstream, { method: 'POST' });
    await heard;
    told.push(performance.now() - startedAt);
    await nativePage(ground, path, session, undefined);
    listed.push(performance.now() - startedAt);
    await pause(200);
  }
  const cpu = (cpuMs(ground.gateway.pid) - before) / told.length;
  const { stallMs } = await ground.probe();
  socket.destroy();
  return [
    ['a tool of one server changes, told after: p50, p99', quantiles(told)],
    ['the first page anew: p50, p99', quantiles(listed)],
    ['CPU of it; longest stall', `${ms(cpu)}; ${ms(stallMs)}`],
  ];
}

/** @param {import('node:net').Socket} socket */
async function changeHeard(socket) {
  for (;;) {
    const [chunk] = /** @type {[Buffer]} */ (await once(socket, 'data'));
    if (chunk.toString('latin1').includes('notifications/tools/list_changed')) return;
  }
}
