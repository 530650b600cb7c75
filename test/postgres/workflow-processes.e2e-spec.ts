import { AppsClient } from '../support/clients/apps-client.js';
import { closeAfterAll } from '../support/closing.js';
import { GatewayClient, type Json } from '../support/clients/gateway-client.js';
import { spawnGateway, type GatewayProcess } from '../support/processes/gateway-process.js';
import { ownTime } from '../support/measures/own-time.js';
import { timed } from '../support/measures/timed.js';
import { installation, type Installation } from '../support/processes/replicas.js';
import type { Exchange } from '../support/upstreams/recording-server.js';
import { ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';
import { call, doing, listen, Workflows } from '../support/workflows/workflow-app.js';

timed();

const open = closeAfterAll();
const again = { annotations: { idempotentHint: true } };
const takeOverMs = 3000;

const branches = (...names: readonly string[]) => names.map((name) => ({ [name]: call('work', { name }) }));
const documents = {
  short: doing([
    { a: call('work') },
    { both: { fork: { branches: branches('l', 'r') } } },
    { b: call('work') },
  ]),
  long: doing([
    { a: call('work') },
    { both: { fork: { branches: branches('l', 'r') } } },
    { pause: { wait: { milliseconds: 200 } } },
    {
      each: {
        for: { each: 'item', in: '${ [1, 2, 3, 4] }' },
        metadata: { maxConcurrency: 2 },
        do: [{ handle: call('work') }],
      },
    },
    { b: call('work') },
  ]),
  hangs: doing([{ both: { fork: { branches: [{ l: call('hangs') }, { r: listen('never') }] } } }]),
  asks: doing([{ who: call('asks') }]),
  waits: doing([{ ask: listen('go') }, { then: call('work') }]),
  race: doing([
    {
      first: {
        fork: { compete: true, branches: [{ slow: call('hangs') }, { quick: call('work', { won: true }) }] },
      },
    },
  ]),
};

/** How often each step of each run was called. */
const calls = new Map<string, number>();

async function work(exchange: Exchange): Promise<void> {
  const meta = exchange.params['_meta'] as Json;
  const key = `${String(meta['gantry/workflow-run'])} ${String(meta['gantry/workflow-step'])}`;
  calls.set(key, (calls.get(key) ?? 0) + 1);
  await new Promise((resolve) => setTimeout(resolve, 30));
  if (!exchange.res.destroyed) exchange.result({ content: [], structuredContent: exchange.args });
}

/** Calls that wait for the test to answer. */
const asked: Exchange[] = [];

let shared: Installation;
let upstream: ScriptedHttp;
let appKey: string;
let one: GatewayProcess;
let two: GatewayProcess;
let here: Workflows;
let there: Workflows;

async function boot(): Promise<GatewayProcess> {
  const { replica, secretKey } = shared;
  const state = replica();
  await open({ close: () => state.remove() });
  const gateway = await spawnGateway({
    state,
    mcpServers: { one: { url: upstream.url } },
    env: {
      SECRET_KEY: secretKey,
      RUNS_AT_ONCE: '4',
      WORKFLOW_WORKER_TIMEOUT_MS: String(takeOverMs),
    },
  });
  await open({
    close: async () => {
      await gateway.stop('SIGKILL');
    },
  });
  return gateway;
}

beforeAll(async () => {
  shared = await installation(open);
  upstream = await open(
    ScriptedHttp.start([
      ...[tool('work', work, again), tool('hangs', () => undefined, again)],
      tool('asks', (exchange) => void asked.push(exchange), again),
    ]),
  );
  one = await boot();
  await one.ready();
  const operator = new AppsClient(one.client.url, one.state.token);
  await operator.newApp('shop', { mcpServers: { one: { use: 'one' } }, workflows: documents });
  appKey = (await operator.withKey('shop')).token;
  two = await boot();
  await two.ready();
  here = new Workflows(new GatewayClient(one.client.url, appKey));
  there = new Workflows(new GatewayClient(two.client.url, appKey));
});

/** Runs that a process brought to their end. */
async function completedBy({ client }: GatewayProcess): Promise<number> {
  const { text } = await new GatewayClient(client.url, one.state.token).json('/metrics');
  return Number(/gantry_workflow_runs_total\{status="completed"\} (\d+)/.exec(text)?.[1] ?? 0);
}

async function starts(count: number, workflow: string): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, () => here.start(workflow)));
}

/** Steps that were called more than once. */
const repeated = (runs: readonly string[]) =>
  [...calls].filter(([key, times]) => times > 1 && runs.some((id) => key.startsWith(`${id} `)));

describe('Runs on several processes', () => {
  it('[workflow-share] are shared: whoever has room takes them, each step happens once', async () => {
    const first = await there.start('short');
    await there.reaches(first, 'completed');
    const runs = [first];
    let counts: number[] = [];
    // Which process is quicker to take a run is chance, and a crowd of short ones may be over before both have looked.
    for (let crowd = 0; crowd < 5 && (counts.length === 0 || Math.min(...counts) <= 1); crowd++) {
      runs.push(...(await starts(24, 'short')));
      for (const id of runs) await there.reaches(id, 'completed');
      counts = [await completedBy(one), await completedBy(two)];
    }
    const takenOver = [one, two].flatMap((gateway) =>
      gateway.logs().filter(({ event }) => event === 'workflows.taken-over'),
    );
    expect([repeated(runs), takenOver]).toEqual([[], []]);
    expect(Math.min(...counts)).toBeGreaterThan(1);
    expect(counts.reduce((sum, count) => sum + count)).toBe(runs.length);
  });

  it('[workflow-cancel-across] are stopped within a second by a process that does not carry them out', async () => {
    const id = await here.start('hangs');
    await waitFor('the call', () => upstream.executions('hangs') === 1);
    const at = ownTime();
    expect((await there.post(id, 'cancel')).body['status']).toBe('cancelled');
    await waitFor(
      'the end of the call',
      () => upstream.requests.findLast(({ rpc }) => rpc?.params['name'] === 'hangs')?.abortedAt,
    );
    expect(ownTime() - at).toBeLessThan(1000);
  });

  it('[workflow-signal-across] hear of signals that another process takes', async () => {
    const soon = await here.start('waits');
    await there.post(soon, 'signals/go');
    await here.reaches(soon, 'completed');
    const late = await here.start('waits');
    await here.reaches(late, 'waiting');
    await there.post(late, 'signals/go');
    await there.reaches(late, 'completed');
  });

  it('[workflow-compete-across] end the branches that have lost', async () => {
    const id = await here.start('race');
    expect(await there.reaches(id, 'completed')).toMatchObject({ output: { won: true } });
    await waitFor(
      'the end of the slow call',
      () => upstream.requests.findLast(({ rpc }) => rpc?.params['name'] === 'hangs')?.abortedAt,
    );
  });

  it('[workflow-take-over] are finished by another process when one is told to end while it takes them up', async () => {
    const third = await boot();
    await third.ready();
    const ending = new Workflows(new GatewayClient(third.client.url, appKey));
    await there.reaches(await ending.start('short'), 'completed');
    const beginning = Array.from({ length: 12 }, () => ending.start('short').catch(() => undefined));
    await Promise.race(beginning);
    expect(await third.stop()).toBe(0);
    const runs = (await Promise.all(beginning)).filter((id) => id !== undefined);
    expect(runs.length).toBeGreaterThan(0);
    for (const id of runs) await there.reaches(id, 'completed', 30_000);
    expect(third.logs().filter(({ level }) => level === 'error')).toEqual([]);
  }, 120_000);

  it('[workflow-lease] are left alone by a process that stood still while another one took them over', async () => {
    const third = await boot();
    await third.ready();
    const still = new Workflows(new GatewayClient(third.client.url, appKey));
    const id = await still.start('asks');
    await waitFor('the call', () => asked.length === 1);
    third.child.kill('SIGSTOP');
    try {
      await waitFor('another process to call', () => asked.length === 2, 30_000);
      asked[0]?.result({ content: [], structuredContent: { who: 'too late' } });
    } finally {
      third.child.kill('SIGCONT');
    }
    await waitFor('it to notice', () => third.logs().some(({ event }) => event === 'workflow.lost'));
    asked[1]?.result({ content: [], structuredContent: { who: 'in time' } });
    expect(await there.reaches(id, 'completed')).toMatchObject({ output: { who: 'in time' } });
    const events = await there.events(id);
    await events.done;
    expect(events.named('step.completed').map(({ data }) => (data as Json)['output'])).toEqual([
      { who: 'in time' },
    ]);
    await still.reaches(await still.start('short'), 'completed');
    expect(await third.stop()).toBe(0);
  }, 120_000);

  it('[workflow-take-over] are finished by another process when one is killed, without a finished step being repeated', async () => {
    const runs = await starts(12, 'long');
    await waitFor('steps to be finished', () => runs.filter((id) => calls.has(`${id} do/a`)).length > 3);
    const before = new Map(calls);
    const at = Date.now();
    await one.stop('SIGKILL');
    for (const id of runs) await there.reaches(id, 'completed');
    for (const id of runs) {
      const events = await there.events(id);
      await events.done;
      const ends = events.named('step.completed').map(({ data }) => data as Json);
      expect(new Set(ends.map(({ step }) => step)).size).toBe(ends.length);
      for (const { step, kind, at: ended } of ends)
        if (kind === 'call' && Date.parse(String(ended)) < at) {
          const key = `${id} ${String(step)}`;
          expect([key, calls.get(key)]).toEqual([key, before.get(key)]);
        }
    }
    expect(two.output).not.toContain('"level":50');
  });
});
