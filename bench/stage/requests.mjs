// @ts-check
import { Buffer } from 'node:buffer';

/**
 * The bytes of an HTTP/1.1 request.
 * @param {string} line method and path
 * @param {Record<string, string>} fields
 * @param {object} [body]
 */
export function httpRequest(line, fields, body) {
  const json = body === undefined ? '' : JSON.stringify(body);
  const all = {
    host: '127.0.0.1',
    ...fields,
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(json)) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${line} HTTP/1.1\r\n${lines.join('')}\r\n${json}`);
}

/** @typedef {keyof typeof import('../upstream/results.mjs').results} ToolName */

/** @type {Record<ToolName, Record<string, unknown>>} */
const toolArguments = {
  get_weather: { city: 'Ljubljana', units: 'metric' },
  export_log: { build: 4711 },
  run_build: { steps: 3, everyMs: 5 },
};

/** What the load sends to the upstream, the bare proxy and the gateway's native endpoint: MCP over Streamable HTTP. */
export class McpRequests {
  /**
   * @param {string} session id that the server gave
   * @param {{ path?: string, token?: string }} [endpoint]
   */
  constructor(session, { path = '/mcp', token } = {}) {
    this.line = `POST ${path}`;
    this.fields = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
      'mcp-session-id': session,
    };
  }

  /** @param {ToolName} name */
  call(name) {
    const params = { name, arguments: toolArguments[name], _meta: { progressToken: 'bench' } };
    return this.#message('tools/call', params);
  }

  list() {
    return this.#message('tools/list', {});
  }

  /**
   * The result within an answer.
   * @param {Buffer} body
   */
  result(body) {
    return /** @type {{ result?: unknown }} */ (JSON.parse(body.toString('utf8'))).result;
  }

  /**
   * @param {string} method
   * @param {object} params
   */
  #message(method, params) {
    return httpRequest(this.line, this.fields, { jsonrpc: '2.0', id: 1, method, params });
  }
}

/** The same for the gateway, over its plain operations. */
export class RestRequests {
  /** @param {string} token */
  constructor(token) {
    this.fields = { authorization: `Bearer ${token}` };
  }

  /** @param {ToolName} name */
  call(name) {
    const accept = name === 'run_build' ? 'text/event-stream' : 'application/json';
    const body = { name, arguments: toolArguments[name] };
    return httpRequest('POST /api/servers/bench/mcp/call', { ...this.fields, accept }, body);
  }

  list() {
    return httpRequest('GET /api/servers/bench/mcp/tools', { ...this.fields, accept: 'application/json' });
  }

  /** @param {Buffer} body */
  result(body) {
    return /** @type {unknown} */ (JSON.parse(body.toString('utf8')));
  }
}
