import { AppsClient, personIn } from '../support/clients/apps-client.js';
import type { Json } from '../support/clients/gateway-client.js';
import { gatewayState, startGateway, type GatewayState, type TestGateway } from '../support/gateway.js';

const quota = 50_000;
const env = { ACCOUNT_AUDIT_BYTES: quota };

let state: GatewayState;
let gateway: TestGateway;

beforeAll(async () => {
  state = await gatewayState();
  gateway = await startGateway({ state, env });
});

afterAll(async () => {
  await gateway.close();
  await state.remove();
});

async function events(client: AppsClient, action: string): Promise<Json[]> {
  const { body } = await client.json(`/api/audit?action=${action}&limit=200`);
  return body['events'] as Json[];
}

async function rename(client: AppsClient, slug: string, times: number): Promise<void> {
  for (let count = 0; count < times; count++)
    await client.json(`/api/cli/apps/${slug}`, { method: 'PATCH', body: { name: `Name ${String(count)}` } });
}

it('[storage-audit] of an account over its quota sums up what one caller repeats, and keeps all that was written before', async () => {
  const owner = await personIn(gateway, 'flooded');
  const member = await personIn(gateway, owner.accountId, 'admin');
  const other = await personIn(gateway, 'beside');
  for (const client of [owner, other])
    await client.json('/api/cli/apps', { body: { name: 'Shop', slug: 'shop', config: {} } });
  await rename(member, 'shop', 60);
  await rename(member, 'shop', 40);
  await rename(other, 'shop', 5);
  const secret = { method: 'PUT', body: { value: 'hidden' } };
  await owner.json('/api/cli/apps/shop/secrets/TOKEN', secret);
  const singles = await events(owner, 'app.updated');
  expect([singles.length >= 60, singles.length < 100]).toEqual([true, true]);
  expect((await events(owner, 'app.created')).length).toBe(1);
  expect(await events(owner, 'secret.set')).toMatchObject([{ userId: owner.userId }]);
  expect((await events(other, 'app.updated')).length).toBe(5);
  const { url } = gateway;
  await gateway.close();
  gateway = await startGateway({ state, env });
  const again = new AppsClient(gateway.url, owner.token);
  expect(gateway.url).not.toBe(url);
  const all = await events(again, 'app.updated');
  const sums = all.filter(({ details }) => (details as Json)['repeated'] !== undefined);
  const repeated = sums.map(({ details }) => Number((details as Json)['repeated']));
  expect(sums).toMatchObject([{ userId: member.userId, details: { targets: [expect.any(String)] } }]);
  expect(all.length - sums.length + repeated.reduce((sum, count) => sum + count, 0)).toBe(100);
});
