// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** The process under test has the first core alone; upstream and load generator share the others. */
const cores = {
  target: '0',
  helper: availableParallelism() > 2 ? `1-${String(availableParallelism() - 1)}` : '1',
  /** One of several processes under test. */
  replica: `0-${String(availableParallelism() - 1)}`,
};

/** @type {readonly string[]} what every process under test is started by */
let counter = [];

/**
 * Processes under test are started by a program that counts what they do, and on any core.
 * @param {readonly string[]} command
 */
export function countBy(command) {
  counter = command;
}

/**
 * Starts a Node process pinned to its core (taskset(1)), without options that this process was started with.
 * @param {keyof typeof cores} role
 * @param {readonly string[]} args of node
 * @param {{ env?: Record<string, string>, stdio: import('node:child_process').StdioOptions }} options
 */
export function startNode(role, args, { env = {}, stdio }) {
  const { PATH = '', HOME = '' } = process.env;
  const command = [process.execPath, ...args];
  const isCounted = role === 'target' && counter.length > 0;
  const taskset = availableParallelism() < 2 ? [] : ['taskset', '-c', cores[role]];
  const pinned = [...(isCounted ? counter : taskset), ...command];
  return spawn(pinned[0] ?? '', pinned.slice(1), {
    env: { PATH, HOME, NODE_ENV: 'production', ...env },
    stdio,
    serialization: 'advanced',
  });
}

/**
 * Starts a script of this folder and waits for its first message.
 * @param {keyof typeof cores} role
 * @param {string} script
 * @param {readonly string[]} args
 * @returns {Promise<{ child: ChildProcess, pid: number, port: number }>}
 */
export async function startServer(role, script, ...args) {
  const child = startHelper(role, script, ...args);
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`${script} ended with code ${String(code)} before it listened`);
    }),
  ]);
  return { child, pid: pidOf(child), port: /** @type {{ port: number }} */ (message).port };
}

/**
 * @param {keyof typeof cores} role
 * @param {string} script
 * @param {readonly string[]} args
 */
export function startHelper(role, script, ...args) {
  const path = fileURLToPath(new URL(`../${script}`, import.meta.url));
  return startNode(role, [path, ...args], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
}

/** @param {ChildProcess} child */
export function pidOf(child) {
  if (child.pid === undefined) throw new Error('taskset(1) or node could not be started');
  return child.pid;
}

/**
 * Ends a child: first asked, after `graceMs` forced.
 * @param {ChildProcess} child
 */
export async function stop(child, graceMs = 5000) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), graceMs);
  await ended;
  clearTimeout(force);
}
