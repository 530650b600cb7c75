import { AppsClient } from '../../../support/clients/apps-client.js';
import { closeAfterAll } from '../../../support/closing.js';
import { GatewayClient, type Json } from '../../../support/clients/gateway-client.js';
import { gatewayState, type GatewayState } from '../../../support/gateway.js';
import { spawnGateway, type GatewayProcess } from '../../../support/processes/gateway-process.js';
import { waitFor } from '../../../support/wait-for.js';
import { doing, Workflows } from '../../../support/workflows/workflow-app.js';

/** `KILLS=50` for the long form. */
const kills = Number(process.env['KILLS'] ?? 2);
const longestMs = 1500;
const everyMs = 1000;

const open = closeAfterAll();
let state: GatewayState;
let gateway: GatewayProcess;
let appKey = '';

const boot = async (): Promise<Workflows> => {
  gateway = await spawnGateway({ state, env: { WORKFLOW_WORKER_TIMEOUT_MS: '1000' } });
  return new Workflows(new GatewayClient((await gateway.ready()).url, appKey));
};

beforeAll(async () => {
  state = await gatewayState();
  await open(Promise.resolve({ close: () => state.remove() }));
  await boot();
  const operator = new AppsClient(gateway.client.url, state.token);
  const document = doing([{ a: { set: { done: true } } }], {
    schedule: { every: { seconds: 1 } },
    metadata: { schedule: { overlap: 'allow', catchUp: 'all' } },
  });
  await operator.newApp('shop', { mcpServers: {}, workflows: { tick: document } });
  appKey = (await operator.withKey('shop')).token;
});

afterAll(() => gateway.stop());

async function allRuns(workflows: Workflows): Promise<Json[]> {
  const runs: Json[] = [];
  let cursor = '';
  do {
    const { body } = await workflows.get('/runs', `?limit=200${cursor}`);
    runs.push(...(body['runs'] as Json[]));
    const next = body['nextCursor'] as string | undefined;
    cursor = next === undefined ? '' : `&cursor=${next}`;
  } while (cursor !== '');
  return runs;
}

describe('A schedule', () => {
  it(
    '[triggers-kill] loses no due time and doubles none when its process is killed at any moment, and every run ends',
    async () => {
      let workflows = new Workflows(new GatewayClient(gateway.client.url, appKey));
      for (let round = 0; round < kills; round++) {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * longestMs));
        await gateway.stop('SIGKILL');
        workflows = await boot();
      }
      await waitFor('what was missed to be made up for', async () => (await allRuns(workflows)).length > 1);
      const path = '/api/sdk/workflows/tick/schedule/pause';
      expect((await workflows.client.json(path, { method: 'POST' })).status).toBe(200);
      const runs = await waitFor(
        'all runs to end',
        async () => {
          const all = await allRuns(workflows);
          return all.every(({ status }) => status === 'completed') && all;
        },
        60_000,
      );
      const due = runs.map(({ startedBy }) => Date.parse(String((startedBy as Json)['dueAt']))).sort();
      expect(due.length).toBeGreaterThan(1);
      expect(due).toEqual(due.map((_, index) => (due[0] ?? 0) + index * everyMs));
    },
    60_000 + kills * 20_000,
  );
});
