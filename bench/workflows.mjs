// @ts-check
// Runs of workflows on one gateway: time of a run with three steps over instant tools, runs and starts per second, and what runs cost
// that only wait. Of the embedded engine, and of that for Postgres when a database is named, by turns with bare DBOS; a table in Markdown.
// npm run bench:workflows -- [--database postgres://…] [--seconds 5] [--rounds 3] [--starts 1000] [--waiting 10000] [--profile FOLDER]
import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Api, atOnce, dispatcher, RunTarget, sideBySide } from './load/run-target.mjs';
import { machineBusyMs, residentMb } from './proc.mjs';
import { startServer, stop } from './stage/child.mjs';
import { Gateway } from './stage/gateway.mjs';
import { quantile } from './statistics.mjs';

const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    starts: { type: 'string', default: '1000' },
    waiting: { type: 'string', default: '10000' },
    profile: { type: 'string' },
    entry: { type: 'string', default: fileURLToPath(new URL('../dist/main.js', import.meta.url)) },
  },
});
const startsAtOnce = 8;

/** @param {object[]} tasks */
const doing = (tasks) => ({
  document: { dsl: '1.0.3', namespace: 'bench', name: 'bench', version: '1.0.0' },
  evaluate: { language: 'jsonata' },
  do: tasks,
});
const call = { call: 'get_weather@bench', with: { city: 'Berlin' } };
const workflows = {
  steps: doing([{ one: call }, { two: call }, { three: call }]),
  waits: doing([{ ask: { listen: { to: { one: { with: { type: 'go' } } } } } }]),
};

/**
 * Memory before, and once so many runs wait and nothing else happens.
 * @param {RunTarget} target
 * @param {number} count
 */
async function wait({ pid, api, operator }, count) {
  const before = residentMb(pid).now;
  let started = 0;
  await sideBySide(
    startsAtOnce,
    () => {
      started++;
      return api.execute({ workflow: 'waits', mode: 'async' });
    },
    () => started >= count,
  );
  for (;;) {
    if (/^gantry_workflow_runs_live 0$/m.test(await operator.metrics())) break;
    await pause(500);
  }
  await pause(10_000);
  return `${before.toFixed(0)} → ${residentMb(pid).now.toFixed(0)} MB`;
}

/**
 * @param {number} upstreamPort
 * @param {string | undefined} database
 */
async function gatewayTarget(upstreamPort, database) {
  const secret = { SECRET_KEY: randomBytes(32).toString('hex'), MAX_OPEN_RUNS: '1000000' };
  const env = database === undefined ? secret : { ...secret, DATABASE_URL: database };
  const gateway = await Gateway.start(values.entry, upstreamPort, values.profile, env);
  const slug = `bench-${randomBytes(4).toString('hex')}`;
  const operator = new Api(gateway.port, gateway.token);
  const config = { mcpServers: { bench: { use: 'bench' } }, workflows };
  await operator.send('/api/cli/apps', { name: slug, slug, config });
  const { key } = await operator.send(`/api/cli/apps/${slug}/keys`, {});
  const name = database === undefined ? 'gateway, SQLite' : 'gateway, Postgres';
  const target = new RunTarget(name, gateway.pid, new Api(gateway.port, String(key)), operator);
  return { target, stop: () => gateway.stop() };
}

/**
 * @param {number} upstreamPort
 * @param {string} database
 */
async function bareTarget(upstreamPort, database) {
  const upstream = `http://127.0.0.1:${String(upstreamPort)}`;
  const { child, pid, port } = await startServer('target', 'bare-dbos.mjs', upstream, database);
  const api = new Api(port, '');
  return { target: new RunTarget('bare DBOS, Postgres', pid, api, api), stop: () => stop(child) };
}

/** @param {readonly number[]} figures */
const median = (figures) => quantile(figures, 0.5);

/**
 * The figures of a target, and beside those of `yardstick` when there is one.
 * @param {RunTarget} target
 * @param {RunTarget | undefined} yardstick
 */
function cells(target, yardstick) {
  /** @param {'aloneCpu' | 'cpu' | 'startedCpu'} what */
  const cpu = (what) => {
    const own = `${median(target[what]).toFixed(1)} ms`;
    if (yardstick === undefined) return own;
    return `${own} (${median(target[what].map((ms, round) => ms / (yardstick[what][round] ?? 0))).toFixed(2)} ×)`;
  };
  const ms = (/** @type {number} */ share) => `${target.runsMs.quantile(share).toFixed(1)} ms`;
  return [
    target.name,
    `${ms(0.5)}, ${ms(0.99)}`,
    cpu('aloneCpu'),
    `${median(target.perSecond).toFixed(0)} runs/s`,
    cpu('cpu'),
    `${median(target.startsPerSecond).toFixed(0)}/s, ${median(target.endsPerSecond).toFixed(0)}/s`,
    cpu('startedCpu'),
  ];
}

/** @param {{ target: RunTarget, stop: () => Promise<void> }[]} opened by turns, so that all of them share the same minutes */
async function measureAll(opened) {
  for (const { target } of opened) await target.measure(3, atOnce);
  for (let round = 0; round < Number(values.rounds); round++)
    for (const { target } of opened) await target.round(Number(values.seconds), Number(values.starts));
}

async function main() {
  const { database } = values;
  const upstream = await startServer('helper', 'upstream/server.mjs');
  /** @type {{ target: RunTarget, stop: () => Promise<void> }[]} */
  const opened = [];
  try {
    const [startedAt, busyBefore] = [performance.now(), machineBusyMs()];
    opened.push(await gatewayTarget(upstream.port, undefined));
    if (database !== undefined) {
      opened.push(await gatewayTarget(upstream.port, database));
      opened.push(await bareTarget(upstream.port, database));
    }
    await measureAll(opened);
    const busy = (machineBusyMs() - busyBefore) / (performance.now() - startedAt);
    const targets = opened.map(({ target }) => target);
    const columns = targets.map((target, index) => cells(target, index === 1 ? targets[2] : undefined));
    const waited = [];
    if (Number(values.waiting) > 0)
      for (const target of targets.slice(0, 2)) waited.push(await wait(target, Number(values.waiting)));
    const rows = [
      '',
      'a run of three steps, one after the other: p50, p99',
      'CPU time of the process for each of them',
      `${String(atOnce)} at once`,
      'CPU time of the process for each of them',
      `${values.starts} that nobody waits for: begun, ended`,
      'CPU time of the process for each of them',
    ].map((label, row) => `| ${[label, ...columns.map((column) => column[row])].join(' | ')} |`);
    if (waited.length > 0)
      rows.push(
        `| ${[`resident memory before and after ${values.waiting} runs that wait`, ...waited].join(' | ')} |`,
      );
    rows.splice(1, 0, `|${' --- |'.repeat(columns.length + 1)}`);
    process.stdout.write(
      `${rows.join('\n')}\n\n${busy.toFixed(1)} cores of the machine were busy meanwhile.\n`,
    );
  } finally {
    for (const { stop: end } of opened.reverse()) await end();
    await stop(upstream.child);
    await dispatcher.close();
  }
}

await main();
