import { mintToken } from '../../../src/accounts/tokens/token-format.js';
import { closeAfterEach } from '../../support/closing.js';
import { DatabaseProxy } from '../../support/processes/database-proxy.js';
import { figure } from '../../support/measures/figures.js';
import { gatewayState, startGateway } from '../../support/gateway.js';
import { GatewayClient } from '../../support/clients/gateway-client.js';
import { ScriptedHttp } from '../../support/upstreams/scripted-http.js';
import { waitFor } from '../../support/wait-for.js';

/** Seconds without the database; 30 in `npm run test:soak`. */
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
    '[database-outage] and %s slows down no call with a known token, and every other request is a fast 503',
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
      // Only a probe whether it is back can wait for the time-out.
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
});
