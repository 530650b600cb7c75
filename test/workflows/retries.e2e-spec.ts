import { closeAfterAll } from '../support/closing.js';
import type { TestGateway } from '../support/gateway.js';
import type { Json } from '../support/clients/gateway-client.js';
import type { TestApp } from '../support/clients/sdk-apps.js';
import { answers, hangs, text } from '../support/upstreams/behaviours.js';
import { echo, tool, type ScriptedHttp } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';
import { call, doing, listen, workflowApp, Workflows } from '../support/workflows/workflow-app.js';

const open = closeAfterAll();
let gateway: TestGateway;
let app: TestApp;
let one: ScriptedHttp;
let workflows: Workflows;
let isBroken = false;

const breaks = tool('breaks', (exchange) => {
  exchange.result(isBroken ? { ...text('out of order'), isError: true } : text('"fine"'));
});
const tools = [
  ...[echo, breaks, tool('hangs', hangs), tool('delete_all', answers(text('gone')))],
  ...['a', 'b', 'c', 'd'].map((name) => tool(name, answers(text(`"${name}"`)))),
];
const documents = {
  line: doing(
    [
      { first: call('a') },
      { note: { set: { seen: '${ $workflow.input.who }' } } },
      { second: call('echo', { who: '${ $workflow.input.who }', from: '${ $steps.note.seen }' }) },
      { third: call('c') },
      { last: { set: { said: '${ $steps.second.who }' } } },
    ],
    {
      input: { schema: { document: { type: 'object', properties: { who: { type: 'string' } } } } },
    },
  ),
  fails: doing([{ first: call('a') }, { second: call('b') }, { third: call('breaks') }]),
  rounds: doing([
    { before: call('a') },
    { each: { for: { each: 'n', in: '${ [1, 2, 3] }' }, do: [{ say: call('echo', { n: '${ $n }' }) }] } },
    { after: call('c') },
  ]),
  many: doing([
    {
      each: {
        for: { each: 'n', in: '${ [1, 2, 3] }' },
        metadata: { maxConcurrency: 3, collect: true },
        do: [{ say: call('echo', { n: '${ $n }' }) }, { also: call('b') }],
      },
    },
  ]),
  beside: doing([
    {
      both: {
        fork: { branches: [{ left: { do: [{ x: call('a') }, { y: call('b') }] } }, { right: call('c') }] },
      },
    },
    { after: call('d') },
  ]),
  timed: doing([
    {
      tries: {
        try: [{ x: call('a') }, { y: call('breaks') }],
        catch: { do: [{ mend: call('c') }] },
        timeout: { after: { minutes: 5 } },
      },
    },
    { after: call('d') },
  ]),
  stands: doing([{ first: call('a') }, { still: call('hangs') }]),
  waits: doing([{ ask: listen('go') }, { then: call('a') }]),
  deletes: doing([{ first: call('a') }, { ask: listen('approval') }, { drop: call('delete_all') }]),
};

beforeAll(async () => {
  const policies = { requireApproval: ['one__delete_*'] };
  ({ gateway, app, one, workflows } = await workflowApp(open, tools, documents, { policies }));
});

const ended = async (workflow: string, input: Json = {}, status = 'completed'): Promise<string> => {
  const id = await workflows.start(workflow, input);
  await workflows.reaches(id, status);
  return id;
};
/** What the server was asked for because of it. */
const retried = async (id: string, body: Json, status = 'completed') => {
  const before = one.executed.length;
  const { attempt } = await workflows.run(id);
  expect((await workflows.post(id, 'retry', body)).status).toBe(202);
  await waitFor('the next attempt', async () => (await workflows.run(id))['attempt'] !== attempt);
  const run = await workflows.reaches(id, status);
  return { run, calls: one.executed.slice(before) };
};
const stepsOf = (run: Json) => (run['steps'] as Json[]).map(({ name, status }) => [name, status]);

describe('A run that is tried again from a step', () => {
  it('[workflow-retry-from] repeats that step and what came after it, and nothing before', async () => {
    const id = await ended('line', { who: 'Ana' });
    const { run, calls } = await retried(id, { from: '/do/2/second' });
    expect(calls).toEqual(['echo', 'c']);
    expect(run).toMatchObject({ attempt: 2, output: { said: 'Ana' } });
    const names = ['first', 'note', 'second', 'third', 'last'];
    expect(stepsOf(run)).toEqual(names.map((name) => [name, 'completed']));
    const events = await workflows.events(id, String(7));
    await events.done;
    const told = events.events.map(({ event, data }) => [event, (data as Json)['name']]);
    expect(told.slice(-6)).toEqual([
      ['step.started', 'second'],
      ['step.completed', 'second'],
      ['step.started', 'third'],
      ['step.completed', 'third'],
      ['step.completed', 'last'],
      ['run.completed', undefined],
    ]);
    expect((await retried(id, { from: '/do/0/first' })).calls).toEqual(['a', 'echo', 'c']);
    expect((await retried(id, { from: '/do/4/last' })).calls).toEqual([]);
    expect((await workflows.post(id, 'retry')).body['code']).toBe('run-not-failed');
  });

  it('[workflow-retry-input] takes another input, which fits the workflow', async () => {
    const id = await ended('line', { who: 'Ana' });
    const wrong = await workflows.post(id, 'retry', { from: '/do/0/first', input: { who: 3 } });
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ pointer: '/input/who' }] } });
    const { run, calls } = await retried(id, { from: '/do/2/second', input: { who: 'Bo' } });
    expect(calls).toEqual(['echo', 'c']);
    expect(run).toMatchObject({ input: { who: 'Bo' }, output: { said: 'Bo' } });
  });

  it('[workflow-retry-current] goes by the definition that the app has now', async () => {
    isBroken = true;
    const id = await ended('fails', {}, 'failed');
    const fixed = doing([{ first: call('a') }, { second: call('b') }, { third: call('d') }]);
    await app.configure({ mcpServers: { one: { use: 'one' } }, workflows: { ...documents, fails: fixed } });
    expect((await retried(id, {}, 'failed')).calls).toEqual(['breaks']);
    const { run, calls } = await retried(id, { definition: 'current' });
    expect([run['configVersion'], run['output'], calls]).toEqual([2, 'd', ['d']]);
    expect((await retried(id, { from: '/do/1/second' })).calls).toEqual(['b', 'd']);
    await app.configure({ mcpServers: { one: { use: 'one' } }, workflows: { line: documents.line } });
    const gone = await workflows.post(id, 'retry', { from: '/do/0/first', definition: 'current' });
    expect(gone.body['code']).toBe('workflow-not-found');
    const policies = { requireApproval: ['one__delete_*'] };
    await app.configure({ mcpServers: { one: { use: 'one' } }, workflows: documents, policies });
  });

  it('[workflow-retry-cancelled] or was cancelled goes on where it stood', async () => {
    const id = await workflows.start('stands');
    await waitFor('the call', () => one.executions('hangs') === 1);
    await workflows.post(id, 'cancel');
    await workflows.reaches(id, 'cancelled');
    await workflows.post(id, 'retry');
    await waitFor('the call again', () => one.executions('hangs') === 2);
    expect(await workflows.run(id)).toMatchObject({ status: 'running', attempt: 2 });
    expect((await workflows.post(id, 'retry')).body['code']).toBe('run-not-failed');
    await workflows.post(id, 'cancel');
    const waiting = await workflows.start('waits');
    await workflows.reaches(waiting, 'waiting');
    await workflows.post(waiting, 'cancel');
    await workflows.reaches(waiting, 'cancelled');
    await workflows.post(waiting, 'retry');
    await workflows.reachesStep(waiting, 'ask', 'waiting');
    await workflows.post(waiting, 'signals/go');
    await workflows.reaches(waiting, 'completed');
    expect((await workflows.post(waiting, 'retry', { from: '/do/0/ask' })).status).toBe(202);
    await workflows.reachesStep(waiting, 'ask', 'waiting');
    await workflows.post(waiting, 'cancel');
  });

  it('[workflow-retry-inner] may begin inside of a loop, a branch or a try', async () => {
    const rounds = await ended('rounds');
    expect((await retried(rounds, { from: '/do/1/each/do/0/say' })).calls).toEqual([
      'echo',
      'echo',
      'echo',
      'c',
    ]);
    expect((await retried(rounds, { from: 'do/each/2/say' })).calls).toEqual(['echo', 'c']);
    const many = await ended('many');
    expect((await retried(many, { from: 'do/each/1/say' })).calls).toEqual(['echo', 'b']);
    const beside = await ended('beside');
    const left = '/do/0/both/fork/branches/0/left';
    expect((await retried(beside, { from: `${left}/do/1/y` })).calls).toEqual(['b', 'd']);
    isBroken = true;
    const tried = await ended('timed');
    isBroken = false;
    const { run, calls } = await retried(tried, { from: '/do/0/tries/try/1/y' });
    expect(calls).toEqual(['breaks', 'd']);
    expect(stepsOf(run)).toEqual([
      ['tries', 'completed'],
      ['x', 'completed'],
      ['y', 'completed'],
      ['after', 'completed'],
    ]);
  });

  it('[workflow-retry-approval] needs another approval for what was approved', async () => {
    const people = new Workflows(gateway);
    const id = await workflows.start('deletes');
    await workflows.reaches(id, 'waiting');
    await people.approve(id);
    await workflows.reaches(id, 'completed');
    const before = one.executed.length;
    await workflows.post(id, 'retry', { from: '/do/2/drop' });
    await workflows.reachesStep(id, 'drop', 'waiting');
    expect(one.executed.slice(before)).toEqual([]);
    await workflows.post(id, 'cancel');
  });

  it('[workflow-retry-faults] is refused where the run has no such step', async () => {
    isBroken = true;
    const id = await ended('fails', {}, 'failed');
    isBroken = false;
    const faultOf = async (from: string) => {
      const { status, body } = await workflows.post(id, 'retry', { from });
      expect([status, body['code']]).toEqual([422, 'step-not-found']);
      const [fault] = body['errors'] as { pointer: string; detail: string }[];
      expect(fault?.pointer).toBe('/from');
      return fault?.detail;
    };
    expect(await faultOf('/do/1/secnd')).toContain('Did you mean "/do/1/second"?');
    expect(await faultOf('/do/7/second')).toContain('Did you mean "/do/1/second"?');
    expect(await faultOf('/do/9/other')).toContain('/do/0/first, /do/1/second, /do/2/third');
    expect(await faultOf('do/fourth')).toContain('is no step');
    expect((await workflows.post(id, 'retry', { definition: 'newest' })).status).toBe(400);
    expect(await workflows.run(id)).toMatchObject({ status: 'failed', attempt: 1, error: { status: 500 } });
  });
});
