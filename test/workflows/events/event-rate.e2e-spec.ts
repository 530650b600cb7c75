import { closeAfterEach } from '../../support/closing.js';
import { createApp } from '../../support/clients/sdk-apps.js';
import { startGateway } from '../../support/gateway.js';
import { waitFor } from '../../support/wait-for.js';
import { doing, Workflows } from '../../support/workflows/workflow-app.js';

const open = closeAfterEach();

it('[events-emit-rate] begins no more runs by what runs emit than an account may begin in a minute', async () => {
  const gateway = await open(startGateway({ env: { EVENT_RUNS_PER_MINUTE: 5 } }));
  const emit = { emit: { event: { with: { type: 'ping', source: 'https://shop.example' } } } };
  const schedule = { on: { one: { with: { type: 'ping' } } } };
  const twice = doing([{ one: emit }, { two: emit }], { schedule });
  const app = new Workflows(await createApp(gateway, 'many', { mcpServers: {}, workflows: { twice } }));
  await app.client.json('/api/sdk/workflows/events', { body: { type: 'ping' } });
  const state = await waitFor('all events to be handed out', async () => {
    const { body } = await app.client.json('/api/sdk/workflows/twice/schedule');
    return Number(body['skipped']) >= 7 && body;
  });
  // The first begins one run, and of the two events that each emits five begin one.
  expect(state).toMatchObject({ skipped: 7, problem: { code: 'rate-limited' } });
  expect((await app.get('/runs', '?workflow=twice')).body['runs']).toHaveLength(6);
});
