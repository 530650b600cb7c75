import pg from 'pg';
import { DataSource } from 'typeorm';
import { mintToken } from '../../src/accounts/tokens/token-format.js';
import { GatewayClient } from '../support/clients/gateway-client.js';
import { createApp } from '../support/clients/sdk-apps.js';
import { closeAfterAll } from '../support/closing.js';
import { gatewayState, startGateway, type TestGateway } from '../support/gateway.js';
import { DatabaseProxy } from '../support/processes/database-proxy.js';
import { text } from '../support/upstreams/behaviours.js';
import type { Exchange } from '../support/upstreams/recording-server.js';
import { echo, ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';
import { call, doing, Workflows } from '../support/workflows/workflow-app.js';

const open = closeAfterAll();
const paying: Exchange[] = [];
let proxy: DatabaseProxy;
let gateway: TestGateway;
let databaseName: string;

beforeAll(async () => {
  const state = await gatewayState();
  await open({ close: () => state.remove() });
  databaseName = new URL(String(state.database.url)).pathname.slice(1);
  proxy = await open(DatabaseProxy.start(String(state.database.url)));
  const upstream = await open(
    ScriptedHttp.start([echo, tool('pay', (exchange) => void paying.push(exchange))]),
  );
  gateway = await open(
    startGateway({
      state: { ...state, database: { ...state.database, url: proxy.url } },
      mcpServers: { one: { url: upstream.url } },
    }),
  );
});

let apps = 0;
const write = () => gateway.json('/api/cli/apps', { body: { name: `app ${String(++apps)}` } });
const isBack = async () => (await write()).status === 201;

describe('A Postgres that goes away', () => {
  it('[database-outage] leaves calls with known tokens alone; every other request is 503 until it is back', async () => {
    expect((await gateway.call('one', 'echo', {})).status).toBe(200);
    const stranger = new GatewayClient(gateway.url, mintToken('gtu'));
    await proxy.cut();
    const noticed = await write();
    expect(noticed).toMatchObject({ status: 503, body: { code: 'database-unavailable' } });
    expect(noticed.headers.get('retry-after')).toBe('1');
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all([
        ...[gateway.call('one', 'echo', {}), write(), stranger.json('/api/servers')],
        ...[gateway.json('/health/ready'), gateway.json('/health/live')],
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 503, 503, 503, 200]);
    }
    await proxy.restore();
    await waitFor('the database to be used again', isBack);
    expect((await stranger.json('/api/servers')).status).toBe(401);
    expect(gateway.logs('request.failed')).toEqual([]);
    expect([gateway.logs('database.lost').length, gateway.logs('database.back').length]).toEqual([1, 1]);
  });

  it('[database-outage] is not used while its tables are missing', async () => {
    const database = gateway.app.get(DataSource);
    await database.query('ALTER SCHEMA public RENAME TO elsewhere; CREATE SCHEMA public');
    expect(await write()).toMatchObject({ status: 503, body: { code: 'database-unavailable' } });
    expect((await gateway.json('/health/ready')).status).toBe(503);
    expect((await gateway.call('one', 'echo', {})).status).toBe(200);
    await database.query('DROP SCHEMA public CASCADE; ALTER SCHEMA elsewhere RENAME TO public');
    expect((await gateway.json('/health/ready')).status).toBe(200);
    expect(await isBack()).toBe(true);
  });

  it('[database-outage] is used again after it closed its connections', async () => {
    const client = new pg.Client({ connectionString: String(process.env['TEST_DATABASE_URL']) });
    await client.connect();
    await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
      databaseName,
    ]);
    await client.end();
    await waitFor('the next write', isBack);
  });
});

describe('A run when Postgres goes away', () => {
  it('[workflow-database-away] waits for it to be back, and continues where it was', async () => {
    const mcpServers = { one: { use: 'one' } };
    const pays = doing([{ first: call('pay') }, { second: call('pay') }]);
    const workflows = new Workflows(await createApp(gateway, 'shop', { mcpServers, workflows: { pays } }));
    const id = await workflows.start('pays');
    await waitFor('the call', () => paying.length === 1);
    const lost = gateway.logs('database.lost').length;
    await proxy.cut();
    paying[0]?.result(text('"paid"'));
    await waitFor('the loss', () => gateway.logs('database.lost').length > lost);
    await proxy.restore();
    await waitFor('the next call', () => paying.length === 2);
    paying[1]?.result(text('"paid again"'));
    expect(await workflows.reaches(id, 'completed')).toMatchObject({ output: 'paid again' });
    expect(paying).toHaveLength(2);
    const events = await workflows.events(id);
    await events.done;
    expect(events.named('step.failed')).toEqual([]);
    expect(events.named('step.completed')).toHaveLength(2);
  });
});
