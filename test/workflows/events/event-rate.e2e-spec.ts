import { closeAfterEach } from '../../support/closing.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { createApp } from '../../support/clients/sdk-apps.js';
import { startGateway } from '../../support/gateway.js';
import { waitFor } from '../../support/wait-for.js';
import { doing, Workflows } from '../../support/workflows/workflow-app.js';

const open = closeAfterEach();

it('[events-emit-rate] begins no more runs by what runs emit than an account may begin in a minute', async () => {
  const gateway = await open(startGateway({ env: { EVENT_RUNS_PER_MINUTE: 5 } }));
  const ping = { type: 'ping', source: 'https://shop.example' };
  const emit = { emit: { event: { with: ping } } };
  const schedule = { on: { one: { with: { type: 'ping' } } } };
  const twice = doing([{ one: emit }, { two: emit }], { schedule });
  const app = new Workflows(await createApp(gateway, 'many', { mcpServers: {}, workflows: { twice } }));
  await app.client.json('/api/sdk/workflows/events', { body: { type: 'ping' } });
  const state = async () => (await app.client.json('/api/sdk/workflows/twice/schedule')).body;
  const begun = await waitFor('all to begin one or be skipped', async () => {
    const { runs } = (await app.get('/runs', '?workflow=twice')).body as { runs: Json[] };
    return (await state())['skipped'] === runs.length + 1 && runs.length;
  });
  expect(begun).toBeLessThanOrEqual(6);
  expect(await state()).toMatchObject({ problem: { code: 'rate-limited' } });
});
