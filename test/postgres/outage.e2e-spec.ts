import { DataSource } from 'typeorm';
import { mintToken } from '../../src/accounts/tokens/token-format.js';
import { closeAfterEach } from '../support/closing.js';
import { DatabaseProxy } from '../support/processes/database-proxy.js';
import { figure } from '../support/measures/figures.js';
import { gatewayState, startGateway } from '../support/gateway.js';
import { GatewayClient } from '../support/clients/gateway-client.js';
import { ScriptedHttp } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';

/** 30 in `npm run test:soak`. */
const seconds = Number(process.env['OUTAGE_SECONDS'] ?? 2);
const open = closeAfterEach();

async function gatewayBehindProxy() {
  const state = await gatewayState();
  await open({ close: () => state.remove() });
  const proxy = await open(DatabaseProxy.start(String(state.database.url)));
  const upstream = await open(ScriptedHttp.start());
  const gateway = await open(
    startGateway({
      state: { ...state, database: { ...state.database, url: proxy.url } },
      mcpServers: { s: { url: upstream.url } },
    }),
  );
  expect((await gateway.call('s', 'echo', {})).status).toBe(200);
  return { proxy, gateway };
}

describe('A Postgres that goes away', () => {
  it.each([
    ['dies', (proxy: DatabaseProxy) => proxy.cut()],
    [
      'falls silent',
      async (proxy: DatabaseProxy) => {
        proxy.freeze();
      },
    ],
  ])(
    '[database-outage] and %s leaves calls with known tokens alone; all that needs it is a fast 503 until it is back',
    async (trouble, goAway) => {
      const { proxy, gateway } = await gatewayBehindProxy();
      const stranger = new GatewayClient(gateway.url, mintToken('gtu'));
      await goAway(proxy);
      const began = performance.now();
      const noticed = await gateway.json('/api/cli/apps', { body: { name: 'shop' } });
      expect(noticed).toMatchObject({ status: 503, body: { code: 'database-unavailable' } });
      expect(noticed.headers.get('retry-after')).toBe('1');
      expect(noticed.ms).toBeLessThan(5500);

      const refusals: number[] = [];
      const calls: number[] = [];
      do {
        const [call, write, unknown, ready, live] = await Promise.all([
          gateway.call('s', 'echo', {}),
          gateway.json('/api/cli/apps', { body: { name: 'shop' } }),
          stranger.json('/api/servers'),
          gateway.json('/health/ready'),
          gateway.json('/health/live'),
        ]);
        expect([call.status, write.status, unknown.status, ready.status, live.status]).toEqual([
          ...[200, 503, 503, 503, 200],
        ]);
        expect(call.ms).toBeLessThan(500);
        calls.push(call.ms);
        refusals.push(write.ms, unknown.ms, ready.ms);
      } while (performance.now() - began < seconds * 1000);
      // Only who probes whether it is back may have to wait for the time-out.
      const slow = refusals.filter((ms) => ms > 500);
      expect(slow.length).toBeLessThanOrEqual(1 + seconds);
      expect(Math.max(...slow, 0)).toBeLessThan(5500);

      await proxy.restore();
      const restoredAt = performance.now();
      await waitFor(
        'the database to be used again',
        async () => (await gateway.json('/api/cli/apps', { body: { name: 'shop' } })).status === 201,
        8000,
      );
      figure('database-outage', {
        ...{ Postgres: trouble, seconds, 'calls that went on': calls.length },
        ...{ 'slowest of them ms': Math.max(...calls).toFixed(0), refused: refusals.length },
        ...{ 'of them after more than 500 ms': slow.length, 'slowest ms': Math.max(...refusals).toFixed(0) },
        'ms until it was used again': (performance.now() - restoredAt).toFixed(0),
      });
      expect((await stranger.json('/api/servers')).status).toBe(401);
      expect(gateway.logs('request.failed')).toEqual([]);
      expect([gateway.logs('database.lost').length, gateway.logs('database.back').length]).toEqual([1, 1]);
    },
    120_000 + seconds * 1000,
  );

  it('[database-outage] and comes back empty is a 503 and not ready, and calls with known tokens go on', async () => {
    const { gateway } = await gatewayBehindProxy();
    const database = gateway.app.get(DataSource);
    await database.query('ALTER SCHEMA public RENAME TO elsewhere; CREATE SCHEMA public');
    const refused = await gateway.json('/api/cli/apps', { body: { name: 'shop' } });
    expect(refused).toMatchObject({ status: 503, body: { code: 'database-unavailable' } });
    expect((await gateway.json('/health/ready')).status).toBe(503);
    expect((await gateway.call('s', 'echo', {})).status).toBe(200);
    await database.query('DROP SCHEMA public CASCADE; ALTER SCHEMA elsewhere RENAME TO public');
    expect((await gateway.json('/health/ready')).status).toBe(200);
    expect((await gateway.json('/api/cli/apps', { body: { name: 'shop' } })).status).toBe(201);
  });

  it('[database-outage] costs nothing when it only closes its connections', async () => {
    const { gateway } = await gatewayBehindProxy();
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: String(process.env['TEST_DATABASE_URL']) });
    await client.connect();
    const name = (gateway.state.database.url ?? '').split('/').pop();
    await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
    await client.end();
    await waitFor(
      'the next write',
      async () => (await gateway.json('/api/cli/apps', { body: { name: 'shop' } })).status === 201,
      1000,
    );
  });
});
