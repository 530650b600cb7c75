// @ts-check
import { monotonicMs } from '../clock.mjs';
import { Caller, statusOf } from './caller.mjs';

/**
 * @typedef {{ port: number, request: Buffer, count: number, ending: string }} ProgressJob `ending` occurs in the last event
 * @typedef {{ head: number[], first: number[], later: number[] }} Delays
 */

const sentForm = /sent=([\d.]+);/g;
const openedForm = /opened=([\d.]+);/;

/** One streamed call after the other on one connection. */
class Listener extends Caller {
  #job;
  #resolve;
  #reject;
  #text = '';
  #events = 0;
  #headAt = 0;
  /** @type {number[]} */
  #head = [];
  /** @type {number[]} */
  #first = [];
  /** @type {number[]} */
  #later = [];

  /**
   * @param {ProgressJob} job
   * @param {(delays: Delays) => void} resolve
   * @param {(error: Error) => void} reject
   */
  constructor(job, resolve, reject) {
    super(job.port);
    this.#job = job;
    this.#resolve = resolve;
    this.#reject = reject;
    this.socket.setTimeout(20_000, () => {
      this.onFailure(new Error('a stream was silent for 20 s'));
    });
    this.socket.write(job.request);
  }

  /**
   * @override
   * @param {string} head
   */
  onHead(head) {
    this.#headAt = monotonicMs();
    this.#text = '';
    this.#events = 0;
    if (statusOf(head) !== 200 || !/\r\ncontent-type: *text\/event-stream/i.test(head))
      this.onFailure(new Error(`answered no event stream: ${head}`));
  }

  /**
   * @override
   * @param {Buffer} slice
   */
  onBody(slice) {
    const arrivedAt = monotonicMs();
    this.#text += slice.toString('utf8');
    const sent = [...this.#text.matchAll(sentForm)];
    for (const [, at] of sent.slice(this.#events))
      (this.#events++ === 0 ? this.#first : this.#later).push(arrivedAt - Number(at));
  }

  /** @override */
  onEnd() {
    if (this.#events === 0 || !this.#text.includes(this.#job.ending)) {
      this.onFailure(new Error(`sent another stream: ${this.#text.slice(0, 600)}`));
      return;
    }
    this.#head.push(this.#headAt - Number(openedForm.exec(this.#text)?.[1]));
    if (this.#first.length < this.#job.count) {
      this.socket.write(this.#job.request);
    } else {
      this.socket.destroy();
      this.#resolve({ head: this.#head, first: this.#first, later: this.#later });
    }
  }

  /**
   * @override
   * @param {Error} error
   */
  onFailure(error) {
    this.socket.destroy();
    this.#reject(error);
  }
}

/**
 * How long after the upstream sent them the heads of the answers arrived, in ms, and the progress events: the first ones of their
 * calls and the others.
 * @param {ProgressJob} job
 * @returns {Promise<Delays>}
 */
export function measureProgress(job) {
  return new Promise((resolve, reject) => new Listener(job, resolve, reject));
}
