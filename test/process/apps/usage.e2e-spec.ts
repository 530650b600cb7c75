import type { GatewayClient, Json } from '../../support/clients/gateway-client.js';
import { closeAfterEach } from '../../support/closing.js';
import { gatewayState } from '../../support/gateway.js';
import { spawnGateway } from '../../support/processes/gateway-process.js';
import { echo, ScriptedHttp } from '../../support/upstreams/scripted-http.js';

const open = closeAfterEach();

it('[usage-durable] survives kill -9 up to asOf, and SIGTERM loses nothing', async () => {
  const upstream = await open(ScriptedHttp.start([echo]));
  const mcpServers = { one: { url: upstream.url } };
  const state = await gatewayState({ isEmpty: true });
  await open({ close: () => state.remove() });
  const start = async () => {
    const gateway = await spawnGateway({ state, mcpServers });
    await open({ close: () => gateway.stop('SIGKILL').then(() => undefined) });
    return { gateway, client: await gateway.ready() };
  };
  const sum = async (client: GatewayClient) => {
    const { body } = await client.json('/api/usage?by=server');
    return Number((body['rows'] as Json[])[0]?.['calls'] ?? 0);
  };
  const first = await start();
  for (let i = 0; i < 5; i++) await first.client.call('one', 'echo');
  expect(await sum(first.client)).toBe(5);
  await first.gateway.stop('SIGKILL');
  const second = await start();
  expect(await sum(second.client)).toBe(5);
  for (let i = 0; i < 5; i++)
    await second.client.call('one', 'echo', {}, {}, { headers: { 'x-request-id': `late-${String(i)}` } });
  await second.gateway.stop('SIGTERM');
  const { client } = await start();
  expect(await sum(client)).toBe(10);
  const { body } = await client.json('/api/calls?limit=200&to=2100-01-01');
  const ids = (body['calls'] as Json[]).map(({ requestId }) => requestId);
  expect(ids).toEqual(expect.arrayContaining(['late-4', 'late-0']));
});
