import { closeAfterAll } from './support/closing.js';
import type { TestGateway } from './support/gateway.js';
import type { Json } from './support/gateway-client.js';
import { createApp, type TestApp } from './support/sdk-apps.js';
import { echo } from './support/upstreams/scripted-http.js';
import { call, doing, listen, workflowApp, Workflows } from './support/workflows/workflow-app.js';

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

beforeAll(async () => {
  ({ app, gateway, workflows } = await workflowApp(open, [echo], {}));
  await app.configure(config);
});

describe('What a document says', () => {
  it('[workflow-compete] the first success decides, and when all fail the fork does', async () => {
    expect((await workflows.execute('races')).body).toMatchObject({ output: { won: 7 } });
    expect((await workflows.execute('loses')).body).toMatchObject({
      status: 'failed',
      error: { status: 418 },
    });
  });

  it('[workflow-timeout-loops] a loop of set and switch ends when its time is over', async () => {
    expect((await workflows.execute('spins')).body).toMatchObject({
      status: 'failed',
      error: { status: 408, instance: 'do/limited' },
    });
  });
});

describe('A run', () => {
  it('[workflow-retry-lookup] whose tool could not be found runs again from there', async () => {
    const id = await workflows.start('away');
    await app.configure({ mcpServers: servers, workflows: {} });
    await workflows.post(id, 'signals/go');
    expect(await workflows.reaches(id, 'failed')).toMatchObject({
      error: { code: 'server-not-found', instance: 'do/second', tool: 'echo@two' },
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
