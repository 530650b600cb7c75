import type { Json } from '../clients/gateway-client.js';
import type { NoiseRequest } from './request-noise.js';

export type Attacker = 'owner' | 'member' | 'no one';

/** Something that an attacker does again and again. */
export interface Attack {
  /** Status of the answers. Another one than these or 429, 503 means that the attack does not reach what it abuses. */
  readonly status: number;
  /** Servers of the attacker's app, by name; `origin` is the address of the hostile origin. */
  readonly servers?: (origin: string) => Json;
  /** Members of the app's config beside `mcpServers`. */
  readonly config?: (origin: string) => Json;
  readonly requests: readonly NoiseRequest[];
  /** Who sends them; a member of the attacker's account if absent. */
  readonly by?: Attacker;
}

const call = (name: string, more: Json = {}): NoiseRequest => ({
  path: '/api/sdk/tools/call?app=app',
  body: { name, arguments: {}, ...more },
});
/** A call by MCP 2026-07-28. */
const nativeCall = (name: string): NoiseRequest => ({
  path: '/api/apps/app/mcp',
  headers: {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': name,
  },
  body: {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name,
      arguments: {},
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'attacker', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  },
});
const list: NoiseRequest = { method: 'GET', path: '/api/sdk/tools?app=app&refresh=true' };
const put = (config: Json): NoiseRequest => ({
  method: 'PUT',
  path: '/api/cli/apps/app/config?dryRun=true',
  headers: { 'if-match': '*' },
  body: { config },
});

/** A server whose tool `say` answers with the worst JSON of this kind. */
const saying =
  (kind: string, where = 'text', options: Json = {}) =>
  (origin: string): Json => ({ one: { url: `${origin}/mcp/${kind}/${where}`, ...options } });

const shaped = (status: number, kind: string, shape: Json, where = 'text'): Attack => ({
  status,
  servers: saying(kind, where, { tools: { shape: { '*': shape } } }),
  requests: [call('one__say')],
});

/** What one tenant can do to the others, by the mechanism that it abuses. */
export const attacks: Readonly<Record<string, Attack>> = {
  ...Object.fromEntries(
    ['members', 'numbers', 'quotes', 'umlauts'].map((kind) => [
      `a shaped result of ${kind}`,
      shaped(kind === 'quotes' ? 200 : 502, kind, { pick: '$count($)' }),
    ]),
  ),
  'a structured result of members': shaped(502, 'members', { pick: '$count($)' }, 'structured'),
  'a structured result of names': shaped(502, 'names', { maxBytes: 1000, overflow: 'cut' }, 'structured'),
  'a cut result of umlauts': shaped(200, 'umlauts', { maxBytes: 10_000_000, overflow: 'cut' }),
  'a kept result of quotes': shaped(200, 'quotes', { maxBytes: 1000 }),
  'a native result of members': {
    status: 200,
    servers: saying('members', 'structured'),
    requests: [nativeCall('one__say')],
  },
  'a native result of umlauts': {
    status: 200,
    servers: saying('umlauts'),
    requests: [nativeCall('one__say')],
  },
  'a result that is redacted': {
    status: 200,
    servers: saying('quotes'),
    config: () => ({ policies: { checks: { secrets: 'redact' } } }),
    requests: [call('one__say')],
  },
  'an error with large data': {
    status: 502,
    servers: saying('members', 'error'),
    requests: [call('one__say')],
  },
  'a tool list of names': { status: 200, servers: saying('names', 'list'), requests: [list] },
  'answers of a hook': {
    status: 403,
    servers: saying('lists', 'none'),
    config: (origin) => ({
      policies: { hooks: [{ on: ['tools/call'], phase: 'request', url: `${origin}/hook/members/1040000` }] },
    }),
    requests: [call('one__say')],
  },
  'an API document of members': {
    status: 200,
    servers: (origin) => ({ one: { openapi: `${origin}/openapi/members` } }),
    requests: [list],
  },
  'an API document whose path is slashes': {
    status: 200,
    servers: (origin) => ({ one: { openapi: `${origin}/slashes/a` } }),
    requests: [list],
  },
  'discovery documents of an upstream': {
    status: 502,
    servers: (origin) => ({
      one: { url: `${origin}/protected/open`, auth: { type: 'oauth', for: 'user' } },
    }),
    requests: [{ path: '/api/connections', body: { server: 'app.one' } }],
  },
  'discovery documents of an identity provider': {
    status: 502,
    requests: [{ method: 'GET', path: '/oauth/sign-in/hostile' }],
    by: 'no one',
  },
  'a registry': { status: 200, requests: [{ method: 'GET', path: '/api/catalog?search=a' }] },
  'an expression that does not end': {
    status: 502,
    servers: saying('lists', 'none', {
      tools: { shape: { '*': { pick: '($f := function($x) { $f($x) }; $f(1))' } } },
    }),
    requests: [call('one__say')],
  },
  'an expression that makes a long text': {
    status: 502,
    servers: saying('lists', 'none', {
      tools: { shape: { '*': { pick: '$length($pad("x", 500000000))' } } },
    }),
    requests: [call('one__say')],
  },
  'an event of empty lines': {
    status: 504,
    servers: saying('lines', 'events', { timeoutMs: 1500 }),
    requests: [call('one__say')],
  },
  'requests of a server': {
    status: 502,
    servers: saying('requests', 'events'),
    requests: [call('one__say')],
  },
  'a config of too many servers': {
    status: 422,
    requests: [
      put({
        mcpServers: Object.fromEntries(
          Array.from({ length: 2000 }, (_, at) => [`s${String(at)}`, { url: 'http://127.0.0.1:1' }]),
        ),
      }),
    ],
  },
  'a config of texts': {
    status: 200,
    requests: [put({ 'x-note': Array.from({ length: 14_000 }, () => 'a1B2c3D4-e5F6g7H8i9J0') })],
  },
  'a body of lists': {
    status: 413,
    requests: [
      {
        path: '/api/sdk/tools/call?app=app',
        text: { begin: '[', again: '[],', times: 2_600_000, end: '1]' },
      },
    ],
  },
  'an erasure of calls': {
    status: 204,
    requests: [{ method: 'DELETE', path: '/api/calls?user=nobody@example.com' }],
    by: 'owner',
  },
  'saves of a config': {
    status: 200,
    requests: [
      { ...put({ 'x-note': 'a' }), path: '/api/cli/apps/app/config' },
      { ...put({ 'x-note': 'b' }), path: '/api/cli/apps/app/config' },
    ],
  },
};
