// @ts-check
import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { monotonicMs } from '../clock.mjs';
import { MessageReader } from '../http-messages.mjs';
import { results, toolList } from './results.mjs';

/**
 * @typedef {import('node:net').Socket} Socket
 * @typedef {{ id?: number | string, method: string, params?: { name?: string, arguments?: Record<string, number>, _meta?: { progressToken?: number | string } } }} Message
 */

/** Every result of 2026-07-28 says that it is complete. */
const complete = { resultType: 'complete' };
const uncached = { ttlMs: 0, cacheScope: 'private' };

/** Results are serialised once; only the id changes from answer to answer. */
const prepared = {
  tools: Buffer.from(JSON.stringify(toolList)),
  call: new Map(Object.entries(results).map(([name, result]) => [name, Buffer.from(JSON.stringify(result))])),
  modern: {
    call: new Map(
      Object.entries(results).map(([name, result]) => [
        name,
        Buffer.from(JSON.stringify({ ...complete, ...result })),
      ]),
    ),
    tools: Buffer.from(JSON.stringify({ ...complete, ...toolList, ...uncached })),
    discover: Buffer.from(
      JSON.stringify({
        ...complete,
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: {} },
        ...uncached,
      }),
    ),
  },
  ping: Buffer.from('{}'),
  initialize: Buffer.from(
    JSON.stringify({
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'bench-upstream', version: '1.0.0' },
    }),
  ),
};

/** @type {Set<string>} */
const sessions = new Set();
const sessionField = /\r\nmcp-session-id: *([!-~]+)/i;

/**
 * One caller of this MCP server: Streamable HTTP of revision 2025-11-25 with sessions at `/mcp`, of 2026-07-28 at `/modern`, without
 * streams but those of calls.
 */
class Connection extends MessageReader {
  #head = '';
  /** @type {Buffer[]} */
  #body = [];
  #socket;

  /** @param {Socket} socket */
  constructor(socket) {
    super();
    this.#socket = socket;
  }

  /**
   * @override
   * @param {string} head
   */
  onHead(head) {
    this.#head = head;
    this.#body = [];
  }

  /**
   * @override
   * @param {Buffer} slice
   */
  onBody(slice) {
    this.#body.push(slice);
  }

  /** @override */
  onEnd() {
    const session = sessionField.exec(this.#head)?.[1];
    if (this.#head.startsWith('POST ')) this.#post(session);
    else if (this.#head.startsWith('DELETE '))
      this.#plain(sessions.delete(session ?? '') ? '200 OK' : '404 Not Found');
    else this.#plain('405 Method Not Allowed', 'Allow: POST, DELETE\r\n');
  }

  /** @param {string | undefined} session */
  #post(session) {
    const message = /** @type {Message} */ (JSON.parse(Buffer.concat(this.#body).toString('utf8')));
    const { id, method } = message;
    if (this.#head.startsWith('POST /modern ')) this.#modern(id, message);
    else if (method === 'initialize') {
      const created = randomUUID();
      sessions.add(created);
      this.#result(id, prepared.initialize, `Mcp-Session-Id: ${created}\r\n`);
    } else if (session === undefined) this.#error(id, '400 Bad Request', -32600, 'Mcp-Session-Id is missing');
    else if (!sessions.has(session)) this.#error(id, '404 Not Found', -32001, 'Session not found');
    else if (id === undefined) this.#plain('202 Accepted');
    else if (method === 'tools/call') this.#call(id, message.params ?? {});
    else if (method === 'tools/list') this.#result(id, prepared.tools);
    else if (method === 'ping') this.#result(id, prepared.ping);
    else this.#error(id, '200 OK', -32601, `Method not found: ${method}`);
  }

  /**
   * @param {number | string | undefined} id
   * @param {Message} message
   */
  #modern(id, { method, params = {} }) {
    if (id === undefined) this.#plain('202 Accepted');
    else if (method === 'tools/call') this.#call(id, params, prepared.modern.call);
    else if (method === 'tools/list') this.#result(id, prepared.modern.tools);
    else if (method === 'server/discover') this.#result(id, prepared.modern.discover);
    else this.#error(id, '404 Not Found', -32601, `Method not found: ${method}`);
  }

  /**
   * @param {number | string} id
   * @param {NonNullable<Message['params']>} params
   */
  #call(id, { name = '', arguments: given = {}, _meta }, calls = prepared.call) {
    const result = calls.get(name);
    if (result === undefined) this.#error(id, '200 OK', -32602, `Unknown tool: ${name}`);
    else if (name === 'run_build') void this.#stream(id, result, given, _meta?.progressToken);
    else this.#result(id, result);
  }

  /**
   * Progress over SSE; each message carries the moments at which it was sent and the stream was opened.
   * @param {number | string} id
   * @param {Buffer} result
   * @param {Record<string, number>} given
   * @param {number | string | undefined} progressToken
   */
  async #stream(id, result, { steps = 3, everyMs = 10 }, progressToken) {
    const openedAt = monotonicMs();
    this.#socket.write(
      'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-cache\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    for (let progress = 1; progressToken !== undefined && progress <= steps; progress++) {
      await pause(everyMs);
      const message = `step ${String(progress)}, opened=${String(openedAt)}; sent=${String(monotonicMs())};`;
      const params = { progressToken, progress, total: steps, message };
      this.#event(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params }));
    }
    await pause(everyMs);
    this.#event(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result.toString()}}`);
    this.#socket.write('0\r\n\r\n');
  }

  /** @param {string} json */
  #event(json) {
    const event = `event: message\ndata: ${json}\n\n`;
    this.#socket.write(`${Buffer.byteLength(event).toString(16)}\r\n${event}\r\n`);
  }

  /**
   * @param {number | string | undefined} id
   * @param {Buffer} result
   */
  #result(id, result, fields = '') {
    const before = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`;
    const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${fields}Content-Length: ${String(before.length + result.length + 1)}\r\n\r\n`;
    if (result.length < 65_536) {
      this.#socket.write(`${head}${before}${result.toString('latin1')}}`, 'latin1');
      return;
    }
    this.#socket.cork();
    this.#socket.write(head + before, 'latin1');
    this.#socket.write(result);
    this.#socket.write('}', 'latin1');
    this.#socket.uncork();
  }

  /**
   * @param {number | string | undefined} id
   * @param {string} status
   * @param {number} code
   * @param {string} message
   */
  #error(id, status, code, message) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error: { code, message } });
    this.#socket.write(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${String(Buffer.byteLength(body))}\r\n\r\n${body}`,
    );
  }

  /** @param {string} status */
  #plain(status, fields = '') {
    this.#socket.write(`HTTP/1.1 ${status}\r\n${fields}Content-Length: 0\r\n\r\n`);
  }
}

const server = createServer({ noDelay: true }, (socket) => {
  const connection = new Connection(socket);
  socket.on('data', (bytes) => {
    connection.push(/** @type {Buffer} */ (bytes));
  });
  socket.on('error', () => socket.destroy());
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: /** @type {import('node:net').AddressInfo} */ (server.address()).port });
});
process.on('disconnect', () => process.exit(0));
