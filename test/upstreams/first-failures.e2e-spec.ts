import { closeAfterAll } from '../support/closing.js';
import { NativeClient } from '../support/clients/native-client.js';
import type { Json } from '../support/clients/gateway-client.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { Behaviour } from '../support/upstreams/behaviours.js';
import { echo, ScriptedHttp } from '../support/upstreams/scripted-http.js';

const json = { 'content-type': 'application/json' };
const html = { 'content-type': 'text/html; charset=utf-8' };
const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');

const introduces =
  (more: Json): Behaviour =>
  (exchange) => {
    exchange.result({
      protocolVersion: '2025-06-18',
      capabilities: {},
      serverInfo: { name: 's', version: '1' },
      ...more,
    });
  };
const sends =
  (status: number, body: string, headers: Record<string, string>): Behaviour =>
  (exchange) => {
    exchange.send(status, body.replaceAll('$id', JSON.stringify(exchange.id)), headers);
  };

/** How a server answers the first request, and what the caller reads, whichever transport the declaration names. */
const servers: Readonly<Record<string, readonly [Behaviour, string, string]>> = {
  limited: [
    sends(429, '{"error":"Plan limit reached"}', { ...json, 'retry-after': '17' }),
    'upstream-error',
    'The server answered with HTTP 429 (application/json): {"error":"Plan limit reached"}.',
  ],
  broken: [
    sends(500, 'database is locked', { 'content-type': 'text/plain' }),
    'upstream-unavailable',
    'the server answered with HTTP 500 (text/plain): database is locked',
  ],
  picky: [
    sends(
      400,
      '{"jsonrpc":"2.0","id":$id,"error":{"code":-32600,"message":"API key missing: set X-Key"}}',
      json,
    ),
    'upstream-error',
    'The server did not complete the handshake: API key missing: set X-Key.',
  ],
  moved: [
    sends(301, '', { location: 'https://user:pw@new.example.com/mcp?key=secret' }),
    'upstream-error',
    'The server answered with HTTP 301, a redirect to https://new.example.com/mcp, which is not followed.',
  ],
  forbidden: [
    sends(403, '<html><style>p{}</style><p>Blocked by <b>the firewall</b></p>', html),
    'upstream-auth-refused',
    'The server refuses access with HTTP 403 (text/html): Blocked by the firewall.',
  ],
  login: [
    sends(200, `<!doctype html><title>Sign in</title><script>var t="${token}"</script>`, html),
    'upstream-error',
    'The server answered with HTTP 200 (text/html): Sign in.',
  ],
  leaky: [
    sends(502, `upstream said ${token}`, { 'content-type': 'text/plain' }),
    'upstream-unavailable',
    'the server answered with HTTP 502 (text/plain): upstream said [redacted]',
  ],
  future: [
    introduces({ protocolVersion: '2099-01-01' }),
    'upstream-error',
    "The server did not complete the handshake: Server's protocol version is not supported: 2099-01-01.",
  ],
  nameless: [introduces({ serverInfo: null }), 'upstream-error', 'serverInfo'],
};

const open = closeAfterAll();
const upstreams: Record<string, ScriptedHttp> = {};
let gateway: TestGateway;

beforeAll(async () => {
  for (const [name, [behaviour]] of Object.entries(servers)) {
    const upstream = (upstreams[name] = await open(ScriptedHttp.start([echo])));
    upstream.intercept = (exchange) => {
      if (exchange.record.rpc?.method !== 'initialize' && exchange.record.rpc?.method !== 'server/discover')
        return false;
      void behaviour(exchange);
      return true;
    };
  }
  const good = (upstreams['good'] = await open(ScriptedHttp.start([echo])));
  gateway = await open(
    startGateway({
      mcpServers: {
        good: { url: good.url },
        named: { url: good.url, headers: { 'User-Agent': 'our own' } },
        ...Object.fromEntries(Object.keys(servers).map((name) => [name, { url: upstreams[name]?.url }])),
        ...Object.fromEntries(
          Object.keys(servers).map((name) => [`http-${name}`, { type: 'http', url: upstreams[name]?.url }]),
        ),
      },
    }),
  );
});

it.each(Object.entries(servers))(
  '[first-failure] reports why the first connection failed: %s',
  async (name, [, code, detail]) => {
    for (const server of [name, `http-${name}`]) {
      const answer = await gateway.mcp(server, 'tools');
      expect(answer.body['code']).toBe(code);
      expect(answer.body['detail']).toContain(detail);
      expect(answer.text).not.toContain(token);
    }
  },
);

it('[first-failure] HTTP+SSE is not tried after 429 or 5xx', () => {
  for (const name of ['limited', 'broken', 'leaky'])
    expect(upstreams[name]?.requests.filter(({ rpc }) => rpc === undefined)).toEqual([]);
});

it('[first-failure] the status and the pause that a server asks for reach REST and native callers', async () => {
  const { body, headers } = await gateway.mcp('http-limited', 'tools?refresh=true');
  expect(body).toMatchObject({ upstreamStatus: 429, retryAfterMs: 17_000 });
  expect(headers.get('retry-after')).toBe('17');
  const client = new NativeClient(`${gateway.url}/api/servers/http-limited/mcp`, gateway.token);
  const refused = await client.request('initialize', { protocolVersion: '2025-11-25', capabilities: {} });
  expect(refused.messages.at(-1)).toMatchObject({
    error: { data: { upstreamStatus: 429, retryAfterMs: 17_000 } },
  });
});

it('[user-agent] every request to a server names the gateway, unless the declaration does', async () => {
  const native = new NativeClient(`${gateway.url}/api/servers/good/mcp`, gateway.token);
  await native.initialize();
  await native.result('tools/call', { name: 'echo', arguments: {} });
  expect((await gateway.call('good', 'echo', {})).status).toBe(200);
  const agents = () => upstreams['good']?.requests.map(({ headers }) => headers['user-agent']) ?? [];
  expect(new Set(agents())).toEqual(new Set([expect.stringMatching(/^gantry\/\d/)]));
  expect((await gateway.call('named', 'echo', {})).status).toBe(200);
  expect(agents().at(-1)).toBe('our own');
});
