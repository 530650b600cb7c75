// @ts-check
import { Buffer } from 'node:buffer';
import { connect } from 'node:net';
import { MessageReader } from '../http-messages.mjs';

/** All connections of the process read into the same memory; the bytes are used up before the next read. */
const readBuffer = Buffer.allocUnsafe(262_144);

/** A raw keep-alive HTTP/1.1 connection with one request in flight. Subclasses get the message and `onFailure`. */
export class Caller extends MessageReader {
  /** @param {number} port */
  constructor(port) {
    super();
    this.socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: readBuffer,
        callback: (count) => {
          this.push(readBuffer.subarray(0, count));
          return true;
        },
      },
    });
    this.socket.on('error', (error) => {
      this.onFailure(error);
    });
    this.socket.on('end', () => {
      this.onFailure(new Error('the connection was closed'));
    });
  }

  /** @param {Error} error */
  onFailure(error) {
    throw error;
  }
}

/** @param {string} head */
export function statusOf(head) {
  return Number(head.slice(9, 12));
}
