// @ts-check
import { once } from 'node:events';
import { startHelper, stop } from './child.mjs';

/**
 * @typedef {import('../load/throughput.mjs').ThroughputJob} ThroughputJob
 * @typedef {import('../load/throughput.mjs').ThroughputResult} ThroughputResult
 * @typedef {import('../load/progress.mjs').ProgressJob} ProgressJob
 * @typedef {import('../load/once.mjs').Answer} Answer
 * @typedef {{ result: unknown, failure?: undefined } | { failure: string }} Outcome
 */

/** This side of the load generator's process. */
export class Load {
  /** @type {Promise<[Outcome]>} */
  #ended;

  constructor() {
    this.child = startHelper('helper', 'load/main.mjs');
    this.#ended = once(this.child, 'exit').then(() => [{ failure: 'the load generator died' }]);
  }

  /**
   * @param {{ port: number, request: Buffer }} job
   * @returns {Promise<Answer>}
   */
  async once(job) {
    return /** @type {Answer} */ (await this.#order('once', job));
  }

  /**
   * @param {ThroughputJob} job
   * @returns {Promise<ThroughputResult>}
   */
  async throughput(job) {
    return /** @type {ThroughputResult} */ (await this.#order('throughput', job));
  }

  /**
   * @param {ProgressJob} job
   * @returns {Promise<import('../load/progress.mjs').Delays>}
   */
  async progress(job) {
    return /** @type {import('../load/progress.mjs').Delays} */ (await this.#order('progress', job));
  }

  stop() {
    return stop(this.child);
  }

  /**
   * @param {string} kind
   * @param {object} job
   */
  async #order(kind, job) {
    this.child.send({ kind, job });
    const [outcome] = /** @type {[Outcome]} */ (
      await Promise.race([once(this.child, 'message'), this.#ended])
    );
    if (outcome.failure !== undefined) throw new Error(outcome.failure);
    return outcome.result;
  }
}
