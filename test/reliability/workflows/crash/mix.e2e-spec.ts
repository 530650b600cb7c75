import { decide, inboxOf } from '../../../support/clients/approvals.js';
import { AppsClient } from '../../../support/clients/apps-client.js';
import { GatewayClient, type Json } from '../../../support/clients/gateway-client.js';
import { closeAfterAll } from '../../../support/closing.js';
import { gatewayState, type GatewayState } from '../../../support/gateway.js';
import { spawnGateway, type GatewayProcess } from '../../../support/processes/gateway-process.js';
import { ScriptedApi } from '../../../support/upstreams/scripted-api.js';
import { ScriptedHttp } from '../../../support/upstreams/scripted-http.js';
import { waitFor } from '../../../support/wait-for.js';
import { countedWork, within } from '../../../support/workflows/counted-work.js';
import { call, doing, Workflows } from '../../../support/workflows/workflow-app.js';

/** A quarter of `KILLS`, because each kill also delays what arrives meanwhile. `KILLS=200` for the long form. */
const kills = Math.ceil(Number(process.env['KILLS'] ?? 8) / 4);
const perRound = 2;
/** Long enough for what a process left to be taken up by the next one, at times. */
const longestMs = 2500;
const quicklyMs = 500;
const everyMs = 1000;

const open = closeAfterAll();
/** How often something was called, by run and step. */
const called = new Map<string, number>();
let state: GatewayState;
let upstream: ScriptedHttp;
let api: ScriptedApi;
let gateway: GatewayProcess;
let appKey = '';
let hookPath = '';

const n = '${ $workflow.input[0].data.n }';
const emit = (type: string, n: string): Json => ({
  emit: { event: { with: { source: 'https://shop.example', type, data: { n } } } },
});

/** An order comes by a webhook, asks an API, has a part done by a child, tells what follows it and waits for that, and pays when somebody approves; a schedule works beside. */
function documents(): Json {
  const answered = {
    with: { type: 'followed' },
    correlate: { n: { from: '${ data.n }', expect: '${ $workflow.input.n }' } },
  };
  return {
    order: doing([
      { first: call('work', { n: '${ n }' }) },
      {
        look: {
          call: 'http',
          with: { method: 'get', endpoint: `${api.origin}/stock`, query: { run: '${ $workflow.id }' } },
        },
      },
      { child: { run: { workflow: { name: 'part', input: { n: '${ $workflow.input.n }' } } } } },
      { tell: emit('ordered', '${ $workflow.input.n }') },
      { heard: { listen: { to: { one: answered } } } },
      { pay: call('pay', { n: '${ $[0].n }' }) },
    ]),
    part: doing([{ one: call('work', { n: '${ n }' }) }, { two: call('work', { n: '${ n }' }) }]),
    follow: doing([{ work: call('work', { n }) }, { answer: emit('followed', n) }], {
      schedule: { on: { one: { with: { type: 'ordered' } } } },
    }),
    tick: doing([{ work: call('work') }], {
      schedule: { every: { seconds: 1 } },
      metadata: { schedule: { overlap: 'allow', catchUp: 'all' } },
    }),
  };
}

async function boot(): Promise<Workflows> {
  gateway = await spawnGateway({
    state,
    mcpServers: { one: { url: upstream.url }, stock: { openapi: `${api.origin}/openapi.json` } },
    env: { WORKFLOW_WORKER_TIMEOUT_MS: '1000', RUN_RECOVERIES: '1000', WEBHOOKS_PER_MINUTE: '100000' },
  });
  return new Workflows(new GatewayClient((await gateway.ready()).url, appKey));
}

beforeAll(async () => {
  state = await gatewayState();
  await open(Promise.resolve({ close: () => state.remove() }));
  upstream = await open(ScriptedHttp.start([countedWork(called), countedWork(called, 'pay')]));
  api = await open(ScriptedApi.start());
  const parameters = [{ name: 'run', in: 'query', schema: { type: 'string' } }];
  api.put('/openapi.json', {
    openapi: '3.0.3',
    info: { title: 'Stock', version: '1' },
    paths: { '/stock': { get: { operationId: 'look', parameters } } },
  });
  api.onRequest = ({ target, method }) => {
    const run = new URL(target, api.origin).searchParams.get('run');
    const key = `${String(run)} do/look`;
    if (method === 'GET') called.set(key, (called.get(key) ?? 0) + 1);
  };
  await boot();
  const operator = new AppsClient(gateway.client.url, state.token);
  await operator.newApp('shop', {
    ...{ mcpServers: { one: { use: 'one' }, stock: { use: 'stock' } }, workflows: documents() },
    policies: { requireApproval: ['one__pay'] },
  });
  appKey = (await operator.withKey('shop')).token;
  const made = await operator.json('/api/sdk/workflows/order/hooks?app=shop', { body: {} });
  hookPath = new URL(String(made.body['url'])).pathname;
});

afterAll(() => gateway.stop());

const operatorNow = () => new GatewayClient(gateway.client.url, state.token);

/** Sends a delivery until it is taken, as services do, to whichever process is there; the id of the run. */
function deliver(number: number): Promise<string> {
  return waitFor(
    `delivery ${String(number)} to be taken`,
    async () => {
      // The process that was spoken to may be gone, or the next not there yet.
      const answer = await send(number).catch(() => undefined);
      return answer?.status === 202 && String(((await answer.json()) as Json)['runId']);
    },
    60_000,
  );
}

async function send(number: number): Promise<Response> {
  return fetch(`${gateway.client.url}${hookPath}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'webhook-id': `msg_${String(number)}` },
    body: JSON.stringify({ n: number }),
  });
}

/** Approves what waits; what is decided while the process dies is decided again. */
async function approve(): Promise<void> {
  try {
    for (const { id } of await inboxOf(operatorNow()))
      await decide(operatorNow(), { id: String(id) }, 'approve');
  } catch {
    // The process that was spoken to is gone.
  }
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

/** Steps that were finished before a kill were never called again, and none ended twice. */
async function check(workflows: Workflows, id: string, killed: readonly Kill[]): Promise<void> {
  const reader = await workflows.events(id);
  await reader.done;
  const ends = reader.named('step.completed').map(({ data }) => data as Json);
  expect(new Set(ends.map(({ step }) => step)).size).toBe(ends.length);
  for (const { step, kind, at: ended } of ends) {
    if (kind !== 'call') continue;
    const key = `${id} ${String(step)}`;
    expect(called.get(key)).toBeGreaterThan(0);
    for (const { at, called: then } of killed)
      if (Date.parse(String(ended)) < at) expect([key, called.get(key)]).toEqual([key, then.get(key)]);
  }
}

async function runsOf(workflows: Workflows, workflow: string): Promise<Json[]> {
  const runs: Json[] = [];
  let cursor = '';
  do {
    const { body } = await workflows.get('/runs', `?limit=200&workflow=${workflow}${cursor}`);
    runs.push(...(body['runs'] as Json[]));
    const next = body['nextCursor'] as string | undefined;
    cursor = next === undefined ? '' : `&cursor=${next}`;
  } while (cursor !== '');
  return runs;
}

/** All runs of a workflow, once all have come to their ends. */
const ended = (workflows: Workflows, workflow: string): Promise<Json[]> =>
  waitFor(
    `the runs of ${workflow} to end`,
    async () => {
      await approve();
      const runs = await runsOf(workflows, workflow);
      return runs.every(({ status }) => status === 'completed') && runs;
    },
    180_000,
  );

describe('All that runs begin by and wait for', () => {
  it(
    '[workflow-mix-kill] at once: when the process is killed at any moment, no finished step is repeated, and no delivery, due time, event, child or approval is lost or doubled',
    async () => {
      const orders: string[] = [];
      const killed: Kill[] = [];
      let workflows = new Workflows(new GatewayClient(gateway.client.url, appKey));
      for (let round = 0; round < kills; round++) {
        const numbers = Array.from({ length: perRound }, (_, index) => round * perRound + index);
        const sent = Promise.all(numbers.map((number) => within(quicklyMs).then(() => deliver(number))));
        const approving = within(longestMs).then(approve);
        await within(longestMs);
        killed.push(await kill());
        workflows = await boot();
        orders.push(...(await sent));
        await approving;
      }
      expect(
        (await workflows.client.json('/api/sdk/workflows/tick/schedule/pause', { method: 'POST' })).status,
      ).toBe(200);
      const runs = {
        order: await ended(workflows, 'order'),
        part: await ended(workflows, 'part'),
        follow: await ended(workflows, 'follow'),
        tick: await ended(workflows, 'tick'),
      };
      expect(runs.order.map(({ runId }) => String(runId)).sort()).toEqual([...orders].sort());
      for (const [number, id] of orders.entries())
        expect(await workflows.run(id)).toMatchObject({
          output: { n: number },
          startedBy: { delivery: `msg_${String(number)}` },
        });
      expect(runs.part).toHaveLength(orders.length);
      expect(runs.follow).toHaveLength(orders.length);
      const due = runs.tick.map(({ startedBy }) => Date.parse(String((startedBy as Json)['dueAt']))).sort();
      expect(due.length).toBeGreaterThan(1);
      expect(due).toEqual(due.map((_, index) => (due[0] ?? 0) + index * everyMs));
      for (const { runId } of Object.values(runs).flat()) await check(workflows, String(runId), killed);
    },
    120_000 + kills * 30_000,
  );
});
