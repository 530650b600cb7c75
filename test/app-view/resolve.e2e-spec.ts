import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { personIn } from '../support/clients/apps-client.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { Json } from '../support/clients/gateway-client.js';
import { createApp, shopAt } from '../support/clients/sdk-apps.js';
import { publish } from '../support/upstreams/declared-servers.js';
import { stdioServer } from '../support/upstreams/stdio.js';
import { echo, ScriptedHttp } from '../support/upstreams/scripted-http.js';

const open = closeAfterAll();
const resolve = '/api/apps/shop/resolve';
let upstream: ScriptedHttp;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await open(ScriptedHttp.start());
  upstream.serverInfo = { name: 'scripted', version: '1', websiteUrl: `${upstream.origin}/canary-site` };
  gateway = await open(
    startGateway({
      mcpServers: {
        http: { url: `${upstream.url}?canary-query=1`, headers: { 'x-key': 'canary-header' } },
        stdio: { ...stdioServer(), env: { CANARY: 'canary-env' } },
        dead: { url: 'http://canary-host.invalid:9/canary-path' },
      },
      env: {
        EGRESS_ALLOW: [`127.0.0.1:${String(upstream.port)}`],
        RATE_LIMIT_PER_MINUTE: 600,
        // Longer than a test: an answer that waited for a connection attempt would never come.
        CONNECT_TIMEOUT_MS: 600_000,
      },
    }),
  );
});

it('[resolve-document] tells an SDK all that it needs at its start', async () => {
  const { app, owner } = await shopAt(
    gateway,
    open,
    { one: [echo], two: [echo] },
    { options: { two: { disabled: true } } },
  );
  await app.names();
  const { status, body, headers } = await app.json(resolve);
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('private, max-age=30');
  const me = (await owner.json('/api/cli/auth/me')).body as { account: Json; server: Json };
  const config = (await owner.json('/api/cli/apps/shop/config')).body;
  const server = (name: string) => {
    const url = `${gateway.url}/api/servers/shop.${name}/mcp`;
    const id = expect.stringMatching(/^srv_[\da-f]{24}$/);
    return { id, name, handle: `shop.${name}`, transport: 'http', urls: { rest: url, mcp: url } };
  };
  expect(body).toEqual({
    app: { id: app.id, slug: 'shop', name: 'shop', description: '' },
    account: { id: me.account['id'], slug: me.account['slug'] },
    config: { version: 1, etag: config['etag'] },
    endpoints: {
      sdk: `${gateway.url}/api/sdk`,
      mcp: `${gateway.url}/api/apps/shop/mcp`,
      openapi: `${gateway.url}/api/openapi.json`,
    },
    servers: [
      {
        ...{ ...server('one'), status: 'ready', protocolVersion: '2025-11-25' },
        serverInfo: { name: 'scripted', version: '1.0.0' },
        capabilities: expect.objectContaining({ tools: { listChanged: true } }),
      },
      { ...server('two'), status: 'disabled' },
    ],
    workflows: [],
    limits: { requestsPerMinute: 600, maxBodyBytes: 8_388_608, toolTimeoutMs: 60_000 },
    features: { chat: expect.any(Boolean), workflows: expect.any(Boolean), runWorkflow: false },
    server: me.server,
  });
});

it('[resolve-etag] is validated by an ETag, which changes with the config', async () => {
  const { app, owner } = await shopAt(gateway, open, { one: [echo] });
  await app.names();
  const etag = String((await app.json(resolve)).headers.get('etag'));
  expect(await app.json(resolve, { headers: { 'if-none-match': etag } })).toMatchObject({
    status: 304,
    text: '',
  });
  expect((await owner.json(`/api/apps/${app.id}/resolve`)).headers.get('etag')).toBe(etag);
  await app.configure({ mcpServers: {} });
  const changed = await app.json(resolve, { headers: { 'if-none-match': etag } });
  expect(changed).toMatchObject({ status: 200, body: { config: { version: 2 }, servers: [] } });
});

it('[resolve-mine] is for keys of the app and people of its account', async () => {
  const { app, owner } = await shopAt(gateway, open, {});
  const other = await createApp(gateway, 'other', {}, owner);
  expect((await owner.json(resolve)).status).toBe(200);
  for (const path of ['/api/apps/other/resolve', `/api/apps/${other.id}/resolve`, '/api/apps/none/resolve'])
    expect(await app.json(path)).toMatchObject({ status: 404, body: { code: 'app-not-found' } });
  expect((await fetch(`${gateway.url}${resolve}`)).status).toBe(401);
});

it('[resolve-known-state] waits for nobody: the same answer at once while every server hangs or is down', async () => {
  const hanging = createServer().listen(0, '127.0.0.1');
  await once(hanging, 'listening');
  await open({ close: async () => void hanging.close() });
  const dead = await ScriptedHttp.start();
  await dead.close();
  const url = `http://127.0.0.1:${String((hanging.address() as AddressInfo).port)}/mcp`;
  const mcpServers: Json = {};
  for (let i = 0; i < 10; i++) {
    const use = await publish(open, gateway, { url: i % 2 === 0 ? dead.url : url });
    mcpServers[use] = { use };
  }
  const app = await createApp(gateway, 'shop', { mcpServers }, await personIn(gateway, 'waits-for-nobody'));
  for (let i = 0; i < 20; i++) {
    const { body } = await app.json(resolve);
    expect(body['servers']).toHaveLength(10);
    for (const { status } of body['servers'] as Json[])
      expect(['connecting', 'unavailable', 'degraded']).toContain(status);
  }
});

it('[resolve-nothing-leaks] has no address, header, command or secret of a server in it', async () => {
  const created = await createApp(gateway, 'shop', {
    mcpServers: { http: { use: 'http' }, stdio: { use: 'stdio' }, dead: { use: 'dead' } },
  });
  const secret = await gateway.json('/api/cli/apps/shop/secrets/TOKEN', {
    method: 'PUT',
    body: { value: 'canary-secret' },
  });
  expect(secret.status).toBeLessThan(300);
  await created.configure({
    mcpServers: {
      ...{ http: { use: 'http' }, stdio: { use: 'stdio' }, dead: { use: 'dead' } },
      own: { url: upstream.url, headers: { Authorization: 'Bearer ${secret:TOKEN}' } },
    },
  });
  const tools = await created.tools();
  const { status, text } = await created.json(resolve);
  expect(status).toBe(200);
  for (const answer of [text, tools.text]) {
    expect(answer).not.toMatch(/canary|node_modules|stdio-server\.mjs/);
    expect(answer).not.toContain(String(upstream.port));
    expect(answer).not.toContain(process.execPath);
  }
  expect(upstream.requests.some(({ headers }) => headers.authorization === 'Bearer canary-secret')).toBe(
    true,
  );
});
