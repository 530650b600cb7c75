import type { Json } from '../support/clients/gateway-client.js';
import { createApp, type TestApp } from '../support/clients/sdk-apps.js';
import { closeAfterAll } from '../support/closing.js';
import type { TestGateway } from '../support/gateway.js';
import { startReplicas } from '../support/processes/replicas.js';
import { doing, listen, Workflows } from '../support/workflows/workflow-app.js';

const open = closeAfterAll();
let gateways: TestGateway[];
let app: TestApp;

beforeAll(async () => {
  gateways = await startReplicas(open, 2, { env: { MAX_WEBHOOKS: 3, MAX_SIGNALS: 3 } });
  app = await createApp(gateways[0] as TestGateway, 'shop', {
    mcpServers: {},
    workflows: { waits: doing([{ ask: listen('approval') }]) },
  });
});

/** The statuses of so many requests at once, at both processes by turns. */
async function atOnce(count: number, ask: (gateway: TestGateway) => Promise<{ status: number }>) {
  const answers = Array.from({ length: count }, (_, at) => ask(gateways[at % 2] as TestGateway));
  return (await Promise.all(answers)).map(({ status }) => status).sort();
}

describe('What is asked for at once at two processes', () => {
  it('[limits-at-once] makes no more webhooks than MAX_WEBHOOKS', async () => {
    const path = '/api/sdk/workflows/waits/hooks?app=shop';
    const statuses = await atOnce(12, (gateway) => gateway.json(path, { body: {} }));
    expect(statuses).toEqual([...Array<number>(3).fill(201), ...Array<number>(9).fill(409)]);
  });

  it('[limits-at-once] sends a run no more signals than MAX_SIGNALS', async () => {
    const runs = new Workflows(app);
    const id = await runs.start('waits');
    await runs.reaches(id, 'waiting');
    const path = `/api/sdk/workflows/runs/${id}/signals/other?app=shop`;
    const statuses = await atOnce(12, (gateway) => gateway.json(path, { body: {} }));
    expect(statuses).toEqual([...Array<number>(3).fill(202), ...Array<number>(9).fill(409)]);
    await runs.post(id, 'cancel');
  });

  it('[limits-at-once] leaves one invitation of an address open', async () => {
    const body = { email: 'new@example.com', role: 'member' };
    const statuses = await atOnce(8, (gateway) => gateway.json('/api/cli/invitations', { body }));
    expect(new Set(statuses)).toEqual(new Set([201]));
    const { body: list } = await (gateways[0] as TestGateway).json('/api/cli/invitations');
    expect((list['invitations'] as Json[]).map(({ email }) => email)).toEqual(['new@example.com']);
  });
});
