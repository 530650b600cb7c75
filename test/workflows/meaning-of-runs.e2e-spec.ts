import { closeAfterAll } from '../support/closing.js';
import type { TestGateway } from '../support/gateway.js';
import type { Json } from '../support/clients/gateway-client.js';
import { createApp, shopAt, type TestApp } from '../support/clients/sdk-apps.js';
import { answers, text } from '../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
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
    {
      each: {
        for: { in: '${ [1..50] }' },
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
  const env = { EGRESS_ALLOW: ['127.0.0.0/8'], LIST_DEADLINE_MS: 60_000 };
  ({ app, gateway, one, workflows } = await workflowApp(open, [echo, fails], {}, { env }));
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

  it('[workflow-step-kinds] tells of all tasks in a loop', async () => {
    const { body } = await workflows.execute('many');
    expect(body['status']).toBe('completed');
    const reader = await workflows.events(String(body['runId']));
    await reader.done;
    expect([reader.named('step.completed').length, reader.named('step.failed').length]).toEqual([101, 50]);
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

describe('A workflow that calls itself', () => {
  const most = 10;
  const answers: Json[] = [];
  let loops: Workflows;
  let caller: ScriptedHttp;

  beforeAll(async () => {
    // A server that calls its caller's workflow by REST and passes on who calls.
    const rest = tool('rest', async (exchange) => {
      const more = { _meta: exchange.params['_meta'] };
      const { body } = await loops.client.json('/api/sdk/tools/call', {
        body: { name: 'workflow__rest', arguments: {}, ...more },
      });
      answers.push(body);
      exchange.result(text('called'));
    });
    caller = await open(ScriptedHttp.start([rest]));
    const self = {
      url: `${gateway.url}/api/apps/loops/mcp`,
      headers: { Authorization: 'Bearer ${secret:KEY}' },
    };
    const key = await createApp(gateway, 'loops', {
      mcpServers: { one: { url: caller.url }, self },
      workflows: {
        loop: doing([{ again: { call: 'workflow__loop@self', with: {} } }]),
        rest: doing([{ again: call('rest') }]),
      },
    });
    const secret = { method: 'PUT', body: { value: key.token } };
    await gateway.json('/api/cli/apps/loops/secrets/KEY', secret);
    loops = new Workflows(key);
  });

  const runsOf = async (workflow: string): Promise<Json[]> =>
    (await loops.get('/runs', `?workflow=${workflow}&limit=200`)).body['runs'] as Json[];

  it('[workflow-depth] by the native endpoint of its app ends in the deepest run', async () => {
    expect((await loops.execute('loop')).body).toMatchObject({ status: 'failed' });
    const runs = await runsOf('loop');
    expect(runs).toHaveLength(most);
    expect(runs[0]).toMatchObject({
      status: 'failed',
      error: { instance: '/do/0/again', detail: expect.stringContaining('WORKFLOW_MAX_DEPTH') as string },
    });
  });

  it('[workflow-depth] by REST is refused by name', async () => {
    await loops.execute('rest');
    expect(await runsOf('rest')).toHaveLength(most);
    expect(answers[0]).toMatchObject({ code: 'recursion-too-deep', status: 409 });
    expect(caller.of('tools/call').map(depthIn)).toEqual(
      Array.from({ length: most }, (_, index) => index + 1),
    );
  });
});

function depthIn(exchange: ReturnType<ScriptedHttp['of']>[number] | undefined): unknown {
  return (exchange?.rpc?.params['_meta'] as Json)['gantry/workflow-depth'];
}

/** Waits, and tells somebody. */
const telling = (notify: string, given: Json = {}): Json => ({
  ...listen('go'),
  metadata: { notify, with: given },
});

it('[workflow-notify] a wait tells somebody when it begins, once, and waits whatever becomes of that', async () => {
  const messengers = {
    tells: doing([
      { ask: telling('posts@one', { text: '${ "for " & $workflow.input.who }' }) },
      { last: { set: { got: '${ $steps.ask }' } } },
    ]),
    fails: doing([{ ask: telling('breaks@one') }]),
    guarded: doing([{ ask: telling('delete_all@one') }]),
    wrong: doing([{ ask: telling('posts@one', { text: '${ $error("no") }' }) }]),
  };
  const tools = [
    tool('posts', answers(text('posted'))),
    tool('breaks', answers({ ...text('out of order'), isError: true })),
    tool('delete_all', answers(text('gone'))),
  ];
  const config = { workflows: messengers, policies: { requireApproval: ['one__delete_*'] } };
  const { app: own, upstreams } = await shopAt(gateway, open, { one: tools }, { config });
  const shop = new Workflows(own);
  const called = (name: string) => upstreams['one']?.executions(name);
  const id = await shop.start('tells', { who: 'Ana' });
  const waiting = await shop.reaches(id, 'waiting');
  expect(waiting['steps']).toMatchObject([
    { key: 'do/ask/notify', tool: 'posts@one', status: 'completed', arguments: { text: 'for Ana' } },
    { key: 'do/ask', kind: 'listen', status: 'waiting', waitsFor: 'go' },
  ]);
  await shop.post(id, 'signals/go', { data: 5 });
  expect(await shop.reaches(id, 'completed')).toMatchObject({ output: { got: [5] } });
  expect(called('posts')).toBe(1);

  for (const [workflow, error] of [
    ['fails', { detail: 'out of order' }],
    ['guarded', { status: 400, detail: expect.stringContaining('approval') as string }],
    ['wrong', { type: expect.stringContaining('expression') as string }],
  ] as const) {
    const failing = await shop.start(workflow);
    const run = await shop.reaches(failing, 'waiting');
    expect(run['steps']).toMatchObject([
      { key: 'do/ask/notify', status: 'failed', error },
      { status: 'waiting' },
    ]);
    await shop.post(failing, 'signals/go');
    const { steps } = await shop.reaches(failing, 'completed');
    expect((steps as Json[]).map(({ status }) => status)).toEqual(['failed', 'completed']);
  }
  expect([called('breaks'), called('delete_all')]).toEqual([1, 0]);

  const listed = (await shop.get('/tells')).body;
  expect(listed['tools']).toEqual(['posts@one']);
  const workflowsWith = (notify: string) => ({ x: doing([{ ask: telling(notify) }]) });
  for (const name of ['posts', 'posts@nobody']) {
    const config = { mcpServers: { one: { use: 'one' } }, workflows: workflowsWith(name) };
    await expect(own.configure(config)).rejects.toThrow('/workflows/x/do/0/ask/metadata');
  }
});
