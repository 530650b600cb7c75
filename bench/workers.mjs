// @ts-check
// Tool calls at a gateway with 1 and with 2 workers (GANTRY_WORKERS), by turns: by REST, and in one 2025 session, which lives in one of them.
// npm run bench:workers -- --database postgres://… [--seconds 8] [--warm 30] [--rounds 2] [--connections 32] [--entry dist/main.js]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Histogram } from './load/histogram.mjs';
import { childrenOf } from './proc.mjs';
import { startServer, stop } from './stage/child.mjs';
import { Gateway } from './stage/gateway.mjs';
import { Load } from './stage/load.mjs';
import { McpRequests, RestRequests } from './stage/requests.mjs';
import { openSession } from './stage/session.mjs';

const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    seconds: { type: 'string', default: '8' },
    // Each worker has to warm up for itself.
    warm: { type: 'string', default: '30' },
    rounds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '32' },
    entry: { type: 'string', default: fileURLToPath(new URL('../dist/main.js', import.meta.url)) },
  },
});
const { database = '' } = values;
if (database === '') throw new Error('--database names a Postgres database that may be filled');

const path = '/api/servers/bench/mcp';

/** @param {Gateway} gateway */
async function allServe({ folder }) {
  while (!readFileSync(join(folder, 'log'), 'utf8').includes('"event":"workers.ready"')) await pause(50);
}

/** @param {number} workers */
async function measure(workers) {
  const upstream = await startServer('replica', 'upstream/server.mjs');
  const env = { DATABASE_URL: database, GANTRY_WORKERS: String(workers), SECRET_KEY: 'benchmark '.repeat(4) };
  const load = new Load();
  /** @type {Gateway | undefined} */
  let gateway;
  try {
    gateway = await Gateway.start(values.entry, upstream.port, undefined, env, 'replica');
    if (workers > 1) await allServe(gateway);
    const { port, pid, token } = gateway;
    const session = await openSession(load, port, { path, token });
    const ways = {
      REST: new RestRequests(token),
      session: new McpRequests(session, { path, token }),
    };
    const measured = [];
    for (const [way, requests] of Object.entries(ways)) {
      const request = requests.call('get_weather');
      const { calls, ms, targetCpuMs, foreignCpuMs, latencies } = await load.throughput({
        ...{ port, request, expected: (await load.once({ port, request })).body },
        ...{
          connections: Number(values.connections),
          warmMs: Number(values.warm) * 1000,
          measureMs: Number(values.seconds) * 1000,
        },
        ...{ targetPid: pid, workerPids: workers > 1 ? childrenOf(pid) : [], upstreamPid: upstream.pid },
      });
      const histogram = new Histogram(latencies);
      measured.push([
        ...[way, String(workers), ((calls * 1000) / ms).toFixed(0)],
        ...[histogram.quantile(0.5).toFixed(2), histogram.quantile(0.99).toFixed(2)],
        ...[
          ((targetCpuMs * 1000) / calls).toFixed(0),
          (targetCpuMs / ms).toFixed(2),
          (foreignCpuMs / ms).toFixed(2),
        ],
      ]);
    }
    return measured;
  } finally {
    await load.stop();
    await gateway?.stop();
    await stop(upstream.child);
  }
}

const rows = [
  ['way', 'workers', 'calls/s', 'p50 ms', 'p99 ms', 'CPU µs per call', 'cores of gateway', 'cores of others'],
];
for (let round = 0; round < Number(values.rounds); round++)
  for (const workers of [1, 2]) rows.push(...(await measure(workers)));
process.stdout.write(`${rows.map((row) => row.map((cell) => cell.padEnd(17)).join('')).join('\n')}\n`);
