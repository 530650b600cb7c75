import { Gantry } from '../../src/client/gantry.js';
import { Problem } from '../../src/kernel/problems/problem.js';
import { WorkflowEngine } from '../../src/workflows/engine/workflow-engine.port.js';
import { RunStore } from '../../src/workflows/runs/run-store.port.js';
import { RunRetention } from '../../src/workflows/runs/run-retention.service.js';
import { CliMachine } from '../support/clients/cli.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { Json } from '../support/clients/gateway-client.js';
import { createApp } from '../support/clients/sdk-apps.js';
import { TestClock } from '../support/test-clock.js';
import { hangs } from '../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';
import { call, doing, listen, workflowEnv, Workflows } from '../support/workflows/workflow-app.js';

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

const day = 86_400_000;
const clock = new TestClock(Date.now());
const open = closeAfterAll();
let upstream: ScriptedHttp;
let gateway: TestGateway;
let workflows: Workflows;

beforeAll(async () => {
  upstream = await open(ScriptedHttp.start([echo, tool('hangs', hangs)]));
  const env = { ...workflowEnv, MAX_OPEN_RUNS: 2, WORKFLOW_MAX_DATA_BYTES: 65_536 };
  gateway = await open(startGateway({ clock, env, mcpServers: { one: { url: upstream.url } } }));
  workflows = new Workflows(await appOf('shop'));
});

const appOf = (name: string) =>
  createApp(gateway, name, { mcpServers: { one: { use: 'one' } }, workflows: documents });
const isAway = () =>
  waitFor(
    'the runs to leave memory',
    () => gateway.app.get(WorkflowEngine, { strict: false }).runCount === 0,
  );

describe('Time', () => {
  it('[workflow-waits] a waiting run takes no memory, and goes on when its time comes; [workflow-limits] an app has only so many open runs', async () => {
    const sleeping = await workflows.start('sleeps');
    const waiting = await workflows.start('waits');
    for (const id of [sleeping, waiting]) await workflows.reaches(id, 'waiting');
    expect((await workflows.execute('greet', { who: 'x' })).body['code']).toBe('too-many-runs');
    await isAway();
    expect((await gateway.json('/metrics')).text).toContain('gantry_workflow_runs_live 0\n');
    await workflows.post(waiting, 'signals/go', { data: 1 });
    await workflows.post(waiting, 'signals/go', { data: 2 });
    expect(await workflows.reaches(waiting, 'completed')).toMatchObject({ output: { n: 2 } });
    expect((await workflows.run(sleeping))['steps']).toMatchObject([
      { name: 'long', status: 'waiting', waitsFor: 'time' },
    ]);
    clock.advance(day);
    await workflows.reaches(sleeping, 'completed');
  });

  it('[workflow-outage] a run goes on although the database failed when it was to leave memory', async () => {
    const store = gateway.app.get(RunStore);
    store.listSignals = () => {
      Reflect.deleteProperty(store, 'listSignals');
      return Promise.reject(new Problem('database-unavailable'));
    };
    const app = new Workflows(await appOf('outage'));
    const id = await app.start('sleeps');
    await app.reaches(id, 'waiting');
    await isAway();
    clock.advance(day);
    await app.reaches(id, 'completed');
  });

  it('[workflow-waits] a run whose branches all wait takes no memory, and each branch goes on when its time comes', async () => {
    const branching = new Workflows(await appOf('branching'));
    const id = await branching.start('forks');
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

  it('[workflow-hostile] a run whose branches together yield more than WORKFLOW_MAX_DATA_BYTES fails, and fails again when it is retried', async () => {
    const piling = new Workflows(await appOf('piling'));
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

  it('[workflow-retention] ended runs are removed after RUNS_KEEP_DAYS', async () => {
    const kept = new Workflows(await appOf('kept'));
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

describe('The command and the client', () => {
  it('[workflow-clients] run workflows of a real gateway: steps, output, failure, Ctrl-C; execute, stream, signal, cancel', async () => {
    const app = await appOf('clients');
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
    const command = machine.start(['run', 'hangs']);
    await waitFor('the call', () => upstream.executions('hangs') > before, 10_000);
    command.interrupt();
    expect((await command.ended).code).toBe(130);
    const { body } = await new Workflows(app).get('/runs', '?workflow=hangs&limit=1');
    expect((body['runs'] as Json[])[0]?.['status']).toBe('cancelled');
  });
});
