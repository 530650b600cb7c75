import { DataSource } from 'typeorm';
import { PostgresListener } from '../../../src/platform/database/postgres-listener.adapter.js';
import { operatorOf, personIn } from '../../support/clients/apps-client.js';
import { GatewayClient, type Json } from '../../support/clients/gateway-client.js';
import { NativeClient } from '../../support/clients/native-client.js';
import { openEverything } from '../../support/clients/open-under-token.js';
import { says } from '../../support/clients/sdk-apps.js';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { figure } from '../../support/measures/figures.js';
import { hangsAfter, ModelServer } from '../../support/models/model-server.js';
import { begin, decide, operator, poll, signIn } from '../../support/people.js';
import { PgBouncer } from '../../support/processes/pgbouncer.js';
import { installation } from '../../support/processes/replicas.js';
import { hangs } from '../../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';
import { stdioServer } from '../../support/upstreams/stdio.js';
import { waitFor } from '../../support/wait-for.js';
import { call, doing, listen, Workflows } from '../../support/workflows/workflow-app.js';

const open = closeAfterAll();
/** Milliseconds until a change is in force at every process, with signals and without. */
const [withSignals, withoutSignals] = [1000, 5000];
let upstream: ScriptedHttp;
let a: TestGateway, b: TestGateway;
/** Behind PgBouncer: without and with a direct connection for signals. */
let pooled: TestGateway | undefined, direct: TestGateway | undefined;

beforeAll(async () => {
  const model = await open(ModelServer.start());
  model.otherwise = hangsAfter('Once');
  upstream = await open(ScriptedHttp.start([says('first', 'x'), tool('hang', hangs), echo]));
  const pooler = await PgBouncer.start(String(process.env['TEST_DATABASE_URL']), 2);
  if (pooler !== undefined) await open(pooler);
  const { replica, secretKey } = await installation(open);
  const { url } = upstream;
  const start = async (isPooled: boolean, isDirect = false) => {
    const state = replica();
    await open({ close: () => state.remove() });
    const real = state.database.url;
    const database = isPooled ? { ...state.database, url: String(pooler?.urlOf(real)) } : state.database;
    return open(
      startGateway({
        state: { ...state, database },
        mcpServers: { s: { url }, two: { url }, desk: { url }, files: stdioServer() },
        env: {
          ...{ SECRET_KEY: secretKey, ADMIN_EMAIL: operator.email, ADMIN_PASSWORD: operator.password },
          ...{ CHAT_PROVIDERS: { tiny: { baseUrl: model.url } }, CHAT_DEFAULT_MODEL: 'tiny/one' },
          ...{ EGRESS_ALLOW: ['127.0.0.1'], TRUST_PROXY: ['127.0.0.1'], WRONG_TOKENS_PER_MINUTE: 100_000 },
          ...(isDirect ? { DATABASE_DIRECT_URL: String(real) } : {}),
        },
      }),
    );
  };
  [a, b] = [await start(false), await start(false)];
  if (pooler !== undefined) [pooled, direct] = [await start(true), await start(true, true)];
  await operatorOf(a).newApp(
    'shop',
    {
      mcpServers: { one: { use: 's' }, desk: { use: 'desk' }, files: { use: 'files' } },
      workflows: {
        wait: doing([{ wait: listen('go') }]),
        hangs: doing([{ hangs: call('hang') }]),
      },
    },
    { slug: 'shop' },
  );
});

const within = (ms: number, what: string, probe: () => Promise<boolean>) => waitFor(what, probe, ms);

/** A token of the operator that is known to these gateways. */
async function knownToken(gateways: readonly TestGateway[]): Promise<readonly GatewayClient[]> {
  const { deviceCode, userCode } = await begin(a);
  await decide(await signIn(a, operator), userCode, 'approve');
  const token = String((await poll(a, deviceCode)).body['access_token']);
  const clients = gateways.map(({ url }) => new GatewayClient(url, token));
  for (const client of clients) expect((await client.call('s', 'first', {})).status).toBe(200);
  return clients;
}

const isRefused = async (client: GatewayClient) => (await client.call('s', 'first', {})).status === 401;
const revoke = ([first]: readonly GatewayClient[]) => first?.json('/api/cli/auth/logout', { method: 'POST' });

describe('A change at one process, with signals', () => {
  it('[replicas-revoke] refuses a revoked token at another process within a second', async () => {
    const clients = await knownToken([a, b]);
    const startedAt = performance.now();
    await revoke(clients);
    await within(withSignals, 'the refusal', () => isRefused(clients[1] as GatewayClient));
    figure('replicas-revoke', { 'ms until refused by all': (performance.now() - startedAt).toFixed(0) });
  });

  it('[replicas-config] puts a config, a secret and the end of an app in force at another process within a second', async () => {
    const [here, there] = [operatorOf(a), operatorOf(b)];
    const headers = { 'X-Key': '${secret:KEY}' };
    const { id } = await here.newApp('config', { mcpServers: { s: { url: upstream.url, headers } } });
    await here.setSecret(id, 'KEY', 'v1');
    await within(withSignals, 'the app', async () => (await there.mcp('config.s', 'tools')).status === 200);
    await here.setSecret(id, 'KEY', 'v2');
    await within(withSignals, 'the secret', async () => {
      await there.call('config.s', 'first', {});
      return upstream.of('tools/call').at(-1)?.headers['x-key'] === 'v2';
    });
    await here.save(id, { mcpServers: { s: { url: upstream.url, tools: { allow: ['first'] } } } });
    await within(
      withSignals,
      'the config',
      async () => (await there.toolNames('config.s')).join() === 'first',
    );
    await here.app(id, '', { method: 'DELETE' });
    await within(
      withSignals,
      'the end',
      async () => (await there.call('config.s', 'first', {})).status === 404,
    );
  });

  it('[grants-processes] puts access grants in force at another process within five seconds, for sessions, too', async () => {
    const owner = await personIn(a, 'shared');
    const member = await personIn(a, owner.accountId, 'member');
    const there = new GatewayClient(b.url, member.token);
    const session = new NativeClient(`${b.url}/api/servers/two/mcp`, member.token);
    await session.initialize();
    expect((await there.call('two', 'echo')).status).toBe(200);
    const grants = [{ role: 'member', servers: ['s'] }];
    expect((await owner.json('/api/cli/grants', { method: 'PUT', body: { grants } })).status).toBe(200);
    await within(withoutSignals, 'the refusal', async () => (await there.call('two', 'echo')).status === 404);
    await within(
      withoutSignals,
      'the end of the session',
      async () => (await session.request('tools/list')).status === 404,
    );
  });

  it('[workflow-cancel-across] cancels a call of a run within a second at the process that carries it out', async () => {
    const { token } = await operatorOf(a).withKey('shop');
    const [here, there] = [a, b].map(({ url }) => new Workflows(new GatewayClient(url, token)));
    const before = upstream.executions('hang');
    const id = String(await here?.start('hangs'));
    await waitFor('the call', () => upstream.executions('hang') > before);
    expect((await there?.post(id, 'cancel'))?.body['status']).toBe('cancelled');
    const isOver = async () =>
      upstream.requests.findLast(({ rpc }) => rpc?.params['name'] === 'hang')?.abortedAt !== undefined;
    await within(withSignals, 'the end of the call', isOver);
  });

  it('[pooler-signals] refuses a revoked token behind a pooler within five seconds, and within one with DATABASE_DIRECT_URL', async () => {
    if (pooled === undefined || direct === undefined) return;
    const clients = await knownToken([a, direct, pooled]);
    await revoke(clients);
    await within(withSignals, 'the refusal with signals', () => isRefused(clients[1] as GatewayClient));
    await within(withoutSignals, 'the refusal without', () => isRefused(clients[2] as GatewayClient));
  });
});

describe('A change at one process, without signals', () => {
  it('[replicas-revoke] refuses a revoked token at another process within five seconds', async () => {
    const clients = await knownToken([a, b]);
    await a.app
      .get(DataSource)
      .query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'gantry signals'",
      );
    const startedAt = performance.now();
    await revoke(clients);
    await within(withoutSignals, 'the refusal', () => isRefused(clients[1] as GatewayClient));
    const ms = (performance.now() - startedAt).toFixed(0);
    figure('replicas-revoke', { 'and without hearing each other': ms });
  });

  it('[open-ends-everywhere] ends within five seconds what is open at another process under a deleted key', async () => {
    await b.app.get(PostgresListener, { strict: false }).onApplicationShutdown();
    const { token } = await operatorOf(a).withKey('shop');
    const things = await openEverything(new GatewayClient(b.url, token));
    const [{ id } = {}] = (await operatorOf(a).app('shop', '/keys')).body['keys'] as Json[];
    const startedAt = performance.now();
    expect((await operatorOf(a).app('shop', `/keys/${String(id)}`, { method: 'DELETE' })).status).toBe(204);
    await Promise.all(things.map(({ end }) => end));
    expect(performance.now() - startedAt).toBeLessThan(withoutSignals);
  });
});
