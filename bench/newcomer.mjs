// @ts-check
// Times somebody who meets the project: a fresh clone, npm ci, npm start, the first answer of a tool; then a second start.
// node bench/newcomer.mjs [--from <repository>] [--port 3000] [--keep]; takes minutes, needs Linux and the registry of npm.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { machineBusyMs } from './proc.mjs';

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: fileURLToPath(new URL('..', import.meta.url)) },
    port: { type: 'string', default: '3000' },
    keep: { type: 'boolean', default: false },
  },
});
const url = `http://127.0.0.1:${values.port}`;
const limitMs = 600_000;
const msPerTick = 10;

/** @typedef {{ step: string, seconds: number, cpuSeconds: number | undefined, load: number }} Row */

/** @type {Row[]} */
const rows = [];

/**
 * How long something took by the clock and in processor time of its own, and how many cores the machine had at work meanwhile.
 * @template T
 * @param {string} step
 * @param {() => Promise<{ result: T, cpuMs?: number }>} work
 * @returns {Promise<T>}
 */
async function timed(step, work) {
  const startedAt = performance.now();
  const busyBefore = machineBusyMs();
  const { result, cpuMs } = await work();
  const ms = performance.now() - startedAt;
  const cpuSeconds = cpuMs === undefined ? undefined : cpuMs / 1000;
  rows.push({ step, seconds: ms / 1000, cpuSeconds, load: (machineBusyMs() - busyBefore) / ms });
  process.stderr.write(`${step}: ${(ms / 1000).toFixed(1)} s\n`);
  return result;
}

/**
 * Runs a command to its end; the shell counts what its processes took.
 * @param {string} command
 * @param {string} cwd
 * @returns {Promise<{ result: undefined, cpuMs: number }>}
 */
async function run(command, cwd) {
  const child = spawn('bash', ['-c', `${command} >&2; code=$?; times; exit $code`], {
    cwd,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ended with ${String(code)}`);
  const children = (output.trim().split('\n').at(-1) ?? '').split(' ');
  return { result: undefined, cpuMs: children.reduce((sum, time) => sum + minutesToMs(time), 0) };
}

/**
 * `0m1.234s`
 * @param {string} time
 */
function minutesToMs(time) {
  const [, minutes = '0', seconds = '0'] = /^(\d+)m([\d.]+)s$/.exec(time) ?? [];
  return (Number(minutes) * 60 + Number(seconds)) * 1000;
}

/**
 * Processor time of a process, of those that it has started, and of those of them that have ended.
 * @param {number} pid
 * @returns {number}
 */
function treeCpuMs(pid) {
  const fieldsOf = (/** @type {string | number} */ of) => {
    try {
      const stat = readFileSync(`/proc/${String(of)}/stat`, 'latin1');
      return stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
    } catch {
      return [];
    }
  };
  const own =
    fieldsOf(pid)
      .slice(11, 15)
      .reduce((sum, ticks) => sum + ticks, 0) * msPerTick;
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && fieldsOf(name)[1] === pid);
  return children.reduce((sum, child) => sum + treeCpuMs(Number(child)), own);
}

/**
 * Starts the gateway and calls a tool with the key that it prints, or with the one of before.
 * @param {string} folder
 * @param {string} [known]
 */
async function startAndCall(folder, known) {
  const child = spawn('npm', ['start'], {
    cwd: folder,
    detached: true,
    env: { ...process.env, PORT: values.port, LOG_FORMAT: 'pretty' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  const startedAt = performance.now();
  const endsAt = startedAt + limitMs;
  let servesAfterMs = 0;
  for (;;) {
    if (servesAfterMs === 0 && (await isReady())) servesAfterMs = performance.now() - startedAt;
    const key = known ?? /gtu_[0-9A-Za-z]{38}/.exec(output)?.[0];
    if (key !== undefined && (await answers(key)))
      return { result: { child, key, servesAfterMs }, cpuMs: treeCpuMs(Number(child.pid)) };
    if (child.exitCode !== null || performance.now() > endsAt)
      throw new Error(`it does not serve:\n${output}`);
    await pause(50);
  }
}

async function isReady() {
  return fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** @param {string} key */
async function answers(key) {
  try {
    const response = await fetch(`${url}/api/servers/everything/mcp/call`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'echo', arguments: { message: 'hello' } }),
    });
    return response.ok && (await response.text()).includes('hello');
  } catch {
    return false;
  }
}

/** @param {import('node:child_process').ChildProcess} child */
async function stop(child) {
  const ended = once(child, 'close');
  process.kill(-Number(child.pid), 'SIGTERM');
  await ended;
}

const folder = mkdtempSync(join(tmpdir(), 'gantry-newcomer-'));
const clone = join(folder, 'gantry');
try {
  await timed('git clone', () => run(`git clone --quiet ${JSON.stringify(values.from)} gantry`, folder));
  await timed('npm ci', () => run('npm ci --no-audit --no-fund', clone));
  const first = await timed('npm start to the first answer of a tool', () => startAndCall(clone));
  await stop(first.child);
  const second = await timed('npm start again to the first answer', () => startAndCall(clone, first.key));
  await stop(second.child);
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: clone,
    encoding: 'utf8',
  }).trim();
  const core = String(cpus().length);
  process.stdout.write(
    `Commit ${commit}, Node ${process.versions.node}, ${core} cores (${cpus()[0]?.model ?? ''})\n\n`,
  );
  process.stdout.write(
    '| Step | Seconds | Processor time of its processes | Cores that the machine had at work |\n',
  );
  process.stdout.write(
    '| ---- | ------- | ------------------------------- | ---------------------------------- |\n',
  );
  for (const { step, seconds, cpuSeconds, load } of rows)
    process.stdout.write(
      `| ${step} | ${seconds.toFixed(1)} | ${cpuSeconds === undefined ? '' : `${cpuSeconds.toFixed(1)} s`} | ${load.toFixed(1)} |\n`,
    );
  const [one, two] = [first, second].map(({ servesAfterMs }) => (servesAfterMs / 1000).toFixed(1));
  process.stdout.write(`
The gateway served ${String(one)} s after the first npm start, ${String(two)} s after the second.
`);
} finally {
  if (!values.keep) rmSync(folder, { recursive: true, force: true });
}
