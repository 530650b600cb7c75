import { DataSource } from 'typeorm';
import { AccessTokens } from '../../src/accounts/tokens/access-tokens.service.js';
import { operatorOf } from '../support/clients/apps-client.js';
import { closeAfterAll } from '../support/closing.js';
import { gatewayState, startGateway, type TestGateway } from '../support/gateway.js';
import { GatewayClient } from '../support/clients/gateway-client.js';
import { setUpOperator } from '../support/people.js';
import { createApp } from '../support/clients/sdk-apps.js';
import { echo, ScriptedHttp } from '../support/upstreams/scripted-http.js';

const open = closeAfterAll();
const [first, second] = ['first', 'second'].map((name) => `${name} key of more than thirty-two characters`);

/** Starts a gateway on the same data with these keys, and stops it when `use` has ended. */
async function withKeys<T>(
  common: Parameters<typeof startGateway>[0],
  keys: { readonly SECRET_KEY: string; readonly PREVIOUS_SECRET_KEYS?: string[] },
  use: (gateway: TestGateway) => Promise<T>,
): Promise<T> {
  const gateway = await startGateway({ ...common, env: { ...common?.env, ...keys } });
  try {
    return await use(gateway);
  } finally {
    await gateway.close();
  }
}

describe('A change of SECRET_KEY', () => {
  it('[key-rotation] keeps tokens, sessions, secrets and stored answers while the earlier key is named, and then what was used', async () => {
    const state = await gatewayState();
    await open({ close: () => state.remove() });
    const upstream = await open(ScriptedHttp.start([echo]));
    const common = {
      state,
      mcpServers: { demo: { url: upstream.url } },
      env: { EGRESS_ALLOW: [new URL(upstream.url).host] },
    };
    const once = { headers: { 'idempotency-key': 'rotate-1' } };
    const sealedWith = async (gateway: TestGateway) => {
      const rows: { sealed: string }[] = await gateway.app
        .get(DataSource)
        .query('SELECT sealed FROM app_secrets');
      return rows.map(({ sealed }) => sealed.split('.')[1]);
    };
    const call = (gateway: TestGateway, key: string) =>
      new GatewayClient(gateway.url, key).json('/api/sdk/tools/call', {
        body: { name: 'own__echo', arguments: {} },
      });

    const before = await withKeys(common, { SECRET_KEY: first ?? '' }, async (gateway) => {
      const browser = await setUpOperator(gateway);
      const own = { url: upstream.url, headers: { 'X-Key': '${secret:SHOP_KEY}' } };
      const used = await createApp(gateway, 'shop', { mcpServers: { own } });
      await operatorOf(gateway).setSecret('shop', 'SHOP_KEY', 'the-secret-value');
      const unused = await gateway.json('/api/cli/apps/shop/keys', { body: {} });
      await gateway.call('demo', 'echo', { n: 1 }, {}, once);
      return { browser, key: used.token, unused: String(unused.body['key']), ids: await sealedWith(gateway) };
    });

    const both = { SECRET_KEY: second ?? '', PREVIOUS_SECRET_KEYS: [first ?? ''] };
    await withKeys(common, both, async (gateway) => {
      expect((await call(gateway, before.key)).status).toBe(200);
      expect(upstream.requests.at(-1)?.headers['x-key']).toBe('the-secret-value');
      const calls = upstream.executed.length;
      const replayed = await gateway.call('demo', 'echo', { n: 1 }, {}, once);
      expect(replayed.body['structuredContent']).toEqual({ n: 1 });
      expect((await gateway.call('demo', 'echo', { n: 2 }, {}, once)).body['code']).toBe(
        'idempotency-mismatch',
      );
      expect(upstream.executed.length).toBe(calls);
      const page = await before.browser.at(gateway.url).get('/device');
      expect([page.status, new URL(page.url).pathname]).toEqual([200, '/device']);
      const ids = await sealedWith(gateway);
      expect(ids).toHaveLength(1);
      expect(ids).not.toEqual(before.ids);
      expect(gateway.logs('secrets.resealed')).toMatchObject([{ resealed: 1, unreadable: 0 }]);
      expect(await gateway.app.get(AccessTokens, { strict: false }).countOfOtherKeys()).toBe(0);
    });

    await withKeys(common, { SECRET_KEY: second ?? '' }, async (gateway) => {
      expect((await call(gateway, before.key)).status).toBe(200);
      expect(upstream.requests.at(-1)?.headers['x-key']).toBe('the-secret-value');
      const late = await call(gateway, before.unused);
      expect([late.status, late.body['code']]).toEqual([401, 'unauthorized']);
      expect(await gateway.app.get(AccessTokens, { strict: false }).countOfOtherKeys()).toBe(1);
    });
  });
});
