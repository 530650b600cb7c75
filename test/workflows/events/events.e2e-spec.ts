import { closeAfterAll } from '../../support/closing.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { createApp } from '../../support/clients/sdk-apps.js';
import { personIn } from '../../support/clients/apps-client.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { programOf } from '../../support/oauth/programs.js';
import { SkippingClock } from '../../support/test-clock.js';
import { waitFor } from '../../support/wait-for.js';
import { beginDueRuns, doing, listen, workflowEnv, Workflows } from '../../support/workflows/workflow-app.js';

const listenTo = (to: Json, more: Json = {}): Json => ({ listen: { to, ...more } });
const emit = (event: Json): Json => ({
  emit: { event: { with: { source: 'https://shop.example', ...event } } },
});

const orders = (expect?: string): Json => ({
  with: { type: 'order.paid' },
  correlate: { order: { from: '${ data.order }', ...(expect === undefined ? {} : { expect }) } },
});

const documents = {
  plain: doing([{ ask: listen('go') }]),
  order: doing([{ ask: listenTo({ one: orders('${ $workflow.input.order }') }) }]),
  large: doing([
    {
      ask: listenTo({
        one: { with: { type: 'sum', data: '${ $ > 100 }', subject: '${ $workflow.input.of }' } },
      }),
    },
  ]),
  part: doing([
    { ask: listenTo({ one: { with: { type: 'state', data: { is: 'done' } } } }, { read: 'envelope' }) },
  ]),
  every: doing([{ ask: listenTo({ all: [orders(), { ...orders(), with: { type: 'order.sent' } }] }) }]),
  late: doing([{ first: listen('begin') }, { ask: listen('news') }, { again: listen('news') }]),
  both: doing([{ two: { fork: { branches: [{ left: listen('news') }, { right: listen('news') }] } } }]),
  approved: doing([{ ask: listen('approval') }]),
  tell: doing([
    {
      say: emit({ type: 'told', subject: '${ $workflow.input.of }', data: { n: '${ $workflow.input.n }' } }),
    },
  ]),
  hear: doing([{ ask: listenTo({ one: { with: { type: 'told', data: { n: 7 } } } }) }]),
  short: doing([{ ask: { ...listen('never'), timeout: { after: { milliseconds: 50 } } } }]),
};

const begun = {
  'on-paid': doing([{ see: { set: { order: '${ $workflow.input[0].data.order }' } } }], {
    schedule: { on: { one: { with: { type: 'order.paid', data: '${ sum > 5 }' } } } },
  }),
  'on-either': doing([{ see: { set: { type: '${ $workflow.input[0].type }' } } }], {
    schedule: { on: { any: [{ with: { type: 'order.paid' } }, { with: { type: 'order.sent' } }] } },
  }),
  'in-turn': doing([{ hold: listen('go') }], {
    schedule: { on: { one: { with: { type: 'turn' } } } },
    metadata: { schedule: { overlap: 'queue' } },
  }),
  once: doing([{ hold: listen('go') }], {
    schedule: { on: { one: { with: { type: 'turn' } } } },
    metadata: { schedule: { overlap: 'skip' } },
  }),
  paused: doing([{ see: { set: { done: true } } }], {
    schedule: { on: { one: { with: { type: 'turn' } } } },
    metadata: { schedule: { paused: true } },
  }),
  loop: doing([{ again: emit({ type: 'round' }) }], {
    schedule: { on: { one: { with: { type: 'round' } } } },
  }),
};

const open = closeAfterAll();
const clock = new SkippingClock();
let gateway: TestGateway;
let workflows: Workflows;
let other: Workflows;
let triggered: Workflows;

beforeAll(async () => {
  gateway = await open(startGateway({ clock, env: workflowEnv }));
  workflows = new Workflows(await createApp(gateway, 'shop', { mcpServers: {}, workflows: documents }));
  other = new Workflows(await createApp(gateway, 'other', { mcpServers: {}, workflows: documents }));
  triggered = new Workflows(await createApp(gateway, 'begun', { mcpServers: {}, workflows: begun }));
});

async function send(type: string, more: Json = {}, to = workflows, headers = {}): Promise<Json> {
  const path = '/api/sdk/workflows/events';
  const { status, body, text } = await to.client.json(path, { body: { type, ...more }, headers });
  if (status !== 202) throw new Error(text);
  return body;
}

const outputOf = async (id: string, of = workflows): Promise<unknown> =>
  (await of.reaches(id, 'completed'))['output'];

async function waiting(workflow: string, input: Json = {}, of = workflows): Promise<string> {
  const id = await of.start(workflow, input);
  await of.reachesStep(id, 'ask', 'waiting');
  return id;
}

const runsOf = async (workflow: string): Promise<Json[]> =>
  (await triggered.get('/runs', `?workflow=${workflow}`)).body['runs'] as Json[];

describe('An event', () => {
  it('[events-reach] reaches every run of the app that waits for its type, and none of another', async () => {
    const [one, two] = [await waiting('plain'), await waiting('plain')];
    const foreign = await waiting('plain', {}, other);
    expect(await send('go', { data: { n: 1 } })).toMatchObject({
      id: expect.stringMatching(/^evt_/) as string,
      reached: [one, two],
      began: [],
    });
    for (const id of [one, two]) expect(await outputOf(id)).toEqual([{ n: 1 }]);
    expect(await other.run(foreign)).toMatchObject({ steps: [{ status: 'waiting', waitsFor: 'go' }] });
  });

  it('[events-correlate] reaches the run that expects what it says, or what is said beside it', async () => {
    const [one, two] = [await waiting('order', { order: 1 }), await waiting('order', { order: 'b' })];
    expect(await send('order.paid', { data: { order: 7 } })).toMatchObject({ reached: [] });
    expect(await send('order.paid', { data: {} })).toMatchObject({ reached: [] });
    expect(await send('order.paid', { data: { order: 'b' } })).toMatchObject({ reached: [two] });
    expect(await send('order.paid', { correlation: { order: '1' } })).toMatchObject({ reached: [one] });
    expect(await outputOf(two)).toEqual([{ order: 'b' }]);
    expect(await outputOf(one)).toEqual([null]);
  });

  it('[events-filter] is compared with values, members of objects and expressions', async () => {
    const large = await waiting('large', { of: 'us' });
    for (const more of [{ data: 200 }, { data: 99, subject: 'us' }, { data: 200, subject: 'them' }])
      expect(await send('sum', more)).toMatchObject({ reached: [] });
    expect(await send('sum', { data: 200, subject: 'us' })).toMatchObject({ reached: [large] });
    const part = await waiting('part');
    expect(await send('state', { data: { is: 'begun' } })).toMatchObject({ reached: [] });
    await send('state', { data: { is: 'done', by: 'ann' }, source: 'urn:us' });
    const envelope = { specversion: '1.0', type: 'state', source: 'urn:us', data: { is: 'done', by: 'ann' } };
    expect(await outputOf(part)).toMatchObject([envelope]);
  });

  it('[events-all] of `all` each is waited for, about the same as the first that came', async () => {
    const id = await waiting('every');
    expect(await send('order.sent', { data: { order: 'x' } })).toMatchObject({ reached: [id] });
    expect(await send('order.sent', { data: { order: 'x' } })).toMatchObject({ reached: [] });
    expect(await send('order.paid', { data: { order: 'y' } })).toMatchObject({ reached: [] });
    expect(await send('order.paid', { data: { order: 'x', sum: 5 } })).toMatchObject({ reached: [id] });
    expect(await outputOf(id)).toEqual([{ order: 'x', sum: 5 }, { order: 'x' }]);
  });

  it('[events-past] that came since the run began is taken by the `listen` that comes to it, once', async () => {
    await send('news', { data: 'before' });
    const id = await workflows.start('late');
    await workflows.reachesStep(id, 'first', 'waiting');
    expect(await send('news', { data: 'early' })).toMatchObject({ reached: [] });
    await workflows.post(id, 'signals/begin');
    await workflows.reachesStep(id, 'again', 'waiting');
    expect(await send('news', { data: 'late' })).toMatchObject({ reached: [id] });
    expect((await workflows.reaches(id, 'completed'))['steps']).toMatchObject([
      {},
      { output: { data: 'early' } },
      { output: { data: 'late' } },
    ]);
  });

  it('[events-reach] reaches each of two waits of one run', async () => {
    const id = await workflows.start('both');
    await workflows.reachesStep(id, 'left', 'waiting');
    await workflows.reachesStep(id, 'right', 'waiting');
    expect(await send('news', { data: 1 })).toMatchObject({ reached: [id] });
    expect(await outputOf(id)).toEqual([[1], [1]]);
  });

  it('[events-reach] approves nothing: a `listen` for an approval does not hear it', async () => {
    const id = await waiting('approved');
    expect(await send('approval')).toMatchObject({ reached: [] });
    await workflows.approve(id);
    expect(await outputOf(id)).toEqual([true]);
  });

  it('[events-bounds] is refused when it is too large or no event, and sent once under an Idempotency-Key', async () => {
    const path = '/api/sdk/workflows/events';
    const refused = async (body: Json) => (await workflows.client.json(path, { body })).body['code'];
    expect(await refused({ type: 'go', data: 'x'.repeat(70_000) })).toBe('event-too-large');
    expect(await refused({ type: 'no type' })).toBe('invalid-request');
    expect(await refused({ type: 'go', correlation: { a: {} } })).toBe('invalid-request');
    const id = await waiting('plain');
    const key = { 'idempotency-key': 'k-1' };
    const first = await send('go', {}, workflows, key);
    expect(first).toMatchObject({ reached: [id] });
    expect(await send('go', {}, workflows, key)).toEqual(first);
    expect(await workflows.reaches(await workflows.start('short'), 'failed')).toMatchObject({
      error: { status: 408 },
    });
  });
});

describe('emit', () => {
  it('[events-emit] sends an event to the runs of the app, and yields it', async () => {
    const id = await waiting('hear');
    const foreign = await waiting('hear', {}, other);
    await workflows.execute('tell', { n: 6 });
    const { body } = await workflows.execute('tell', { of: 'us', n: 7 });
    expect(body).toMatchObject({
      status: 'completed',
      output: {
        specversion: '1.0',
        source: 'https://shop.example',
        type: 'told',
        subject: 'us',
        data: { n: 7 },
      },
    });
    expect(await outputOf(id)).toEqual([{ n: 7 }]);
    expect(await other.run(foreign)).toMatchObject({
      status: expect.not.stringMatching('completed') as string,
    });
  });

  it('[events-emit-depth] ends by name where events begin runs that emit them', async () => {
    await send('round', {}, triggered);
    const runs = await waitFor('the deepest', async () => {
      const all = await runsOf('loop');
      return all.some(({ status }) => status === 'failed') && all;
    });
    expect(runs).toHaveLength(10);
    expect(runs[0]).toMatchObject({ error: { code: 'recursion-too-deep', instance: '/do/0/again' } });
  });
});

describe('schedule.on', () => {
  it('[events-begin] begins one run for each event, as the app, with the event in a list as its input', async () => {
    const sent = await send('order.paid', { data: { order: 'a', sum: 9 } }, triggered);
    const [either, paid] = (sent['began'] as Json[]).toSorted((one, two) =>
      String(one['workflow']).localeCompare(String(two['workflow'])),
    );
    expect([either, paid]).toMatchObject([{ workflow: 'on-either' }, { workflow: 'on-paid' }]);
    const run = await triggered.reaches(String(paid?.['runId']), 'completed');
    expect(run).toMatchObject({
      output: { order: 'a' },
      startedBy: { kind: 'event', eventId: sent['id'], tokenId: expect.stringMatching(/^app_/) as string },
    });
    expect(await send('order.paid', { data: { order: 'b', sum: 1 } }, triggered)).toMatchObject({
      began: [{ workflow: 'on-either' }],
    });
  });

  it('[events-overlap] begins in turn with `queue`, not at all with `skip` and while it is paused', async () => {
    for (const n of [1, 2, 3]) await send('turn', { data: n }, triggered);
    expect(await runsOf('once')).toHaveLength(1);
    expect(await runsOf('paused')).toHaveLength(0);
    const state = (await triggered.client.json('/api/sdk/workflows/in-turn/schedule')).body;
    expect(state).toMatchObject({ queued: 2, overlap: 'queue', schedule: { on: {} } });
    for (const n of [1, 2, 3]) {
      clock.advance(1000);
      const run = await waitFor('the next', async () => {
        await beginDueRuns(gateway);
        const all = await runsOf('in-turn');
        return all.length === n && all[0];
      });
      expect((await triggered.run(String(run['runId'])))['input']).toMatchObject([{ data: n }]);
      await triggered.post(String(run['runId']), 'signals/go');
      await triggered.reaches(String(run['runId']), 'completed');
    }
    const skipped = (await triggered.client.json('/api/sdk/workflows/once/schedule')).body;
    expect(skipped).toMatchObject({ skipped: 2 });
  });
});

describe('A program that was left some servers only', () => {
  it('[events-programs] reaches the runs that it began, and begins none', async () => {
    const person = await personIn(gateway, 'leaves');
    const waits = { wait: doing([{ ask: listen('go') }]), begins: begun['on-either'] };
    await person.newApp('shop', { mcpServers: {}, workflows: waits }, { slug: 'shop' });
    const own = new Workflows(await programOf(gateway, person, { servers: new Set(['shop.desk']) }));
    const theirs = new Workflows(await programOf(gateway, person));
    const to = async (program: Workflows, type: string) =>
      (await program.client.json('/api/sdk/workflows/events?app=shop', { body: { type } })).body;
    const start = async (program: Workflows) => {
      const path = '/api/sdk/workflows/execute?app=shop';
      const { body } = await program.client.json(path, { body: { workflow: 'wait', mode: 'async' } });
      const id = String(body['runId']);
      await program.reachesStep(id, 'ask', 'waiting');
      return id;
    };
    const [mine, other] = [await start(own), await start(theirs)];
    expect(await to(own, 'order.sent')).toMatchObject({ began: [] });
    expect(await to(own, 'go')).toMatchObject({ reached: [mine] });
    expect(await to(theirs, 'go')).toMatchObject({ reached: [other] });
    expect(await to(theirs, 'order.sent')).toMatchObject({ began: [{ workflow: 'begins' }] });
  });
});
