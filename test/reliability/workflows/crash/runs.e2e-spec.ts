import { AppsClient } from '../../../support/clients/apps-client.js';
import { spawnGateway, type GatewayProcess } from '../../../support/processes/gateway-process.js';
import { gatewayState, type GatewayState } from '../../../support/gateway.js';
import { GatewayClient, type Json } from '../../../support/clients/gateway-client.js';
import { text, type Behaviour } from '../../../support/upstreams/behaviours.js';
import { ScriptedHttp, tool } from '../../../support/upstreams/scripted-http.js';
import { waitFor } from '../../../support/wait-for.js';
import { documents } from '../../../support/workflows/crash-documents.js';
import { Workflows } from '../../../support/workflows/workflow-app.js';

/** How often the test kills the gateway; `KILLS=200` for the long form. */
const kills = Number(process.env['KILLS'] ?? 2);
const runsPerRound = 3;
const longestMs = 400;
/** Where kills come faster than runs end, more of them would only queue. */
const mostRunning = 8;

const again = { annotations: { idempotentHint: true } };
const once = { annotations: { idempotentHint: false } };

/** Calls by run and step, in their order. */
const calls = new Map<string, number>();
const keyOf = (meta: Json | undefined) =>
  `${String(meta?.['gantry/workflow-run'])} ${String(meta?.['gantry/workflow-step'])}`;

const counted =
  (answer: Behaviour): Behaviour =>
  async (exchange) => {
    const key = keyOf(exchange.params['_meta'] as Json);
    calls.set(key, (calls.get(key) ?? 0) + 1);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
    if (!exchange.res.destroyed) await answer(exchange);
  };

const failedOnce = new Set<string>();
const flaky: Behaviour = (exchange) => {
  const run = String((exchange.params['_meta'] as Json)['gantry/workflow-run']);
  if (failedOnce.has(run)) exchange.result(text('"well"'));
  else {
    failedOnce.add(run);
    exchange.result({
      content: [],
      structuredContent: { type: 'urn:busy', status: 503, title: 'Busy' },
      isError: true,
    });
  }
};

let state: GatewayState;
let upstream: ScriptedHttp;
let gateway: GatewayProcess;
let workflows: Workflows;
/** Calls of `pay` that wait for `release`. */
let held: (() => void)[] = [];
let appKey = '';

async function boot(): Promise<void> {
  gateway = await spawnGateway({
    state,
    mcpServers: { one: { url: upstream.url }, narrow: { url: upstream.url, maxConcurrency: 1 } },
    // On Postgres the one that died is missed only after this time. Kills may come faster than runs get on.
    env: { WORKFLOW_WORKER_TIMEOUT_MS: '1000', RUN_RECOVERIES: '1000' },
  });
  workflows = new Workflows(new GatewayClient((await gateway.ready()).url, appKey));
}

/** Makes the app; its key is good for all the gateways that follow. */
async function makeApp(): Promise<void> {
  const operator = new AppsClient(gateway.client.url, state.token);
  await operator.newApp('shop', {
    mcpServers: { one: { use: 'one' }, narrow: { use: 'narrow' } },
    workflows: documents,
  });
  appKey = (await operator.withKey('shop')).token;
  workflows = new Workflows(new GatewayClient(operator.url, appKey));
}

beforeAll(async () => {
  state = await gatewayState();
  const pay: Behaviour = async (exchange) => {
    const key = keyOf(exchange.params['_meta'] as Json);
    calls.set(key, (calls.get(key) ?? 0) + 1);
    await new Promise<void>((resolve) => held.push(resolve));
    if (!exchange.res.destroyed) exchange.result(text('"paid"'));
  };
  upstream = await ScriptedHttp.start([
    tool(
      'work',
      counted((exchange) => {
        exchange.result({ content: [], structuredContent: { ok: 1 } });
      }),
      again,
    ),
    tool('flaky', counted(flaky), again),
    tool('pay', pay, once),
  ]);
  await boot();
  await makeApp();
});

afterAll(async () => {
  release();
  await gateway.stop();
  await upstream.close();
  await state.remove();
});

function release(): void {
  for (const resume of held) resume();
  held = [];
}

/** How often a run has called `pay`. */
function payments(id: string): number {
  return [...calls].reduce(
    (sum, [key, count]) => sum + (/^(\S+) .*\bpay$/.exec(key)?.[1] === id ? count : 0),
    0,
  );
}

/** Says what the run `all` waits for in a branch, where it may have left memory meanwhile. */
async function answer(id: string): Promise<void> {
  await workflows.post(id, 'signals/go');
}

/** Whether the run `all` has the approval that it waits for after its branches. */
async function isApproved(id: string): Promise<boolean> {
  const { status, body } = await workflows.post(id, 'signals/approval');
  return status === 202 || body['code'] === 'run-ended';
}

async function unapproved(ids: readonly string[]): Promise<string[]> {
  const left: string[] = [];
  for (const id of ids) if (!(await isApproved(id))) left.push(id);
  return left;
}

async function runningCount(): Promise<number> {
  return ((await workflows.get('/runs', '?status=running')).body['runs'] as Json[]).length;
}

interface Kill {
  readonly at: number;
  readonly calls: ReadonlyMap<string, number>;
}

async function kill(): Promise<Kill> {
  const died = gateway.stop('SIGKILL');
  const at = Date.now();
  await died;
  return { at, calls: new Map(calls) };
}

/** Its children, which there are once each, with theirs. */
async function family(id: string): Promise<string[]> {
  const { children, attempt } = await workflows.run(id);
  const steps = (children as Json[]).map(({ step }) => step);
  expect([id, new Set(steps).size, attempt]).toEqual([id, steps.length, 1]);
  const ids = (children as Json[]).map(({ runId }) => String(runId));
  return [...ids, ...(await Promise.all(ids.map(family))).flat()];
}

/** Steps that were finished before a kill were never called again. */
async function check(id: string, killed: readonly Kill[]): Promise<void> {
  const reader = await workflows.events(id);
  await reader.done;
  const ends = reader.named('step.completed').map(({ data }) => data as Json);
  const keys = ends.map(({ step }) => step);
  expect(new Set(keys).size).toBe(keys.length);
  for (const { at, calls: then } of killed)
    for (const { step, kind, at: ended } of ends) {
      if (kind !== 'call' || Date.parse(String(ended)) >= at) continue;
      const called = `${id} ${String(step)}`;
      expect([called, calls.get(called)]).toEqual([called, then.get(called)]);
    }
}

describe('A run', () => {
  it(
    '[workflow-kill9] is finished after SIGKILL at any moment, and never repeats a step that was finished',
    async () => {
      const runs: string[] = [];
      let waiting: string[] = [];
      const killed: Kill[] = [];
      for (let round = 0; round < kills; round++) {
        await waitFor('the crowd to get smaller', async () => (await runningCount()) <= mostRunning);
        for (let n = 0; n < runsPerRound; n++) {
          const id = await workflows.start('all');
          runs.push(id);
          if (n > 0) await answer(id);
        }
        waiting = await unapproved([...waiting, ...runs.slice(-runsPerRound)]);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * longestMs));
        killed.push(await kill());
        await boot();
        for (const [index, id] of runs.entries())
          if (index % runsPerRound === 0 && index >= runs.length - runsPerRound * 2) await answer(id);
      }
      for (const id of waiting) await waitFor(`${id} to be approved`, () => isApproved(id));
      for (const id of runs) {
        const run = await workflows.reaches(id, 'completed');
        expect(run['output']).toEqual({ done: true });
        await check(id, killed);
        const children = await family(id);
        expect(children).toHaveLength(4);
        for (const one of children) {
          await workflows.reaches(one, 'completed');
          await check(one, killed);
        }
      }
    },
    120_000 + kills * 30_000,
  );

  it('[workflow-drain] is put aside at SIGTERM once its step has ended, and goes on after the start', async () => {
    const id = await workflows.start('bare');
    await waitFor('the call', () => payments(id) === 1);
    const stopped = gateway.stop('SIGTERM');
    setTimeout(release, 100);
    expect(await stopped).toBe(0);
    await boot();
    expect(await workflows.reaches(id, 'completed')).toMatchObject({ output: 'paid' });
    expect(payments(id)).toBe(1);
  });
});

describe('A run that a SIGKILL interrupts in a call', () => {
  const uncertain = '/problems/uncertain';
  const depthKey = 'gantry/workflow-depth';
  const started = { caught: '', bare: '', first: '', second: '', deep: '' };

  const runAt = (depth: number) =>
    workflows.client.json('/api/sdk/tools/call', {
      body: { name: 'workflow__deep', arguments: {}, timeoutMs: 1, _meta: { [depthKey]: depth } },
    });

  beforeAll(async () => {
    started.caught = await workflows.start('once');
    started.bare = await workflows.start('bare');
    started.first = await workflows.start('narrow');
    for (const id of [started.caught, started.bare, started.first])
      await waitFor('the call', () => payments(id) === 1);
    started.second = await workflows.start('narrow');
    await workflows.reachesStep(started.second, 'pay', 'running');
    started.deep = String(((await runAt(9)).body['structuredContent'] as Json)['runId']);
    await workflows.reachesStep(started.deep, 'ask', 'waiting');
    await kill();
    held = [];
    await boot();
  });

  it('[workflow-uncertain] does not repeat a call that may have had its effect; documents can catch that, people retry it', async () => {
    const { caught, bare } = started;
    expect(await workflows.reaches(caught, 'completed')).toMatchObject({
      output: { code: 500, type: uncertain },
    });
    expect(await workflows.reaches(bare, 'failed')).toMatchObject({
      error: { type: uncertain, tool: 'pay@one' },
    });
    expect([payments(caught), payments(bare)]).toEqual([1, 1]);
    await workflows.post(bare, 'retry');
    await waitFor('the call', () => payments(bare) === 2);
    release();
    expect(await workflows.reaches(bare, 'completed')).toMatchObject({ output: 'paid' });
  });

  it('[workflow-not-left] calls after SIGKILL what had not left its server’s line, and not what had', async () => {
    const { first, second } = started;
    expect(await workflows.reaches(first, 'failed')).toMatchObject({ error: { code: 'uncertain' } });
    await waitFor('the other call', () => payments(second) === 1);
    release();
    expect(await workflows.reaches(second, 'completed')).toMatchObject({ output: 'paid' });
    expect([payments(first), payments(second)]).toEqual([1, 1]);
    const events = await workflows.events(second);
    await events.done;
    expect(events.named('step.completed').map(({ data }) => (data as Json)['step'])).toEqual([
      'do/count',
      'do/pay',
    ]);
  });

  it('[workflow-depth] knows after SIGKILL how deep it is in runs that started one another', async () => {
    const { deep } = started;
    await workflows.post(deep, 'signals/go');
    await workflows.reaches(deep, 'completed');
    const metas = upstream.of('tools/call').map(({ rpc }) => rpc?.params['_meta'] as Json);
    const own = metas.filter((meta) => meta['gantry/workflow-run'] === deep);
    expect(own).toMatchObject([{ [depthKey]: 10 }]);
    expect((await runAt(10)).body).toMatchObject({ code: 'recursion-too-deep' });
  });
});
