import { WorkflowEngine } from '../../../src/workflows/engine/workflow-engine.port.js';
import { closeAfterAll } from '../../support/closing.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { answered, ChatClient, textOf, toolParts, user } from '../../support/clients/chat-client.js';
import { appWith, createApp, type TestApp } from '../../support/clients/sdk-apps.js';
import { NativeClient, resultOf } from '../../support/clients/native-client.js';
import type { TestGateway } from '../../support/gateway.js';
import { asksThenSays, ModelServer } from '../../support/models/model-server.js';
import { SkippingClock } from '../../support/test-clock.js';
import { text } from '../../support/upstreams/behaviours.js';
import { tool, type ScriptedHttp } from '../../support/upstreams/scripted-http.js';
import { waitFor } from '../../support/wait-for.js';
import { call, doing, listen, workflowEnv, Workflows } from '../../support/workflows/workflow-app.js';

const minute = 60_000;
const clock = new SkippingClock();
const open = closeAfterAll();
let gateway: TestGateway;
/** Has the feature. */
let app: TestApp;
/** Does not have it. */
let bare: TestApp;
let one: ScriptedHttp;
let model: ModelServer;
let workflows: Workflows;

beforeAll(async () => {
  const echo = tool(
    'echo',
    (exchange) => {
      exchange.result(text(JSON.stringify(exchange.args['n'] ?? null)));
    },
    { inputSchema: { type: 'object', properties: { n: { type: 'number' } } } },
  );
  const kept = tool('kept', (exchange) => {
    exchange.result(text('"kept"'));
  });
  model = await open(ModelServer.start());
  const made = await appWith(
    open,
    { one: [echo, kept] },
    {
      config: {
        features: { runWorkflow: true },
        workflows: { twice: doing([{ two: { set: { twice: '${ $workflow.input.n * 2 }' } } }]) },
        policies: { requireApproval: ['one__kept'] },
      },
      clock,
      env: {
        ...workflowEnv,
        ...{ RUN_WORKFLOW_MAX_STEPS: 20, RUN_WORKFLOW_TIMEOUT_MS: minute },
        ...{ CHAT_PROVIDERS: { tiny: { baseUrl: model.url } }, CHAT_DEFAULT_MODEL: 'tiny/one' },
      },
    },
  );
  ({ app, gateway } = made);
  const mcpServers = { one: { use: 'one' } };
  const policies = { requireApproval: ['workflow__run_workflow'] };
  await createApp(gateway, 'farm', { mcpServers, features: { runWorkflow: true }, policies });
  bare = await createApp(gateway, 'bare', { mcpServers });
  one = made.upstreams['one'] as ScriptedHttp;
  workflows = new Workflows(app);
});

const run = async (document: unknown, input?: unknown): Promise<Json> => {
  const args = { document, ...(input === undefined ? {} : { input }) };
  const { body } = await app.json('/api/sdk/tools/call', { body: { name: 'run_workflow', arguments: args } });
  return body;
};
const refusedFor = async (document: unknown): Promise<Json[]> => {
  const { isError, structuredContent } = await run(document);
  expect(isError).toBe(true);
  return (structuredContent as Json)['errors'] as Json[];
};

const sums = `
document: { dsl: '1.0.3', namespace: x, name: sums, version: '1.0.0' }
evaluate: { language: jsonata }
do:
- each:
    for: { each: n, in: '\${ $workflow.input.numbers }' }
    metadata: { maxConcurrency: 4 }
    do:
    - get: { call: echo@one, with: { n: '\${ $n }' } }
output: { as: '\${ { "sum": $sum($) } }' }
`;

const both = doing([
  { one: { call: 'echo@one', with: { n: 1 } } },
  { two: { call: 'echo@one', with: { n: 2 } } },
  { told: { set: { told: 'both' } } },
]);
const question = user('do both');

describe('run_workflow', () => {
  it('[program] runs what a model writes, and answers its output alone', async () => {
    const listed = (await app.json('/api/sdk/tools?search=run%20workflow')).body['tools'] as Json[];
    expect(listed.map(({ name }) => name)).toContain('run_workflow');
    const before = one.of('tools/call').length;
    const result = await run(sums, { numbers: [1, 2, 3, 4] });
    const { runId, output } = result['structuredContent'] as Json;
    expect(output).toEqual({ sum: 10 });
    expect(one.of('tools/call').length - before).toBe(4);
    expect(await workflows.run(String(runId))).toMatchObject({
      ...{ workflow: 'run_workflow', status: 'completed', startedBy: { kind: 'key' } },
      steps: expect.arrayContaining([expect.objectContaining({ tool: 'echo@one' })]) as unknown,
    });
    const child = doing([{ two: { run: { workflow: { name: 'twice', input: { n: 21 } } } } }]);
    expect((await run(child))['structuredContent']).toMatchObject({ output: { twice: 42 } });
  });

  it('[program-native] stands in the list of the native endpoint, which calls it', async () => {
    const native = new NativeClient(`${app.url}/api/apps/${app.slug}/mcp`, app.token);
    const tools = resultOf(await native.modern('tools/list'))['tools'] as Json[];
    expect(tools.map(({ name }) => name)).toContain('run_workflow');
    const params = { name: 'run_workflow', arguments: { document: sums, input: { numbers: [5, 6] } } };
    expect(resultOf(await native.modern('tools/call', params))['structuredContent']).toMatchObject({
      output: { sum: 11 },
    });
  });

  it('[program-faults] tells what is wrong with line and pointer, and begins nothing', async () => {
    const before = ((await workflows.get('/runs')).body['runs'] as Json[]).length;
    expect(await refusedFor(sums.replace('echo@one', 'eco@one'))).toMatchObject([
      { line: 9, pointer: '/do/0/each/do/0/get/call', detail: expect.stringContaining('eco') as string },
    ]);
    expect(await refusedFor(sums.replace('echo@one', 'echo@two'))).toMatchObject([
      { detail: 'names no server of this app: two' },
    ]);
    expect(await refusedFor('do: [')).toMatchObject([{ line: 1 }]);
    expect(await refusedFor(doing([{ x: call('echo', { n: 'no' }) }]))).toMatchObject([
      { pointer: '/do/0/x/with/n' },
    ]);
    expect(await refusedFor(7)).toMatchObject([{ pointer: '' }]);
    expect(((await workflows.get('/runs')).body['runs'] as Json[]).length).toBe(before);
  });

  it('[program-bounds] waits for nobody, begins nothing that goes on, and has no aliases', async () => {
    expect(await refusedFor(doing([{ ask: listen('go') }]))).toMatchObject([{ pointer: '/do/0/ask/listen' }]);
    const own = { ...call('echo'), metadata: { approvers: { roles: ['member'] } } };
    expect(await refusedFor(doing([{ x: own }]))).toMatchObject([{ pointer: '/do/0/x/metadata/approvers' }]);
    const left = { run: { workflow: { name: 'twice' }, await: false } };
    expect(await refusedFor(doing([{ x: left }]))).toMatchObject([{ pointer: '/do/0/x/run/await' }]);
    expect(await refusedFor(doing([{ x: { run: { workflow: { name: 'other' } } } }]))).toMatchObject([
      { pointer: '/do/0/x/run/workflow/name' },
    ]);
    expect(
      await refusedFor(doing([{ x: call('echo') }], { schedule: { every: { minutes: 1 } } })),
    ).toMatchObject([{ pointer: '/schedule' }]);
    const names = ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
    const bomb = names.map((name, index) => {
      const before = names[index - 1] ?? 'a';
      return `${name}: &${name} [*${before}, *${before}]`;
    });
    expect(await refusedFor(['a: &a [x, x]', ...bomb].join('\n'))).toHaveLength(1);
    expect((await refusedFor('['.repeat(30_000))).length).toBeLessThanOrEqual(10);
    expect(await refusedFor('x'.repeat(40_000))).toHaveLength(1);
  });

  it('[program-bounds] carries out RUN_WORKFLOW_MAX_STEPS tasks and takes RUN_WORKFLOW_TIMEOUT_MS', async () => {
    const many = await run(sums, { numbers: Array.from({ length: 40 }, (_, n) => n) });
    expect(many['isError']).toBe(true);
    expect(JSON.stringify(many)).toContain('RUN_WORKFLOW_MAX_STEPS');
    const slow = run(doing([{ pause: { wait: { hours: 1 } } }]));
    await waitFor('the run to wait', async () => {
      const [last] = (await workflows.get('/runs', '?limit=1')).body['runs'] as Json[];
      return (
        last?.['status'] === 'waiting' && gateway.app.get(WorkflowEngine, { strict: false }).runCount === 0
      );
    });
    clock.advance(minute);
    expect(await slow).toMatchObject({
      isError: true,
      structuredContent: { status: 'failed', error: { status: 408 } },
    });
  });

  it('[program-gate] does nothing that its caller may not: a tool that wants an approval is not called without', async () => {
    const before = one.of('tools/call').length;
    const timeout = { after: { milliseconds: 200 } };
    const result = await run(doing([{ x: call('kept') }], { timeout }));
    expect(result).toMatchObject({ isError: true, structuredContent: { error: { status: 408 } } });
    expect(one.of('tools/call').length).toBe(before);
  });

  it('[program] is not there unless the app has it', async () => {
    const { status, body } = await bare.json('/api/sdk/tools/call', {
      body: { name: 'run_workflow', arguments: { document: sums } },
    });
    expect([status, body['code']]).toEqual([404, 'tool-not-found']);
  });
});

const called = () => one.of('tools/call').length;
const callsOf = async (): Promise<number> => {
  const { body } = await gateway.json('/api/usage?by=tool');
  const rows = body['rows'] as Json[];
  return rows
    .filter(({ key: of }) => String(of).endsWith('echo'))
    .reduce((sum, row) => sum + Number(row['calls']), 0);
};

describe('run_workflow in a chat', () => {
  beforeEach(() => {
    model.otherwise = asksThenSays({ name: 'run_workflow', args: { document: both } }, 'Done.');
  });

  it('[program-chat] asks the person who chats, runs the document once allowed, and each of its calls counts', async () => {
    const chat = new ChatClient(gateway, 'shop.one');
    const [before, counted] = [called(), await callsOf()];
    const asked = await chat.turn([question]);
    expect(toolParts(asked.message)).toMatchObject([{ state: 'approval-requested' }]);
    expect(called()).toBe(before);
    const { message, error } = await chat.turn([question, answered(asked.message, true)]);
    expect(error).toBeUndefined();
    expect(toolParts(message)).toMatchObject([
      { state: 'output-available', output: { structuredContent: { output: { told: 'both' } } } },
    ]);
    expect(textOf(message)).toBe('Done.');
    expect(called() - before).toBe(2);
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('tool@one');
    expect((await callsOf()) - counted).toBe(2);
  });

  it('[program-chat] has a person decide where the app says so, and is not there without the feature, nor at other servers', async () => {
    const before = called();
    const never = { approval: 'never' };
    const farm = new ChatClient(gateway, 'farm.one', never);
    const asked = await farm.turn([question]);
    expect(toolParts(asked.message)).toMatchObject([{ state: 'approval-requested' }]);
    const { message: denied } = await farm.turn([question, answered(asked.message, false)]);
    expect(toolParts(denied)).toMatchObject([{ state: 'output-denied' }]);
    for (const server of ['bare.one', 'one']) {
      const { message } = await new ChatClient(gateway, server, never).turn([question]);
      expect(JSON.stringify(message)).toContain("unavailable tool 'run_workflow'");
    }
    const bounded = { ...never, tools: { allow: ['echo'] } };
    const { message } = await new ChatClient(gateway, 'shop.one', bounded).turn([question]);
    expect(JSON.stringify(message)).toContain("unavailable tool 'run_workflow'");
    expect(called()).toBe(before);
  });

  it('[program-chat] runs as the key that chats, and tells the model what is wrong with a document', async () => {
    const chat = new ChatClient(app, 'shop.one', { approval: 'never' });
    const { message } = await chat.turn([question]);
    const [part] = toolParts(message) as unknown as [{ output: { structuredContent: Json } }];
    const { runId } = part.output.structuredContent;
    const { body } = await app.json(`/api/sdk/workflows/runs/${String(runId)}`);
    expect(body).toMatchObject({ status: 'completed', startedBy: { kind: 'key' } });
    const faulty = doing([{ one: { call: 'missing@one' } }]);
    model.otherwise = asksThenSays({ name: 'run_workflow', args: { document: faulty } }, 'Sorry.');
    const { message: told } = await chat.turn([question]);
    expect(toolParts(told)).toMatchObject([{ state: 'output-error' }]);
    expect(JSON.stringify(told)).toContain('cannot be run as it is written');
  });
});
