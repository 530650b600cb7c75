import request from 'supertest';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { setUpOperator } from '../support/people.js';
import { ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';

/** What the console asks, beside what test/interface.e2e-spec.ts shows: each operation once. */
const keep = closeAfterAll();
const weather = tool('weather', (exchange) => {
  exchange.result({ content: [{ type: 'text', text: 'sunny' }] });
});

let gateway: TestGateway;

beforeAll(async () => {
  const upstream = await keep(ScriptedHttp.start([weather]));
  gateway = await keep(startGateway({ mcpServers: { desk: { url: upstream.url } } }));
  await setUpOperator(gateway);
});

const server = () => request(gateway.app.getHttpServer());
const get = (path: string) => server().get(path).auth(gateway.token, { type: 'bearer' });
const post = (path: string) => server().post(path).auth(gateway.token, { type: 'bearer' });

describe('The console', () => {
  it('[interface] GET /api/me tells every caller who they are', async () => {
    const { body } = await get('/api/me').expect(200);
    expect(body).toMatchObject({ token: { kind: 'user' }, operator: true });
    await server()
      .get('/api/me')
      .expect(401, /unauthorized/);
  });

  it('[interface] GET /api/settings and /api/doctor tell the operator how the gateway is', async () => {
    expect((await get('/api/settings').expect(200)).body.settings.length).toBeGreaterThan(100);
    expect((await get('/api/doctor').expect(200)).body).toEqual({ ok: true, findings: [] });
  });

  it('[interface] GET /api/search finds things by their names', async () => {
    const { body } = await get('/api/search?q=weather').expect(200);
    expect(body.hits[0]).toMatchObject({ kind: 'tool', name: 'weather' });
    await get('/api/search').expect(400, /invalid-request/);
  });

  it('[interface] /api/servers/published and /probe manage what the operator publishes', async () => {
    const { body } = await get('/api/servers/published').expect(200);
    expect(body.servers).toMatchObject([{ name: 'desk', source: 'file', readOnly: true }]);
    await post('/api/servers/published')
      .send({ name: 'desk', definition: { url: 'http://x/mcp' } })
      .expect(409);
    await post('/api/servers/probe')
      .send({ definition: {} })
      .expect(422, /invalid-config/);
    await post('/api/servers/desk/reconnect').expect(200, /"status":"ready"/);
  });

  it('[interface] /api/catalog has servers that can be added, and /v0.1/servers those that are published', async () => {
    const { body } = await get('/api/catalog?search=everything').expect(200);
    const [{ name }] = body.servers;
    expect(name).toBe('io.github.modelcontextprotocol/server-everything');
    await post('/api/catalog/io.nobody%2Fnothing/plan').expect(404, /catalog-entry-not-found/);
    await post(`/api/catalog/${encodeURIComponent(name)}/add`)
      .send({ plan: 'pln_x', as: 'desk' })
      .expect(409, /plan-changed/);
    const listed = await get('/v0.1/servers').expect(200);
    const own = encodeURIComponent(listed.body.servers[0].server.name);
    await get(`/v0.1/servers/${own}/versions`).expect(200);
    await get(`/v0.1/servers/${own}/versions/latest`).expect(200);
  });
});
