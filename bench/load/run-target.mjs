// @ts-check
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { cpuMs } from '../proc.mjs';
import { Histogram } from './histogram.mjs';

export const atOnce = 16;
export const dispatcher = new Agent({ connections: 64, headersTimeout: 60_000 });
const threeSteps = { workflow: 'steps', input: { city: 'Berlin' } };

/** What the benchmark asks of a process that carries out runs. */
export class Api {
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

  async metrics() {
    const { body } = await request(`http://127.0.0.1:${String(this.port)}/metrics`, {
      headers: { authorization: `Bearer ${this.token}` },
    });
    return body.text();
  }

  /** @param {object} body */
  execute(body) {
    return this.send('/api/sdk/workflows/execute', body);
  }

  async steps() {
    const startedAt = performance.now();
    const { status } = await this.execute(threeSteps);
    if (status !== 'completed') throw new Error(`a run ended ${String(status)}`);
    return performance.now() - startedAt;
  }
}

/** A process that carries out runs; what it costs is counted while it does and nobody else does. */
export class RunTarget {
  runsMs = new Histogram();
  /** @type {number[]} */
  aloneCpu = [];
  /** @type {number[]} */
  perSecond = [];
  /** @type {number[]} */
  cpu = [];
  /** @type {number[]} */
  startsPerSecond = [];
  /** @type {number[]} */
  endsPerSecond = [];
  /** @type {number[]} */
  startedCpu = [];

  /**
   * @param {string} name
   * @param {number} pid
   * @param {Api} api with the key of an app
   * @param {Api} operator
   */
  constructor(name, pid, api, operator) {
    this.name = name;
    this.pid = pid;
    this.api = api;
    this.operator = operator;
  }

  /**
   * @param {number} seconds
   * @param {number} starts
   */
  async round(seconds, starts) {
    const alone = await this.measure(seconds, 1, this.runsMs);
    const together = await this.measure(seconds, atOnce);
    const started = await this.start(starts);
    this.aloneCpu.push(alone.cpu);
    this.perSecond.push(together.perSecond);
    this.cpu.push(together.cpu);
    this.startsPerSecond.push(started.starts);
    this.endsPerSecond.push(started.ends);
    this.startedCpu.push(started.cpu);
  }

  /**
   * Runs that are waited for.
   * @param {number} seconds
   * @param {number} lines
   */
  async measure(seconds, lines, histogram = new Histogram()) {
    const cpuBefore = cpuMs(this.pid);
    const startedAt = performance.now();
    let runs = 0;
    const work = async () => {
      histogram.add(await this.api.steps());
      runs++;
    };
    await sideBySide(lines, work, () => performance.now() > startedAt + seconds * 1000);
    const perSecond = (runs * 1000) / (performance.now() - startedAt);
    return { perSecond, cpu: (cpuMs(this.pid) - cpuBefore) / runs };
  }

  /**
   * Runs that nobody waits for: how fast they begin while those before them are carried out, and how fast all of them end.
   * @param {number} count
   */
  async start(count) {
    const goal = (await this.completed()) + count;
    const cpuBefore = cpuMs(this.pid);
    const startedAt = performance.now();
    let started = 0;
    await sideBySide(
      atOnce,
      () => {
        started++;
        return this.api.execute({ ...threeSteps, mode: 'async' });
      },
      () => started >= count,
    );
    const starts = (count * 1000) / (performance.now() - startedAt);
    while ((await this.completed()) < goal) await pause(50);
    const ends = (count * 1000) / (performance.now() - startedAt);
    return { starts, ends, cpu: (cpuMs(this.pid) - cpuBefore) / count };
  }

  async completed() {
    const [, count] =
      /^gantry_workflow_runs_total\{status="completed"\} (\d+)$/m.exec(await this.operator.metrics()) ?? [];
    return Number(count ?? 0);
  }
}

/**
 * Does `work` again and again in so many lines until it is over.
 * @param {number} lines
 * @param {() => Promise<unknown>} work
 * @param {() => boolean} isOver
 */
export async function sideBySide(lines, work, isOver) {
  const line = async () => {
    while (!isOver()) await work();
  };
  await Promise.all(Array.from({ length: lines }, line));
}
