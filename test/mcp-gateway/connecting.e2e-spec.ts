import { closeAfterAll, closeAfterEach } from '../support/closing.js';
import { NativeClient, resultOf } from '../support/clients/native-client.js';
import type { GatewayClient, Json } from '../support/clients/gateway-client.js';
import { connect } from '../support/connecting.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { asksThenSays, ModelServer } from '../support/models/model-server.js';
import { textOf } from '../support/questions.js';
import { TestClock } from '../support/test-clock.js';
import { deskOf, saidIn, twoPeopleAt, type TwoPeople } from '../support/two-people.js';
import { publish } from '../support/upstreams/declared-servers.js';
import { httpStatus } from '../support/upstreams/behaviours.js';
import { ScriptedHttp } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';
import { doing } from '../support/workflows/workflow-app.js';

const keep = closeAfterAll();
const open = closeAfterEach();
const clock = new TestClock();
let model: ModelServer;
let gateway: TestGateway;

beforeAll(async () => {
  model = await keep(ModelServer.start());
  const env = { CHAT_PROVIDERS: { tiny: { baseUrl: model.url } }, CHAT_DEFAULT_MODEL: 'tiny/one' };
  gateway = await keep(startGateway({ clock, env }));
});

const twoPeople = (): Promise<TwoPeople> => twoPeopleAt(open, { gateway, clock });

const pageOf = (handle = 'notes') => `${gateway.url}/connect/${handle}`;

describe('A server that nobody has connected', () => {
  it('[told-rest] is a 409 with our page on every way of REST, and is sent nothing', async () => {
    const stage = await twoPeople();
    const { ana, server, issuer } = stage;
    const answers = await Promise.all([
      ana.call('notes', 'whoami'),
      ana.json('/api/servers/notes/mcp/tools'),
      ana.json('/api/servers/notes/mcp/resources'),
      ana.json('/api/servers/notes/mcp/prompts'),
      ana.json('/api/servers/notes/mcp/resources/read', { body: { uri: 'note://one' } }),
      ana.json('/api/servers/notes/mcp/prompts/get', { body: { name: 'greet' } }),
      ana.json('/api/servers/notes/mcp/ping'),
    ]);
    for (const { status, body, text } of answers) {
      expect([status, body['code']]).toEqual([409, 'upstream-auth-required']);
      expect(body).toMatchObject({ connectUrl: pageOf(), server: 'notes' });
      expect(body['detail']).toContain(pageOf());
      expect(text).not.toContain(new URL(issuer.issuer).host);
    }
    expect(server.requests).toEqual([]);
  });

  it('[told-rest] [told-app-key] is named to an app’s callers as they know it; a key is asked to connect its app', async () => {
    const stage = await twoPeople();
    const key = await deskOf(stage);
    const body = { name: 'notes__whoami', arguments: {} };
    const asPerson = await stage.ana.json('/api/sdk/tools/call?app=desk', { body });
    expect([asPerson.status, asPerson.body]).toEqual([
      409,
      expect.objectContaining({ connectUrl: pageOf('desk.notes'), server: 'desk.notes' }),
    ]);
    const asKey = await key.json('/api/sdk/tools/call', { body });
    expect([asKey.status, asKey.body]).toEqual([
      409,
      expect.objectContaining({
        connectUrl: `${pageOf('desk.notes')}?owner=app`,
        server: 'desk.notes',
      }),
    ]);
    const listed = await key.json('/api/sdk/tools');
    expect(listed.body['servers']).toMatchObject([
      { name: 'notes', error: { code: 'upstream-auth-required' } },
    ]);
    await stage.connectAs('ana', 'desk.notes');
    expect(saidIn((await stage.ana.json('/api/sdk/tools/call?app=desk', { body })).body)).toBe('ana');
    expect((await key.json('/api/sdk/tools/call', { body })).status).toBe(409);
    stage.issuer.person = 'the desk';
    await connect(stage.browser, stage.issuer, '/connect/desk.notes?owner=app');
    expect(saidIn((await key.json('/api/sdk/tools/call', { body })).body)).toBe('the desk');
  });

  it('[told-lists] is shown to each caller as it is for them, in lists and in resolve', async () => {
    const stage = await twoPeople();
    const key = await deskOf(stage);
    await stage.connectAs('ana');
    const stateFor = async (client: GatewayClient) => {
      const servers = (await client.json('/api/servers')).body['servers'] as Json[];
      return servers.find(({ handle }) => handle === 'notes');
    };
    expect(await stateFor(stage.ana)).toMatchObject({ auth: { state: 'ok' }, toolCount: 1 });
    const bos = await stateFor(stage.bo);
    expect(bos).toMatchObject({ auth: { state: 'needs_auth' }, status: 'unavailable' });
    expect(bos).not.toHaveProperty('toolCount');
    const resolved = async (client: GatewayClient) =>
      ((await client.json('/api/apps/desk/resolve')).body['servers'] as Json[])[0];
    expect(await resolved(stage.ana)).toMatchObject({ auth: { state: 'ok' } });
    expect(await resolved(stage.bo)).toMatchObject({ auth: { state: 'needs_auth' }, status: 'unavailable' });
    expect(await resolved(key)).toMatchObject({ auth: { state: 'needs_auth' } });
  });

  it('[told-chat] is a 409 for a chat, before the model is asked', async () => {
    const stage = await twoPeople();
    model.otherwise = asksThenSays({ name: 'whoami' }, 'Done.');
    const chat = (client: GatewayClient) =>
      client.json('/api/servers/notes/mcp/chat', {
        body: { messages: [{ role: 'user', content: 'Who am I?' }], approval: 'never' },
        headers: { accept: 'application/json' },
      });
    const refused = await chat(stage.ana);
    expect([refused.status, refused.body['connectUrl']]).toEqual([409, pageOf()]);
    expect(model.requests).toEqual([]);
    await stage.connectAs('ana');
    const done = await chat(stage.ana);
    expect(done.text).toContain('"ana"');
    expect((await chat(stage.bo)).status).toBe(409);
  });

  it('[told-workflow] fails the step with the link, and a run acts as who began it', async () => {
    const stage = await twoPeople();
    const workflows = { who: doing([{ ask: { call: 'whoami@notes', with: {} } }]) };
    await deskOf(stage, { workflows });
    await stage.connectAs('ana', 'desk.notes');
    const runOf = async (client: GatewayClient) => {
      const { body } = await client.json('/api/sdk/workflows/execute?app=desk', {
        body: { workflow: 'who', input: {}, mode: 'async' },
      });
      return waitFor('the end of the run', async () => {
        const run = await client.json(`/api/sdk/workflows/runs/${String(body['runId'])}?app=desk`);
        return ['completed', 'failed'].includes(String(run.body['status'])) && run;
      });
    };
    expect((await runOf(stage.ana)).text).toContain('ana');
    const bos = await runOf(stage.bo);
    expect(bos.body).toMatchObject({ status: 'failed' });
    expect(bos.text).toContain('upstream-auth-required');
    expect(bos.text).toContain(pageOf('desk.notes'));
  });
});

describe('A server where we may be nobody', () => {
  it('[told-client-needed] is a 422 for calls when somebody has tried to connect it, and until we are somebody', async () => {
    const stage = await twoPeople();
    const { ana, bo, browser, issuer } = stage;
    issuer.registration = 'refused';
    expect((await ana.call('notes', 'whoami')).status).toBe(409);
    expect((await browser.get('/connect/notes')).status).toBe(422);
    const redirectUri = `${gateway.url}/oauth/upstream/callback`;
    for (const client of [ana, bo]) {
      const { status, body } = await client.call('notes', 'whoami');
      expect([status, body]).toEqual([
        422,
        expect.objectContaining({ code: 'upstream-client-needed', issuer: issuer.issuer, redirectUri }),
      ]);
    }
    const native = new NativeClient(`${gateway.url}/api/servers/notes/mcp`, ana.token);
    const capabilities = { elicitation: { url: {} } };
    const told = resultOf(await native.modern('tools/call', { name: 'connect' }, { capabilities }));
    expect([told['isError'], textOf(told)]).toEqual([undefined, expect.stringContaining(issuer.issuer)]);
    issuer.registration = 'open';
    await stage.connectAs('ana');
    expect(saidIn((await ana.call('notes', 'whoami')).body)).toBe('ana');
    expect((await bo.call('notes', 'whoami')).status).toBe(409);
  });
});

describe('A server that refuses us', () => {
  it('[told-wants-oauth] is shown as one that wants OAuth where its declaration has no `auth`', async () => {
    const { server } = await twoPeople();
    await publish(open, gateway, { url: server.url }, 'plain');
    const answer = await gateway.json('/api/servers/plain/mcp/tools');
    expect([answer.status, answer.body]).toEqual([
      502,
      expect.objectContaining({ code: 'upstream-auth-refused', wantsOAuth: true }),
    ]);
    expect(answer.body['detail']).toContain('wants OAuth; add `auth`');
    const shown = await gateway.server('plain');
    expect(shown).toMatchObject({ lastError: { code: 'upstream-auth-refused' } });
    expect(shown).not.toHaveProperty('auth');
  });

  it('[told-wants-oauth] is one that refused a credential where it does not say so', async () => {
    const upstream = await open(ScriptedHttp.start());
    const refusal = httpStatus(401, { 'www-authenticate': 'Bearer' });
    for (const method of ['initialize', 'server/discover']) upstream.methods.set(method, refusal);
    await publish(open, gateway, { url: upstream.url }, 'plain');
    const { status, body } = await gateway.json('/api/servers/plain/mcp/tools');
    expect([status, body['code'], body['wantsOAuth']]).toEqual([502, 'upstream-auth-refused', undefined]);
  });

  it('[told-away] is a 503 while its authorization server is away, and works again afterwards', async () => {
    const stage = await twoPeople();
    stage.issuer.lifetimeS = 60;
    await stage.connectAs('ana');
    expect(saidIn((await stage.ana.call('notes', 'whoami')).body)).toBe('ana');
    stage.issuer.isAway = true;
    stage.clock.advance(120_000);
    const away = await stage.ana.call('notes', 'whoami');
    expect([away.status, away.body['code']]).toEqual([503, 'upstream-auth-unavailable']);
    expect(away.headers.get('retry-after')).toMatch(/^\d+$/);
    const native = new NativeClient(`${stage.gateway.url}/api/servers/notes/mcp`, stage.ana.token);
    const listed = await native.modern('tools/call', { name: 'whoami', arguments: {} });
    expect(listed.text).toContain('upstream-auth-unavailable');
    expect(listed.text).not.toContain('/connect/');
    stage.issuer.isAway = false;
    stage.clock.advance(120_000);
    await waitFor('the server to be used again', async () => {
      const { body } = await stage.ana.call('notes', 'whoami');
      return saidIn(body) === 'ana';
    });
  });
});
