import { closeAfterAll, closeAfterEach } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { publish } from '../support/upstreams/declared-servers.js';
import { answers, hangs, refuses, sendsText, text } from '../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';
import { byHand } from './by-hand.js';

const keep = closeAfterAll();
const open = closeAfterEach();
let hot: TestGateway;
let cold: TestGateway;
let upstream: ScriptedHttp;

beforeAll(async () => {
  upstream = await keep(
    ScriptedHttp.start([
      echo,
      tool('fails', answers({ ...text('no'), isError: true })),
      tool('picky', refuses(-32602, 'wrong')),
      tool('broken', refuses(-32603, 'broken')),
      tool('hang', hangs),
      tool('big', sendsText(300_000)),
      tool('denied', answers(text('never'))),
      ...Array.from({ length: 7 }, (_, index) => tool(`more-${String(index)}`, answers(text('ok')))),
    ]),
  );
  const mcpServers = {
    s: { url: upstream.url, tools: { deny: ['denied'] } },
    gone: { url: 'http://127.0.0.1:1/mcp' },
  };
  const env = {
    PUBLIC_URL: 'http://gantry.test',
    MAX_RESULT_BYTES: 200_000,
    BREAKER_FAILURES: 1000,
    BACKOFF_BASE_MS: 60_000,
    BACKOFF_MAX_MS: 60_000,
    ALLOWED_ORIGINS: ['https://app.example'],
    RATE_LIMIT_PER_MINUTE: 100_000,
  };
  hot = await keep(startGateway({ mcpServers, env: { ...env, HOT_LANE: true } }));
  cold = await keep(startGateway({ mcpServers, env: { ...env, HOT_LANE: false } }));
  for (const gateway of [hot, cold]) await gateway.call('gone', 'echo', {});
});

/** Differ from one answer to the next whatever the lane. */
const volatile = new Set(['date', 'x-request-id', 'server-timing', 'ratelimit', 'retry-after']);

interface Case {
  readonly path: string;
  readonly init?: RequestInit;
}

async function ask(gateway: TestGateway, { path, init }: Case): Promise<object> {
  const response = await gateway.fetch(path, init);
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !volatile.has(name)));
  const text = await response.text();
  const body = text.replace(/"(requestId|nextCursor)":"[^"]*"/g, '"$1":""');
  // Cursors are sealed with the account, which is another in each gateway, and the ETag follows them.
  if (text.includes('"nextCursor"')) headers['etag'] = typeof headers['etag'];
  const always = ['x-request-id', 'server-timing', 'ratelimit'].map((name) => response.headers.has(name));
  return { status: response.status, headers, body, always };
}

const post = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const call = (server: string, body: unknown, headers?: Record<string, string>): Case => ({
  path: `/api/servers/${server}/mcp/call`,
  init: post(body, headers),
});
const list = (path: string, init?: RequestInit): Case => ({
  path: `/api/servers/${path}`,
  ...(init === undefined ? {} : { init }),
});

const cases: Readonly<Record<string, Case>> = {
  'a call': call('s', { name: 'echo', arguments: { a: [1, 'ü'] } }),
  'a call with an origin': call('s', { name: 'echo' }, { origin: 'https://app.example' }),
  'a call with a foreign origin': call('s', { name: 'echo' }, { origin: 'https://evil.example' }),
  'a call with a request id': call('s', { name: 'echo' }, { 'x-request-id': 'mine-1' }),
  'a tool error': call('s', { name: 'fails', arguments: {} }),
  'a streamed call': call('s', { name: 'echo', arguments: { a: 1 } }, { accept: 'text/event-stream' }),
  'a streamed error': call('s', { name: 'broken' }, { accept: 'text/event-stream' }),
  'refused arguments': call('s', { name: 'picky' }),
  'an upstream error': call('s', { name: 'broken' }),
  'a time-out': call('s', { name: 'hang', timeoutMs: 50 }),
  'a result that is too large': call('s', { name: 'big' }),
  'an unknown tool': call('s', { name: 'none' }),
  'a denied tool': call('s', { name: 'denied' }),
  'an unknown server': call('none', { name: 'echo' }),
  'an encoded server': call('%73', { name: 'echo' }),
  'a badly encoded server': call('%zz', { name: 'echo' }),
  'a server that is down': call('gone', { name: 'echo' }),
  'no body': call('s', ''),
  'a body that is no JSON': call('s', '{"name"'),
  'a body with a member twice': call('s', '{"name":"echo","name":"echo"}'),
  'a body that is too deep': call(
    's',
    `{"name":"echo","arguments":{"a":${'['.repeat(500)}${']'.repeat(500)}}}`,
  ),
  'a body with __proto__': call('s', '{"name":"echo","arguments":{"__proto__":{"a":1}}}'),
  'an unknown member': call('s', { name: 'echo', argument: {} }),
  'a body of another type': call('s', 'name=echo', { 'content-type': 'text/plain' }),
  'a form': call('s', 'name=echo', { 'content-type': 'application/x-www-form-urlencoded' }),
  'a compressed body': call('s', { name: 'echo' }, { 'content-encoding': 'gzip' }),
  'an accept that cannot be met': call('s', { name: 'echo' }, { accept: 'image/png' }),
  'no token': call('s', { name: 'echo' }, { authorization: '' }),
  'a wrong token': call('s', { name: 'echo' }, { authorization: `Bearer ${'x'.repeat(40)}` }),
  'another scheme': call('s', { name: 'echo' }, { authorization: 'Basic eA==' }),
  tools: list('s/mcp/tools'),
  'a page of tools': list('s/mcp/tools?limit=3'),
  'a bad cursor': list('s/mcp/tools?cursor=x'),
  'a bad limit': list('s/mcp/tools?limit=1000'),
  'an unknown query member': list('s/mcp/tools?limt=3'),
  'a repeated query member': list('s/mcp/tools?limit=3&limit=4'),
  'refreshed tools': list('s/mcp/tools?refresh=true'),
  resources: list('s/mcp/resources'),
  prompts: list('s/mcp/prompts'),
  'a list of an unknown server': list('none/mcp/tools'),
  'a method that is not there': list('s/mcp/call', { method: 'PUT' }),
  'a trailing slash': list('s/mcp/tools/'),
  'HEAD of a list': list('s/mcp/tools', { method: 'HEAD' }),
  'a preflight': list('s/mcp/call', {
    method: 'OPTIONS',
    headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
  }),
};

describe('the fast path and Express', () => {
  it.each(Object.keys(cases))('[lanes-alike] answer alike: %s', async (name) => {
    const asked = cases[name] as Case;
    const fast = await ask(hot, asked);
    expect(fast).toEqual(await ask(cold, asked));
  });

  it('[lanes-alike] answer 304 alike', async () => {
    const { headers } = await hot.mcp('s', 'tools');
    const asked = list('s/mcp/tools', { headers: { 'if-none-match': String(headers.get('etag')) } });
    const fast = await ask(hot, asked);
    expect(fast).toMatchObject({ status: 304 });
    expect(fast).toEqual(await ask(cold, asked));
  });

  it('[lanes-alike] log alike', async () => {
    const lines = await Promise.all(
      [hot, cold].map(async (gateway) => {
        await gateway.call('s', 'echo', {}, {}, { headers: { 'x-request-id': 'log-1' } });
        const line = gateway.logs('request.completed').find(({ requestId }) => requestId === 'log-1');
        return { ...line, ms: 0 };
      }),
    );
    expect(lines[0]).toEqual(lines[1]);
    expect(lines[0]).toMatchObject({ method: 'POST', path: '/api/servers/s/mcp/call', status: 200 });
  });
});

describe.each([
  ['the fast path', () => hot],
  ['Express', () => cold],
])('a call through %s', (_, gatewayOf) => {
  it('[stream-progress] streams progress, log messages and the result', async () => {
    const { run, opened } = byHand();
    const { url } = await open(ScriptedHttp.start([run]));
    const server = await publish(open, gatewayOf(), { url });
    const reading = gatewayOf().stream(server, 'by-hand');
    const { stream, token } = await opened;
    const half = { progressToken: token, progress: 1, total: 2, message: 'half' };
    stream.notify('notifications/progress', half);
    stream.notify('notifications/message', { level: 'info', logger: 'l', data: { a: 1 } });
    stream.notify('notifications/progress', { progressToken: token, progress: 2, total: 2, 'x-odd': true });
    stream.result({ ...text('done'), 'x-odd': 1 });
    const reader = await reading;
    await reader.done;
    expect(reader.response.status).toBe(200);
    expect(reader.response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(reader.response.headers.get('x-request-id')).toEqual(expect.any(String));
    expect(reader.ended).toBe('properly');
    expect(reader.events.map(({ event, data }) => ({ event, data }))).toMatchObject([
      { event: 'progress', data: { progress: 1, total: 2, message: 'half' } },
      { event: 'message', data: { level: 'info', logger: 'l', data: { a: 1 } } },
      { event: 'progress', data: { progress: 2, total: 2, 'x-odd': true } },
      { event: 'result', data: { ...text('done'), 'x-odd': 1 } },
    ]);
  });

  it('[call-cancel] is canceled at a 2025 server when the client disconnects', async () => {
    const gateway = gatewayOf();
    const own = await open(ScriptedHttp.start([tool('hang', hangs), echo]));
    const server = await publish(open, gateway, { url: own.url });
    const leaving = new AbortController();
    const call = gateway.call(server, 'hang', {}, { timeoutMs: 600_000 }, { signal: leaving.signal });
    const { rpc } = await own.received('tools/call');
    leaving.abort();
    await expect(call).rejects.toThrow();
    const cancelled = await own.received('notifications/cancelled');
    expect(cancelled.rpc?.params).toMatchObject({ requestId: rpc?.id });
    await waitFor('the request to be closed', () => own.of('tools/call')[0]?.abortedAt);
    expect((await gateway.call(server, 'echo', {})).status).toBe(200);
    expect(own.of('initialize')).toHaveLength(1);
  });
});

describe('Paths', () => {
  it.each([
    ['POST', '/API/servers/s/mcp/call'],
    ['POST', '/api/Servers/s/mcp/call'],
    ['POST', '/api/servers/s/MCP'],
    ['GET', '/Api/Servers'],
    ['GET', '/API/cli/apps'],
    ['GET', '/Login'],
    ['GET', '/HEALTH/live'],
    ['GET', '/Docs'],
  ])('[paths-exact] know upper case from lower: %s %s', async (method, path) => {
    const init =
      method === 'POST'
        ? { method, headers: { 'content-type': 'application/json' }, body: '{"name":"echo"}' }
        : { method };
    for (const gateway of [hot, cold]) {
      const response = await gateway.fetch(path, init);
      expect({ status: response.status, code: ((await response.json()) as { code: string }).code }).toEqual({
        status: 404,
        code: 'not-found',
      });
    }
  });
});
