// @ts-check
// Tool calls through 1, 2 and 3 gateways on one Postgres, spread evenly: calls per second, latency, CPU time per call, and what the
// database has to do meanwhile. npm run bench:replicas -- --database postgres://… [--seconds 10] [--entry dist/main.js]
import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { Histogram } from './load/histogram.mjs';
import { startServer, stop } from './stage/child.mjs';
import { Gateway } from './stage/gateway.mjs';
import { Load } from './stage/load.mjs';
import { RestRequests } from './stage/requests.mjs';

const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '48' },
    entry: { type: 'string', default: fileURLToPath(new URL('../dist/main.js', import.meta.url)) },
  },
});
const { database = '' } = values;
if (database === '') throw new Error('--database names a Postgres database that may be filled');

/** @param {pg.Client} client */
async function transactions(client) {
  await client.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await client.query(
    'SELECT xact_commit::int AS count FROM pg_stat_database WHERE datname = current_database()',
  );
  return /** @type {{ count: number }} */ (rows[0]).count;
}

/**
 * @param {number} count
 * @param {pg.Client} client
 */
async function measure(count, client) {
  const upstream = await startServer('replica', 'upstream/server.mjs');
  const token = randomBytes(32).toString('hex');
  const env = {
    ...{ DATABASE_URL: database, BOOTSTRAP_TOKEN: token, SECRET_KEY: 'benchmark '.repeat(4) },
    // Above what is reached, and low enough for the replicas to exchange their counts as they would.
    RATE_LIMIT_PER_MINUTE: '3000000',
  };
  /** @type {Gateway[]} */
  const gateways = [];
  /** @type {Load[]} */
  const loads = [];
  try {
    for (let i = 0; i < count; i++) {
      gateways.push(await Gateway.start(values.entry, upstream.port, undefined, env, 'replica'));
      loads.push(new Load());
    }
    const requests = new RestRequests(token);
    const request = requests.call('get_weather');
    const jobs = await Promise.all(
      gateways.map(async ({ port, pid }, index) => {
        const load = /** @type {Load} */ (loads[index]);
        const expected = (await load.once({ port, request })).body;
        return {
          load,
          job: {
            ...{ port, request, expected, connections: Math.floor(Number(values.connections) / count) },
            ...{
              warmMs: 3000,
              measureMs: Number(values.seconds) * 1000,
              targetPid: pid,
              upstreamPid: upstream.pid,
            },
          },
        };
      }),
    );
    const before = await transactions(client);
    const startedAt = performance.now();
    const results = await Promise.all(jobs.map(({ load, job }) => load.throughput(job)));
    const seconds = (performance.now() - startedAt) / 1000;
    const committed = (await transactions(client)) - before;
    const histogram = new Histogram();
    for (const { latencies } of results) histogram.merge(new Histogram(latencies));
    const calls = results.reduce((sum, it) => sum + it.calls, 0);
    const perSecond = results.reduce((sum, it) => sum + it.calls / (it.ms / 1000), 0);
    const cpu = results.reduce((sum, it) => sum + it.targetCpuMs, 0);
    return [
      ...[String(count), perSecond.toFixed(0), histogram.quantile(0.5).toFixed(2)],
      ...[
        histogram.quantile(0.99).toFixed(2),
        ((cpu * 1000) / calls).toFixed(0),
        (committed / seconds).toFixed(1),
      ],
    ];
  } finally {
    await Promise.all(loads.map((load) => load.stop()));
    await Promise.all(gateways.map((gateway) => gateway.stop()));
    await stop(upstream.child);
  }
}

const client = new pg.Client({ connectionString: database });
await client.connect();
const rows = [['processes', 'calls/s', 'p50 ms', 'p99 ms', 'CPU µs per call', 'database transactions/s']];
for (const count of [1, 2, 3]) rows.push(await measure(count, client));
await client.end();
process.stdout.write(`${rows.map((row) => row.map((cell) => cell.padEnd(16)).join('')).join('\n')}\n`);
