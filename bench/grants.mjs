// @ts-check
// What 10,000 members and 100,000 grants cost: calls, what members see, what admins see and change. Three gateways live at the same time, with the
// same members: one has all the grants, two have none, so that their difference says what the machine makes of nothing. They are started anew
// several times and get calls in slices of a second by turns; what is compared is the CPU of slices that follow each other.
// npm run bench:grants -- [--members 10000] [--grants 100000] [--starts 3] [--rounds 8] [--entry dist/main.js]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Histogram } from './load/histogram.mjs';
import { cpuMs, residentMb } from './proc.mjs';
import { startServer, stop } from './stage/child.mjs';
import { adminDoors, ask, closeDoors, memberDoors } from './stage/doors.mjs';
import { Gateway } from './stage/gateway.mjs';
import { change, grantAll, grantsAtOnce, prepareMembers, startAll } from './stage/granted.mjs';
import { Load } from './stage/load.mjs';
import { httpRequest } from './stage/requests.mjs';
import { quantile } from './statistics.mjs';

const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '10000' },
    grants: { type: 'string', default: '100000' },
    starts: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '8' },
    connections: { type: 'string', default: '16' },
    entry: { type: 'string', default: fileURLToPath(new URL('../dist/main.js', import.meta.url)) },
  },
});

/** @typedef {import('./stage/crowd.mjs').Person} Person */
/** @typedef {import('./stage/granted.mjs').Stage} Stage */
/** @typedef {import('./stage/granted.mjs').Grant} Grant */
/** @typedef {{ cpuUs: number, p50: number }} Sample CPU of the gateway per call, and the median in milliseconds */

const warmCalls = 6000;
const sliceMs = 1000;
/** So many members ask for a list, each once. */
const askers = 200;

/** @param {Person | undefined} person */
function callOf(person) {
  return httpRequest(
    'POST /api/servers/bench/mcp/call',
    { authorization: `Bearer ${person?.token ?? ''}` },
    { name: 'get_weather', arguments: { city: 'Ljubljana', units: 'metric' } },
  );
}

/**
 * @param {Stage} stage
 * @param {{ port: number, pid: number }} upstream
 * @param {Load} load
 * @returns {Promise<Sample>}
 */
async function calls({ gateway, people }, upstream, load, measureMs = sliceMs) {
  const call = callOf(people[0]);
  const { body: expected } = await load.once({ port: gateway.port, request: call });
  const job = {
    ...{ port: gateway.port, request: call, expected, connections: Number(values.connections) },
    ...{ targetPid: gateway.pid, upstreamPid: upstream.pid, warmMs: 0, measureMs },
  };
  const { calls: count, targetCpuMs, latencies } = await load.throughput(job);
  return { cpuUs: (targetCpuMs * 1000) / count, p50: new Histogram(latencies).quantile(0.5) };
}

/**
 * By calls, not by time: what is not compiled yet costs more.
 * @param {Stage} stage
 * @param {{ port: number, pid: number }} upstream
 * @param {Load} load
 */
async function warmUp({ gateway, people }, upstream, load) {
  const call = callOf(people[0]);
  const { body: expected } = await load.once({ port: gateway.port, request: call });
  await load.throughput({
    ...{ port: gateway.port, request: call, expected, connections: Number(values.connections) },
    ...{ targetPid: gateway.pid, upstreamPid: upstream.pid, warmMs: 0, measureMs: 0, calls: warmCalls },
  });
}

/**
 * How long each of some members waits who asks for the first time, one after the other, and CPU of the gateway per answer.
 * @param {Stage} stage
 * @param {(gateway: Gateway, token: string) => Promise<string>} door
 * @param {readonly string[]} tokens
 */
async function timed({ gateway }, door, tokens) {
  /** @type {number[]} */
  const took = [];
  const before = cpuMs(gateway.pid);
  for (const token of tokens) {
    const startedAt = performance.now();
    await door(gateway, token);
    took.push(performance.now() - startedAt);
  }
  return {
    p50: quantile(took, 0.5),
    p95: quantile(took, 0.95),
    cpu: (cpuMs(gateway.pid) - before) / tokens.length,
  };
}

/**
 * One grant taken away and given back: how long that takes, and whether the next call goes by it.
 * @param {Stage} stage
 * @param {Grant} grant
 */
async function changes({ gateway, people }, grant) {
  /** @type {number[]} */
  const took = [];
  const token = people[0]?.token ?? '';
  const before = cpuMs(gateway.pid);
  for (let round = 0; round < 20; round++) {
    const startedAt = performance.now();
    await change(gateway, round % 2 === 0 ? { remove: [grant] } : { add: [grant] });
    took.push(performance.now() - startedAt);
    const list = await ask(gateway, token, 'GET', '/api/servers');
    if (list.includes('"bench"') !== (round % 2 === 1)) throw new Error('a grant did not hold at once');
  }
  return {
    ...{
      p50: quantile(took, 0.5),
      p95: quantile(took, 0.95),
      cpu: (cpuMs(gateway.pid) - before) / took.length,
    },
  };
}

/** @param {number} ms */
const inMs = (ms) => `${ms.toFixed(1)} ms`;
/** @param {{ p50: number, p95: number, cpu: number }} figure */
const shown = ({ p50, p95, cpu }) => `${inMs(p50)} | ${inMs(p95)} | ${inMs(cpu)}`;
/** @param {readonly number[]} numbers */
const median = (numbers) => quantile(numbers, 0.5);

/**
 * How many times as much CPU a call takes at the one as at the other: the median of slices that follow each other, and the middle half.
 * @param {readonly Sample[]} ones
 * @param {readonly Sample[]} others
 */
function ratio(ones, others) {
  const pairs = ones.map(({ cpuUs }, index) => cpuUs / (others[index]?.cpuUs ?? NaN));
  const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => (quantile(pairs, share) * 100).toFixed(1));
  return `${middle ?? ''} % (${low ?? ''} to ${high ?? ''})`;
}

/**
 * Calls in slices by turns.
 * @param {readonly Stage[]} stages
 * @param {{ port: number, pid: number }} upstream
 * @param {Load} load
 * @returns {Promise<Sample[][]>}
 */
async function byTurns(stages, upstream, load) {
  /** @type {Sample[][]} */
  const samples = stages.map(() => []);
  for (const stage of stages) await warmUp(stage, upstream, load);
  for (let round = 0; round < Number(values.rounds); round++)
    for (let place = 0; place < stages.length; place++) {
      const index = (place + round) % stages.length;
      samples[index]?.push(await calls(/** @type {Stage} */ (stages[index]), upstream, load));
    }
  return samples;
}

/**
 * @param {Stage} without
 * @param {Stage} granted
 */
async function lists(without, granted) {
  const rows = [];
  const tokens = granted.people.slice(0, askers).map(({ token }) => token);
  for (const [name, door] of Object.entries(memberDoors))
    for (const time of ['first', 'again'])
      rows.push({
        name: `${name}, ${time}`,
        without: await timed(without, door, tokens),
        granted: await timed(granted, door, tokens),
      });
  for (const [name, door] of Object.entries(adminDoors)) {
    const twenty = (/** @type {Stage} */ { gateway }) => Array.from({ length: 20 }, () => gateway.token);
    rows.push({
      name,
      without: await timed(without, door, twenty(without)),
      granted: await timed(granted, door, twenty(granted)),
    });
  }
  return rows;
}

async function main() {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-bench-'));
  const upstream = await startServer('helper', 'upstream/server.mjs');
  const load = new Load();
  const of = { entry: values.entry, upstreamPort: upstream.port };
  /** @type {Stage[]} */
  let stages = [];
  const stopAll = async () => {
    for (const { gateway } of stages) await gateway.stop();
    stages = [];
  };
  try {
    const ground = await prepareMembers({ ...of, folder, members: Number(values.members) });
    const gateway = await Gateway.start(values.entry, upstream.port, undefined, ground.env('with'));
    stages = [{ gateway, people: ground.people }];
    const { took, all } = await grantAll({ gateway, people: ground.people }, Number(values.grants));
    /** @type {[Sample[], Sample[], Sample[]]} */
    const samples = [[], [], []];
    for (let start = 0; start < Number(values.starts); start++) {
      await stopAll();
      stages = await startAll(ground, of);
      const these = await byTurns(stages, upstream, load);
      for (const [index, some] of these.entries()) samples[index]?.push(...some);
      const [ones = [], others = [], controls = []] = these;
      process.stderr.write(
        `start ${String(start + 1)}: ${ratio(ones, others)}, of nothing ${ratio(controls, others)}\n`,
      );
    }
    const [granted, without] = /** @type {[Stage, Stage]} */ (/** @type {unknown} */ (stages));
    const rows = await lists(without, granted);
    const resident = [without, granted].map(({ gateway: { pid } }) => residentMb(pid).now.toFixed(0));
    const one = await changes(granted, /** @type {Grant} */ (all[0]));
    const [ones, others, controls] = samples;
    const cpu = (/** @type {Sample[]} */ some) => median(some.map(({ cpuUs }) => cpuUs)).toFixed(0);
    const p50 = (/** @type {Sample[]} */ some) => inMs(median(some.map((one) => one.p50)));
    process.stdout.write(`| What | Without grants | With ${String(all.length)} |
| --- | --- | --- |
| CPU per call | ${cpu(others)} µs | ${cpu(ones)} µs |
| CPU, median of ${String(ones.length)} pairs and their middle half | ${ratio(controls, others)} | ${ratio(ones, others)} |
| p50 of a call | ${p50(others)} | ${p50(ones)} |
| resident memory | ${resident[0] ?? ''} MB | ${resident[1] ?? ''} MB |

| List | p50 without | p95 | CPU | p50 with | p95 | CPU |
| --- | --- | --- | --- | --- | --- | --- |
${rows.map(({ name, without: bare, granted: full }) => `| ${name} | ${shown(bare)} | ${shown(full)} |`).join('\n')}

| Change | p50 | p95 | CPU |
| --- | --- | --- | --- |
| one grant of ${String(all.length)} | ${shown(one)} |
| ${String(grantsAtOnce)} grants added, the first and the last time | ${inMs(took[0] ?? 0)} | ${inMs(took.at(-1) ?? 0)} | |
`);
  } finally {
    await closeDoors();
    await load.stop();
    await stopAll();
    await stop(upstream.child);
    rmSync(folder, { recursive: true });
  }
}

await main();
