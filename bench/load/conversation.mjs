// @ts-check
import { Caller, statusOf } from './caller.mjs';

/**
 * What a conversation asks, and whom it tells.
 * @typedef {object} Listener
 * @property {{ port: number, request: Buffer, expected: Buffer }} job
 * @property {(sentAt: number, isFirst: boolean) => boolean} completed tells of a right answer; gives whether to send the next request
 * @property {(error: Error) => void} fail
 */

/** Sends the same request again and again and compares each answer with the expected bytes. */
export class Conversation extends Caller {
  #listener;
  #sentAt = 0;
  #offset = 0;
  #head = '';
  #isFirst = true;

  /** @param {Listener} listener */
  constructor(listener) {
    super(listener.job.port);
    this.#listener = listener;
    this.#send();
  }

  #send() {
    this.#offset = 0;
    this.#sentAt = performance.now();
    this.socket.write(this.#listener.job.request);
  }

  /**
   * @override
   * @param {string} head
   */
  onHead(head) {
    this.#head = head;
    if (!head.startsWith('HTTP/1.1 200'))
      this.onFailure(new Error(`answered ${String(statusOf(head))} under load: ${head}`));
  }

  /**
   * @override
   * @param {Buffer} slice
   */
  onBody(slice) {
    const { expected } = this.#listener.job;
    const end = this.#offset + slice.length;
    if (end > expected.length || expected.compare(slice, 0, slice.length, this.#offset, end) !== 0)
      this.onFailure(new Error(`answered another body under load: ${slice.toString('utf8', 0, 300)}`));
    this.#offset = end;
  }

  /** @override */
  onEnd() {
    if (this.#offset !== this.#listener.job.expected.length)
      this.onFailure(new Error(`answered ${String(this.#offset)} bytes under load: ${this.#head}`));
    else {
      const goesOn = this.#listener.completed(this.#sentAt, this.#isFirst);
      this.#isFirst = false;
      if (goesOn) this.#send();
    }
  }

  /**
   * @override
   * @param {Error} error
   */
  onFailure(error) {
    this.#listener.fail(error);
  }
}
