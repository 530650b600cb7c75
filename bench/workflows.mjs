// @ts-check
// Runs of workflows on one gateway: time of a run with three steps over instant tools, runs per second, and what runs cost that only wait.
// Of the embedded engine, and of that for Postgres when a database is named; a table in Markdown.
// npm run bench:workflows -- [--database postgres://…] [--seconds 10] [--waiting 10000] [--entry dist/main.js]
import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Agent, request } from 'undici';
import { Histogram } from './load/histogram.mjs';
import { cpuMs, residentMb } from './proc.mjs';
import { startServer, stop } from './stage/child.mjs';
import { Gateway } from './stage/gateway.mjs';

const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    waiting: { type: 'string', default: '10000' },
    entry: { type: 'string', default: fileURLToPath(new URL('../dist/main.js', import.meta.url)) },
  },
});
const atOnce = 16;
const startsAtOnce = 8;
const dispatcher = new Agent({ connections: 64, headersTimeout: 60_000 });

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

class Api {
  /**
   * @param {number} port
   * @param {string} token
   */
  constructor(port, token) {
    this.port = port;
    this.token = token;
  }

  /**
   * @param {string} path
   * @param {object} [body]
   * @returns {Promise<Record<string, any>>}
   */
  async send(path, body) {
    const answer = await request(`http://127.0.0.1:${String(this.port)}${path}`, {
      ...{ dispatcher, method: body === undefined ? 'GET' : 'POST' },
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const json = /** @type {Record<string, any>} */ (await answer.body.json());
    if (answer.statusCode >= 300) throw new Error(`${path}: ${JSON.stringify(json)}`);
    return json;
  }

  /** @param {object} body */
  execute(body) {
    return this.send('/api/sdk/workflows/execute', body);
  }

  async steps() {
    const startedAt = performance.now();
    const { status } = await this.execute({ workflow: 'steps' });
    if (status !== 'completed') throw new Error(`a run ended ${String(status)}`);
    return performance.now() - startedAt;
  }
}

/**
 * @param {number} lines
 * @param {() => Promise<unknown>} work
 * @param {() => boolean} isOver
 */
async function sideBySide(lines, work, isOver) {
  const line = async () => {
    while (!isOver()) await work();
  };
  await Promise.all(Array.from({ length: lines }, line));
}

/**
 * @param {number} pid
 * @param {Api} api
 * @param {number} seconds
 * @param {number} lines
 */
async function measure(pid, api, seconds, lines) {
  const histogram = new Histogram();
  const cpuBefore = cpuMs(pid);
  const startedAt = performance.now();
  let runs = 0;
  const work = async () => {
    histogram.add(await api.steps());
    runs++;
  };
  await sideBySide(lines, work, () => performance.now() > startedAt + seconds * 1000);
  const perSecond = (runs * 1000) / (performance.now() - startedAt);
  return { histogram, perSecond, cpu: (cpuMs(pid) - cpuBefore) / runs };
}

/**
 * Memory before, and once so many runs wait and nothing else happens.
 * @param {Gateway} gateway
 * @param {Api} api
 * @param {number} count
 */
async function wait(gateway, api, count) {
  const before = residentMb(gateway.pid).now;
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
    if (/^gantry_workflow_runs_live 0$/m.test(await metrics(gateway))) break;
    await pause(500);
  }
  await pause(10_000);
  return { before, after: residentMb(gateway.pid).now };
}

/** @param {Gateway} gateway */
async function metrics({ port, token }) {
  const { body } = await request(`http://127.0.0.1:${String(port)}/metrics`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return body.text();
}

/**
 * The figures of one engine, as cells of a table.
 * @param {{ port: number }} upstream
 * @param {string | undefined} database
 */
async function figures(upstream, database) {
  const secret = { SECRET_KEY: randomBytes(32).toString('hex'), MAX_OPEN_RUNS: '1000000' };
  const env = database === undefined ? secret : { ...secret, DATABASE_URL: database };
  const gateway = await Gateway.start(values.entry, upstream.port, undefined, env);
  try {
    const slug = `bench-${randomBytes(4).toString('hex')}`;
    const operator = new Api(gateway.port, gateway.token);
    const config = { mcpServers: { bench: { use: 'bench' } }, workflows };
    await operator.send('/api/cli/apps', { name: slug, slug, config });
    const { key } = await operator.send(`/api/cli/apps/${slug}/keys`, {});
    const api = new Api(gateway.port, String(key));
    await measure(gateway.pid, api, 2, atOnce);
    const alone = await measure(gateway.pid, api, Number(values.seconds), 1);
    const together = await measure(gateway.pid, api, Number(values.seconds), atOnce);
    const memory = await wait(gateway, api, Number(values.waiting));
    const ms = (/** @type {number} */ share) => `${alone.histogram.quantile(share).toFixed(1)} ms`;
    return [
      database === undefined ? 'embedded, SQLite' : 'DBOS, Postgres',
      `${ms(0.5)}, ${ms(0.99)}`,
      `${together.perSecond.toFixed(0)} runs/s`,
      `${together.cpu.toFixed(1)} ms`,
      `${memory.before.toFixed(0)} → ${memory.after.toFixed(0)} MB`,
    ];
  } finally {
    await gateway.stop();
  }
}

async function main() {
  const upstream = await startServer('helper', 'upstream/server.mjs');
  try {
    const engines = [await figures(upstream, undefined)];
    if (values.database !== undefined) engines.push(await figures(upstream, values.database));
    const rows = [
      '',
      'a run of three steps, one after the other: p50, p99',
      `${String(atOnce)} at once`,
      'CPU time of the gateway per run',
      `resident memory before and after ${values.waiting} runs that wait`,
    ].map((label, row) => `| ${[label, ...engines.map((cells) => cells[row])].join(' | ')} |`);
    rows.splice(1, 0, `|${' --- |'.repeat(engines.length + 1)}`);
    process.stdout.write(`${rows.join('\n')}\n`);
  } finally {
    await stop(upstream.child);
    await dispatcher.close();
  }
}

await main();
