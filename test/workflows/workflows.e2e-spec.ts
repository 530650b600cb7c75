import { CallScope } from '../../src/kernel/call-scope.js';
import { RunFeed } from '../../src/workflows/runs/run-feed.service.js';
import { RunStore } from '../../src/workflows/runs/run-store.port.js';
import { RunWatch } from '../../src/workflows/runs/run-watch.service.js';
import { closeAfterAll } from '../support/closing.js';
import type { Json } from '../support/clients/gateway-client.js';
import { shopAt, type Shop, type TestApp } from '../support/clients/sdk-apps.js';
import type { TestGateway } from '../support/gateway.js';
import { answers, text } from '../support/upstreams/behaviours.js';
import { echo, tool, type ScriptedHttp } from '../support/upstreams/scripted-http.js';
import { documents, inputSchema, sampleApp } from '../support/workflows/sample-app.js';
import { waitFor } from '../support/wait-for.js';
import { call, doing, Workflows } from '../support/workflows/workflow-app.js';

const mails = tool('mails', answers(text('sent')));
const broken = tool('breaks', answers({ ...text('out of order'), isError: true }));

const open = closeAfterAll();
let gateway: TestGateway;
let app: TestApp;
let one: ScriptedHttp;
let workflows: Workflows;

beforeAll(async () => {
  ({ gateway, app, one, workflows } = await sampleApp(open));
});

/** The app of a new account with these workflows, for its key and for its owner. */
async function otherApp(of: Json): Promise<Pick<Shop, 'app'> & Record<'workflows' | 'people', Workflows>> {
  const shop = await shopAt(gateway, open, { one: [echo, mails, broken] }, { config: { workflows: of } });
  return { app: shop.app, workflows: new Workflows(shop.app), people: new Workflows(shop.owner) };
}

describe('The workflows of an app', () => {
  it('[workflow-list] are listed with what they take and use, by the SDK and by resolve', async () => {
    const { body } = await workflows.get();
    expect((body['workflows'] as Json[]).map(({ name }) => name)).toEqual(Object.keys(documents));
    expect((body['workflows'] as Json[])[0]).toEqual({
      ...{ name: 'greet', version: '1.2.3', title: 'A test', tools: ['echo@one'] },
      inputSchema,
    });
    const page = await workflows.get('', '?limit=2');
    expect(
      (await workflows.get('', `?limit=2&cursor=${String(page.body['nextCursor'])}`)).body,
    ).toMatchObject({
      workflows: [{ name: 'hangs' }, { name: 'approve' }],
    });
    const resolved = (await app.json('/api/apps/-/resolve')).body;
    expect(resolved['features']).toMatchObject({ workflows: true });
    expect((resolved['workflows'] as Json[])[0]).toEqual({
      name: 'greet',
      version: '1.2.3',
      title: 'A test',
    });
  });

  it('[workflow-sync] run at once: the answer says how it ended, or that it goes on', async () => {
    expect(await workflows.execute('greet', { who: 'Ana' })).toMatchObject({
      status: 200,
      body: { status: 'completed', output: { hello: 'Ana' } },
    });
    expect(await workflows.execute('fails')).toMatchObject({
      status: 200,
      body: {
        status: 'failed',
        error: { tool: 'breaks@one', instance: '/do/1/second', detail: 'out of order', code: 'runtime' },
      },
    });
    const late = await workflows.execute('waits', {}, { timeoutMs: 50 });
    expect(late).toMatchObject({ status: 202, body: { runId: expect.any(String) } });
    expect(await workflows.run(String(late.body['runId']))).not.toHaveProperty('endedAt');
    await workflows.post(String(late.body['runId']), 'cancel');
  });

  it('[workflow-async] run in the background, and can be looked at', async () => {
    const started = await workflows.execute('greet', { who: 'Ben' }, { mode: 'async' });
    expect(started.status).toBe(202);
    const id = String(started.body['runId']);
    expect(started.headers.get('location')).toBe(`/api/sdk/workflows/runs/${id}`);
    const run = await workflows.reaches(id, 'completed');
    expect(run).toMatchObject({
      ...{ runId: id, workflow: 'greet', version: '1.2.3', configVersion: 1, attempt: 1 },
      ...{ input: { who: 'Ben' }, output: { hello: 'Ben' }, more: false },
      steps: [
        {
          key: 'do/first',
          name: 'first',
          kind: 'call',
          tool: 'echo@one',
          status: 'completed',
          output: { who: 'Ben' },
        },
        { key: 'do/second', kind: 'set', status: 'completed', output: { hello: 'Ben' } },
      ],
    });
  });

  it('[workflow-refused] refuse what they cannot run, each with its problem', async () => {
    const refused = async (workflow: string, input: unknown, more: Json = {}) => {
      const { status, body } = await workflows.execute(workflow, input as Json, more);
      return [status, body['code'], (body['errors'] as Json[] | undefined)?.map(({ pointer }) => pointer)];
    };
    expect(await refused('nobodys', {})).toEqual([404, 'workflow-not-found', undefined]);
    expect(await refused('greet', {})).toEqual([400, 'invalid-request', ['/input']]);
    expect(await refused('greet', { who: 'x'.repeat(1_100_000) })).toEqual([
      400,
      'invalid-request',
      ['/input'],
    ]);
    expect(await refused('greet', {}, { mode: 'later' })).toEqual([400, 'invalid-request', ['/mode']]);
    const key = { 'idempotency-key': 'k', accept: 'text/event-stream' };
    expect((await workflows.execute('greet', { who: 'x' }, {}, key)).body['code']).toBe('invalid-header');
    for (const path of ['', '/events'])
      expect((await workflows.get(`/runs/run_nobodys${path}`)).body['code']).toBe('run-not-found');
  });

  it('[workflow-idempotency] run once for an Idempotency-Key', async () => {
    const before = one.executions('echo');
    const send = () => workflows.execute('greet', { who: 'Cleo' }, {}, { 'idempotency-key': 'once' });
    const all = await Promise.all([send(), send(), send()]);
    const [first] = all.filter(({ status }) => status === 200);
    expect((await send()).body).toEqual(first?.body);
    expect(one.executions('echo')).toBe(before + 1);
    const other = await workflows.execute('greet', { who: 'Dan' }, {}, { 'idempotency-key': 'once' });
    expect(other.body['code']).toBe('idempotency-mismatch');
  });

  it('[workflow-upstream] call tools with the ids of run and step, as whoever started the run', async () => {
    const id = await workflows.start('counts');
    await workflows.reaches(id, 'completed');
    const { rpc } = one.requests.findLast((request) => request.rpc?.method === 'tools/call') ?? {};
    expect(rpc?.params['_meta']).toMatchObject({
      'gantry/workflow-run': id,
      'gantry/workflow-step': 'do/only',
    });
  });
});

describe('Events of a run', () => {
  it('[workflow-stream] come as they happen, with growing ids and the progress of tools', async () => {
    const reader = await workflows.stream('counts');
    await reader.done;
    expect(reader.ended).toBe('properly');
    expect(reader.events.map(({ event }) => event)).toEqual([
      ...['run.started', 'step.started', 'step.progress', 'step.completed', 'run.completed'],
    ]);
    expect(reader.events.map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5']);
    expect(reader.events[2]?.data).toMatchObject({ step: 'do/only', progress: { progress: 1, total: 2 } });
    expect(reader.events[4]?.data).toMatchObject({ status: 'completed', output: 'counted' });
  });

  it('[workflow-resume] go on after Last-Event-ID, live and when the run has ended', async () => {
    const id = await workflows.start('waits');
    const live = await workflows.events(id, '1');
    await live.first('wait.required');
    await workflows.post(id, 'signals/go', { data: { n: 7 } });
    await live.done;
    expect(live.events.map(({ id: eventId, event }) => [eventId, event])).toEqual([
      ...[
        ['2', 'wait.required'],
        ['3', 'step.completed'],
        ['4', 'step.started'],
        ['5', 'step.completed'],
      ],
      ['6', 'run.completed'],
    ]);
    const rest = await workflows.events(id, '4');
    await rest.done;
    expect(rest.events.map(({ id: eventId }) => eventId)).toEqual(['5', '6']);
    expect((await workflows.events(id, '6')).response.status).toBe(204);
    expect((await workflows.events(id, 'x')).response.status).toBe(400);
  });

  it('[workflow-stream] leave the run alone when their reader leaves', async () => {
    const reader = await workflows.stream('waits');
    const { data } = await reader.first('wait.required');
    await reader.response.body?.cancel().catch(() => undefined);
    const id = String((data as Json)['runId']);
    await workflows.post(id, 'signals/go');
    await workflows.reaches(id, 'completed');
  });

  it('[workflow-resume] come in their order though another process wrote some of them', async () => {
    const id = await workflows.start('waits');
    await workflows.reaches(id, 'waiting');
    const told: number[] = [];
    const gone = app.gateway.app
      .get(RunWatch)
      .follow(id, { after: 0, scope: new CallScope('') }, ({ seq }) => {
        told.push(seq);
      });
    await waitFor('what is known', () => told.length === 2);
    const event = { runId: id, at: 0, data: {} };
    const end = { ...event, seq: 4, type: 'run.completed' } as const;
    await app.gateway.app.get(RunStore).addEvents([{ ...event, seq: 3, type: 'step.completed' }, end]);
    app.gateway.app.get(RunFeed).publish([end]);
    expect(await gone).toMatchObject({ type: 'run.completed' });
    expect(told).toEqual([1, 2, 3, 4]);
  });
});

it('[workflow-run-arguments] a run keeps the arguments of each call, without secrets', async () => {
  const { workflows: mine } = await otherApp({
    steps: doing([
      { say: call('mails', { to: '${ who }', password: 'swordfish', nested: { note: 'Bearer abc123' } }) },
      { long: call('echo', { text: '${ $pad("", 9000, "x") }' }) },
      { fail: call('breaks', { order: 7 }) },
    ]),
  });
  const id = await mine.start('steps', { who: 'Ana' });
  const { steps } = await mine.reaches(id, 'failed');
  const [say, long, fail] = steps as Json[];
  expect(say).toMatchObject({
    ...{ tool: 'mails@one', status: 'completed' },
    arguments: { to: 'Ana', password: '[redacted]', nested: { note: 'Bearer [redacted]' } },
  });
  expect(long).not.toHaveProperty('arguments');
  expect(fail).toMatchObject({ status: 'failed', arguments: { order: 7 } });
  const events = await mine.events(id);
  await events.done;
  expect(JSON.stringify(events.events)).not.toMatch(/swordfish|abc123/);
  const begun = events.events.find(({ data }) => (data as Json)['name'] === 'long')?.data;
  expect(begun).toMatchObject({ argumentsLength: 9011 });
});

const shown = doing([
  { say: call('echo', { n: 1 }) },
  { way: { switch: [{ never: { when: '${ false }', then: 'last' } }] } },
  { each: { for: { each: 'n', in: '${ [1, 2] }' }, do: [{ fail: call('breaks') }] } },
  { last: { set: { done: true } } },
]);

it('[workflow-mermaid] a workflow is drawn as a flowchart, and a run with the state of each task', async () => {
  const { app: shop, workflows: mine, people } = await otherApp({ shown });
  const { body } = await mine.get('/shown');
  expect(body).toMatchObject({ name: 'shown', version: '1.2.3', tools: ['echo@one', 'breaks@one'] });
  expect(body).not.toHaveProperty('document');
  expect((await people.get('/shown', `?app=${shop.slug}`)).body['document']).toEqual(shown);

  const picture = await mine.client.fetch('/api/sdk/workflows/shown?format=mermaid');
  expect(picture.headers.get('content-type')).toContain('text/plain');
  expect((await picture.text()).split('\n').map((line) => line.trim())).toEqual([
    'flowchart TD',
    'begin(["begin"])',
    't1["say<br/>call echo@one"]',
    't2{"way<br/>switch"}',
    'subgraph gt4 ["each"]',
    't4["each<br/>for each n"]',
    't5["fail<br/>call breaks@one"]',
    'end',
    't3[/"last<br/>set"/]',
    'finish(["end"])',
    'begin --> t1',
    't1 --> t2',
    't2 -->|"case 1"| t3',
    't2 -->|"else"| t4',
    't4 -->|"each"| t5',
    't5 -.-> t4',
    't4 -->|"done"| t3',
    't3 --> finish',
    '',
  ]);
  const id = await mine.start('shown');
  await mine.reaches(id, 'failed');
  const { text: ofRun } = await mine.get(`/runs/${id}`, '?format=mermaid');
  for (const line of ['class t1 completed', 'class t5 failed', 'classDef failed '])
    expect(ofRun).toContain(`  ${line}`);
  expect(ofRun).not.toContain('class t3');

  expect((await mine.get('/nobodys', '?format=mermaid')).body['code']).toBe('workflow-not-found');
  const wrong = await mine.get('/shown', '?format=png');
  expect([wrong.status, (wrong.body['errors'] as Json[])[0]?.['pointer']]).toEqual([400, '/format']);
  expect((await mine.get('/runs')).body).toHaveProperty('runs');
});
