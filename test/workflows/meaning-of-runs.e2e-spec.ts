import { closeAfterAll } from '../support/closing.js';
import type { TestGateway } from '../support/gateway.js';
import type { Json } from '../support/clients/gateway-client.js';
import { createApp, type TestApp } from '../support/clients/sdk-apps.js';
import { text } from '../support/upstreams/behaviours.js';
import { echo, tool, type ScriptedHttp } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';
import { call, doing, listen, workflowApp, Workflows } from '../support/workflows/workflow-app.js';

const raise = (title: string): Json => ({
  raise: { error: { type: 'https://example.com/no', status: 418, title } },
});
const race = (...branches: Json[]): Json => ({ fork: { compete: true, branches } });
const servers = { one: { use: 'one' } };
const documents = {
  greet: doing([{ first: call('echo', { n: 1 }) }]),
  races: doing([
    { race: race({ bad: raise('No') }, { good: { do: [{ ask: call('echo', { n: 7 }) }] } }) },
    { say: { set: { won: '${ n }' } } },
  ]),
  loses: doing([{ race: race({ bad: raise('One') }, { worse: raise('Two') }) }]),
  'loses-often': doing([
    { race: race({ bad: { call: 'fails@one' } }, { worse: { do: [{ again: { call: 'fails@one' } }] } }) },
  ]),
  'goes-on': doing([
    { race: race({ won: call('echo') }, { slow: listen('never') }) },
    { then: listen('go') },
  ]),
  many: doing([
    { fills: { set: { text: '${ $join([1..2000].("x")) }' } } },
    {
      each: {
        for: { in: '${ [1..600] }' },
        do: [{ one: { set: '${ $item }' } }, { two: { try: [{ no: raise('No') }], catch: {} } }],
      },
    },
  ]),
  kinds: doing([
    { s: { set: { n: 1 } } },
    { d: { do: [{ inner: call('echo', { n: 2 }) }] } },
    { f: { fork: { branches: [{ left: { set: '${ 1 }' } }] } } },
    { l: { for: { in: '${ [1, 2] }' }, do: [{ each: { set: '${ $item }' } }] } },
    { w: { switch: [{ on: { then: 'continue' } }] } },
    { t: { try: [{ bad: raise('Caught') }], catch: { do: [{ pause: { wait: { milliseconds: 1 } } }] } } },
    { over: raise('Over') },
  ]),
  waits: doing([{ ask: listen('go') }]),
  away: doing([{ ask: listen('go') }, { second: { call: 'echo@two', with: { n: 2 } } }]),
  spins: doing([
    {
      limited: {
        timeout: { after: { milliseconds: 300 } },
        do: [{ first: { set: { n: 1 } } }, { again: { switch: [{ on: { then: 'first' } }] } }],
      },
    },
  ]),
};

const config = { mcpServers: { ...servers, two: { use: 'one' } }, workflows: documents };

const open = closeAfterAll();
let app: TestApp;
let gateway: TestGateway;
let workflows: Workflows;
let one: ScriptedHttp;

const fails = tool('fails', (exchange) => {
  exchange.result({ ...text('broken'), isError: true });
});

beforeAll(async () => {
  ({ app, gateway, one, workflows } = await workflowApp(open, [echo, fails], {}));
  await app.configure(config);
});

describe('What a document says', () => {
  it('[workflow-compete] the first success decides, and when all fail the fork does', async () => {
    expect((await workflows.execute('races')).body).toMatchObject({ output: { won: 7 } });
    expect((await workflows.execute('loses')).body).toMatchObject({
      status: 'failed',
      error: { status: 418, instance: '/do/0/race', errors: [{ title: 'One' }, { title: 'Two' }] },
    });
    const id = await workflows.start('loses-often');
    expect(await workflows.reaches(id, 'failed')).toMatchObject({
      error: { status: 500, detail: 'bad: 500 broken. worse: 500 broken.' },
    });
    const before = one.executions('fails');
    await workflows.post(id, 'retry');
    await waitFor('both branches', () => one.executions('fails') === before + 2);
    await workflows.reaches(id, 'failed');
  });

  it('[workflow-timeout-loops] a loop of set and switch ends when its time is over', async () => {
    expect((await workflows.execute('spins')).body).toMatchObject({
      status: 'failed',
      error: { status: 408, instance: '/do/0/limited' },
    });
  });
});

describe('A run', () => {
  it('[workflow-retry-lookup] whose tool could not be found runs again from there', async () => {
    const id = await workflows.start('away');
    await app.configure({ mcpServers: servers, workflows: {} });
    await workflows.post(id, 'signals/go');
    expect(await workflows.reaches(id, 'failed')).toMatchObject({
      error: { code: 'server-not-found', instance: '/do/1/second', tool: 'echo@two' },
      steps: [{ name: 'ask' }, { name: 'second', status: 'failed' }],
    });
    await app.configure(config);
    await workflows.post(id, 'retry');
    expect(await workflows.reaches(id, 'completed')).toMatchObject({
      output: { n: 2 },
      steps: [{ name: 'ask' }, { name: 'second', status: 'completed' }],
    });
  });

  it('[workflow-ended-steps] that has ended shows no step as waiting', async () => {
    const id = await workflows.start('waits');
    await workflows.reachesStep(id, 'ask', 'waiting');
    await workflows.post(id, 'cancel');
    expect(await workflows.reaches(id, 'cancelled')).toMatchObject({
      steps: [{ name: 'ask', status: 'failed', endedAt: expect.any(String) as string }],
    });
  });

  it('[workflow-ended-steps] shows none as waiting of a branch that lost, while it goes on', async () => {
    const id = await workflows.start('goes-on');
    await workflows.reachesStep(id, 'then', 'waiting');
    const slow = await workflows.reachesStep(id, 'slow', 'failed');
    expect(slow).toMatchObject({ kind: 'listen', endedAt: expect.any(String) as string });
    await workflows.post(id, 'cancel');
  });

  it('[workflow-step-kinds] lists its steps of every kind, each told once', async () => {
    const { body } = await workflows.execute('kinds');
    const run = await workflows.run(String(body['runId']));
    const steps = (run['steps'] as Json[]).map(({ key, kind, status }) => [key, kind, status].join(' '));
    expect(steps).toEqual([
      ...['do/s set completed', 'do/d do completed', 'do/d/inner call completed'],
      ...['do/f fork completed', 'do/f/left set completed'],
      ...['do/l for completed', 'do/l/0/each set completed', 'do/l/1/each set completed'],
      ...['do/w switch completed', 'do/t try completed', 'do/t/try/bad raise failed'],
      ...['do/t/catch/pause wait completed', 'do/over raise failed'],
    ]);
    const reader = await workflows.events(String(body['runId']));
    await reader.done;
    const ends = reader.events.filter(({ event }) => /^step\.(completed|failed)$/.test(event));
    expect(ends).toHaveLength(steps.length);
    expect(reader.named('step.failed').map(({ data }) => (data as Json)['error'])).toMatchObject([
      { title: 'Caught', status: 418 },
      { title: 'Over' },
    ]);
    expect((run['steps'] as Json[])[0]).toMatchObject({ output: { n: 1 } });
  });

  it('[workflow-step-kinds] tells of as many as a reader wants to see, however many there are', async () => {
    const { body } = await workflows.execute('many');
    expect(body['status']).toBe('completed');
    const reader = await workflows.events(String(body['runId']));
    await reader.done;
    expect(reader.named('step.completed')).toHaveLength(1001);
    expect(reader.named('step.failed').length).toBeLessThanOrEqual(1000);
    expect(reader.named('step.completed')[0]?.data).not.toHaveProperty('output');
  });

  it('[workflow-other-app] is not there for whoever names another app', async () => {
    const { body } = await workflows.execute('greet');
    await createApp(gateway, 'other', { workflows: {} });
    const id = String(body['runId']);
    const people = new Workflows(gateway);
    expect((await people.get(`/runs/${id}`, '?app=shop')).status).toBe(200);
    for (const client of [people, workflows]) {
      const expected = client === people ? 'run-not-found' : 'app-mismatch';
      expect((await client.get(`/runs/${id}`, '?app=other')).body['code']).toBe(expected);
      expect((await client.get(`/runs/${id}/events`, '?app=other')).body['code']).toBe(expected);
      for (const what of ['cancel', 'signals/go', 'retry'])
        expect((await client.post(id, `${what}?app=other`)).body['code']).toBe(expected);
    }
  });
});
