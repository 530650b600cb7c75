import { readFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { DataSource } from 'typeorm';
import { isOpenToPrograms } from '../../src/platform/http/oauth-paths.js';
import { Drain } from '../../src/platform/http/answers/drain.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { operationsOf, type OpenApiDocument } from '../support/openapi-document.js';

const open = closeAfterAll();
let gateway: TestGateway;

beforeAll(async () => {
  const mcpServers = { gone: { url: 'http://127.0.0.1:1/mcp' } };
  const env = { WRONG_TOKENS_PER_MINUTE: 100_000, ALLOWED_ORIGINS: ['https://app.example'] };
  gateway = await open(startGateway({ mcpServers, env }));
});

/** A request as `fetch` cannot send it: any Host, any Origin, on a connection of its own. */
function ask(
  path: string,
  headers: Record<string, string>,
  method = 'GET',
): Promise<{ status: number; body: string; headers: IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(gateway.url);
    const asking = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, body, headers: response.headers });
      });
    });
    asking.on('error', reject).end();
  });
}

const json = { 'content-type': 'application/json' };

interface Sending {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One request of every kind of answer: fast path and Express, good and bad, public and not. */
const kinds: readonly [string, string, Sending][] = [
  ['the fast path', '/api/servers/gone/mcp/tools', {}],
  ['a call', '/api/servers/gone/mcp/call', { method: 'POST', body: '{"name":"x"}', headers: json }],
  ['a controller', '/api/servers', {}],
  ['a public route', '/health/live', {}],
  ['a path that is not there', '/nothing/here', {}],
  ['a method that is not there', '/api/servers', { method: 'PUT' }],
  ['a token that is wrong', '/api/servers', { headers: { authorization: 'Bearer wrong' } }],
  ['a body that is not JSON', '/api/servers/gone/mcp/call', { method: 'POST', body: '{', headers: json }],
  ['a page', '/docs', {}],
  ['HEAD', '/health/live', { method: 'HEAD' }],
];

describe('Every answer', () => {
  it.each(kinds)('[request-id] [server-timing] carries its id and timings: %s', async (_, path, init) => {
    const response = await gateway.fetch(path, {
      ...init,
      headers: { 'x-request-id': 'mine.1:2-3_4', ...init.headers },
    });
    const text = await response.text();
    expect(response.headers.get('x-request-id')).toBe('mine.1:2-3_4');
    expect(response.headers.get('server-timing')).toMatch(
      /^auth;dur=\d+\.\d+, upstream;dur=\d+\.\d+, total;dur=\d+\.\d+$/,
    );
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('x-powered-by')).toBeNull();
    if (response.status >= 400) expect(JSON.parse(text)).toMatchObject({ requestId: 'mine.1:2-3_4' });
  });

  it.each(['', 'a b', 'x'.repeat(129), '<script>', 'ü'])(
    '[request-id] gets an id of ours when the given one is not sane: %j',
    async (given) => {
      const response = await gateway.fetch('/health/live', {
        headers: { 'x-request-id': encodeURI(given) === given ? given : `\u00fc` },
      });
      expect(response.headers.get('x-request-id')).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
    },
  );

  it('[request-id] has the id of its log line', async () => {
    await gateway.fetch('/api/servers', { headers: { 'x-request-id': 'find-me' } });
    expect(gateway.logs('request.completed')).toContainEqual(
      expect.objectContaining({ requestId: 'find-me', method: 'GET', path: '/api/servers', status: 200 }),
    );
  });

  it('[server-timing] counts the time that it took', async () => {
    const { headers } = await gateway.json('/api/servers');
    const [, auth, total] =
      /auth;dur=([\d.]+).*total;dur=([\d.]+)/.exec(headers.get('server-timing') ?? '') ?? [];
    expect(Number(auth)).toBeGreaterThan(0);
    expect(Number(total)).toBeGreaterThan(Number(auth));
  });
});

/** The whole list: whoever adds to it opens the gateway to everybody, and says so here. */
const publicRoutes = [
  'GET /',
  'GET /.well-known/oauth-authorization-server',
  'GET /.well-known/oauth-authorization-server/oauth',
  'GET /.well-known/oauth-protected-resource/api/apps/:app/mcp',
  'GET /.well-known/oauth-protected-resource/api/servers/:server/mcp',
  'GET /.well-known/openid-configuration',
  'GET /.well-known/openid-configuration/oauth',
  'GET /api/cli/auth/providers',
  'GET /api/openapi.json',
  'GET /approvals/:id',
  'GET /connect/:server',
  'GET /connections',
  'GET /console',
  'GET /device',
  'GET /docs',
  'GET /docs.css',
  'GET /docs/*',
  'GET /factor',
  'GET /gantry.svg',
  'GET /health/live',
  'GET /health/ready',
  'GET /invite',
  'GET /login',
  'GET /logout',
  'GET /oauth/.well-known/openid-configuration',
  'GET /oauth/authorize',
  'GET /oauth/client.json',
  'GET /oauth/sign-in/:provider',
  'GET /oauth/sign-in/:provider/callback',
  'GET /oauth/upstream/callback',
  'GET /pages.css',
  'GET /pages.js',
  'GET /password',
  'GET /problems',
  'GET /problems/:code',
  'GET /programs',
  'GET /reset',
  'GET /schemas/app-config-1.json',
  'GET /schemas/workflow-1.json',
  'GET /setup',
  'GET /welcome',
  'POST /api/cli/auth/device',
  'POST /api/cli/auth/poll',
  'POST /approvals/:id',
  'POST /connect/:server',
  'POST /device',
  'POST /device/decision',
  'POST /factor',
  'POST /factor/confirm',
  'POST /factor/passkey',
  'POST /factor/remove',
  'POST /hooks/:secret',
  'POST /invite',
  'POST /invite/join',
  'POST /login',
  'POST /login/code',
  ...['POST /login/passkey', 'POST /login/passkey/options'],
  'POST /logout',
  'POST /oauth/authorize',
  'POST /oauth/register',
  'POST /oauth/revoke',
  'POST /oauth/sign-in/:provider',
  'POST /oauth/token',
  'POST /password',
  'POST /programs/revoke',
  'POST /reset',
  'POST /setup',
];

interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
}

/** Every route that Express or the document knows, as `GET /api/servers/:server`. */
function allRoutes(): string[] {
  const express = gateway.app.getHttpAdapter().getInstance() as { router: { stack: readonly Layer[] } };
  const mounted = express.router.stack.flatMap(({ route }) =>
    Object.keys(route?.methods ?? {})
      .filter((method) => method !== '_all')
      .map((method) => `${method.toUpperCase()} ${shortened(String(route?.path))}`),
  );
  const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as OpenApiDocument;
  const documented = operationsOf(document).map(
    ({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
  );
  return [...new Set([...mounted, ...documented])];
}

/** Below these paths are files. */
function shortened(path: string): string {
  return path.replace(/^\/docs\/.*/, '/docs/*').replace(/^\/\^\\\/console.*/, '/console');
}

/** Where an Authorization is the program's own affair. */
const isOfPrograms = (route: string) => isOpenToPrograms(route.split(' ')[1] ?? '');

async function statusOf(route: string, headers: Record<string, string>): Promise<number> {
  const [method = '', path = ''] = route.split(' ');
  const url = gateway.url + path.replace(/:\w+/g, 'internal-error').replace('*', 'swagger-ui.css');
  return (await fetch(url, { method, headers, redirect: 'manual' })).status;
}

describe('A caller without a token', () => {
  it('[default-deny] gets an answer from the public routes and from no other', async () => {
    const open: string[] = [];
    for (const route of allRoutes()) if ((await statusOf(route, {})) !== 401) open.push(route);
    expect(open.sort()).toEqual(publicRoutes);
  });

  it('[default-deny] gets 401 everywhere but at /health when the token is wrong', async () => {
    const authorization = 'Bearer gtu_0000000000000000000000000000000000000000';
    for (const route of allRoutes().filter((it) => !it.includes('/health/') && !isOfPrograms(it)))
      expect(`${route} ${String(await statusOf(route, { authorization }))}`).toBe(`${route} 401`);
  });

  it.each([
    ['of another scheme', 'Basic eDp5'],
    ['empty', 'Bearer '],
    ['endless', `Bearer ${'x'.repeat(5000)}`],
  ])(
    '[default-deny] gets 401 on every path through the gateway when the token is %s',
    async (_, authorization) => {
      for (const route of [
        ...[
          'GET /api/servers/:server/mcp/tools',
          'POST /api/servers/:server/mcp',
          'POST /api/sdk/tools/call',
        ],
        ...['GET /api/servers', 'GET /docs', 'GET /', 'POST /device', 'POST /api/cli/auth/poll'],
      ])
        expect(`${route} ${String(await statusOf(route, { authorization }))}`).toBe(`${route} 401`);
    },
  );

  it('[default-deny] does not get in with a token in the query', async () => {
    expect((await fetch(`${gateway.url}/api/servers?access_token=${gateway.token}`)).status).toBe(401);
  });
});

describe('Host and Origin', () => {
  const paths = ['/health/live', '/api/servers', '/api/servers/gone/mcp/tools', '/docs', '/nothing'];

  it.each(paths)('[host-origin] a foreign Host is 421: %s', async (path) => {
    const { status, body } = await ask(path, {
      host: 'evil.example',
      authorization: `Bearer ${gateway.token}`,
    });
    expect(status).toBe(421);
    expect(JSON.parse(body)).toMatchObject({ code: 'misdirected-request' });
  });

  it.each([...paths, '/oauth/authorize'])('[two-hosts] two Host headers are 400: %s', async (path) => {
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname);
    const own = `Host: ${hostname}:${port}`;
    socket.write(`GET ${path} HTTP/1.1\r\n${own}\r\nhOst: evil.example\r\nConnection: close\r\n\r\n`);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"invalid-request"');
  });

  it.each(paths)('[host-origin] a foreign Origin is 403: %s', async (path) => {
    const headers = { origin: 'https://evil.example', authorization: `Bearer ${gateway.token}` };
    const { status, body } = await ask(path, headers);
    expect(status).toBe(403);
    expect(JSON.parse(body)).toMatchObject({ code: 'origin-not-allowed' });
  });

  it('[host-origin] lets its own pages and allowed sites in, and tells only these that they may read', async () => {
    const own = await gateway.fetch('/api/servers', { headers: { origin: gateway.url } });
    expect(own.status).toBe(200);
    const preflight = await fetch(`${gateway.url}/api/servers`, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example', 'access-control-request-method': 'GET' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://app.example');
    const { headers } = await gateway.fetch('/api/servers', { headers: { origin: 'https://app.example' } });
    expect(headers.get('access-control-allow-origin')).toBe('https://app.example');
    expect(headers.get('vary')).toMatch(/origin/i);
    expect((await gateway.fetch('/api/servers')).headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('Health', () => {
  it('[health] says that the process lives and serves', async () => {
    for (const path of ['/health/live', '/health/ready']) {
      const response = await fetch(gateway.url + path);
      expect({ path, status: response.status, body: await response.json() }).toEqual({
        path,
        status: 200,
        body: { status: 'ok' },
      });
    }
  });

  it('[health] is not ready without its database, but alive', async () => {
    const database = gateway.app.get(DataSource);
    await database.destroy();
    const ready = await fetch(`${gateway.url}/health/ready`);
    expect({ status: ready.status, body: await ready.json() }).toMatchObject({
      status: 503,
      body: { code: 'database-unavailable' },
    });
    expect(ready.headers.get('retry-after')).toBe('1');
    expect((await fetch(`${gateway.url}/health/live`)).status).toBe(200);
    await database.initialize();
    expect((await fetch(`${gateway.url}/health/ready`)).status).toBe(200);
  });

  it('[health] is not ready once it drains', async () => {
    const drain = gateway.app.get(Drain);
    const release = drain.hold();
    const drained = drain.beforeApplicationShutdown();
    const { status, body, headers } = await ask('/health/ready', {});
    release();
    await drained;
    expect(status).toBe(503);
    expect(JSON.parse(body)).toMatchObject({ code: 'shutting-down' });
    expect(headers['retry-after']).toBe('1');
  });
});
