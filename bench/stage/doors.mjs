// @ts-check
// What members and admins ask a gateway for, one request at a time.
import { Agent, request } from 'undici';

/** @typedef {import('./gateway.mjs').Gateway} Gateway */

const dispatcher = new Agent({ connections: 4, headersTimeout: 60_000 });

/**
 * The text of an answer; throws unless it is as it should be.
 * @param {Gateway} gateway
 * @param {string} token
 * @param {'GET' | 'POST' | 'PATCH'} method
 * @param {string} path
 * @param {object} [body]
 * @param {Record<string, string>} [fields]
 */
export async function ask(gateway, token, method, path, body, fields = {}) {
  const answer = await request(`http://127.0.0.1:${String(gateway.port)}${path}`, {
    ...{ method, dispatcher },
    headers: {
      ...{ authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...fields,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${String(answer.statusCode)} ${text}`);
  return text;
}

const list = {
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/list' },
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
};
const modern = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };

/** @type {Record<string, (gateway: Gateway, token: string) => Promise<string>>} */
export const memberDoors = {
  'GET /api/servers': (gateway, token) => ask(gateway, token, 'GET', '/api/servers'),
  'GET /api/servers/bench/mcp/tools': (gateway, token) =>
    ask(gateway, token, 'GET', '/api/servers/bench/mcp/tools'),
  'GET /api/sdk/tools, 300 tools': (gateway, token) =>
    ask(gateway, token, 'GET', '/api/sdk/tools?app=shop&limit=200'),
  'tools/list at the app, native': (gateway, token) =>
    ask(gateway, token, 'POST', '/api/apps/shop/mcp', list, modern),
  'a call, of another member each time': (gateway, token) =>
    ask(gateway, token, 'POST', '/api/servers/bench/mcp/call', { name: 'get_weather', arguments: {} }),
};

/** @type {Record<string, (gateway: Gateway, token: string) => Promise<string>>} */
export const adminDoors = {
  'GET /api/cli/members?limit=200': (gateway, token) =>
    ask(gateway, token, 'GET', '/api/cli/members?limit=200'),
  'GET /api/cli/grants?limit=200': (gateway, token) =>
    ask(gateway, token, 'GET', '/api/cli/grants?limit=200'),
  'GET /api/cli/grants, all of them': (gateway, token) => ask(gateway, token, 'GET', '/api/cli/grants'),
};

export function closeDoors() {
  return dispatcher.destroy();
}
