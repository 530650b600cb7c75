import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { personIn } from '../../support/clients/apps-client.js';
import { closeAfterAll } from '../../support/closing.js';
import { figure } from '../../support/measures/figures.js';
import { gatewayState, startGateway, type GatewayState } from '../../support/gateway.js';
import { GatewayClient } from '../../support/clients/gateway-client.js';
import { spawnGateway, type GatewayProcess } from '../../support/processes/gateway-process.js';
import { hardlyNotices, latencyOf, shown, type Compared } from '../../support/measures/latency.js';
import { says } from '../../support/clients/sdk-apps.js';
import { echo, ScriptedHttp } from '../../support/upstreams/scripted-http.js';
import { stdioServer } from '../../support/upstreams/stdio.js';

const open = closeAfterAll();
const eightMegabytes = 8_000_000;
const flooding = fileURLToPath(new URL('../../support/upstreams/flooding-server.mjs', import.meta.url));
let state: GatewayState;
let gateway: GatewayProcess;
let noisy: GatewayClient;
let quiet: GatewayClient;

beforeAll(async () => {
  const upstream = await open(ScriptedHttp.start([echo, says('odd', 'x', { title: 'a'.repeat(24_000) })]));
  state = await gatewayState();
  const mcpServers = {
    s: { url: upstream.url },
    process: stdioServer(),
    endless: { command: process.execPath, args: [flooding, 'stdio'], env: { PAGE_BYTES: '250000' } },
  };
  const first = await startGateway({ state, mcpServers });
  const owner = await personIn(first, 'noisy');
  await owner.newApp('Noisy', { mcpServers: { s: { use: 's' } } });
  await owner.newApp('Endless', { mcpServers: { s: { use: 'endless' } } });
  const uses = Array.from({ length: 100 }, (_, n) => [
    `n${String(n)}`,
    { use: 'process', maxConcurrency: 1 + n, timeoutMs: 20_000 + n },
  ]);
  await owner.newApp('Many', { mcpServers: Object.fromEntries(uses) });
  const tokens = [owner.token, (await personIn(first, 'quiet')).token] as const;
  await first.close();
  gateway = await spawnGateway({
    state,
    // The sender shares a machine with the gateway; what comes late is another matter.
    env: { HEADER_TIMEOUT_MS: '60000' },
    nodeOptions: ['--max-old-space-size=384'],
  });
  const { url } = await gateway.ready();
  [noisy, quiet] = tokens.map((token) => new GatewayClient(url, token)) as [GatewayClient, GatewayClient];
});

afterAll(async () => {
  await gateway.stop();
  await state.remove();
});

const small = async () => {
  expect((await quiet.call('s', 'echo', { a: 1 })).status).toBe(200);
};

/** Posts `body` again and again, in a thread of its own: what sending costs must not count as waiting. */
const sender = `
const { parentPort, workerData } = require('node:worker_threads');
const { request } = require('node:http');
const body = Buffer.from(workerData.begin + workerData.again.repeat(workerData.times) + workerData.end);
const headers = { authorization: 'Bearer ' + workerData.token, 'if-match': '*', 'content-type': 'application/json', 'content-length': body.length };
function send() {
  const req = request(workerData.url, { method: workerData.method ?? 'POST', headers }, (res) => {
    parentPort.postMessage(res.statusCode);
    res.resume().on('end', send);
  });
  req.on('error', send).end(body);
}
send();`;

interface Noise {
  readonly method?: string;
  readonly path?: string;
  readonly begin: string;
  readonly again: string;
  readonly times: number;
  readonly end: string;
}

interface Heard extends Compared {
  readonly sent: number;
}

/** The time of small calls of the other tenant, alone and beside `noise`. */
async function hear(noise: Noise): Promise<Heard> {
  await latency(20);
  const alone = await latency(100);
  const url = `${noisy.url}${noise.path ?? '/api/servers/s/mcp/call'}`;
  const thread = new Worker(sender, { eval: true, workerData: { ...noise, url, token: noisy.token } });
  let sent = 0;
  thread.on('message', () => sent++);
  await once(thread, 'message');
  const beside = await latency(200);
  await thread.terminate();
  return { alone, beside, sent };
}

/** On the clock on the wall: sender, gateway and caller wait for the same processors, which `ownTime` would take off twice. */
const latency = (calls: number) => latencyOf(calls, small, () => performance.now());

const bytes = (text: string) => new Uint8Array(Buffer.from(text));

/** Posts bytes that are JSON already; its status. */
async function post(body: Uint8Array<ArrayBuffer>): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const response = await noisy
    .fetch('/api/servers/s/mcp/call', { method: 'POST', headers, body })
    .catch(() => undefined);
  await response?.arrayBuffer().catch(() => undefined);
  return response?.status ?? 0;
}

describe('large bodies of one tenant', () => {
  it('[body-memory] end no process, however many come at once', async () => {
    const body = bytes(JSON.stringify({ name: 'echo', arguments: { a: 'x'.repeat(eightMegabytes) } }));
    const statuses = await Promise.all(Array.from({ length: 60 }, () => post(body)));
    const count = (status: number) => statuses.filter((one) => one === status).length;
    figure('60 calls of 8 MB at once', { done: count(200), refused: count(503) });
    expect(count(200)).toBeGreaterThan(0);
    expect(count(200) + count(503)).toBe(60);
    expect(gateway.child.exitCode).toBeNull();
    await small();
  });

  const noises: readonly (readonly [string, Noise])[] = [
    ['8 MB of [],', { begin: '[', again: '[],', times: 2_666_000, end: '1]' }],
    ['8 MB of {"a":1},', { begin: '[', again: '{"a":1},', times: 1_000_000, end: '1]' }],
    [
      '8 MB of text',
      { begin: '{"name":"none","arguments":{"a":"', again: 'x', times: 8_000_000, end: '"}}' },
    ],
  ];

  const dryRun = { method: 'PUT', path: '/api/cli/apps/noisy/config?dryRun=true' };
  const listed = (app: string, more = ''): Noise => ({
    ...{ method: 'GET', path: `/api/sdk/tools?app=${app}&refresh=true${more}` },
    ...{ begin: '', again: '', times: 0, end: '' },
  });
  const texts: readonly (readonly [string, Noise])[] = [
    [
      'a config of 1 MiB',
      { ...dryRun, begin: '{"config":{"x-note":"', again: '-eyJ', times: 250_000, end: '"}}' },
    ],
    [
      'a config of 14,000 texts',
      {
        ...dryRun,
        begin: '{"config":{"x-note":[',
        again: '"a1B2c3D4-e5F6g7H8i9J0",',
        times: 14_000,
        end: '1]}}',
      },
    ],
    ['searches over a long title', listed('noisy', '&search=read')],
  ];
  const lists: readonly (readonly [string, Noise])[] = [
    ['lists of a server without end', listed('endless')],
    ['lists of a server that is used a hundred times', listed('many')],
  ];

  it.each(texts)(
    '[text-latency] long texts leave the calls of another as quick as they were: %s',
    expectQuick,
  );
  it.each(lists)('[list-latency] leave the calls of another as quick as they were: %s', expectQuick);
  it.each(noises)('[body-latency] leave the calls of another as quick as they were: %s', expectQuick);
});

async function expectQuick(name: string, noise: Noise): Promise<void> {
  let heard = await hear(noise);
  // The quietest of some tries: what the machine does besides makes everybody wait, too.
  for (let left = 3; left > 0 && !hardlyNotices(heard); left--) heard = await hear(noise);
  const { alone, beside, sent } = heard;
  figure(`another tenant beside ${name}`, {
    [`${name}, sent`]: sent,
    ...{ 'ms alone': shown(alone), 'beside it': shown(beside) },
  });
  expect(hardlyNotices(heard)).toBe(true);
}
