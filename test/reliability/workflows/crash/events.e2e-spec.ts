import { AppsClient } from '../../../support/clients/apps-client.js';
import { GatewayClient, type Json } from '../../../support/clients/gateway-client.js';
import { closeAfterAll } from '../../../support/closing.js';
import { gatewayState, type GatewayState } from '../../../support/gateway.js';
import { spawnGateway, type GatewayProcess } from '../../../support/processes/gateway-process.js';
import { ScriptedHttp } from '../../../support/upstreams/scripted-http.js';
import { waitFor } from '../../../support/wait-for.js';
import { countedWork, within } from '../../../support/workflows/counted-work.js';
import { call, doing, Workflows } from '../../../support/workflows/workflow-app.js';

/** A quarter of `KILLS`, because each kill also delays the events that arrive meanwhile. `KILLS=200` for the long form. */
const kills = Math.ceil(Number(process.env['KILLS'] ?? 8) / 4);
const perRound = 4;
const longestMs = 500;

const open = closeAfterAll();
/** How often the tool was called, by run and step. */
const called = new Map<string, number>();
let state: GatewayState;
let upstream: ScriptedHttp;
let gateway: GatewayProcess;
let appKey = '';

const emit = (type: string, data: Json): Json => ({
  emit: { event: { with: { source: 'https://shop.example', type, data } } },
});
const n = '${ $workflow.input[0].data.n }';

/** What asks emits, what answers is begun by that and emits the answer, for which the first one listens; each second begins one more of another kind. One run gathers all that is asked; both events together begin another. */
const documents = {
  asks: doing([
    { before: call('work') },
    { ask: emit('asked', { n: '${ $workflow.input.n }' }) },
    {
      wait: {
        listen: {
          to: {
            one: {
              with: { type: 'answered' },
              correlate: { n: { from: '${ data.n }', expect: '${ $workflow.input.n }' } },
            },
          },
        },
      },
    },
    { after: call('work', { n: '${ $[0].n }' }) },
  ]),
  answers: doing([{ work: call('work', { n }) }, { answer: emit('answered', { n }) }], {
    schedule: { on: { one: { with: { type: 'asked' } } } },
  }),
  gathers: doing([
    {
      each: {
        listen: { to: { any: [{ with: { type: 'asked' } }], until: '$count($) = $workflow.input.total' } },
        foreach: { do: [{ work: call('work', { n: '${ $item.n }' }) }], output: { as: '$.n' } },
      },
    },
  ]),
  pairs: doing([{ work: call('work', { n }) }, { last: { set: { n: '${ $workflow.input.data.n }' } } }], {
    schedule: {
      on: {
        all: ['asked', 'answered'].map((type) => ({
          with: { type },
          correlate: { n: { from: '${ data.n }' } },
        })),
      },
    },
  }),
  ticks: doing([{ tell: emit('ticked', { n: '${ $workflow.id }' }) }], {
    schedule: { every: { seconds: 1 } },
    metadata: { schedule: { overlap: 'allow', catchUp: 'all' } },
  }),
  ticked: doing([{ work: call('work', { n }) }], { schedule: { on: { one: { with: { type: 'ticked' } } } } }),
};

async function boot(): Promise<Workflows> {
  gateway = await spawnGateway({
    state,
    mcpServers: { one: { url: upstream.url } },
    env: { WORKFLOW_WORKER_TIMEOUT_MS: '1000', RUN_RECOVERIES: '1000' },
  });
  return new Workflows(new GatewayClient((await gateway.ready()).url, appKey));
}

beforeAll(async () => {
  state = await gatewayState();
  await open(Promise.resolve({ close: () => state.remove() }));
  upstream = await open(ScriptedHttp.start([countedWork(called)]));
  await boot();
  const operator = new AppsClient(gateway.client.url, state.token);
  await operator.newApp('shop', { mcpServers: { one: { use: 'one' } }, workflows: documents });
  appKey = (await operator.withKey('shop')).token;
});

afterAll(() => gateway.stop());

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
  for (const { at, called: then } of killed)
    for (const { step, kind, at: ended } of ends) {
      if (kind !== 'call' || Date.parse(String(ended)) >= at) continue;
      const key = `${id} ${String(step)}`;
      expect([key, called.get(key)]).toEqual([key, then.get(key)]);
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

/** All runs of a workflow, once they are so many and have come to their ends. */
const ended = (workflows: Workflows, workflow: string, count: number): Promise<Json[]> =>
  waitFor(
    `${String(count)} runs of ${workflow} to end`,
    async () => {
      const runs = await runsOf(workflows, workflow);
      return runs.length >= count && runs.every(({ status }) => status === 'completed') && runs;
    },
    60_000,
  );

describe('Events', () => {
  it(
    '[events-kill] reach what waits and begin what they begin once each when their process is killed at any moment, and no finished step is repeated',
    async () => {
      const asked: string[] = [];
      const killed: Kill[] = [];
      let workflows = new Workflows(new GatewayClient(gateway.client.url, appKey));
      const gathers = await workflows.start('gathers', { total: kills * perRound });
      for (let round = 0; round < kills; round++) {
        for (let index = 0; index < perRound; index++)
          asked.push(await workflows.start('asks', { n: asked.length }));
        await within(longestMs);
        killed.push(await kill());
        workflows = await boot();
      }
      for (const [index, id] of asked.entries()) {
        expect(await workflows.reaches(id, 'completed', 60_000)).toMatchObject({ output: { n: index } });
        await check(workflows, id, killed);
      }
      const answers = await ended(workflows, 'answers', asked.length);
      expect(answers).toHaveLength(asked.length);
      for (const { runId } of answers) await check(workflows, String(runId), killed);
      const all = asked.map((_, index) => index);
      const { output: gathered } = await workflows.reaches(gathers, 'completed', 60_000);
      expect((gathered as number[]).toSorted((one, other) => one - other)).toEqual(all);
      await check(workflows, gathers, killed);
      const pairs = await ended(workflows, 'pairs', asked.length);
      const paired = await Promise.all(pairs.map(({ runId }) => workflows.run(String(runId))));
      const found = paired.map(({ output }) => (output as { n: number[] }).n);
      expect(found.toSorted(([one = 0], [other = 0]) => one - other)).toEqual(all.map((one) => [one, one]));
      for (const { runId } of pairs) await check(workflows, String(runId), killed);
      await workflows.client.json('/api/sdk/workflows/ticks/schedule/pause', { method: 'POST' });
      const ticks = await ended(workflows, 'ticks', 1);
      const ticked = await ended(workflows, 'ticked', ticks.length);
      const inputs = await Promise.all(ticked.map(({ runId }) => workflows.run(String(runId))));
      const told = inputs.map(({ input }) => ((input as Json[])[0]?.['data'] as Json)['n']);
      expect(told.sort()).toEqual(ticks.map(({ runId }) => runId).sort());
    },
    150_000 + kills * 25_000,
  );
});
