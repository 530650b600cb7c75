import { closeAfterAll } from '../support/closing.js';
import type { Json } from '../support/clients/gateway-client.js';
import type { TestApp } from '../support/clients/sdk-apps.js';
import type { TestGateway } from '../support/gateway.js';
import { text } from '../support/upstreams/behaviours.js';
import { tool, type ScriptedHttp } from '../support/upstreams/scripted-http.js';
import { call, doing, listen, workflowApp, type Workflows } from '../support/workflows/workflow-app.js';

const run = (name: string, input: Json = {}, more: Json = {}): Json => ({
  run: { workflow: { name, input }, ...more },
});

const documents = {
  greet: doing([{ say: call('echo', { text: '${ $workflow.input.name }' }) }], {
    input: {
      schema: { document: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } } },
    },
  }),
  parent: doing([{ first: { set: { who: 'Ada' } } }, { child: run('greet', { name: '${ who }' }) }]),
  lacking: doing([{ child: run('greet') }]),
  breaks: doing([
    { boom: { raise: { error: { type: 'https://example.com/x', status: 418, title: 'Tea' } } } },
  ]),
  fails: doing([{ child: run('breaks') }]),
  catches: doing([
    {
      attempt: {
        try: [{ child: run('breaks') }],
        catch: {
          errors: { with: { status: 418 } },
          as: 'e',
          do: [{ tell: { set: { of: '${ $e.run }', title: '${ $e.title }' } } }],
        },
      },
    },
  ]),
  waits: doing([{ ask: listen('go') }, { tell_: { set: { went: true } } }]),
  over: doing([{ child: run('waits') }]),
  nested: doing([{ child: run('over') }]),
  late: doing([
    {
      attempt: {
        try: [{ child: { ...run('over'), timeout: { after: { milliseconds: 50 } } } }],
        catch: { errors: { with: { status: 408 } }, do: [{ tell: { set: { late: true } } }] },
      },
    },
  ]),
  race: doing([
    {
      both: {
        fork: { compete: true, branches: [{ slow: run('waits') }, { quick: { set: { won: 'quick' } } }] },
      },
    },
  ]),
  leaves: doing([{ child: run('waits', {}, { await: false }) }, { tell_: { set: { left: true } } }]),
  ring: doing([{ again: run('ring') }]),
  crowd: doing([
    {
      each: {
        for: { each: 'n', in: '${ [1..4] }' },
        metadata: { maxConcurrency: 4, collect: true },
        do: [{ child: run('greet', { name: '${ "n" & $n }' }) }],
      },
    },
  ]),
  guarded: doing([{ child: run('kept') }]),
  kept: doing([{ tell_: { set: { kept: true } } }]),
};

const open = closeAfterAll();
let gateway: TestGateway;
let app: TestApp;
let one: ScriptedHttp;
let workflows: Workflows;

beforeAll(async () => {
  ({ gateway, app, one, workflows } = await workflowApp(
    open,
    [
      tool('echo', (exchange) => {
        exchange.result(text(String((exchange.params['arguments'] as Json)['text'])));
      }),
    ],
    documents,
    { env: { RUNS_AT_ONCE: 2 }, policies: { requireApproval: ['workflow__kept'] } },
  ));
});

const only = async (parent: string): Promise<Json> => {
  const { body } = await workflows.get('/runs', `?parent=${parent}`);
  expect(body['runs']).toHaveLength(1);
  return (body['runs'] as Json[])[0] as Json;
};

describe('A workflow that runs another one', () => {
  it('[workflow-child] yields its output; parent and child know each other', async () => {
    const { body } = await workflows.execute('parent');
    expect(body).toMatchObject({ status: 'completed', output: 'Ada' });
    const parentId = String(body['runId']);
    const child = await only(parentId);
    expect(child).toMatchObject({
      ...{ workflow: 'greet', status: 'completed', output: 'Ada' },
      parent: { runId: parentId, step: 'do/child' },
      startedBy: { kind: 'workflow', runId: parentId, step: 'do/child' },
    });
    const parent = await workflows.run(parentId);
    const childId = String(child['runId']);
    expect(parent).toMatchObject({
      children: [{ runId: childId, workflow: 'greet', status: 'completed', step: 'do/child', awaited: true }],
    });
    expect(parent['parent']).toBeUndefined();
    expect((parent['steps'] as Json[]).find(({ key }) => key === 'do/child')).toMatchObject({
      ...{ kind: 'run', status: 'completed', run: childId, workflow: 'greet', output: 'Ada' },
    });
    const meta = one.of('tools/call').at(-1)?.rpc?.params['_meta'] as Json;
    expect(meta).toMatchObject({ 'gantry/workflow-run': childId, 'gantry/workflow-depth': 2 });
  });

  it('[workflow-child-error] fails with its error, which names the child, unless it catches it', async () => {
    const { body } = await workflows.execute('fails');
    const child = await only(String(body['runId']));
    expect(body).toMatchObject({
      status: 'failed',
      error: { title: 'Tea', status: 418, instance: '/do/0/child', run: child['runId'] },
    });
    const caught = (await workflows.execute('catches')).body;
    const other = await only(String(caught['runId']));
    expect(caught).toMatchObject({ status: 'completed', output: { of: other['runId'], title: 'Tea' } });
    expect((await workflows.execute('lacking')).body).toMatchObject({
      status: 'failed',
      error: { code: 'invalid-request', instance: '/do/0/child' },
    });
  });

  it('[workflow-child-retry] begins another child when it is tried again', async () => {
    const { body } = await workflows.execute('fails');
    const id = String(body['runId']);
    expect((await workflows.post(id, 'retry')).status).toBe(202);
    const again = await workflows.reaches(id, 'failed');
    const children = again['children'] as Json[];
    expect(children.map(({ status }) => status)).toEqual(['failed', 'failed']);
    expect(again).toMatchObject({ attempt: 2, error: { run: children[1]?.['runId'] } });
  });

  it('[workflow-child-cancel] takes it with it, and all that it has begun, when it is cancelled or late', async () => {
    const id = await workflows.start('nested');
    await workflows.reachesStep(id, 'child', 'waiting');
    const child = String((await only(id))['runId']);
    await workflows.reachesStep(child, 'child', 'waiting');
    const grandchild = String((await only(child))['runId']);
    await workflows.reachesStep(grandchild, 'ask', 'waiting');
    await workflows.post(id, 'cancel');
    for (const one of [id, child, grandchild]) await workflows.reaches(one, 'cancelled');
    const late = (await workflows.execute('late')).body;
    expect(late).toMatchObject({ status: 'completed', output: { late: true } });
    await workflows.reaches(String((await only(String(late['runId'])))['runId']), 'cancelled');
  });

  it('[workflow-child-cancel] ends it when another branch has won', async () => {
    const { body } = await workflows.execute('race');
    expect(body).toMatchObject({ status: 'completed', output: { won: 'quick' } });
    const { body: list } = await workflows.get('/runs', `?parent=${String(body['runId'])}`);
    for (const { runId } of list['runs'] as Json[]) await workflows.reaches(String(runId), 'cancelled');
  });

  it('[workflow-child-cancel] is told when somebody cancels the child', async () => {
    const id = await workflows.start('over');
    await workflows.reachesStep(id, 'child', 'waiting');
    await workflows.post(String((await only(id))['runId']), 'cancel');
    expect(await workflows.reaches(id, 'failed')).toMatchObject({
      error: { detail: 'The run of waits was cancelled.' },
    });
  });

  it('[workflow-child-detached] goes on without it, and leaves it alone, with await: false', async () => {
    const { body } = await workflows.execute('leaves');
    expect(body).toMatchObject({ status: 'completed', output: { left: true } });
    const child = String((await only(String(body['runId'])))['runId']);
    await workflows.reachesStep(child, 'ask', 'waiting');
    await workflows.post(child, 'signals/go');
    expect(await workflows.reaches(child, 'completed')).toMatchObject({ output: { went: true } });
  });

  it('[workflow-child-depth] ends in the deepest run when it runs itself', async () => {
    const { body } = await workflows.execute('ring');
    expect(body).toMatchObject({ status: 'failed', error: { code: 'recursion-too-deep' } });
    const { body: list } = await workflows.get('/runs', '?workflow=ring');
    expect(list['runs']).toHaveLength(10);
  });

  it('[workflow-child-places] takes no place from its children while it waits', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => workflows.start('crowd')));
    for (const id of ids)
      expect((await workflows.reaches(id, 'completed'))['output']).toEqual(['n1', 'n2', 'n3', 'n4']);
  });

  it('[workflow-child-gate] runs it only with the approval that the app wants', async () => {
    const id = await workflows.start('guarded');
    const step = await workflows.reachesStep(id, 'child', 'waiting');
    const asked = step['approvalFor'] as { approval: { id: string }; tool: string };
    expect(asked.tool).toBe('kept@workflow');
    const { body } = await gateway.json(`/api/approvals/${asked.approval.id}`, {
      body: { decision: 'approve' },
    });
    expect(body).toMatchObject({ status: 'approved', tool: 'workflow__kept' });
    expect(await workflows.reaches(id, 'completed')).toMatchObject({ output: { kept: true } });
  });

  it('[workflow-child-trial] is tried with it, or with what is given for it', async () => {
    const dry = (workflow: string, more: Json = {}) =>
      workflows.execute(workflow, {}, { dryRun: true, skipTime: true, ...more });
    expect((await dry('parent', { mocks: { 'echo@one': 'hello' } })).body).toMatchObject({
      ...{ status: 'completed', output: 'hello' },
      calls: [
        { tool: 'workflow:greet', arguments: { name: 'Ada' }, mocked: false },
        { tool: 'echo@one', step: 'do/child/do/say' },
      ],
    });
    expect((await dry('parent', { mocks: { 'workflow:greet': { said: 1 } } })).body).toMatchObject({
      ...{ status: 'completed', output: { said: 1 } },
      calls: [{ tool: 'workflow:greet', mocked: true }],
    });
    expect(
      (await dry('catches', { mocks: { 'workflow:breaks': { error: { status: 418, title: 'Mocked' } } } }))
        .body,
    ).toMatchObject({
      output: { title: 'Mocked' },
    });
    expect((await dry('ring')).body).toMatchObject({
      status: 'failed',
      error: { code: 'recursion-too-deep' },
    });
    expect((await dry('late')).body).toMatchObject({ status: 'waiting', waitsFor: ['go'] });
  });

  it('[workflow-child-picture] is drawn with the name of the other', async () => {
    const { text: drawn } = await workflows.get('/parent', '?format=mermaid');
    expect(drawn).toContain('[["child<br/>run greet"]]');
  });

  it('[workflow-child-checked] names one that the app has, and a ring is told', async () => {
    const config = (await gateway.json(`/api/cli/apps/${app.slug}/config`)).body['config'] as Json;
    const put = async (more: Json) =>
      (
        await gateway.json(`/api/cli/apps/${app.slug}/config?dryRun=true`, {
          method: 'PUT',
          headers: { 'if-match': '*' },
          body: { config: { ...config, workflows: { ...documents, ...more } } },
        })
      ).body;
    expect(await put({ odd: doing([{ x: run('gret') }]) })).toMatchObject({
      errors: [
        {
          pointer: '/workflows/odd/do/0/x/run/workflow/name',
          detail: expect.stringContaining('"greet"') as string,
        },
      ],
    });
    const other = { run: { workflow: { name: 'greet', namespace: 'test', version: '9.0.0' } } };
    expect(await put({ odd: doing([{ x: other }]) })).toMatchObject({
      errors: [{ pointer: '/workflows/odd/do/0/x/run/workflow/version' }],
    });
    expect(await put({ odd: doing([{ x: { run: { shell: { command: 'ls' } } } }]) })).toMatchObject({
      errors: [
        {
          pointer: '/workflows/odd/do/0/x/run/shell',
          detail: expect.stringContaining('not supported') as string,
        },
      ],
    });
    const { warnings } = await put({});
    expect((warnings as Json[]).filter(({ code }) => code === 'workflow-ring')).toMatchObject([
      { pointer: '/workflows/ring/do/0/again/run/workflow/name' },
    ]);
  });
});
