import { DataSource } from 'typeorm';
import { Database } from '../../src/platform/database/database.js';
import { dataSourceOptions } from '../../src/platform/database/data-source-options.js';
import { migrate, prepareSchema } from '../../src/platform/database/migrate.js';
import { Signals } from '../../src/platform/database/signals.js';
import { Config } from '../../src/platform/config/config.js';
import { withSessionLimits } from '../../src/platform/database/time-limits.js';
import { operatorOf } from '../support/clients/apps-client.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { GatewayClient } from '../support/clients/gateway-client.js';
import { decide, begin, operator, poll, signIn } from '../support/people.js';
import { PgBouncer } from '../support/processes/pgbouncer.js';
import { installation } from '../support/processes/replicas.js';
import { createApp, says } from '../support/clients/sdk-apps.js';
import { echo, ScriptedHttp } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';
import { call, doing, listen, Workflows } from '../support/workflows/workflow-app.js';

/** Fewer than there are gateways, so that a gateway meets what another one left in a session. */
const sessions = 2;
const open = closeAfterAll();

let pooler: PgBouncer | undefined;
let upstream: ScriptedHttp;
/** The last one receives signals on a direct connection. */
let gateways: TestGateway[] = [];

beforeAll(async () => {
  pooler = await PgBouncer.start(String(process.env['TEST_DATABASE_URL']), sessions);
  if (pooler === undefined) return;
  await open(pooler);
  upstream = await open(ScriptedHttp.start([says('first', 'x'), says('second', 'y'), echo]));
  const { replica, secretKey } = await installation(open);
  const starting = [0, 1, 2].map((index) => {
    const state = replica();
    const { url } = state.database;
    const pooled = { ...state, database: { ...state.database, url: pooler?.urlOf(url) ?? '' } };
    const env = { ADMIN_EMAIL: operator.email, ADMIN_PASSWORD: operator.password, SECRET_KEY: secretKey };
    const direct = index === 2 && url !== undefined ? { DATABASE_DIRECT_URL: url } : {};
    return open(
      startGateway({
        state: pooled,
        mcpServers: { s: { url: upstream.url } },
        env: { ...env, ...direct, EGRESS_ALLOW: ['127.0.0.1'] },
      }),
    );
  });
  gateways = await Promise.all(starting);
});

describe('Gateways behind PgBouncer in transaction mode', () => {
  it('[pooler-boot] migrate an empty database at the same time and leave no lock behind', async () => {
    const [a] = gateways;
    if (a === undefined || pooler === undefined) return;
    const accounts = await Promise.all(gateways.map((one) => one.json('/api/cli/auth/me')));
    expect(new Set(accounts.map(({ body }) => (body['account'] as { id: string }).id)).size).toBe(1);

    const empty = (await installation(open, { isEmpty: true })).replica();
    await open({ close: () => empty.remove() });
    const options = dataSourceOptions(
      Config.load({}, { DATABASE_URL: pooler.urlOf(empty.database.url), DATA_DIR: empty.folder.path }),
    );
    await Promise.all(Array.from({ length: 3 }, () => prepareSchema(options)));
    const ours = [a.state, empty].map(({ database }) => new URL(String(database.url)).pathname.slice(1));
    const locked = await a.app
      .get(DataSource)
      .query<object[]>(
        "SELECT datname FROM pg_locks JOIN pg_database d ON d.oid = database WHERE locktype = 'advisory' AND datname = ANY($1)",
        [ours],
      );
    expect(locked).toEqual([]);
  });

  it('[pooler-limits] limit the time of each transaction at the server and leave nothing in the session', async () => {
    const [a] = gateways;
    if (a === undefined) return;
    const [database, source] = [a.app.get(Database), a.app.get(DataSource)];
    const limits = (manager: Pick<DataSource, 'query'>) =>
      manager.query<object[]>(
        "SELECT name, setting FROM pg_settings WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout') ORDER BY name",
      );
    const settings = (idle: string, statement: string) => [
      { name: 'idle_in_transaction_session_timeout', setting: idle },
      { name: 'statement_timeout', setting: statement },
    ];
    expect(await database.write((manager) => limits(manager))).toEqual(settings('30000', '4500'));
    for (let look = 0; look < 4; look++) expect(await limits(source)).toEqual(settings('0', '0'));
  });

  it('[pooler-limits] limit the time of single statements, too, where no pooler refuses that', async () => {
    if (pooler === undefined) return;
    const state = (await installation(open)).replica();
    await open({ close: () => state.remove() });
    const timeOut = async (url: string | undefined) => {
      const config = Config.load({}, { DATABASE_URL: String(url), DATA_DIR: state.folder.path });
      const source = await new DataSource(await withSessionLimits(dataSourceOptions(config))).initialize();
      const [row] = await source.query<{ statement_timeout: string }[]>('SHOW statement_timeout');
      await source.destroy();
      return row?.statement_timeout;
    };
    const { url } = state.database;
    expect([await timeOut(url), await timeOut(pooler.urlOf(url))]).toEqual(['4500ms', '0']);
  });

  it('[pooler-work] sign people in, change configs and serve calls, each step at another one', async () => {
    const [a, b, c] = gateways;
    if (a === undefined || b === undefined || c === undefined) return;
    const browser = await signIn(a, operator);
    const { deviceCode, userCode } = await begin(b);
    expect((await decide(browser, userCode, 'approve')).heading).toBe('Approved');
    const { access_token: token } = (await poll(c, deviceCode)).body;
    expect((await new GatewayClient(b.url, String(token)).json('/api/cli/auth/me')).status).toBe(200);

    const { id } = await operatorOf(a).newApp('shop', { mcpServers: { s: { url: upstream.url } } });
    const there = operatorOf(b);
    await waitFor('the app', async () => (await there.mcp('shop.s', 'tools')).status === 200);
    await operatorOf(a).save(id, { mcpServers: { s: { url: upstream.url, tools: { allow: ['first'] } } } });
    await waitFor('the config', async () => (await there.toolNames('shop.s')).join() === 'first');
    expect((await there.call('shop.s', 'first', {})).status).toBe(200);
    const writes = Array.from({ length: 30 }, (_, index) =>
      operatorOf(gateways[index % 3] as TestGateway).newApp(`many-${String(index)}`, {}),
    );
    expect(new Set((await Promise.all(writes)).map((app) => app['id'])).size).toBe(30);
  });

  it('[pooler-signals] refuse a revoked token, at the signal where DATABASE_DIRECT_URL is set and without one elsewhere', async () => {
    const [a, b, c] = gateways;
    if (a === undefined || b === undefined || c === undefined) return;
    const { deviceCode, userCode } = await begin(a);
    await decide(await signIn(a, operator), userCode, 'approve');
    const token = String((await poll(a, deviceCode)).body['access_token']);
    const [here, pooled, direct] = [a, b, c].map(({ url }) => new GatewayClient(url, token));
    const statusAt = async (client?: GatewayClient) => (await client?.call('s', 'first', {}))?.status;
    for (const client of [here, pooled, direct]) expect(await statusAt(client)).toBe(200);
    const signals: string[] = [];
    c.app.get(Signals, { strict: false }).on('token', (id) => signals.push(id));
    await here?.json('/api/cli/auth/logout', { method: 'POST' });
    await waitFor('the signal', () => signals.length > 0);
    expect(await statusAt(direct)).toBe(401);
    await waitFor('the refusal behind the pooler', async () => (await statusAt(pooled)) === 401);
  });

  it('[pooler-runs] carry out runs of workflows, which wait, receive signals and are cancelled', async () => {
    const [a] = gateways;
    if (a === undefined) return;
    const app = await createApp(a, 'runs', {
      mcpServers: { one: { use: 's' } },
      workflows: {
        short: doing([
          { both: { fork: { branches: [{ l: call('echo') }, { r: call('echo') }] } } },
          { last: call('echo', { done: true }) },
        ]),
        waits: doing([{ ask: listen('go') }, { then: call('echo') }]),
      },
    });
    const workflows = new Workflows(app);
    const runs = await Promise.all(Array.from({ length: 8 }, () => workflows.start('short')));
    for (const id of runs)
      expect(await workflows.reaches(id, 'completed')).toMatchObject({ output: { done: true } });
    const [signalled, cancelled] = [await workflows.start('waits'), await workflows.start('waits')];
    await workflows.reaches(signalled, 'waiting');
    await workflows.post(signalled, 'signals/go');
    await workflows.reaches(signalled, 'completed');
    expect((await workflows.post(cancelled, 'cancel')).body['status']).toBe('cancelled');
  });
});

describe('The lock of migrations', () => {
  it('[migration-lock] is waited for a limited time, and the error says how to find its holder', async () => {
    const state = (await installation(open, { isEmpty: true })).replica();
    await open({ close: () => state.remove() });
    const { url } = state.database;
    const config = Config.load(
      {},
      { DATA_DIR: state.folder.path, ...(url === undefined ? {} : { DATABASE_URL: url }) },
    );
    const [holder, waiting] = await Promise.all(
      [1, 2].map(() => new DataSource(dataSourceOptions(config)).initialize()),
    );
    await holder?.transaction(async (manager) => {
      await manager.query('SELECT pg_advisory_xact_lock(7265821)');
      await expect(migrate(waiting as DataSource, 50)).rejects.toThrow(
        /migrating this database for more than 0.05 s/,
      );
    });
    await migrate(waiting as DataSource);
    expect(await waiting?.showMigrations()).toBe(false);
    await Promise.all([holder?.destroy(), waiting?.destroy()]);
  });
});
