// @ts-check
// What the record costs: calls rolled up by the hour, counted and written as the gateway does, and calls per second and CPU of a gateway that
// keeps calls (CALL_LOG=meta) and does not (off) by turns.
// npm run bench:usage -- [--calls 10000000] [--starts 4] [--turns 12] [--connections 16] [--entry dist/main.js]
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { cpuMs } from './proc.mjs';
import { startServer, stop } from './stage/child.mjs';
import { Gateway } from './stage/gateway.mjs';
import { Load } from './stage/load.mjs';
import { httpRequest } from './stage/requests.mjs';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '10000000' },
    starts: { type: 'string', default: '4' },
    turns: { type: 'string', default: '12' },
    connections: { type: 'string', default: '16' },
    entry: { type: 'string', default: fileURLToPath(new URL('../dist/main.js', import.meta.url)) },
  },
});
/** @typedef {{ rate: number, cpuUs: number }} Turn calls per second, and CPU of the gateway per call */
/** @typedef {{ off: Turn, meta: Turn }} Pair two turns of one gateway, one after the other */

const hourMs = 3_600_000;
const warmCalls = 20_000;
const turnMs = 2000;
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

/** Turns of gateways, one after the other, that keep their calls and do not, by turns: what the machine does else meets both. */
async function compare() {
  const upstream = await startServer('helper', 'upstream/server.mjs');
  const load = new Load();
  /** @type {Pair[]} */
  const pairs = [];
  try {
    for (let start = 0; start < Number(values.starts); start++)
      pairs.push(...(await takeTurns(upstream, load)).slice(1));
  } finally {
    await load.stop();
    await stop(upstream.child);
  }
  return pairs;
}

/**
 * @param {{ port: number, pid: number }} upstream
 * @param {Load} load
 */
async function takeTurns(upstream, load) {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-bench-'));
  const socket = join(folder, 'switch');
  const gateway = await Gateway.start(values.entry, upstream.port, undefined, {
    NODE_OPTIONS: `--import ${new URL('stage/record-switch.mjs', import.meta.url).href}`,
    RECORD_SWITCH: socket,
    RECORD_SWITCH_OF: dirname(values.entry),
  });
  try {
    const job = await warmed(gateway, upstream, load);
    /** @type {Pair[]} */
    const pairs = [];
    for (let turn = 0; turn < Number(values.turns); turn++) {
      const meta = await aTurn(job, load, socket);
      pairs.push({ meta, off: await aTurn(job, load, socket) });
    }
    return pairs;
  } finally {
    await gateway.stop();
    rmSync(folder, { recursive: true });
  }
}

/**
 * What is written down of the turn's calls belongs to it. Then the record is switched for the next one.
 * @param {Awaited<ReturnType<typeof warmed>>} job
 * @param {Load} load
 * @param {string} socket
 * @returns {Promise<Turn>}
 */
async function aTurn(job, load, socket) {
  const before = cpuMs(job.targetPid);
  const { calls, ms } = await load.throughput({ ...job, measureMs: turnMs });
  const startedAt = performance.now();
  await text(connect(socket));
  const all = ms + performance.now() - startedAt;
  return { rate: (calls * 1000) / all, cpuUs: ((cpuMs(job.targetPid) - before) * 1000) / calls };
}

/**
 * By calls, not by time: what is not compiled yet costs more, and a busy machine takes long to get there.
 * @param {Gateway} gateway
 * @param {{ pid: number }} upstream
 * @param {Load} load
 */
async function warmed(gateway, upstream, load) {
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
  for (let calls = 0; calls < warmCalls;) calls += (await load.throughput({ ...job, measureMs: 1000 })).calls;
  return job;
}

/** @param {number[]} numbers */
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** @param {(turn: Turn) => number} figure */
const ofBoth = (figure) => {
  const ratios = pairs.map(({ off, meta }) => figure(meta) / figure(off)).sort((a, b) => a - b);
  /** @param {number} part */
  const at = (part) => `${((ratios[Math.floor(ratios.length * part)] ?? 0) * 100).toFixed(1)} %`;
  return {
    off: median(pairs.map(({ off }) => figure(off))),
    meta: median(pairs.map(({ meta }) => figure(meta))),
    ratio: `${at(0.5)} (half of ${String(ratios.length)} pairs from ${at(0.25)} to ${at(0.75)})`,
  };
};

const pairs = await compare();
const rate = ofBoth(({ rate }) => rate);
const cpu = ofBoth(({ cpuUs }) => cpuUs);
const count = Number(values.calls);
const { ms, writing, longest, rows, sumMs, mebibytes } = await rollUp(count);
process.stdout.write(`| What | Figure |
| --- | --- |
| calls per second, CALL_LOG=off | ${rate.off.toFixed(0)} |
| calls per second, CALL_LOG=meta | ${rate.meta.toFixed(0)} |
| with the record beside without | ${rate.ratio} |
| CPU per call, CALL_LOG=off | ${cpu.off.toFixed(0)} µs |
| CPU per call, CALL_LOG=meta | ${cpu.meta.toFixed(0)} µs |
| CPU with the record beside without | ${cpu.ratio} |
| calls rolled up | ${String(count)} in ${(ms / 1000).toFixed(1)} s |
| of that counting, per call | ${(((ms - writing) * 1000) / count).toFixed(2)} µs |
| longest write | ${longest.toFixed(0)} ms |
| 30 days of one account by tool | ${String(rows)} rows in ${sumMs.toFixed(0)} ms |
| database | ${mebibytes.toFixed(0)} MiB |
`);
