import { closeAfterAll } from '../support/closing.js';
import type { Json } from '../support/clients/gateway-client.js';
import type { TestGateway } from '../support/gateway.js';
import { SkippingClock } from '../support/test-clock.js';
import { tool } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';
import { beginDueRuns, workflowApp, type Workflows } from '../support/workflows/workflow-app.js';
import { call, doing, listen } from '../support/workflows/workflow-app.js';

const fever: Json = { with: { type: 'temperature', data: '${ $ > 38 }' } };
const ofOrder = (type: string): Json => ({
  with: { type },
  correlate: { order: { from: '${ data.order }' } },
});
const listenTo = (to: Json, more: Json = {}): Json => ({ listen: { to }, ...more });
const emit = (type: string): Json => ({
  emit: { event: { with: { source: 'https://shop.example', type, data: { order: 1 } } } },
});

const documents = {
  few: doing([
    { ask: listenTo({ any: [fever], until: '$count($) = 2' }) },
    { hold: listen('go') },
    { next: listen('temperature') },
  ]),
  closing: doing([
    { ask: { listen: { to: { any: [ofOrder('parcel')], until: { one: ofOrder('closed') } }, read: 'raw' } } },
  ]),
  both: doing([
    {
      ask: listenTo({
        any: [fever],
        until: { all: [{ with: { type: 'temperature', data: '${ $ > 40 }' } }, { with: { type: 'out' } }] },
      }),
    },
  ]),
  each: doing(
    [
      {
        ask: listenTo(
          { any: [{ with: { type: 'job' } }], until: '$context.done = 3' },
          {
            foreach: {
              item: 'job',
              at: 'number',
              do: [{ work: call('work', { n: '${ $job.n }' }) }],
              output: { as: { did: '${ $job.n }', at: '${ $number }', said: '${ $ }' } },
              export: { as: { done: '${ $number + 1 }' } },
            },
          },
        ),
      },
    ],
    { output: { as: '${ { "all": $ } }' } },
  ),
  about: doing([{ ask: listenTo({ any: [ofOrder('step')], until: '$count($) = 2' }) }]),
  every: doing([
    {
      ask: listenTo(
        { all: [{ with: { type: 'left' } }, { with: { type: 'right' } }] },
        { foreach: { do: [{ work: call('work', { n: '${ $item }' }) }], output: { as: '$index' } } },
      ),
    },
  ]),
  short: doing([
    {
      ask: {
        ...listenTo({ any: [{ with: { type: 'never' } }], until: 'false' }),
        timeout: { after: { milliseconds: 50 } },
      },
    },
  ]),
  together: doing(
    [{ see: { set: { types: '${ $workflow.input.type }', data: '${ $workflow.input.data }' } } }],
    {
      schedule: { on: { all: [ofOrder('paid'), ofOrder('packed')] } },
    },
  ),
  turns: doing([{ hold: listen('go') }], {
    schedule: { on: { all: [{ with: { type: 'one' } }, { with: { type: 'two' } }] } },
    metadata: { schedule: { overlap: 'queue' } },
  }),
  tell: doing([{ one: emit('paid') }, { two: emit('packed') }]),
};

const open = closeAfterAll();
const clock = new SkippingClock();
const worked: unknown[] = [];
let refuses = false;
let gateway: TestGateway;
let workflows: Workflows;

beforeAll(async () => {
  const work = tool('work', (exchange) => {
    const { n } = exchange.args;
    if (!refuses) worked.push(n);
    const text = refuses ? 'not now' : `did ${String(n)}`;
    exchange.result({ content: [{ type: 'text', text }], isError: refuses });
  });
  const env = { WORKFLOW_MAX_ITEMS: 10 };
  ({ gateway, workflows } = await workflowApp(open, [work], documents, { env, clock }));
});

beforeEach(() => {
  worked.length = 0;
  refuses = false;
});

async function send(type: string, data: unknown, more: Json = {}): Promise<Json> {
  const { status, body, text } = await workflows.client.json('/api/sdk/workflows/events', {
    body: { type, data, ...more },
  });
  if (status !== 202) throw new Error(text);
  return body;
}

async function waiting(workflow: string): Promise<string> {
  const id = await workflows.start(workflow);
  await workflows.reachesStep(id, 'ask', 'waiting');
  return id;
}

const outputOf = async (id: string): Promise<unknown> => (await workflows.reaches(id, 'completed'))['output'];
const runsOf = async (workflow: string): Promise<Json[]> =>
  (await workflows.get('/runs', `?workflow=${workflow}`)).body['runs'] as Json[];

describe('A listen with `until`', () => {
  it('[events-until] takes what comes in its order until a condition on all of it holds, and leaves the rest to the next', async () => {
    const id = await waiting('few');
    for (const degrees of [39, 37, 40, 41]) await send('temperature', degrees);
    const held = await workflows.reachesStep(id, 'hold', 'waiting');
    expect(held).toMatchObject({ key: 'do/hold' });
    await workflows.post(id, 'signals/go');
    const run = await workflows.reaches(id, 'completed');
    // What `next` takes is the oldest that the first has not had: the one that its filter did not take.
    expect(run).toMatchObject({
      output: [37],
      steps: [
        { key: 'do/ask/0', name: 'ask', kind: 'listen', output: { data: 39 } },
        { key: 'do/ask/1', output: { data: 40 } },
        { key: 'do/hold' },
        { key: 'do/next' },
      ],
    });
  });

  it('[events-until] leaves to a later listen what it was given and did not take', async () => {
    const id = await waiting('few');
    for (const degrees of [39, 40, 41]) await send('temperature', degrees);
    await workflows.reachesStep(id, 'hold', 'waiting');
    await workflows.post(id, 'signals/go');
    expect(await outputOf(id)).toEqual([41]);
  });

  it('[events-until-consumed] ends with an event about the same, which is no part of the output; `raw` is the text of the data', async () => {
    const id = await waiting('closing');
    await send('parcel', { order: 1, n: 1 });
    expect(await send('parcel', { order: 2 })).toMatchObject({ reached: [] });
    await send('parcel', { order: '1', n: 2 });
    expect(await send('closed', { order: 2 })).toMatchObject({ reached: [] });
    expect(await send('closed', { order: 1 })).toMatchObject({ reached: [id] });
    expect(await outputOf(id)).toEqual(['{"order":1,"n":1}', '{"order":"1","n":2}']);
    expect(await send('parcel', { order: 1 })).toMatchObject({ reached: [] });
  });

  it('[events-until-consumed] ends with `all` once each has come, and an event counts on both sides', async () => {
    const id = await waiting('both');
    for (const degrees of [39, 41]) await send('temperature', degrees);
    await workflows.reachesStep(id, 'ask', 'waiting');
    await send('temperature', 39.5);
    await send('out', null);
    expect(await outputOf(id)).toEqual([39, 41, 39.5]);
  });

  it('[events-until] takes signals to the run as well, has the time of its task, and ends by name when too much comes', async () => {
    const id = await waiting('each');
    for (const n of [1, 2, 3]) await workflows.post(id, 'signals/job', { data: { n } });
    expect(await outputOf(id)).toMatchObject({ all: [{ did: 1 }, { did: 2 }, { did: 3 }] });
    expect(await workflows.reaches(await workflows.start('short'), 'failed')).toMatchObject({
      error: { status: 408, instance: '/do/0/ask' },
    });
    const full = await waiting('closing');
    for (let n = 0; n < 12; n++) await send('parcel', { order: 9, n });
    expect(await workflows.reaches(full, 'failed')).toMatchObject({
      error: { detail: expect.stringContaining('WORKFLOW_MAX_ITEMS') as string },
    });
  });
});

describe('foreach', () => {
  it('[events-foreach] is carried out for each event after the other, with its output and its context', async () => {
    const id = await waiting('each');
    await Promise.all([send('job', { n: 1 }), send('job', { n: 1 }), send('job', { n: 1 })]);
    expect(await outputOf(id)).toEqual({
      all: [0, 1, 2].map((at) => ({ did: 1, at, said: 'did 1' })),
    });
    expect(worked).toEqual([1, 1, 1]);
  });

  it('[events-foreach] goes on where it failed when the run is tried again, or from one of its steps, and has lost nothing', async () => {
    const id = await waiting('each');
    await send('job', { n: 1 });
    await waitFor('the first', () => worked.length === 1);
    refuses = true;
    await send('job', { n: 2 });
    await workflows.reaches(id, 'failed');
    await send('job', { n: 3 });
    refuses = false;
    await workflows.post(id, 'retry');
    expect(await outputOf(id)).toMatchObject({ all: [{ did: 1 }, { did: 2 }, { did: 3 }] });
    expect(worked).toEqual([1, 2, 3]);
    await workflows.post(id, 'retry', { from: 'do/ask/1/work' });
    await workflows.reachesStep(id, 'ask', 'waiting');
    await send('job', { n: 4 });
    expect(await outputOf(id)).toMatchObject({ all: [{ did: 1 }, { did: 2 }, { did: 4 }] });
    expect(worked).toEqual([1, 2, 3, 2, 4]);
  });

  it('[events-until-consumed] is about the same as before when a run begins again in the middle', async () => {
    const id = await waiting('about');
    for (const n of [1, 2]) await send('step', { order: 5, n });
    await workflows.reaches(id, 'completed');
    await workflows.post(id, 'retry', { from: 'do/ask/1' });
    await workflows.reachesStep(id, 'ask', 'waiting');
    expect(await send('step', { order: 6 })).toMatchObject({ reached: [] });
    await send('step', { order: 5, n: 3 });
    expect(await outputOf(id)).toMatchObject([{ n: 1 }, { n: 3 }]);
  });

  it('[events-foreach] of `all` is carried out in the order in which they come', async () => {
    const id = await waiting('every');
    await send('right', 'r');
    await waitFor('the first', () => worked.length === 1);
    await send('left', 'l');
    expect(await outputOf(id)).toEqual([0, 1]);
    expect(worked).toEqual(['r', 'l']);
  });

  it('[events-foreach] is tried without a run: of a type a list has one for each', async () => {
    const trial = async (signals: Json) => {
      const body = { workflow: 'each', dryRun: true, skipTime: true, signals };
      return (await workflows.client.json('/api/sdk/workflows/execute', { body })).body;
    };
    expect(await trial({ job: [{ n: 1 }, { n: 2 }, { n: 3 }] })).toMatchObject({
      status: 'completed',
      output: { all: [{ did: 1 }, { did: 2 }, { did: 3 }] },
      calls: [{ step: 'do/ask/0/work' }, { step: 'do/ask/1/work' }, { step: 'do/ask/2/work' }],
    });
    expect(await trial({ job: [{ n: 1 }] })).toMatchObject({ status: 'waiting', waitsFor: ['job'] });
    expect(worked).toEqual([]);
    const drawn = (await workflows.get('/each', '?format=mermaid')).text;
    expect(drawn).toContain('listen job, again and again');
    expect(drawn).toContain('call work@one');
  });
});

describe('schedule.on with `all`', () => {
  it('[events-begin-all] begins one run once an event has come for each filter, about the same', async () => {
    expect(await send('packed', { order: 1 })).toMatchObject({ began: [] });
    expect(await send('packed', { order: 2 })).toMatchObject({ began: [] });
    expect(await send('packed', { order: 1, n: 2 })).toMatchObject({ began: [] });
    const { began, id } = await send('paid', { order: 2 });
    expect(began).toMatchObject([{ workflow: 'together' }]);
    const runId = String((began as Json[])[0]?.['runId']);
    expect(await workflows.reaches(runId, 'completed')).toMatchObject({
      output: { types: ['paid', 'packed'], data: [{ order: 2 }, { order: 2 }] },
      startedBy: { kind: 'event', eventId: id },
    });
    // The oldest first: two parcels of one order want two ends.
    const orders: unknown[] = [];
    for (let time = 0; time < 2; time++) {
      const [run] = (await send('paid', { order: 1 }))['began'] as Json[];
      orders.push((await workflows.reaches(String(run?.['runId']), 'completed'))['output']);
    }
    expect(orders).toMatchObject([{ data: [{}, { order: 1 }] }, { data: [{}, { order: 1, n: 2 }] }]);
    expect(await send('paid', { order: 1 })).toMatchObject({ began: [] });
  });

  it('[events-begin-all] is begun by what runs emit, and waits for its turn', async () => {
    const before = (await runsOf('together')).length;
    await workflows.execute('tell');
    await waitFor('the run', async () => (await runsOf('together')).length > before);
    for (const type of ['one', 'two', 'two', 'one']) await send(type, 0);
    const [first, ...more] = await runsOf('turns');
    expect(more).toEqual([]);
    expect((await workflows.client.json('/api/sdk/workflows/turns/schedule')).body).toMatchObject({
      queued: 1,
    });
    await workflows.post(String(first?.['runId']), 'signals/go');
    await workflows.reaches(String(first?.['runId']), 'completed');
    clock.advance(1000);
    await waitFor('the second', async () => {
      await beginDueRuns(gateway);
      return (await runsOf('turns')).length === 2;
    });
  });
});
