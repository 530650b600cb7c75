import type { AppsClient } from '../support/clients/apps-client.js';
import type { Json } from '../support/clients/gateway-client.js';
import { closeAfterAll } from '../support/closing.js';
import { TwoTenants } from '../support/two-tenants.js';

const open = closeAfterAll();
let stage: TwoTenants;

beforeAll(async () => {
  stage = await TwoTenants.start(open);
});

describe('Two accounts with the same slugs on one stateful upstream', () => {
  it('[tenant-isolation] receive nothing of each other, whatever they ask for at the same time', async () => {
    const { own, foreign } = await stage.load(168);
    expect(foreign).toEqual([]);
    // All but those that have nothing to tell: an unknown tool, a first page, pings, empty lists.
    expect(own.filter((count) => count > 0).length).toBeGreaterThanOrEqual(20);
  });

  it('[tenant-isolation] can use neither ids nor cursors of each other', async () => {
    const [{ client: ana }, { client: bob }] = stage.tenants;
    const { body: app } = await bob.app('shop');
    const { body } = await bob.json('/api/servers');
    const foreign = (body['servers'] as Json[]).find(({ handle }) => handle === 'shop.own');
    for (const rest of ['', '/config', '/config?version=1', '/config/versions', '/secrets', '/keys'])
      expect(await ana.app(app['id'], rest)).toMatchObject({ status: 404, body: { code: 'app-not-found' } });
    expect(await ana.save(app['id'], {})).toMatchObject({ status: 404, body: { code: 'app-not-found' } });
    expect((await ana.setSecret(app['id'], 'X', 'y')).status).toBe(404);
    expect((await ana.app(app['id'], '', { method: 'DELETE' })).status).toBe(404);
    expect(await ana.call(String(foreign?.['id']), 'recall', {})).toMatchObject({
      status: 404,
      body: { code: 'server-not-found' },
    });
    for (const path of [
      '/api/servers',
      '/api/servers/shop.own/mcp/tools',
      '/api/cli/apps/shop/config/versions',
    ]) {
      if (path.endsWith('versions')) await bob.save('shop', { ...(await config(bob)), 'x-n': 1 });
      const page = await bob.json(`${path}?limit=1`);
      const cursor = String(page.body['nextCursor']);
      expect((await bob.json(`${path}?limit=1&cursor=${cursor}`)).status).toBe(200);
      expect(await ana.json(`${path}?limit=1&cursor=${cursor}`)).toMatchObject({
        status: 400,
        body: { code: 'invalid-cursor' },
      });
    }
  });

  it('[tenant-isolation] cannot answer from the validators of each other', async () => {
    const [{ client: ana }, { client: bob }] = stage.tenants;
    const { headers } = await bob.mcp('shop.own', 'tools');
    const asked = await ana.mcp('shop.own', 'tools', undefined, {
      headers: { 'if-none-match': String(headers.get('etag')) },
    });
    expect(asked.status).toBe(200);
  });
});

async function config(client: AppsClient): Promise<Json> {
  return (await client.app('shop', '/config')).body['config'] as Json;
}
