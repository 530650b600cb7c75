// @ts-check
// What the record costs: calls rolled up by the hour, counted and written as the gateway does, and calls per second of a gateway that keeps
// calls (CALL_LOG=meta) beside one that does not (off), by turns.
// npm run bench:usage -- [--calls 10000000] [--rounds 5] [--seconds 4] [--connections 16] [--entry dist/main.js]
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { startServer, stop } from './stage/child.mjs';
import { Gateway } from './stage/gateway.mjs';
import { Load } from './stage/load.mjs';
import { httpRequest } from './stage/requests.mjs';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '10000000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '16' },
    entry: { type: 'string', default: fileURLToPath(new URL('../dist/main.js', import.meta.url)) },
  },
});
/** @typedef {{ rate: number, cpuUs: number }} Sample calls per second, and CPU of the gateway per call */

const hourMs = 3_600_000;
const warmCalls = 20_000;
/** As many as a busy gateway has between two writes. */
const callsPerWrite = 10_000;

/** @param {string} path of a module of the built gateway */
const built = (path) => import(pathToFileURL(join(dirname(values.entry), path)).href);

/** @param {number} calls */
async function rollUp(calls) {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-bench-'));
  const { DataSource } = await import('typeorm');
  const { Config } = await built('platform/config/config.js');
  const { Database } = await built('platform/database/database.js');
  const { dataSourceOptions } = await built('platform/database/data-source-options.js');
  const { Tallies } = await built('platform/usage/tally.js');
  const { TypeormUsageStore } = await built('platform/usage/typeorm-usage-store.repository.js');
  const options = dataSourceOptions(Config.load({ DATA_DIR: folder }));
  const source = await new DataSource(options).initialize();
  try {
    await source.runMigrations();
    const store = new TypeormUsageStore(new Database(source));
    const startedAt = performance.now();
    const begin = Date.UTC(2026, 0, 1);
    let writing = 0;
    let longest = 0;
    for (let done = 0; done < calls;) {
      const tallies = new Tallies();
      for (let i = 0; i < callsPerWrite && done < calls; i++, done++)
        tallies.count(hopOf(done), bookingOf(done), begin + Math.floor((done / calls) * 30 * 24) * hourMs);
      const writtenFrom = performance.now();
      await store.add(tallies.values(), 100);
      const took = performance.now() - writtenFrom;
      writing += took;
      longest = Math.max(longest, took);
    }
    const ms = performance.now() - startedAt;
    const range = { accountId: 'acc_1', from: begin, to: begin + 31 * 24 * hourMs };
    const askedAt = performance.now();
    const rows = await store.sum(range, 'tool');
    const sumMs = performance.now() - askedAt;
    const mebibytes = statSync(join(folder, 'gantry.sqlite')).size / 2 ** 20;
    return { ms, writing, longest, rows: rows.length, sumMs, mebibytes };
  } finally {
    await source.destroy();
    rmSync(folder, { recursive: true });
  }
}

/** @param {number} index */
function hopOf(index) {
  const server = { handle: `server-${String(index % 10)}` };
  const common = { server, method: 'tools/call', isUnlisted: false, hasFailed: index % 50 === 0 };
  return { ...common, target: `tool-${String(index % 40)}`, bytes: 400, startedAt: 0, endedAt: 3 };
}

/** @param {number} index */
function bookingOf(index) {
  const principal = {
    kind: 'user',
    accountId: `acc_${String(index % 5)}`,
    userId: `usr_${String(index % 20)}`,
  };
  return { principal, clientName: `client-${String(index % 4)}` };
}

/** Calls per second of each, by turns, so that what the machine does else meets both. */
async function compare() {
  const upstream = await startServer('helper', 'upstream/server.mjs');
  const load = new Load();
  /** @type {Record<string, Sample[]>} */
  const rates = { off: [], meta: [] };
  const logs = Object.keys(rates);
  try {
    for (let round = 0; round < Number(values.rounds); round++)
      for (const log of round % 2 === 0 ? logs : logs.toReversed())
        rates[log]?.push(await rate(upstream, load, log));
  } finally {
    await load.stop();
    await stop(upstream.child);
  }
  return rates;
}

/**
 * @param {{ port: number, pid: number }} upstream
 * @param {Load} load
 * @param {string} log
 */
async function rate(upstream, load, log) {
  const gateway = await Gateway.start(values.entry, upstream.port, undefined, { CALL_LOG: log });
  try {
    const request = httpRequest(
      'POST /api/servers/bench/mcp/call',
      { authorization: `Bearer ${gateway.token}` },
      { name: 'get_weather', arguments: { city: 'Ljubljana', units: 'metric' } },
    );
    const { body: expected } = await load.once({ port: gateway.port, request });
    const job = {
      ...{ port: gateway.port, request, expected, connections: Number(values.connections) },
      ...{ targetPid: gateway.pid, upstreamPid: upstream.pid, warmMs: 0 },
    };
    // By calls, not by time: what is not compiled yet costs more, and a busy machine takes long to get there.
    for (let warmed = 0; warmed < warmCalls;)
      warmed += (await load.throughput({ ...job, measureMs: 1000 })).calls;
    const measureMs = Number(values.seconds) * 1000;
    const { calls, ms, targetCpuMs } = await load.throughput({ ...job, measureMs });
    return { rate: (calls * 1000) / ms, cpuUs: (targetCpuMs * 1000) / calls };
  } finally {
    await gateway.stop();
  }
}

/** @param {number[]} numbers */
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

const { off = [], meta = [] } = await compare();
/** @param {(sample: Sample) => number} figure */
const ratioOf = (figure) =>
  median(off.map((without, round) => figure(meta[round] ?? without) / figure(without)));
/** @param {Sample} sample */
const rateOf = ({ rate }) => rate;
/** @param {Sample} sample */
const cpuOf = ({ cpuUs }) => cpuUs;
const count = Number(values.calls);
const { ms, writing, longest, rows, sumMs, mebibytes } = await rollUp(count);
process.stdout.write(`| What | Figure |
| --- | --- |
| calls per second, CALL_LOG=off | ${median(off.map(rateOf)).toFixed(0)} |
| calls per second, CALL_LOG=meta | ${median(meta.map(rateOf)).toFixed(0)} |
| with the record beside without | ${(ratioOf(rateOf) * 100).toFixed(1)} % |
| CPU per call, CALL_LOG=off | ${median(off.map(cpuOf)).toFixed(0)} µs |
| CPU per call, CALL_LOG=meta | ${median(meta.map(cpuOf)).toFixed(0)} µs |
| CPU with the record beside without | ${(ratioOf(cpuOf) * 100).toFixed(1)} % |
| calls rolled up | ${String(count)} in ${(ms / 1000).toFixed(1)} s |
| of that counting, per call | ${(((ms - writing) * 1000) / count).toFixed(2)} µs |
| longest write | ${longest.toFixed(0)} ms |
| 30 days of one account by tool | ${String(rows)} rows in ${sumMs.toFixed(0)} ms |
| database | ${mebibytes.toFixed(0)} MiB |
`);
