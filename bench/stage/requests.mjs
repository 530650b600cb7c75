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
class Messages {
  /**
   * @param {string} path
   * @param {string | undefined} token
   * @param {Record<string, string>} fields
   */
  constructor(path, token, fields) {
    this.line = `POST ${path}`;
    this.fields = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      accept: 'application/json, text/event-stream',
      ...fields,
    };
  }

  /** @param {ToolName} name */
  call(name) {
    return this.message('tools/call', { name, arguments: toolArguments[name] }, { progressToken: 'bench' });
  }

  list() {
    return this.message('tools/list', {}, {});
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
   * @param {{ name?: string, arguments?: object }} params
   * @param {object} meta
   */
  message(method, params, meta) {
    return httpRequest(this.line, this.fields, {
      ...{ jsonrpc: '2.0', id: 1, method },
      params: method === 'tools/call' ? { ...params, _meta: meta } : params,
    });
  }
}

/** Revision 2025-11-25, in a session. */
export class McpRequests extends Messages {
  /**
   * @param {string} session id that the server gave
   * @param {{ path?: string, token?: string }} [endpoint]
   */
  constructor(session, { path = '/mcp', token } = {}) {
    super(path, token, { 'mcp-protocol-version': '2025-11-25', 'mcp-session-id': session });
  }
}

/** Revision 2026-07-28, which says on every request what a session would know. */
export class ModernRequests extends Messages {
  /** @param {{ path: string, token: string }} endpoint */
  constructor({ path, token }) {
    super(path, token, { 'mcp-protocol-version': '2026-07-28' });
  }

  /**
   * The result within an answer, without what only this revision has in it.
   * @override
   * @param {Buffer} body
   */
  result(body) {
    const members = Object.entries(/** @type {object} */ (super.result(body)));
    return Object.fromEntries(members.filter(([name]) => !modernMembers.has(name)));
  }

  /**
   * @override
   * @param {string} method
   * @param {{ name?: string, arguments?: object }} params
   * @param {object} meta
   */
  message(method, params, meta) {
    const { name } = params;
    const fields = {
      ...this.fields,
      'mcp-method': method,
      ...(name === undefined ? {} : { 'mcp-name': name }),
    };
    const _meta = { ...meta, ...envelope };
    return httpRequest(this.line, fields, { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } });
  }
}

const modernMembers = new Set(['resultType', 'ttlMs', 'cacheScope']);
const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

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
