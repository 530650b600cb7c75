// @ts-check
// What is done for the first time: a start, the first call to a server over HTTP, the first save of a workflow; and each of them again.
// Several builds by turns in one run: npm run bench:first -- [<path of a built dist/main.js> …] [--rounds 8]
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cpuMs } from './proc.mjs';
import { startServer, stop } from './stage/child.mjs';
import { Gateway } from './stage/gateway.mjs';
import { quantile } from './statistics.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '8' } },
});
const ours = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const builds = positionals.length === 0 ? [ours] : positionals;

/** @typedef {{ cpu: number, waited: number }} Cost milliseconds: of the process with all its threads until it is idle again, and until the answer */
/** @type {Map<string, Map<string, Cost[]>>} by what was done and by build */
const costs = new Map();

const upstream = await startServer('helper', 'upstream/server.mjs');
try {
  for (let round = 0; round < Number(values.rounds); round++) for (const build of builds) await live(build);
} finally {
  await stop(upstream.child);
}
for (const [what, byBuild] of costs)
  for (const [build, taken] of byBuild)
    process.stdout.write(
      `${what.padEnd(12)}  CPU ${spread(taken.map(({ cpu }) => cpu))} ms  waited ${spread(taken.map(({ waited }) => waited))} ms  ${build}\n`,
    );

/**
 * The life of one gateway.
 * @param {string} build
 */
async function live(build) {
  const gateway = await Gateway.start(build, upstream.port, undefined);
  /** @param {string} what @param {Cost} cost */
  const note = (what, cost) => {
    const byBuild = costs.get(what) ?? new Map();
    costs.set(what, byBuild.set(build, [...(byBuild.get(build) ?? []), cost]));
  };
  /** @param {string} what @param {string} method @param {string} path @param {object} body */
  const timed = async (what, method, path, body) => {
    const before = await whenIdle(gateway.pid);
    const began = performance.now();
    await ask(gateway, method, path, body);
    const waited = performance.now() - began;
    note(what, { waited, cpu: (await whenIdle(gateway.pid)) - before });
  };
  try {
    note('start', { cpu: cpuMs(gateway.pid), waited: gateway.startMs });
    for (const what of ['first call', 'second call'])
      await timed(what, 'POST', '/api/servers/bench/mcp/call', {
        name: 'get_weather',
        arguments: { city: 'Ghent' },
      });
    await ask(gateway, 'POST', '/api/cli/apps', { name: 'First', slug: 'first' });
    for (const [version, what] of ['first save', 'second save'].entries())
      await timed(what, 'PUT', '/api/cli/apps/first/config', { config: configOf(version) });
  } finally {
    await gateway.stop();
  }
}

/** @param {number} version */
function configOf(version) {
  const document = { dsl: '1.0.3', namespace: 'bench', name: 'sum', version: `1.${String(version)}.0` };
  return { workflows: { sum: { document, do: [{ add: { set: { sum: '${ .a + .b }' } } }] } } };
}

/**
 * @param {Gateway} gateway
 * @param {string} method
 * @param {string} path
 * @param {object} body
 */
async function ask({ port, token }, method, path, body) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'if-match': '*' };
  const response = await fetch(`http://127.0.0.1:${String(port)}${path}`, {
    ...{ method, headers, body: JSON.stringify(body) },
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${String(response.status)} ${answer}`);
}

/**
 * CPU of a process when it has done next to nothing for a while.
 * @param {number} pid
 */
async function whenIdle(pid) {
  for (let before = cpuMs(pid); ;) {
    await pause(300);
    const now = cpuMs(pid);
    if (now - before <= 10) return now;
    before = now;
  }
}

/** @param {number[]} values */
function spread(values) {
  const [least, half, most] = [0, 0.5, 1].map((share) => quantile(values, share).toFixed(0));
  return `${String(half).padStart(5)} (${String(least)} to ${String(most)})`;
}
