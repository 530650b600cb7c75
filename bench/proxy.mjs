// @ts-check
import { createServer } from 'node:http';
import process from 'node:process';
import { Pool } from 'undici';

/**
 * @typedef {import('node:http').IncomingMessage} IncomingMessage
 * @typedef {import('node:http').ServerResponse} ServerResponse
 * @typedef {import('undici').Dispatcher.DispatchController} DispatchController
 */

/** Fields of one hop (RFC 9110 §7.6.1), and `host`, which is the upstream's. */
const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding', 'te', 'upgrade', 'host']);

/** Streams one response back as it comes, at the reader's pace. */
class Relay {
  #res;

  /** @param {ServerResponse} res */
  constructor(res) {
    this.#res = res;
  }

  /** @param {DispatchController} controller */
  onRequestStart(controller) {
    this.#res.on('close', () => {
      if (!this.#res.writableFinished) controller.abort(new Error('the caller left'));
    });
    this.#res.on('drain', () => {
      controller.resume();
    });
  }

  /**
   * @param {DispatchController} _controller
   * @param {number} status
   * @param {import('node:http').IncomingHttpHeaders} fields
   */
  onResponseStart(_controller, status, fields) {
    for (const name in fields) if (hopByHop.has(name)) Reflect.deleteProperty(fields, name);
    this.#res.writeHead(status, fields);
  }

  /**
   * @param {DispatchController} controller
   * @param {Buffer} chunk
   */
  onResponseData(controller, chunk) {
    if (!this.#res.write(chunk)) controller.pause();
  }

  onResponseEnd() {
    this.#res.end();
  }

  onResponseError() {
    if (this.#res.headersSent) this.#res.destroy();
    else this.#res.writeHead(502).end();
  }
}

const pool = new Pool(process.argv[2] ?? '', { connections: 256 });

/** @param {IncomingMessage} req */
function forwarded(req) {
  const fields = req.rawHeaders;
  const kept = [];
  for (let i = 0; i < fields.length; i += 2) {
    const name = /** @type {string} */ (fields[i]);
    if (!hopByHop.has(name.toLowerCase())) kept.push(name, /** @type {string} */ (fields[i + 1]));
  }
  return kept;
}

/** The smallest honest reverse proxy on undici: the yardstick for what a Node process must spend on a forwarded request. */
const server = createServer((req, res) => {
  const method = /** @type {import('undici').Dispatcher.HttpMethod} */ (req.method);
  const body = method === 'GET' || method === 'DELETE' ? null : req;
  pool.dispatch({ path: req.url ?? '/', method, headers: forwarded(req), body }, new Relay(res));
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: /** @type {import('node:net').AddressInfo} */ (server.address()).port });
});
process.on('disconnect', () => process.exit(0));
