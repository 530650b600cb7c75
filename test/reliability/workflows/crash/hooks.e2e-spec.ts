import { AppsClient } from '../../../support/clients/apps-client.js';
import { GatewayClient, type Json } from '../../../support/clients/gateway-client.js';
import { closeAfterAll } from '../../../support/closing.js';
import { gatewayState, type GatewayState } from '../../../support/gateway.js';
import { spawnGateway, type GatewayProcess } from '../../../support/processes/gateway-process.js';
import { ScriptedHttp } from '../../../support/upstreams/scripted-http.js';
import { waitFor } from '../../../support/wait-for.js';
import { countedWork, within } from '../../../support/workflows/counted-work.js';
import { call, doing, Workflows } from '../../../support/workflows/workflow-app.js';

/** `KILLS=50` for the long form. */
const kills = Number(process.env['KILLS'] ?? 2);
const perRound = 6;
const longestMs = 250;

const open = closeAfterAll();
/** How often the tool was called, by run and step. */
const called = new Map<string, number>();
let state: GatewayState;
let upstream: ScriptedHttp;
let gateway: GatewayProcess;
let appKey = '';
let hookPath = '';

const document = doing([
  { first: call('work', { n: '${ n }' }) },
  { second: call('work', { n: '${ $steps.first.n }' }) },
]);

async function boot(): Promise<Workflows> {
  gateway = await spawnGateway({
    state,
    mcpServers: { one: { url: upstream.url } },
    env: { WORKFLOW_WORKER_TIMEOUT_MS: '1000', RUN_RECOVERIES: '1000', WEBHOOKS_PER_MINUTE: '100000' },
  });
  return new Workflows(new GatewayClient((await gateway.ready()).url, appKey));
}

beforeAll(async () => {
  state = await gatewayState();
  await open(Promise.resolve({ close: () => state.remove() }));
  upstream = await open(ScriptedHttp.start([countedWork(called)]));
  await boot();
  const operator = new AppsClient(gateway.client.url, state.token);
  await operator.newApp('shop', { mcpServers: { one: { use: 'one' } }, workflows: { order: document } });
  appKey = (await operator.withKey('shop')).token;
  const made = await operator.json('/api/sdk/workflows/order/hooks?app=shop', { body: {} });
  hookPath = new URL(String(made.body['url'])).pathname;
});

afterAll(() => gateway.stop());

/** Sends a delivery until it is taken, as services do, to whichever process is there; the id of the run. */
function deliver(n: number): Promise<string> {
  return waitFor(`delivery ${String(n)} to be taken`, async () => {
    // The process that was spoken to may be gone, or the next not there yet.
    const answer = await send(n).catch(() => undefined);
    if (answer === undefined || answer.status >= 500) return false;
    expect(answer).toMatchObject({ status: 202, body: { runId: expect.any(String) as string } });
    return String(answer.body['runId']);
  });
}

async function send(n: number): Promise<{ status: number; body: Json }> {
  const response = await fetch(`${gateway.client.url}${hookPath}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'webhook-id': `msg_${String(n)}` },
    body: JSON.stringify({ n }),
  });
  return { status: response.status, body: (await response.json()) as Json };
}

interface Kill {
  readonly at: number;
  readonly called: ReadonlyMap<string, number>;
}

async function kill(): Promise<Kill> {
  const died = gateway.stop('SIGKILL');
  const at = Date.now();
  await died;
  return { at, called: new Map(called) };
}

/** Steps that were finished before a kill were never called again. */
async function check(workflows: Workflows, id: string, killed: readonly Kill[]): Promise<void> {
  const reader = await workflows.events(id);
  await reader.done;
  const ends = reader.named('step.completed').map(({ data }) => data as Json);
  expect(ends.map(({ step }) => step)).toEqual(['do/first', 'do/second']);
  for (const { at, called: then } of killed)
    for (const { step, at: ended } of ends) {
      if (Date.parse(String(ended)) >= at) continue;
      const key = `${id} ${String(step)}`;
      expect([key, called.get(key)]).toEqual([key, then.get(key)]);
    }
}

/** Ids of all runs. */
async function allRuns(workflows: Workflows): Promise<string[]> {
  const ids: string[] = [];
  let cursor = '';
  do {
    const { body } = await workflows.get('/runs', `?limit=200${cursor}`);
    ids.push(...(body['runs'] as Json[]).map(({ runId }) => String(runId)));
    const next = body['nextCursor'] as string | undefined;
    cursor = next === undefined ? '' : `&cursor=${next}`;
  } while (cursor !== '');
  return ids;
}

describe('A webhook', () => {
  it(
    '[triggers-hook-kill] begins one run for each delivery when its process is killed at any moment, and no finished step is repeated',
    async () => {
      const runs: string[] = [];
      const killed: Kill[] = [];
      let workflows = new Workflows(new GatewayClient(gateway.client.url, appKey));
      for (let round = 0; round < kills; round++) {
        const numbers = Array.from({ length: perRound }, (_, index) => round * perRound + index);
        const sent = Promise.all(numbers.map((n) => within(longestMs).then(() => deliver(n))));
        await within(longestMs);
        killed.push(await kill());
        workflows = await boot();
        runs.push(...(await sent));
      }
      for (const [n, id] of runs.entries()) {
        expect(await deliver(n)).toBe(id);
        expect(await workflows.reaches(id, 'completed')).toMatchObject({
          output: { n },
          startedBy: { kind: 'webhook', delivery: `msg_${String(n)}` },
        });
        await check(workflows, id, killed);
      }
      expect(runs).toHaveLength(kills * perRound);
      expect((await allRuns(workflows)).sort()).toEqual([...runs].sort());
    },
    60_000 + kills * 20_000,
  );
});
