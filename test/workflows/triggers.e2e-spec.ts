import { closeAfterAll } from '../support/closing.js';
import { createApp } from '../support/clients/sdk-apps.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { doing } from '../support/workflows/workflow-app.js';

const open = closeAfterAll();
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await open(startGateway());
  const greet = doing([{ say: { set: { hello: true } } }], { schedule: { cron: '0 7 * * *' } });
  await createApp(gateway, 'shop', { mcpServers: {}, workflows: { greet } });
});

const statusOf = async (method: string, path: string): Promise<number> =>
  (await gateway.fetch(`${path}?app=shop`, { method })).status;

describe('What begins workflows', () => {
  it('[interface] GET /api/sdk/workflows/{workflow}/schedule says when; POST pauses, resumes and runs it now', async () => {
    const schedule = '/api/sdk/workflows/greet/schedule';
    expect(await statusOf('GET', schedule)).toBe(200);
    expect(await statusOf('POST', `${schedule}/pause`)).toBe(200);
    expect(await statusOf('POST', `${schedule}/resume`)).toBe(200);
    expect(await statusOf('POST', `${schedule}/run-now`)).toBe(202);
  });

  it('[interface] POST /api/sdk/workflows/{workflow}/hooks makes a webhook; GET lists, DELETE removes it; POST /hooks/{secret} begins a run', async () => {
    const hooks = '/api/sdk/workflows/greet/hooks';
    const { body } = await gateway.json(`${hooks}?app=shop`, { body: {} });
    const { pathname } = new URL(String(body['url']));
    expect(await statusOf('POST', pathname)).toBe(202);
    expect(await statusOf('GET', hooks)).toBe(200);
    expect(await statusOf('DELETE', `${hooks}/${String(body['id'])}`)).toBe(204);
    expect(await statusOf('POST', pathname)).toBe(404);
  });

  it('[interface] POST /api/sdk/workflows/events sends an event to the runs of an app', async () => {
    const answer = await gateway.json('/api/sdk/workflows/events?app=shop', { body: { type: 'greeted' } });
    expect(answer).toMatchObject({ status: 202, body: { reached: [], began: [] } });
  });
});
