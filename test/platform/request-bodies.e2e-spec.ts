import { connect } from 'node:net';
import { closeAfterAll } from '../support/closing.js';
import { personIn, type AppsClient } from '../support/clients/apps-client.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { GatewayClient } from '../support/clients/gateway-client.js';
import { Limiters } from '../../src/platform/rate-limits/limiters.service.js';
import { networkOf } from '../../src/platform/egress/network.js';
import { mintOperatorToken } from '../support/people.js';
import { echo, ScriptedHttp } from '../support/upstreams/scripted-http.js';

const open = closeAfterAll();
const eightMiB = 8_388_608;
let gateway: TestGateway;
let ana: AppsClient;
let ben: AppsClient;
let reader: GatewayClient;
let editor: GatewayClient;

beforeAll(async () => {
  const upstream = await open(ScriptedHttp.start([echo]));
  gateway = await open(
    startGateway({
      mcpServers: { s: { url: upstream.url } },
      env: {
        ACCOUNT_BODY_BYTES: 1_000_000,
        ACCOUNT_BODY_BYTES_PER_MINUTE: 2_000_000,
        ...{ DEVICE_LOGINS_PER_MINUTE: 2, LOGINS_PER_MINUTE: 2 },
      },
    }),
  );
  ana = await personIn(gateway, 'acme');
  ben = await personIn(gateway, 'other');
  const app = await ana.newApp('App');
  reader = await ana.withKey(app['id'], { scopes: ['tools:read'] });
  editor = new GatewayClient(gateway.url, await mintOperatorToken(gateway, ['apps:read']));
});

/** The answer to a request of which only the head and `piece` are sent. */
function begin(client: GatewayClient | undefined, path: string, length: number, piece = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    const fields = [
      'host: localhost',
      'content-type: application/json',
      `content-length: ${String(length)}`,
      ...(client === undefined ? [] : [`authorization: Bearer ${client.token}`]),
    ];
    let answer = '';
    socket.write([`POST ${path} HTTP/1.1`, ...fields, '', piece].join('\r\n'));
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text;
      if (answer.trimEnd().endsWith('}')) socket.destroy();
    });
    socket.on('error', reject).on('close', () => {
      resolve(answer);
    });
  });
}

describe('A body', () => {
  const refused: readonly (readonly [string, string, () => GatewayClient | undefined])[] = [
    ['/api/servers/s/mcp/call', 'insufficient-scope', () => reader],
    ['/api/servers/s/mcp/resources/read', 'insufficient-scope', () => reader],
    ['/api/servers/s/mcp', 'insufficient-scope', () => editor],
    ['/api/servers/none/mcp', 'server-not-found', () => ana],
    ['/api/apps/none/mcp', 'app-not-found', () => ana],
    ['/api/cli/apps', 'insufficient-scope', () => reader],
    ['/api/cli/apps', 'unauthorized', () => undefined],
    ['/api/nothing', 'not-found', () => ana],
    ['/api/servers', 'method-not-allowed', () => ana],
  ];
  it.each(refused)(
    '[body-after-access] for %s is not waited for when it is %s',
    async (path, code, client) => {
      expect(await begin(client(), path, eightMiB, '{"name":')).toContain(`"code":"${code}"`);
    },
  );

  it.each(['/api/servers/s/mcp/call', '/api/servers/s/mcp/resources/read'])(
    '[json-elements] for %s is refused as soon as it has too many values',
    async (path) => {
      const few = await begin(ana, path, 900_000, `[${'[],'.repeat(51_000)}`);
      expect(few).toMatch(/^HTTP\/1\.1 413 /);
      expect(few).toContain('"limit":"MAX_JSON_ELEMENTS"');
    },
  );

  it('[json-elements] for a native endpoint is refused with too many values', async () => {
    const params = { list: Array.from({ length: 100_001 }, () => 1) };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params };
    const refused = await ben.json('/api/servers/s/mcp', { body });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('MAX_JSON_ELEMENTS');
  });

  it.each(['/api/servers/s/mcp', '/api/apps/app/mcp'])(
    '[json-elements] for %s is refused as soon as it has too many values or levels',
    async (path) => {
      for (const piece of [`[${'[],'.repeat(51_000)}`, '['.repeat(200)]) {
        const refused = await begin(ana, path, 900_000, piece);
        expect(refused).toMatch(/^HTTP\/1\.1 400 /);
        expect(refused).toMatch(
          /"code":-32700,"message":"The body (may hold at most 100000 values|is nested)/,
        );
      }
    },
  );

  it('[anonymous-bodies] without a token may have 4 KiB, whatever the route', async () => {
    const answer = await begin(undefined, '/login', 5000);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('MAX_ANONYMOUS_BODY_BYTES');
  });

  it.each(['/login', '/invite', '/reset', '/setup'])(
    '[anonymous-bodies] of the form at %s is not read when no tries are left',
    async (path) => {
      const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
      const page = await gateway.fetch('/login');
      const csrf = /name="csrf" value="([^"]*)"/.exec(await page.text())?.[1] ?? '';
      const cookie = (page.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
      const body = new URLSearchParams({ csrf, email: 'a@example.com', password: 'wrong password' });
      const once = () =>
        fetch(`${gateway.url}/login`, {
          method: 'POST',
          headers: { ...form, cookie },
          body,
          redirect: 'manual',
        });
      while ((await once()).status !== 429);
      expect(await begin(undefined, path, 4000, '{')).toMatch(/^HTTP\/1\.1 429 /);
    },
  );

  it.each(['/device', '/device/decision'])(
    '[anonymous-bodies] of the form at %s is not read when no wrong codes are left',
    async (path) => {
      const limiter = gateway.app.get(Limiters, { strict: false }).find('code-entry');
      while (((await limiter?.consume(networkOf('127.0.0.1')))?.used ?? 60) < 60);
      expect(await begin(undefined, path, 4000, '{')).toMatch(/^HTTP\/1\.1 429 /);
    },
  );

  it('[anonymous-bodies] is read after the limit of its route', async () => {
    for (let used = 0; used < 2; used++)
      expect((await fetch(`${gateway.url}/api/cli/auth/device`, { method: 'POST' })).status).toBe(200);
    expect(await begin(undefined, '/api/cli/auth/device', 4000, '{')).toMatch(/^HTTP\/1\.1 429 /);
  });

  it('[body-shares] takes of what its account may have under way, and gives it back', async () => {
    const size = 600_000;
    const half = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    half.on('error', () => undefined);
    half.write(
      `POST /api/servers/s/mcp/call HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${ben.token}\r\n` +
        `content-type: application/json\r\ncontent-length: ${String(size)}\r\n\r\n{`,
    );
    const large = { a: 'x'.repeat(size) };
    const answer = async (client: GatewayClient) => (await client.call('s', 'echo', large)).status;
    const used = async () =>
      ((await ben.json('/api/usage/limits')).body['limits'] as { name: string; used: number }[]).find(
        ({ name }) => name === 'bodies',
      )?.used;
    while ((await used()) !== size) await new Promise((resolve) => setImmediate(resolve));
    const refused = await ben.call('s', 'echo', large);
    expect(refused).toMatchObject({ status: 503, body: { code: 'overloaded', limit: 'ACCOUNT_BODY_BYTES' } });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await ben.call('s', 'echo', { a: 'small' })).status).toBe(200);
    expect(await answer(ana)).toBe(200);
    half.destroy();
    while ((await used()) !== 0) await new Promise((resolve) => setImmediate(resolve));
    expect(await answer(ben)).toBe(200);
  });

  it('[body-shares] takes of what its account may send in a minute', async () => {
    const large = { a: 'x'.repeat(500_000) };
    const statuses: number[] = [];
    for (let sent = 0; sent < 5; sent++) statuses.push((await ana.call('s', 'echo', large)).status);
    expect(statuses.slice(0, 2)).toEqual([200, 200]);
    expect(statuses.at(-1)).toBe(429);
    const refused = await ana.call('s', 'echo', large);
    expect(refused.body).toMatchObject({ code: 'rate-limited', limit: 'ACCOUNT_BODY_BYTES_PER_MINUTE' });
    expect((await ana.call('s', 'echo', { a: 'small' })).status).toBe(200);
  });
});
