// @ts-check
import { Buffer } from 'node:buffer';
import { Caller, statusOf } from './caller.mjs';

/** @typedef {{ status: number, head: string, body: Buffer }} Answer */

class Exchange extends Caller {
  #head = '';
  /** @type {Buffer[]} */
  #body = [];
  #resolve;
  #reject;

  /**
   * @param {number} port
   * @param {Buffer} request
   * @param {(answer: Answer) => void} resolve
   * @param {(error: Error) => void} reject
   */
  constructor(port, request, resolve, reject) {
    super(port);
    this.#resolve = resolve;
    this.#reject = reject;
    this.socket.setTimeout(20_000, () => {
      this.onFailure(new Error('no answer within 20 s'));
    });
    this.socket.write(request);
  }

  /**
   * @override
   * @param {string} head
   */
  onHead(head) {
    this.#head = head;
  }

  /**
   * @override
   * @param {Buffer} slice
   */
  onBody(slice) {
    this.#body.push(Buffer.from(slice));
  }

  /** @override */
  onEnd() {
    this.socket.destroy();
    this.#resolve({ status: statusOf(this.#head), head: this.#head, body: Buffer.concat(this.#body) });
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
 * One request on a connection of its own, for set-up and for the check of an answer's meaning.
 * @param {{ port: number, request: Buffer }} job
 * @returns {Promise<Answer>}
 */
export function askOnce({ port, request }) {
  return new Promise((resolve, reject) => new Exchange(port, request, resolve, reject));
}
