// @ts-check
import process from 'node:process';
import { cpuMs, machineBusyMs, residentMb } from '../proc.mjs';
import { Conversation } from './conversation.mjs';
import { Histogram } from './histogram.mjs';

/**
 * Ends after `calls` when they are given, else after `measureMs`.
 * @typedef {object} ThroughputJob
 * @property {number} port
 * @property {Buffer} request
 * @property {Buffer} expected the body that every answer must have
 * @property {number} connections
 * @property {number} warmMs from when each connection has had its first answer to the window
 * @property {number} measureMs
 * @property {number} [calls]
 * @property {number} targetPid whose CPU time and memory are reported
 * @property {readonly number[]} [workerPids] whose CPU time counts as well
 * @property {number} upstreamPid
 */

/**
 * @typedef {object} ThroughputResult
 * @property {number} calls
 * @property {number} openedMs from when all connections were opened at once to when each had its first answer
 * @property {number} ms
 * @property {number} targetCpuMs
 * @property {number} helperCpuMs of the upstream and of this process
 * @property {number} foreignCpuMs of everything else on the machine
 * @property {number[]} residentMb forty samples when `calls` is given, else one at the end
 * @property {Uint32Array} latencies
 */

const memorySamples = 40;
const patienceMs = 20_000;

/** The connections of one job and the window in which their calls count. */
class Run {
  #histogram = new Histogram();
  #calls = 0;
  /** @type {'warming' | 'measuring' | 'over'} */
  #phase = 'warming';
  #startedAt = performance.now();
  #answered = 0;
  #openedMs = 0;
  #start = 0;
  #before = { target: 0, helpers: 0, machine: 0 };
  /** @type {number[]} */
  #resident = [];
  /** @type {Conversation[]} */
  #conversations = [];
  #resolve;
  #reject;
  #watchdog;
  #progressAt = performance.now();

  /**
   * @param {ThroughputJob} job
   * @param {(result: ThroughputResult) => void} resolve
   * @param {(error: Error) => void} reject
   */
  constructor(job, resolve, reject) {
    this.job = job;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#watchdog = setInterval(() => {
      if (performance.now() - this.#progressAt > patienceMs) this.fail(new Error('no answer within 20 s'));
    }, 1000);
    for (let i = 0; i < job.connections; i++) this.#conversations.push(new Conversation(this));
  }

  /**
   * Takes note of a complete answer.
   * @param {number} sentAt
   * @param {boolean} isFirst
   * @returns {boolean} whether to send the next request
   */
  completed(sentAt, isFirst) {
    const now = performance.now();
    this.#progressAt = now;
    if (isFirst && ++this.#answered === this.job.connections) this.#openedMs = now - this.#startedAt;
    if (this.#phase === 'measuring') {
      this.#histogram.add(now - sentAt);
      this.#calls++;
      this.#sampleMemory();
      if (
        this.job.calls === undefined ? now >= this.#start + this.job.measureMs : this.#calls >= this.job.calls
      )
        this.#end(now);
    } else if (
      this.#phase === 'warming' &&
      this.#openedMs > 0 &&
      now >= this.#startedAt + this.#openedMs + this.job.warmMs
    ) {
      this.#before = this.#cpu();
      this.#start = performance.now();
      this.#phase = 'measuring';
    }
    return this.#phase !== 'over';
  }

  /** @param {Error} error */
  fail(error) {
    if (this.#phase === 'over') return;
    this.#stop();
    this.#reject(error);
  }

  /** @param {number} now */
  #end(now) {
    const after = this.#cpu();
    if (this.#resident.length === 0) this.#resident.push(residentMb(this.job.targetPid).now);
    this.#stop();
    const target = after.target - this.#before.target;
    const helpers = after.helpers - this.#before.helpers;
    this.#resolve({
      calls: this.#calls,
      openedMs: this.#openedMs,
      ms: now - this.#start,
      targetCpuMs: target,
      helperCpuMs: helpers,
      foreignCpuMs: Math.max(
        0,
        after.machine -
          this.#before.machine -
          helpers -
          (this.job.targetPid === this.job.upstreamPid ? 0 : target),
      ),
      residentMb: this.#resident,
      latencies: this.#histogram.counts,
    });
  }

  #stop() {
    this.#phase = 'over';
    clearInterval(this.#watchdog);
    for (const conversation of this.#conversations) conversation.socket.destroy();
  }

  #sampleMemory() {
    const every = Math.max(1, Math.floor((this.job.calls ?? Infinity) / memorySamples));
    if (this.#calls % every === 0) this.#resident.push(residentMb(this.job.targetPid).now);
  }

  #cpu() {
    return {
      target: [this.job.targetPid, ...(this.job.workerPids ?? [])].reduce((sum, pid) => sum + cpuMs(pid), 0),
      helpers: cpuMs(this.job.upstreamPid) + cpuMs(process.pid),
      machine: machineBusyMs(),
    };
  }
}

/**
 * Keeps `connections` callers busy and reports what the target did meanwhile; rejects at the first answer that is not the expected one.
 * @param {ThroughputJob} job
 * @returns {Promise<ThroughputResult>}
 */
export function measureThroughput(job) {
  return new Promise((resolve, reject) => new Run(job, resolve, reject));
}
