// @ts-check
import { Buffer } from 'node:buffer';

const framing = /\r\n(?:content-length: *(\d+)|transfer-encoding: *chunked)/i;

/**
 * Cuts the bytes of one connection into HTTP/1.1 messages (RFC 9112 §6). Both the load generator and the upstream stand on it,
 * because `node:http` on the helpers' core would cost more than the process that is measured. Subclasses get `onHead`, `onBody`
 * with slices of what was pushed, and `onEnd`.
 */
export class MessageReader {
  /** @type {'head' | 'length' | 'size' | 'chunk' | 'chunk-end' | 'trailer'} */
  #state = 'head';
  #remaining = 0;
  #line = '';
  /** @type {Buffer | undefined} */
  #pending;

  /** @param {Buffer} bytes */
  push(bytes) {
    let at = 0;
    while (at < bytes.length) at = this.#step(bytes, at);
  }

  /** @param {string} _head start line and fields, without the empty line */
  onHead(_head) {
    throw new Error('onHead is not implemented');
  }

  /** @param {Buffer} _slice */
  onBody(_slice) {
    throw new Error('onBody is not implemented');
  }

  onEnd() {
    throw new Error('onEnd is not implemented');
  }

  /**
   * @param {Buffer} bytes
   * @param {number} at
   * @returns {number} where to go on
   */
  #step(bytes, at) {
    switch (this.#state) {
      case 'head':
        return this.#readHead(bytes, at);
      case 'length':
      case 'chunk':
        return this.#readData(bytes, at);
      default:
        return this.#readLine(bytes, at);
    }
  }

  /**
   * @param {Buffer} bytes
   * @param {number} at
   */
  #readHead(bytes, at) {
    const kept = this.#pending?.length ?? 0;
    const all = this.#pending === undefined ? bytes : Buffer.concat([this.#pending, bytes.subarray(at)]);
    const start = this.#pending === undefined ? at : 0;
    const end = all.indexOf('\r\n\r\n', start, 'latin1');
    if (end < 0) {
      this.#pending = Buffer.from(all.subarray(start));
      return bytes.length;
    }
    this.#pending = undefined;
    const head = all.toString('latin1', start, end);
    const match = framing.exec(head);
    this.#remaining = Number(match?.[1] ?? 0);
    this.#state = match === null || match[1] === '0' ? 'head' : match[1] === undefined ? 'size' : 'length';
    this.onHead(head);
    if (this.#state === 'head') this.onEnd();
    return at + (end + 4 - start) - kept;
  }

  /**
   * @param {Buffer} bytes
   * @param {number} at
   */
  #readData(bytes, at) {
    const end = Math.min(bytes.length, at + this.#remaining);
    this.#remaining -= end - at;
    this.onBody(at === 0 && end === bytes.length ? bytes : bytes.subarray(at, end));
    if (this.#remaining > 0) return end;
    if (this.#state === 'chunk') {
      this.#state = 'chunk-end';
    } else {
      this.#state = 'head';
      this.onEnd();
    }
    return end;
  }

  /**
   * @param {Buffer} bytes
   * @param {number} at
   */
  #readLine(bytes, at) {
    const newline = bytes.indexOf(0x0a, at);
    if (newline < 0) {
      this.#line += bytes.toString('latin1', at);
      return bytes.length;
    }
    const line = (this.#line + bytes.toString('latin1', at, newline)).trimEnd();
    this.#line = '';
    if (this.#state === 'chunk-end') {
      this.#state = 'size';
    } else if (this.#state === 'size') {
      this.#remaining = Number.parseInt(line, 16);
      this.#state = this.#remaining === 0 ? 'trailer' : 'chunk';
    } else if (line === '') {
      this.#state = 'head';
      this.onEnd();
    }
    return newline + 1;
  }
}
