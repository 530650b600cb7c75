// @ts-check
// What 10,000 members and 100,000 grants cost: calls, what members see, what admins see and change; by turns at a gateway without a grant and
// at one that has them all. npm run bench:grants -- [--members 10000] [--grants 100000] [--rounds 4] [--seconds 4] [--entry dist/main.js]
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Histogram } from './load/histogram.mjs';
import { cpuMs, residentMb } from './proc.mjs';
import { startServer, stop } from './stage/child.mjs';
import { addMembers } from './stage/crowd.mjs';
import { adminDoors, ask, closeDoors, memberDoors } from './stage/doors.mjs';
import { Gateway } from './stage/gateway.mjs';
import { Load } from './stage/load.mjs';
import { httpRequest } from './stage/requests.mjs';
import { quantile } from './statistics.mjs';

const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '10000' },
    grants: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '16' },
    entry: { type: 'string', default: fileURLToPath(new URL('../dist/main.js', import.meta.url)) },
  },
});

/** @typedef {import('./stage/crowd.mjs').Person} Person */
/** @typedef {{ gateway: Gateway, people: Person[] }} Stage */
/** @typedef {{ cpuUs: number, p50: number }} Sample CPU of the gateway per call, and the median in milliseconds */
/** @typedef {{ member: string, servers: string[], tools: { allow: string[] } }} Grant */

const servers = Array.from({ length: 10 }, (_, index) => `s${String(index)}`);
const warmCalls = 20_000;
/** So many members ask for a list, each once. */
const askers = 300;
const grantsAtOnce = 1000;

/**
 * A gateway whose operator's account has the members, and an app with ten servers of thirty tools.
 * @param {number} upstreamPort
 * @param {string} folder
 * @returns {Promise<Stage>}
 */
async function setUp(upstreamPort, folder) {
  const env = { DATA_DIR: folder, SECRET_KEY: randomBytes(24).toString('hex') };
  await (await Gateway.start(values.entry, upstreamPort, undefined, env)).stop();
  const people = await addMembers(values.entry, env, Number(values.members));
  const gateway = await Gateway.start(values.entry, upstreamPort, undefined, env);
  const mcpServers = Object.fromEntries(servers.map((name) => [name, { use: 'bench' }]));
  await ask(gateway, gateway.token, 'POST', '/api/cli/apps', {
    ...{ name: 'shop', slug: 'shop', config: { mcpServers } },
  });
  return { gateway, people };
}

/**
 * Some of the tools of some servers: no two members have the same.
 * @param {Person} person
 * @param {number} index
 * @param {number} many grants of each
 * @returns {Grant[]}
 */
function grantsOf({ id }, index, many) {
  return Array.from({ length: many }, (_, place) => ({
    ...{ member: id, servers: [place === 0 ? 'bench' : `shop.${servers[(index + place) % 10] ?? ''}`] },
    tools: { allow: ['get_*', 'list_*', `only_${String(index)}_${String(place)}`] },
  }));
}

/**
 * Gives everybody theirs, and says how long it took a portion.
 * @param {Stage} stage
 */
async function grantAll({ gateway, people }) {
  const many = Math.floor(Number(values.grants) / people.length);
  const all = people.flatMap((person, index) => grantsOf(person, index, many));
  /** @type {number[]} */
  const took = [];
  for (let start = 0; start < all.length; start += grantsAtOnce) {
    const startedAt = performance.now();
    await change(gateway, { add: all.slice(start, start + grantsAtOnce) });
    took.push(performance.now() - startedAt);
  }
  return { took, all };
}

/**
 * @param {Gateway} gateway
 * @param {{ add?: Grant[], remove?: Grant[] }} body
 */
function change(gateway, body) {
  return ask(gateway, gateway.token, 'PATCH', '/api/cli/grants', body, { prefer: 'return=minimal' });
}

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
async function calls({ gateway, people }, upstream, load, measureMs = Number(values.seconds) * 1000) {
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

async function main() {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-bench-'));
  const upstream = await startServer('helper', 'upstream/server.mjs');
  const load = new Load();
  /** @type {Stage[]} */
  const stages = [];
  try {
    for (const name of ['without', 'with']) stages.push(await setUp(upstream.port, join(folder, name)));
    const [without, granted] = /** @type {[Stage, Stage]} */ (stages);
    for (const stage of stages) await warmUp(stage, upstream, load);
    await pause(1000);
    const residentBefore = residentMb(granted.gateway.pid).now;
    const { took, all } = await grantAll(granted);
    await pause(3000);
    const residentAfter = residentMb(granted.gateway.pid);
    for (const stage of stages) await warmUp(stage, upstream, load);
    /** @type {Sample[][]} */
    const samples = [[], []];
    for (let round = 0; round < Number(values.rounds); round++)
      for (const index of round % 2 === 0 ? [0, 1] : [1, 0])
        samples[index]?.push(await calls(/** @type {Stage} */ (stages[index]), upstream, load));
    const [bare = [], narrowed = []] = samples;
    const rows = [];
    for (const [name, door] of Object.entries(memberDoors))
      for (const time of ['first', 'again'])
        rows.push({
          name: `${name}, ${time}`,
          without: await timed(
            without,
            door,
            without.people.slice(0, askers).map(({ token }) => token),
          ),
          granted: await timed(
            granted,
            door,
            granted.people.slice(0, askers).map(({ token }) => token),
          ),
        });
    for (const [name, door] of Object.entries(adminDoors)) {
      const tokens = (/** @type {Stage} */ { gateway }) => Array.from({ length: 20 }, () => gateway.token);
      rows.push({
        name,
        without: await timed(without, door, tokens(without)),
        granted: await timed(granted, door, tokens(granted)),
      });
    }
    const one = await changes(granted, /** @type {Grant} */ (all[0]));
    process.stdout.write(`| What | Without grants | With ${String(all.length)} |
| --- | --- | --- |
| CPU per call | ${median(bare.map(({ cpuUs }) => cpuUs)).toFixed(0)} µs | ${median(narrowed.map(({ cpuUs }) => cpuUs)).toFixed(0)} µs |
| CPU, median of the pairs | | ${(median(bare.map(({ cpuUs }, round) => (narrowed[round]?.cpuUs ?? 0) / cpuUs)) * 100).toFixed(1)} % |
| p50 of a call | ${inMs(median(bare.map(({ p50 }) => p50)))} | ${inMs(median(narrowed.map(({ p50 }) => p50)))} |
| resident memory | ${residentBefore.toFixed(0)} MB | ${residentAfter.now.toFixed(0)} MB, at most ${residentAfter.peak.toFixed(0)} MB |

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
    for (const { gateway } of stages) await gateway.stop();
    await stop(upstream.child);
    rmSync(folder, { recursive: true });
  }
}

await main();
