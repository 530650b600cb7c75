import { Gantry } from '../../src/client/gantry.js';
import { Problem } from '../../src/kernel/problems/problem.js';
import { RunStore } from '../../src/workflows/runs/run-store.port.js';
import { RunRetention } from '../../src/workflows/runs/run-retention.service.js';
import { AppsClient } from '../support/clients/apps-client.js';
import { CliMachine } from '../support/clients/cli.js';
import { closeAfterAll } from '../support/closing.js';
import { gatewayState, startGateway, type TestGateway } from '../support/gateway.js';
import { GatewayClient, type Json } from '../support/clients/gateway-client.js';
import { spawnGateway, type GatewayProcess } from '../support/processes/gateway-process.js';
import { createApp } from '../support/clients/sdk-apps.js';
import { TestClock } from '../support/test-clock.js';
import { hangs } from '../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';
import { call, doing, listen, Workflows } from '../support/workflows/workflow-app.js';

const day = 86_400_000;
const documents = {
  greet: doing([{ first: call('echo', { who: '${ who }' }) }]),
  hangs: doing([{ first: call('hangs') }]),
  fails: doing([
    { first: { raise: { error: { type: 'https://example.com/no', status: 418, title: 'No' } } } },
  ]),
  sleeps: doing([{ long: { wait: { hours: 24 } } }, { then: call('echo', { n: 1 }) }]),
  forks: doing([
    {
      all: {
        fork: {
          branches: [
            { nap: { do: [{ long: { wait: { hours: 24 } } }, { then: call('echo', { nap: true }) }] } },
            { either: { fork: { branches: [{ a: listen('a') }, { b: listen('b') }] } } },
            {
              each: {
                for: { each: 'n', in: '${ [1, 2, 3] }' },
                metadata: { maxConcurrency: 2 },
                do: [{ ask: listen('next') }],
              },
            },
          ],
        },
      },
    },
  ]),
  piles: doing([
    {
      each: {
        for: { each: 'n', in: '${ [1..40] }' },
        metadata: { maxConcurrency: 4 },
        do: [{ ask: call('echo', { text: '${ $pad("", 5000, "x") }' }) }],
      },
    },
  ]),
  race: doing([
    {
      first: {
        fork: { compete: true, branches: [{ never: { wait: { hours: 24 } } }, { ask: listen('go') }] },
      },
    },
  ]),
  waits: doing([{ a: listen('go') }, { b: listen('go') }, { then: call('echo', { n: 2 }) }]),
};

const open = closeAfterAll();
let upstream: ScriptedHttp;

beforeAll(async () => {
  upstream = await open(ScriptedHttp.start([echo, tool('hangs', hangs)]));
});

describe('Time', () => {
  // Closed before the next one opens: the engine for Postgres is one in a process.
  const keep = closeAfterAll();
  const clock = new TestClock(Date.now());
  let gateway: TestGateway;
  let workflows: Workflows;

  beforeAll(async () => {
    const env = { MAX_OPEN_RUNS: 2, WORKFLOW_MAX_DATA_BYTES: 65_536 };
    gateway = await keep(startGateway({ clock, env, mcpServers: { one: { url: upstream.url } } }));
    workflows = await appOf('shop');
  });

  const appOf = async (name: string) =>
    new Workflows(
      await createApp(gateway, name, { mcpServers: { one: { use: 'one' } }, workflows: documents }),
    );

  const live = async () =>
    Number(/gantry_workflow_runs_live (\d+)/.exec((await gateway.json('/metrics')).text)?.[1]);

  it('[workflow-waits] costs a run that waits no memory, and ends the wait; [workflow-limits] open runs are bounded', async () => {
    const sleeping = await workflows.start('sleeps');
    const waiting = await workflows.start('waits');
    for (const id of [sleeping, waiting]) await workflows.reaches(id, 'waiting');
    expect((await workflows.execute('greet', { who: 'x' })).body['code']).toBe('too-many-runs');
    await waitFor('all to leave memory', async () => (await live()) === 0);
    await workflows.post(waiting, 'signals/go', { data: 1 });
    await workflows.post(waiting, 'signals/go', { data: 2 });
    expect(await workflows.reaches(waiting, 'completed')).toMatchObject({ output: { n: 2 } });
    expect((await workflows.run(sleeping))['steps']).toMatchObject([
      { name: 'long', status: 'waiting', waitsFor: 'time' },
    ]);
    clock.advance(day);
    await workflows.reaches(sleeping, 'completed');
  });

  it('[workflow-outage] goes on when the database fails as a run is to leave memory', async () => {
    const store = gateway.app.get(RunStore);
    store.listSignals = () => {
      Reflect.deleteProperty(store, 'listSignals');
      return Promise.reject(new Problem('database-unavailable'));
    };
    const app = await appOf('outage');
    const id = await app.start('sleeps');
    await app.reaches(id, 'waiting');
    await waitFor('the run to leave memory', async () => (await live()) === 0);
    clock.advance(day);
    await app.reaches(id, 'completed');
  });

  it('[workflow-waits] costs no memory either when all branches of a run wait, and each goes on when its time has come', async () => {
    const branching = await appOf('branching');
    const id = await branching.start('forks');
    const isAway = () => waitFor('the run to leave memory', async () => (await live()) === 0);
    const waits = async () =>
      ((await branching.run(id))['steps'] as Json[]).filter(({ status }) => status === 'waiting').length;
    await branching.reaches(id, 'waiting');
    await isAway();
    expect(await waits()).toBe(5);
    for (const [type, left] of [
      ['a', 4],
      ['next', 4],
      ['b', 3],
      ['next', 2],
      ['next', 1],
    ] as const) {
      await branching.post(id, `signals/${type}`, { data: type });
      await waitFor('the signal to be taken', async () => (await waits()) === left);
      await branching.reaches(id, 'waiting');
      await isAway();
    }
    clock.advance(day);
    expect((await branching.reaches(id, 'completed'))['output']).toEqual([
      { nap: true },
      [['a'], ['b']],
      [['next'], ['next'], ['next']],
    ]);
    const race = await branching.start('race');
    await branching.reaches(race, 'waiting');
    await branching.post(race, 'signals/go', { data: 'now' });
    expect((await branching.reaches(race, 'completed'))['output']).toEqual(['now']);
    await isAway();
  });

  it('[workflow-hostile] ends a run whose branches together give more than it may hold, again when it is retried', async () => {
    const piling = await appOf('piling');
    const id = await piling.start('piles');
    const failure = {
      error: { status: 400, detail: expect.stringContaining('WORKFLOW_MAX_DATA_BYTES') as string },
    };
    expect(await piling.reaches(id, 'failed')).toMatchObject(failure);
    const before = upstream.executions('echo');
    await piling.post(id, 'retry');
    await waitFor('the second attempt', async () => (await piling.run(id))['attempt'] === 2);
    expect(await piling.reaches(id, 'failed')).toMatchObject(failure);
    // What was finished is taken from the journal, so that it is too much again after the same few items.
    expect(upstream.executions('echo') - before).toBeLessThan(10);
  });

  it('[workflow-retention] removes ended runs after RUNS_KEEP_DAYS', async () => {
    const kept = await appOf('kept');
    const id = await kept.start('greet', { who: 'x' });
    await kept.reaches(id, 'completed');
    clock.advance(29 * day);
    const retention = gateway.app.get(RunRetention, { strict: false });
    await retention.sweep();
    expect((await kept.get(`/runs/${id}`)).status).toBe(200);
    clock.advance(2 * day);
    await retention.sweep();
    expect((await kept.get(`/runs/${id}`)).status).toBe(404);
  });
});

describe('Processes on one database', () => {
  it('[workflow-one-executor] share runs: each takes orders and tells of them, and when one is killed another goes on', async () => {
    const state = await gatewayState();
    const boot = () =>
      spawnGateway({
        state,
        env: { START_WAIT_MS: '120000' },
        mcpServers: { one: { url: upstream.url } },
      });
    const processes: GatewayProcess[] = [];
    try {
      const first = await boot();
      processes.push(first);
      await first.ready();
      const second = await boot();
      processes.push(second);
      // On SQLite the second waits for the data folder, and is there when the first is gone.
      const isShared = state.database.url !== undefined;
      if (isShared) await second.ready();
      const operator = new AppsClient(first.client.url, state.token);
      await operator.newApp('shop', { mcpServers: { one: { use: 'one' } }, workflows: documents });
      const { token } = await operator.withKey('shop');
      const through = ({ client }: GatewayProcess) => new Workflows(new GatewayClient(client.url, token));
      const here = through(first);
      let there = through(isShared ? second : first);
      for (const way of [here, there])
        expect((await way.execute('greet', { who: 'Ana' })).body).toMatchObject({ output: { who: 'Ana' } });
      const running = await there.start('hangs');
      await waitFor('the call', () => upstream.executions('hangs') > 0);
      await there.post(running, 'cancel');
      await there.reaches(running, 'cancelled');
      const before = upstream.executions('echo');
      const runs = [await here.start('waits'), await there.start('waits')];
      for (const id of runs) await here.reaches(id, 'waiting');
      const stream = isShared ? await there.events(runs[0] as string) : undefined;
      await first.stop('SIGKILL');
      await second.ready();
      there = through(second);
      for (const id of runs) for (let n = 0; n < 2; n++) await there.post(id, 'signals/go', { data: n });
      for (const id of runs) await there.reaches(id, 'completed');
      await stream?.done;
      if (stream !== undefined) expect(stream.events.at(-1)?.event).toBe('run.completed');
      expect(upstream.executions('echo')).toBe(before + 2);
      await second.stop();
    } finally {
      for (const process of processes) await process.stop('SIGKILL');
      await state.remove();
    }
  });
});

describe('The command and the client', () => {
  it('[workflow-clients] run workflows of a real gateway: steps, output, failure, Ctrl-C; execute, stream, signal, cancel', async () => {
    const gateway = await open(startGateway({ mcpServers: { one: { url: upstream.url } } }));
    const app = await createApp(gateway, 'shop', {
      mcpServers: { one: { use: 'one' } },
      workflows: documents,
    });
    const client = await Gantry.connect({ url: gateway.url, key: app.token });
    expect((await client.workflows.list()).map(({ name }) => name)).toContain('greet');
    expect(await client.workflows.execute('greet', { who: 'Ben' })).toMatchObject({
      ...{ status: 'completed', output: { who: 'Ben' } },
    });
    const types: string[] = [];
    for await (const { type, data } of client.workflows.stream('waits')) {
      types.push(type);
      if (type === 'wait.required') await client.workflows.signal(String(data['runId']), 'go', 1);
    }
    expect(types[0]).toBe('run.started');
    expect(types.at(-1)).toBe('run.completed');
    const { runId } = await client.workflows.execute('hangs', {}, { mode: 'async' });
    expect(await client.workflows.cancel(runId)).toMatchObject({ runId });
    expect(await client.workflows.run(runId)).toMatchObject({ runId });

    const machine = await CliMachine.create({ GANTRY_URL: gateway.url, GANTRY_TOKEN: app.token });
    const ran = await machine.run(['run', 'greet', '-a', 'who=Cleo', '--json']);
    expect(ran).toMatchObject({ code: 0, json: { status: 'completed', output: { who: 'Cleo' } } });
    expect(ran.stderr).toContain('✓ do/first');
    const failed = await machine.run(['run', 'fails']);
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('No') });
    const before = upstream.executions('hangs');
    const command = await machine.start(['run', 'hangs']);
    await waitFor('the call', () => upstream.executions('hangs') > before, 10_000);
    command.child.kill('SIGINT');
    expect((await command.ended).code).toBe(130);
    const { body } = await new Workflows(app).get('/runs', '?workflow=hangs&limit=1');
    expect((body['runs'] as Json[])[0]?.['status']).toBe('cancelled');
  });
});
