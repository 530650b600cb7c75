import { closeAfterAll } from '../support/closing.js';
import type { Answer, Json } from '../support/clients/gateway-client.js';
import { says } from '../support/clients/sdk-apps.js';
import type { ScriptedHttp } from '../support/upstreams/scripted-http.js';
import { call, doing, listen, workflowApp, type Workflows } from '../support/workflows/workflow-app.js';

const open = closeAfterAll();
const saved = doing([
  { find: call('find', { text: '${ text }' }) },
  {
    each: {
      for: { in: 'items' },
      metadata: { collect: true },
      do: [{ put: call('put', { id: '${ $item }' }) }],
    },
  },
  { ask: { ...listen('go'), timeout: { after: { days: 2 } } } },
]);
let one: ScriptedHttp;
let workflows: Workflows;

beforeAll(async () => {
  const tools = [says('find', 'really'), says('put', 'really')];
  ({ one, workflows } = await workflowApp(open, tools, { saved }, { env: { WORKFLOW_TRIAL_STEPS: 20 } }));
});

const tried = (more: Json): Promise<Answer> =>
  workflows.client.json('/api/sdk/workflows/execute', { body: { dryRun: true, skipTime: true, ...more } });
const calledTools = () => one.of('tools/call').length;

describe('A dry run', () => {
  it('[workflow-trial] of a saved workflow tells its steps and calls, and does nothing', async () => {
    const mocks = { 'find@one': { items: [1, 2] }, 'put@one': ['first', 'second'] };
    const { status, body } = await tried({
      workflow: 'saved',
      input: { text: 'a' },
      mocks,
      signals: { go: 7 },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'completed', output: [7], more: false });
    expect(body['calls']).toEqual([
      { step: 'do/find', tool: 'find@one', arguments: { text: 'a' }, mocked: true },
      { step: 'do/each/0/put', tool: 'put@one', arguments: { id: 1 }, mocked: true },
      { step: 'do/each/1/put', tool: 'put@one', arguments: { id: 2 }, mocked: true },
    ]);
    expect(body['steps']).toMatchObject([
      { name: 'find', kind: 'call', status: 'completed', input: { text: 'a' }, output: { items: [1, 2] } },
      { name: 'put', input: { items: [1, 2] }, output: 'first' },
      { name: 'put', input: 'first', output: 'second' },
      { name: 'each', kind: 'for', output: ['first', 'second'] },
      { name: 'ask', kind: 'listen', output: [7] },
    ]);
    expect(calledTools()).toBe(0);
    expect((await workflows.get('/runs')).body['runs']).toEqual([]);
  });

  it('[workflow-trial-time] lets days pass at once, begins when it is told to, and waits where nobody answers', async () => {
    const day = doing([
      { wait: { wait: { days: 1 } } },
      { now: { set: { at: '${ $workflow.startedAt.iso8601 }' } } },
    ]);
    const now = '2030-01-01T00:00:00.000Z';
    expect((await tried({ document: day, now })).body).toMatchObject({
      status: 'completed',
      output: { at: now },
    });
    expect((await tried({ workflow: 'saved', mocks: { 'find@one': {} } })).body).toMatchObject({
      status: 'failed',
      error: { status: 408, instance: '/do/2/ask' },
    });
    const asks = doing([{ ask: listen('approval') }]);
    expect((await tried({ document: asks })).body).toMatchObject({
      status: 'waiting',
      waitsFor: ['approval'],
    });
    const slow = { document: doing([{ long: { wait: { hours: 1 } } }]), skipTime: false, timeoutMs: 50 };
    expect((await tried(slow)).body).toMatchObject({ status: 'waiting', waitsFor: [] });
  });

  it('[workflow-trial-branches] takes the branch that is done first in its time, and fails as a run would', async () => {
    const branches = [
      { slow: { do: [{ nap: { wait: { hours: 2 } } }, { say: { set: { said: 'slow' } } }] } },
      { quick: { do: [{ nap: { wait: { hours: 1 } } }, { say: { set: { said: 'quick' } } }] } },
    ];
    const document = doing([{ race: { fork: { compete: true, branches } } }]);
    expect((await tried({ document })).body).toMatchObject({ output: { said: 'quick' } });
    const fails = doing([{ get: call('find') }]);
    const error = { status: 404, title: 'Not found' };
    expect((await tried({ document: fails, mocks: { 'find@one': { error } } })).body).toMatchObject({
      status: 'failed',
      error: { ...error, instance: '/do/0/get', tool: 'find@one' },
      steps: [{ name: 'get', status: 'failed' }],
    });
  });

  it('[workflow-trial-step] may be of one step, with what it is given', async () => {
    const mocks = { 'put@one': 'done' };
    const { body } = await tried({ workflow: 'saved', step: '/do/1/each', input: { items: [4, 5] }, mocks });
    expect(body).toMatchObject({ status: 'completed', output: ['done', 'done'] });
    expect((body['calls'] as Json[]).map(({ arguments: given }) => given)).toEqual([{ id: 4 }, { id: 5 }]);
    const document = doing([
      { first: call('find') },
      { second: { try: [{ say: call('put', { id: '${ $steps.first.id + n }' }) }], catch: {} } },
    ]);
    const inner = { document, step: '/do/1/second/try/0/say', input: { n: 2 }, steps: { first: { id: 7 } } };
    expect((await tried(inner)).body['calls']).toMatchObject([{ tool: 'put@one', arguments: { id: 9 } }]);
    const failing = { ...inner, mocks: { 'put@one': { error: 'no' } } };
    expect((await tried(failing)).body).toMatchObject({
      status: 'failed',
      error: { instance: '/do/1/second/try/0/say', tool: 'put@one' },
    });
    const wrong = await tried({ workflow: 'saved', step: '/do/1/eahc' });
    expect([wrong.status, wrong.body['code']]).toEqual([422, 'step-not-found']);
    expect(wrong.body['errors']).toMatchObject([
      { pointer: '/step', detail: expect.stringContaining('Did you mean "/do/1/each"?') },
    ]);
    expect(calledTools()).toBe(0);
  });

  it.each([
    ['neither a workflow nor a document', {}, 400, '/workflow'],
    ['mocks without dryRun', { dryRun: undefined, workflow: 'saved', mocks: {} }, 400, '/mocks'],
    ['a document with faults', { document: doing([{ a: { set: 7 } }]) }, 400, '/document/do/0/a/set'],
    [
      'an expression that is none',
      { document: doing([{ a: { set: '${ ( }' } }]) },
      400,
      '/document/do/0/a/set',
    ],
  ])('[workflow-trial-refusals] is refused with a pointer: %s', async (_, body, status, pointer) => {
    const answer = await tried(body);
    expect(answer.status).toBe(status);
    expect(answer.body['errors']).toContainEqual(expect.objectContaining({ pointer }));
  });

  it('[workflow-trial-bounds] is cut where it tells too much, and ends where it takes too long', async () => {
    const loop = doing([{ l: { for: { in: '[1..100]' }, do: [{ a: call('find', { n: '${ $item }' }) }] } }]);
    const { body } = await tried({ document: loop });
    expect(body).toMatchObject({ status: 'completed', more: true });
    expect(body['steps']).toHaveLength(20);
    const endless = doing([{ a: { set: { n: 1 } } }, { b: { switch: [{ on: { then: 'a' } }] } }]);
    const { body: ended } = await tried({ document: endless, timeoutMs: 300 });
    expect(ended['status']).not.toBe('completed');
    expect(ended['steps']).toHaveLength(20);
  });
});
