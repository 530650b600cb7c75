import request from 'supertest';
import { closeAfterAll } from './support/closing.js';
import type { PageVisitor } from './support/clients/page-visitor.js';
import { connect } from './support/connecting.js';
import { startGateway, type TestGateway } from './support/gateway.js';
import { asksThenSays, ModelServer } from './support/models/model-server.js';
import { begin, decide, setUpOperator } from './support/people.js';
import { GuardedHttp } from './support/upstreams/guarded-http.js';
import { ScriptedHttp, tool } from './support/upstreams/scripted-http.js';
import { ScriptedIssuer } from './support/upstreams/scripted-issuer.js';

/**
 * The whole interface on one page, in the order of the tables that describe it: one call of each operation that goes well, and the
 * refusal that callers meet most. A gateway with an MCP server, `desk`, an app, `shop`, that uses it, and a server that wants OAuth, `notes`.
 */
const keep = closeAfterAll();
const weather = tool(
  'weather',
  (exchange) => {
    exchange.result({ content: [{ type: 'text', text: `sunny in ${String(exchange.args['city'])}` }] });
  },
  { annotations: { readOnlyHint: true } },
);
const greet = {
  document: { dsl: '1.0.3', namespace: 'shop', name: 'greet', version: '1.0.0' },
  evaluate: { language: 'jsonata' },
  do: [{ say: { set: { hello: '${ who }' } } }],
};
const config = { mcpServers: { desk: { use: 'desk' } }, workflows: { greet } };
const desk = '/api/servers/desk/mcp';

let gateway: TestGateway;
let model: ModelServer;
let issuer: ScriptedIssuer;
let browser: PageVisitor;

beforeAll(async () => {
  const upstream = await keep(ScriptedHttp.start([weather]));
  model = await keep(ModelServer.start());
  issuer = await keep(ScriptedIssuer.start());
  const notes = await keep(GuardedHttp.guard(issuer));
  gateway = await keep(
    startGateway({
      mcpServers: {
        desk: { url: upstream.url },
        notes: { url: notes.url, auth: { type: 'oauth', for: 'user', issuer: issuer.issuer } },
      },
      env: { CHAT_PROVIDERS: { tiny: { baseUrl: model.url } }, CHAT_DEFAULT_MODEL: 'tiny/model' },
    }),
  );
  browser = await setUpOperator(gateway);
  await post('/api/cli/apps').send({ name: 'Shop', slug: 'shop', config }).expect(201);
});

const server = () => request(gateway.app.getHttpServer());
const get = (path: string) => server().get(path).auth(gateway.token, { type: 'bearer' });
const post = (path: string) => server().post(path).auth(gateway.token, { type: 'bearer' });
const put = (path: string) => server().put(path).auth(gateway.token, { type: 'bearer' });

describe('A server', () => {
  it('[interface] GET …/mcp/tools lists its tools', async () => {
    const { body } = await get(`${desk}/tools`).expect(200);
    expect(body.tools).toMatchObject([{ name: 'weather', inputSchema: { type: 'object' } }]);
    await get('/api/servers/nowhere/mcp/tools').expect(404, /server-not-found/);
  });

  it('[interface] POST …/mcp/call calls one', async () => {
    const { body } = await post(`${desk}/call`)
      .send({ name: 'weather', arguments: { city: 'Rome' } })
      .expect(200);
    expect(body.content).toEqual([{ type: 'text', text: 'sunny in Rome' }]);
    await post(`${desk}/call`)
      .send({ name: 'wether' })
      .expect(404, /Did you mean \\"weather\\"/);
  });

  it('[interface] GET …/mcp/resources lists its resources and their templates', async () => {
    const { body } = await get(`${desk}/resources`).expect(200);
    expect(body.resources).toMatchObject([{ uri: 'note://one' }]);
    expect(body.resourceTemplates).toMatchObject([{ uriTemplate: 'note://{id}' }]);
    await get(`${desk}/resources?limit=0`).expect(400, /invalid-request/);
  });

  it('[interface] POST …/mcp/resources/read reads one', async () => {
    const { body } = await post(`${desk}/resources/read`).send({ uri: 'note://one' }).expect(200);
    expect(body.contents).toMatchObject([{ uri: 'note://one', text: 'a note' }]);
    await post(`${desk}/resources/read`)
      .send({ uri: 'gone://x' })
      .expect(404, /resource-not-found/);
  });

  it('[interface] GET …/mcp/prompts lists its prompts', async () => {
    const { body } = await get(`${desk}/prompts`).expect(200);
    expect(body.prompts).toMatchObject([{ name: 'greet', arguments: [{ name: 'who', required: true }] }]);
    await get(`${desk}/prompts?cursor=made-up`).expect(400, /invalid-cursor/);
  });

  it('[interface] POST …/mcp/prompts/get fills one in', async () => {
    const { body } = await post(`${desk}/prompts/get`)
      .send({ name: 'greet', arguments: { who: 'Ana' } })
      .expect(200);
    expect(body.messages[0].content.text).toBe('Hello Ana');
    await post(`${desk}/prompts/get`)
      .send({ name: 'greet' })
      .expect(422, /invalid-params/);
  });

  it('[interface] GET …/mcp/ping asks for a sign of life', async () => {
    const { body } = await get(`${desk}/ping`).expect(200);
    expect(body).toMatchObject({ ok: true, protocolVersion: '2025-11-25', transport: 'http' });
    await server()
      .get(`${desk}/ping`)
      .expect(401, /unauthorized/);
  });

  it('[interface] POST …/mcp/chat lets a model use its tools', async () => {
    model.otherwise = asksThenSays({ name: 'weather', args: { city: 'Rome' } }, 'It is sunny.');
    const chat = () => post(`${desk}/chat`).accept('application/json');
    const { body } = await chat()
      .send({ messages: [{ role: 'user', content: 'How is Rome?' }] })
      .expect(200);
    expect(body.message.parts).toContainEqual(
      expect.objectContaining({ type: 'text', text: 'It is sunny.' }),
    );
    await chat()
      .send({ messages: [], model: 'other/model' })
      .expect(400, /invalid-request/);
  });
});

describe('The command line', () => {
  it('[interface] POST /api/cli/auth/device begins a sign-in, to be approved in a browser', async () => {
    const { body } = await server()
      .post('/api/cli/auth/device')
      .send({ client_id: 'gantry-cli' })
      .expect(200);
    expect(body).toMatchObject({ user_code: expect.stringMatching(/^.{4}-.{4}$/), interval: 5 });
    await server()
      .post('/api/cli/auth/device')
      .send({ scope: 'root' })
      .expect(400, /invalid_scope/);
  });

  it('[interface] POST /api/cli/auth/poll gives the token once somebody has approved', async () => {
    const poll = (device_code: string) => server().post('/api/cli/auth/poll').send({ device_code });
    const { deviceCode, userCode } = await begin(gateway);
    await decide(browser, userCode, 'approve');
    const { body } = await poll(deviceCode).expect(200);
    expect(body).toMatchObject({ access_token: expect.stringMatching(/^gtu_/), token_type: 'Bearer' });
    await poll((await begin(gateway)).deviceCode).expect(400, /authorization_pending/);
  });

  it('[interface] GET /api/cli/auth/me says whose token it is', async () => {
    const { body } = await get('/api/cli/auth/me').expect(200);
    expect(body).toMatchObject({ account: { role: 'owner' }, token: { kind: 'user' } });
    await server().get('/api/cli/auth/me').auth('gtu_made-up', { type: 'bearer' }).expect(401);
  });

  it('[interface] GET /api/cli/apps lists the apps of the account', async () => {
    const { body } = await get('/api/cli/apps').expect(200);
    expect(body.apps).toMatchObject([{ slug: 'shop', config: { version: 1 } }]);
    await get('/api/cli/apps?cursor=made-up').expect(400, /invalid-cursor/);
  });

  it('[interface] POST /api/cli/apps makes one', async () => {
    const made = await post('/api/cli/apps').send({ name: 'Blog' }).expect(201);
    expect(made.headers['location']).toBe(`/api/cli/apps/${String(made.body.id)}`);
    await post('/api/cli/apps')
      .send({ name: 'Blog', slug: 'shop' })
      .expect(409, /slug-taken/);
  });

  it('[interface] GET /api/cli/apps/{app}/config gives its config', async () => {
    const { body } = await get('/api/cli/apps/shop/config').expect(200);
    expect(body).toMatchObject({ version: 1, config });
    await get('/api/cli/apps/unknown/config').expect(404, /app-not-found/);
  });

  it('[interface] PUT /api/cli/apps/{app}/config replaces it, by whoever knows what it replaces', async () => {
    const changed = { config: { ...config, chat: { maxSteps: 3 } } };
    const { body } = await put('/api/cli/apps/shop/config')
      .send({ ...changed, version: 1 })
      .expect(200);
    expect(body).toMatchObject({ version: 2, changes: [{ op: 'add', path: '/chat' }] });
    await put('/api/cli/apps/shop/config')
      .send({ ...changed, version: 1 })
      .expect(412, /config-changed/);
  });
});

describe('An app', () => {
  it('[interface] GET /api/sdk/tools lists the tools of its servers, and its workflows', async () => {
    const { body } = await get('/api/sdk/tools?app=shop').expect(200);
    const names = body.tools.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['desk__weather', 'workflow__greet']);
    await get('/api/sdk/tools').expect(400, /app-required/);
  });

  it('[interface] POST /api/sdk/tools/call calls one', async () => {
    const call = (name: string) =>
      post('/api/sdk/tools/call?app=shop').send({ name, arguments: { city: 'Rome' } });
    expect((await call('desk__weather').expect(200)).body.content[0].text).toBe('sunny in Rome');
    await call('weather').expect(404, /Did you mean \\"desk__weather\\"/);
  });

  it('[interface] GET /api/sdk/resources lists the resources of its servers', async () => {
    const { body } = await get('/api/sdk/resources?app=shop').expect(200);
    expect(body.resources).toMatchObject([{ uri: 'note://one', server: 'desk' }]);
    await get('/api/sdk/resources?app=unknown').expect(404, /app-not-found/);
  });

  it('[interface] POST /api/sdk/resources/read reads one', async () => {
    const read = (uri: string) => post('/api/sdk/resources/read?app=shop').send({ uri });
    expect((await read('note://one').expect(200)).body.contents[0].text).toBe('a note');
    await read('gone://x').expect(404, /resource-not-found/);
  });

  it('[interface] GET /api/sdk/prompts lists the prompts of its servers', async () => {
    const { body } = await get('/api/sdk/prompts?app=shop').expect(200);
    expect(body.prompts).toMatchObject([{ name: 'desk__greet', server: 'desk', prompt: 'greet' }]);
    await get('/api/sdk/prompts').expect(400, /app-required/);
  });

  it('[interface] POST /api/sdk/prompts/get fills one in', async () => {
    const fill = (name: string) =>
      post('/api/sdk/prompts/get?app=shop').send({ name, arguments: { who: 'Ana' } });
    expect((await fill('desk__greet').expect(200)).body.messages[0].content.text).toBe('Hello Ana');
    await fill('greet').expect(404, /prompt-not-found/);
  });

  it('[interface] GET /api/sdk/workflows lists its workflows', async () => {
    const { body } = await get('/api/sdk/workflows?app=shop').expect(200);
    expect(body.workflows).toMatchObject([{ name: 'greet', version: '1.0.0', tools: [] }]);
    await get('/api/sdk/workflows').expect(400, /app-required/);
  });

  it('[interface] POST /api/sdk/workflows/execute runs one', async () => {
    const execute = (workflow: string) =>
      post('/api/sdk/workflows/execute?app=shop').send({ workflow, input: { who: 'Ana' } });
    const { body } = await execute('greet').expect(200);
    expect(body).toMatchObject({ status: 'completed', output: { hello: 'Ana' } });
    await execute('unknown').expect(404, /workflow-not-found/);
  });

  it('[interface] GET /api/apps/{app}/resolve tells a program all that it starts from', async () => {
    const { body } = await get('/api/apps/shop/resolve').expect(200);
    expect(body).toMatchObject({
      app: { slug: 'shop' },
      servers: [{ handle: 'shop.desk', status: 'ready' }],
      workflows: [{ name: 'greet' }],
      features: { workflows: true },
    });
    await get('/api/apps/unknown/resolve').expect(404, /app-not-found/);
  });
});

describe('A connection to a server that wants OAuth', () => {
  const connected = async () => {
    await connect(browser, issuer, '/connect/notes');
    const { body } = await get('/api/connections').expect(200);
    return `/api/connections/${String(body.connections[0].id)}`;
  };

  it('[interface] POST /api/connections says where it is made', async () => {
    const { body } = await post('/api/connections').send({ server: 'notes' }).expect(200);
    expect(body).toEqual({ connectUrl: `${gateway.url}/connect/notes` });
    await post('/api/connections')
      .send({ server: 'desk' })
      .expect(400, /invalid-request/);
  });

  it('[interface] GET /api/connections lists them', async () => {
    await connected();
    const { body } = await get('/api/connections').expect(200);
    expect(body.connections).toMatchObject([{ server: 'notes', owner: { kind: 'user' }, state: 'ok' }]);
    await server()
      .get('/api/connections')
      .expect(401, /unauthorized/);
  });

  it('[interface] POST /api/connections/{id}/test tries one', async () => {
    const { body } = await post(`${await connected()}/test`).expect(200);
    expect(body).toEqual({ ok: true, toolCount: 1 });
    await post('/api/connections/ucr_gone/test').expect(404, /connection-not-found/);
  });

  it('[interface] DELETE /api/connections/{id} ends one', async () => {
    const remove = (path: string) => server().delete(path).auth(gateway.token, { type: 'bearer' });
    await remove(await connected()).expect(204);
    await remove('/api/connections/ucr_gone').expect(404, /connection-not-found/);
    await post('/api/servers/notes/mcp/call')
      .send({ name: 'whoami' })
      .expect(409, /upstream-auth-required/);
  });
});
