import { AppsClient } from '../support/clients/apps-client.js';
import { decide } from '../support/clients/approvals.js';
import { closeAfterAll } from '../support/closing.js';
import { GatewayClient, type Json } from '../support/clients/gateway-client.js';
import { spawnGateway, type GatewayProcess } from '../support/processes/gateway-process.js';
import { installation, type Installation } from '../support/processes/replicas.js';
import type { Exchange } from '../support/upstreams/recording-server.js';
import { ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';
import { call, doing, listen, Workflows } from '../support/workflows/workflow-app.js';

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
  drops: doing([{ act: call('drop') }]),
  hears: doing([{ heard: listen('paid') }]),
  begins: doing([{ told: { set: { n: '${ $workflow.input[0].data.n }' } } }], {
    schedule: { on: { one: { with: { type: 'ordered' } } } },
    metadata: { schedule: { overlap: 'allow' } },
  }),
  race: doing([
    {
      first: {
        fork: { compete: true, branches: [{ slow: call('hangs') }, { quick: call('work', { won: true }) }] },
      },
    },
  ]),
};

/** The number of calls of each step of each run. */
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
      ...[tool('asks', (exchange) => void asked.push(exchange), again), tool('drop', work)],
    ]),
  );
  one = await boot();
  await one.ready();
  const operator = new AppsClient(one.client.url, one.state.token);
  const policies = { requireApproval: ['one__drop'] };
  await operator.newApp('shop', { mcpServers: { one: { use: 'one' } }, policies, workflows: documents });
  appKey = (await operator.withKey('shop')).token;
  two = await boot();
  await two.ready();
  here = new Workflows(new GatewayClient(one.client.url, appKey));
  there = new Workflows(new GatewayClient(two.client.url, appKey));
});

/** The number of runs that a process completed. */
async function completedBy({ client }: GatewayProcess): Promise<number> {
  const { text } = await new GatewayClient(client.url, one.state.token).json('/metrics');
  return Number(/gantry_workflow_runs_total\{status="completed"\} (\d+)/.exec(text)?.[1] ?? 0);
}

async function starts(count: number, workflow: string): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, () => here.start(workflow)));
}

/** Whether the gateway gave up the last call that hangs. */
const hangingCallEnded = () =>
  upstream.requests.findLast(({ rpc }) => rpc?.params['name'] === 'hangs')?.abortedAt;

async function send({ client }: Workflows, type: string, data: Json): Promise<Json> {
  const { status, body, text } = await client.json('/api/sdk/workflows/events', { body: { type, data } });
  if (status !== 202) throw new Error(text);
  return body;
}

/** Steps that were called more than once. */
const repeated = (runs: readonly string[]) =>
  [...calls].filter(([key, times]) => times > 1 && runs.some((id) => key.startsWith(`${id} `)));

describe('Runs on several processes', () => {
  it('[workflow-share] are shared by all processes, and each step happens once', async () => {
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

  it('[workflow-cancel-across] are cancelled by a process that does not carry them out', async () => {
    const id = await here.start('hangs');
    await waitFor('the call', () => upstream.executions('hangs') === 1);
    expect((await there.post(id, 'cancel')).body['status']).toBe('cancelled');
    await waitFor('the end of the call', hangingCallEnded);
  });

  it('[approvals-processes] go on when another process takes the approval that they wait for', async () => {
    const id = await here.start('drops');
    const { steps } = await here.reaches(id, 'waiting');
    const [, step] = steps as Json[];
    const { approval } = step?.['approvalFor'] as { approval: { id: string } };
    expect((await decide(two.client, approval, 'approve')).status).toBe(200);
    await here.reaches(id, 'completed');
    expect(upstream.executions('drop')).toBe(1);
  });

  it('[workflow-signal-across] receive signals that another process takes', async () => {
    const soon = await here.start('waits');
    await there.post(soon, 'signals/go');
    await here.reaches(soon, 'completed');
    const late = await here.start('waits');
    await here.reaches(late, 'waiting');
    await there.post(late, 'signals/go');
    await there.reaches(late, 'completed');
  });

  it('[workflow-compete-across] end the branches that lost a competition', async () => {
    const id = await here.start('race');
    expect(await there.reaches(id, 'completed')).toMatchObject({ output: { won: true } });
    await waitFor('the end of the slow call', hangingCallEnded);
  });

  it('[events-trigger-processes] receive an event that another process takes', async () => {
    const id = await here.start('hears');
    await here.reachesStep(id, 'heard', 'waiting');
    await send(there, 'paid', { n: 1 });
    expect((await here.reaches(id, 'completed'))['output']).toEqual([{ n: 1 }]);
  });

  it('[events-trigger-processes] begin once for each event, whichever process takes it', async () => {
    const sent = await Promise.all(
      Array.from({ length: 12 }, (_, n) => send(n % 2 === 0 ? here : there, 'ordered', { n })),
    );
    const begun = await waitFor('the runs', async () => {
      const { body } = await here.get('/runs', '?workflow=begins&limit=50');
      const listed = body['runs'] as Json[];
      return listed.length >= 12 && listed.every(({ status }) => status === 'completed') && listed;
    });
    expect(begun.map(({ startedBy }) => (startedBy as Json)['eventId']).sort()).toEqual(
      sent.map(({ id }) => id).sort(),
    );
  });
});

describe('Runs of a third process', () => {
  let third: GatewayProcess;
  let still: Workflows;

  beforeAll(async () => {
    third = await boot();
    await third.ready();
    still = new Workflows(new GatewayClient(third.client.url, appKey));
  });

  it('[workflow-lease] are not written by a process that stood still while another one took them over', async () => {
    const id = await still.start('asks');
    await waitFor('the call', () => asked.length === 1);
    third.child.kill('SIGSTOP');
    try {
      await waitFor('another process to call', () => asked.length === 2, 60_000);
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
  });

  it('[workflow-take-over] are finished by another process when SIGTERM arrives while they begin', async () => {
    const beginning = Array.from({ length: 12 }, () => still.start('short').catch(() => undefined));
    await Promise.race(beginning);
    expect(await third.stop()).toBe(0);
    const runs = (await Promise.all(beginning)).filter((id) => id !== undefined);
    expect(runs.length).toBeGreaterThan(0);
    for (const id of runs) await there.reaches(id, 'completed');
    expect(third.logs().filter(({ level }) => level === 'error')).toEqual([]);
  });
});

describe('Runs of a process that is killed', () => {
  it('[workflow-take-over] are finished by another process, which repeats no finished step', async () => {
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
