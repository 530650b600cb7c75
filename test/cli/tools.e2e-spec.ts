import { personIn, type AppsClient } from '../support/clients/apps-client.js';
import { decide, ticketOf } from '../support/clients/approvals.js';
import { closeAfterAll } from '../support/closing.js';
import { CliMachine } from '../support/clients/cli.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { GatewayClient, Json } from '../support/clients/gateway-client.js';
import { createApp } from '../support/clients/sdk-apps.js';
import { asksThenSays, ModelServer, refusesWith } from '../support/models/model-server.js';
import { events, json, openEvents, problem } from '../support/scripted-gateway.js';
import { ScriptedGateway, sendEvent } from '../support/scripted-gateway.js';
import { answers, text } from '../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { ScriptedModern } from '../support/upstreams/scripted-modern.js';
import { linesOf, stdioServer } from '../support/upstreams/stdio.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterAll();
const folder = temporaryFolder();
const effects = folder.file('effects');
let gateway: TestGateway;
let machine: CliMachine;
let http: ScriptedHttp;
let model: ModelServer;

const inputSchema = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    count: { type: 'integer' },
    flag: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    nested: { type: 'object' },
    maybe: { anyOf: [{ type: 'number' }, { type: 'null' }] },
  },
};

beforeAll(async () => {
  const typed = { ...echo, definition: { ...echo.definition, inputSchema } };
  const fails = tool('fails', answers({ content: [{ type: 'text', text: 'no such row' }], isError: true }));
  const look = tool('look', answers(text('gone')), { annotations: { readOnlyHint: true } });
  http = await open(ScriptedHttp.start([typed, fails, look]));
  const modern = await open(ScriptedModern.start());
  const mcpServers = {
    http: { url: http.url },
    modern: { url: modern.url },
    gone: { url: 'http://127.0.0.1:1/mcp' },
    desk: stdioServer({ EFFECTS_FILE: effects }),
  };
  model = await open(ModelServer.start());
  const env = { CHAT_PROVIDERS: { tiny: { baseUrl: model.url } }, CHAT_DEFAULT_MODEL: 'tiny/one' };
  gateway = await open(startGateway({ mcpServers, env }));
  await createApp(gateway, 'shop', {
    mcpServers: { one: { use: 'http' }, gone: { use: 'gone' } },
  });
  machine = await open(
    CliMachine.create({ GANTRY_URL: gateway.url, GANTRY_TOKEN: gateway.token, GANTRY_APP: 'shop' }),
  );
});

afterAll(() => {
  folder.remove();
});

describe('gantry call', () => {
  it('[cli-call-arguments] reads --arg by the schema of the tool, JSON as it is, and standard input', async () => {
    const pairs = [
      'text=5',
      'count=5',
      'flag=true',
      'tags=a',
      'tags=b',
      'nested={"x":1}',
      'maybe=null',
      'other=[1]',
    ];
    const args = pairs.flatMap((pair) => ['--arg', pair]);
    const parsed = {
      ...{ text: '5', count: 5, flag: true, tags: ['a', 'b'], nested: { x: 1 }, maybe: null, other: [1] },
    };
    expect((await machine.run(['call', 'one__echo', ...args, '--json'])).json).toMatchObject({
      structuredContent: parsed,
    });
    const onServer = ['call', 'echo', '--server', 'http', '--json'];
    expect((await machine.run([...onServer, '{"a":1}', '-a', 'text=x'])).json).toMatchObject({
      structuredContent: { a: 1, text: 'x' },
    });
    expect((await machine.run([...onServer, '-'], { input: '{"b":2}' })).json).toMatchObject({
      structuredContent: { b: 2 },
    });
    const wrong = await machine.run([...onServer, '-a', 'count=many']);
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(wrong.stderr).toContain('count must be integer: many');
  });

  it('[cli-exit-codes] exits with 1 when the tool fails, and prints its message', async () => {
    const failed = await machine.run(['call', 'one__fails']);
    expect(failed).toMatchObject({ code: 1, stdout: '' });
    expect(failed.stderr).toContain('no such row');
    expect((await machine.run(['call', 'one__fails', '--json'])).json).toMatchObject({ isError: true });
    const unknown = await machine.run(['call', 'one__nothing', '--json']);
    expect(unknown).toMatchObject({ code: 1, stdout: '' });
    expect(JSON.parse(unknown.stderr)).toMatchObject({
      error: {
        code: 'tool-not-found',
        status: 404,
        requestId: expect.any(String),
        advice: [expect.any(String)],
      },
    });
  });

  it('[cli-ctrl-c] Ctrl-C cancels the tool', async () => {
    const call = machine.start(['call', 'wait', '--server', 'desk']);
    await waitFor('the tool', () => linesOf(effects).includes('waiting'));
    call.interrupt();
    expect(await call.ended).toMatchObject({ code: 130, stdout: '' });
    await waitFor('the cancellation', () => linesOf(effects).includes('cancelled'));
  });

  it('[cli-call-input] without a terminal a tool that asks for input ends the call; --json prints what it asks', async () => {
    const asked = await machine.run(['call', 'ask', '--server', 'modern', '--json']);
    expect(asked).toMatchObject({ code: 1, json: { resultType: 'input_required' } });
    const piped = await machine.run(['call', 'ask', '--server', 'modern']);
    expect(piped.stderr).toContain('no terminal to ask on');
  });
});

it('[cli-lists] lists tools, resources and prompts, and names the servers that do not answer', async () => {
  const { code, json: listing, stderr } = await machine.run(['tools', '--search', 'tool fails', '--json']);
  expect(code).toBe(0);
  expect((listing['tools'] as Json[])[0]).toMatchObject({ name: 'one__fails', score: expect.any(Number) });
  expect(stderr).toMatch(/! gone: /);
  const onServer = ['--server', 'http', '--json'];
  expect((await machine.run(['resources', ...onServer])).json).toMatchObject({
    resources: [{ uri: 'note://one' }],
    resourceTemplates: [{ uriTemplate: 'note://{id}' }],
  });
  expect((await machine.run(['prompts', ...onServer])).json).toMatchObject({ prompts: [{ name: 'greet' }] });
  const piped = await machine.run(['prompts', '--server', 'http']);
  expect(piped.stdout).toBe('greet\twho\t\n');
  http.methods.set('resources/read', answers({ contents: [{ uri: 'note://one', blob: 'AAEC/w==' }] }));
  const read = await machine.run(['read', 'note://one', '--server', 'http', '--json']);
  expect(read.json).toMatchObject({ contents: [{ blob: 'AAEC/w==' }] });
});

describe('gantry run', () => {
  const path = '/api/sdk/workflows/execute';
  const env = (url: string) => ({ GANTRY_URL: url, GANTRY_TOKEN: 'gtu_scripted' });

  it('[cli-run] prints each step, then the output; a failed run exits with 1', async () => {
    const scripted = await open(
      ScriptedGateway.start({
        'GET /api/sdk/workflows': json({ workflows: [{ name: 'triage', version: '1', tools: [] }] }),
        [`POST ${path}`]: (res, request) => {
          const failed = request.body['workflow'] === 'bad';
          events(
            ['run.started', { runId: 'run_1' }],
            ['step.started', { runId: 'run_1', step: 'search' }],
            ['step.completed', { runId: 'run_1', step: 'search' }],
            failed
              ? [
                  'run.failed',
                  { runId: 'run_1', error: { code: 'uncertain', title: 'Uncertain', status: 500 } },
                ]
              : ['run.completed', { runId: 'run_1', output: { found: 2 } }],
          )(res, request);
        },
      }),
    );
    const ran = await machine.run(['run', 'triage', '-a', 'q=x', '--json'], { env: env(scripted.url) });
    expect(ran).toMatchObject({
      code: 0,
      json: { runId: 'run_1', status: 'completed', output: { found: 2 } },
    });
    expect(ran.stderr).toContain('✓ search');
    expect(scripted.requests.find(({ method }) => method === 'POST')).toMatchObject({
      path: `${path}?app=shop`,
      body: { workflow: 'triage', input: { q: 'x' }, mode: 'stream' },
    });
    const bad = await machine.run(['run', 'bad'], { env: env(scripted.url) });
    expect(bad).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('Uncertain') });
  });

  it('[cli-run] [cli-ctrl-c] Ctrl-C cancels the run', async () => {
    const scripted = await open(
      ScriptedGateway.start({
        [`POST ${path}`]: (res) => {
          openEvents(res);
          sendEvent(res, 'run.started', { runId: 'run_2' });
          sendEvent(res, 'step.completed', { runId: 'run_2', step: 'first' });
        },
        'POST /api/sdk/workflows/runs/run_2/cancel': json({ runId: 'run_2', status: 'cancelled' }, 202),
      }),
    );
    const command = machine.start(['run', 'triage'], { env: env(scripted.url) });
    await waitFor('the first step', () => command.stderr.includes('✓ first'));
    command.interrupt();
    const { code, stderr } = await command.ended;
    expect(code).toBe(130);
    expect(stderr).toContain('Cancelled the run run_2');
    expect(scripted.requests.at(-1)?.path).toBe('/api/sdk/workflows/runs/run_2/cancel');
  });

  it('[cli-run] says so when the gateway offers no workflows', async () => {
    const scripted = await open(ScriptedGateway.start({ [`POST ${path}`]: problem(404, 'not-found') }));
    const ran = await machine.run(['run', 'triage'], { env: env(scripted.url) });
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining('does not offer that') });
  });
});

describe('gantry chat', () => {
  const path = '/api/servers/desk/mcp/chat';

  it('[chat-cli] streams the answer, names the tools that run, and reports a failure of the model', async () => {
    model.otherwise = asksThenSays({ name: 'look' }, 'All ', 'is well.');
    const said = await machine.run(['chat', 'http', 'how is it?']);
    expect(said).toMatchObject({ code: 0, stdout: 'All is well.\n' });
    expect(said.stderr).toContain('→ look {}');
    model.next = [refusesWith(429)];
    const busy = await machine.run(['chat', 'http', 'how is it?']);
    expect(busy.code).not.toBe(0);
    expect(busy.stderr).toContain('The provider of the model takes no more requests now.');
  });

  it('[cli-chat] reads the question from a pipe; an answer that breaks off is a failure', async () => {
    const scripted = await open(
      ScriptedGateway.start({
        [`POST ${path}`]: (res, request) => {
          const delta = { type: 'text-delta', id: 't', delta: 'Half' };
          events([undefined, { type: 'start' }], [undefined, delta])(res, request);
        },
      }),
    );
    const env = { GANTRY_URL: scripted.url, GANTRY_TOKEN: 'gtu_scripted' };
    const broken = await machine.run(['chat', 'desk'], { env, input: 'hello\n' });
    expect(broken).toMatchObject({ code: 1, stdout: 'Half', stderr: expect.stringContaining('broke off') });
    const none = await open(ScriptedGateway.start({ [`POST ${path}`]: problem(503, 'chat-not-configured') }));
    const refused = await machine.run(['chat', 'desk', 'hello'], { env: { ...env, GANTRY_URL: none.url } });
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('model provider') });
  });
});

describe('gantry approvals', () => {
  let owner: AppsClient;
  let key: GatewayClient;
  let approver: CliMachine;

  beforeAll(async () => {
    owner = await personIn(gateway, 'approvers');
    await owner.newApp('drops', {
      mcpServers: { one: { use: 'http' } },
      policies: { requireApproval: ['one__look'] },
    });
    key = await owner.withKey('drops');
    const env = { GANTRY_URL: gateway.url, GANTRY_TOKEN: owner.token, GANTRY_APP: 'drops' };
    approver = await open(CliMachine.create(env));
  });

  it('[approvals-command] lists calls that wait for approval, shows each in full, approves and denies them', async () => {
    const ask = async (n: number) =>
      ticketOf(await key.call('drops.one', 'look', { n, name: 'a\u202eb' })).id;
    const [first, second] = [await ask(1), await ask(2)];
    const { json } = await approver.run(['approvals', '--json']);
    expect((json['approvals'] as Json[]).map(({ id }) => id)).toEqual([second, first]);
    expect((await approver.run(['approvals'])).stdout).toContain(`${first}\tlook@drops.one\tkey `);
    const shown = await approver.run(['approvals', 'show', first]);
    expect(shown.stdout).toContain('a\\u202eb');
    expect(await approver.run(['approvals', 'approve', first, '--note', 'seen'])).toMatchObject({ code: 0 });
    expect(await approver.run(['approvals', 'deny', second])).toMatchObject({ code: 0 });
    const again = await approver.run(['approvals', 'deny', first]);
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toContain('approved already');
    for (const [id, status, note] of [
      [first, 'approved', 'seen'],
      [second, 'denied', null],
    ] as const)
      expect((await owner.json(`/api/approvals/${id}`)).body).toMatchObject({ status, note });
  });

  it('[approvals-command] gantry call prints where a call is approved, and runs it with that approval', async () => {
    const called = await approver.run(['call', 'one__look', '--arg', 'n=3']);
    expect(called).toMatchObject({ code: 1, stdout: '' });
    expect(called.stderr).toContain('/approvals/apr_');
    const [id = ''] = /apr_\w+/.exec(called.stderr) ?? [];
    expect((await decide(owner, { id }, 'approve')).status).toBe(200);
    const made = await approver.run(['call', 'one__look', '--arg', 'n=3', '--approval', id]);
    expect(made).toMatchObject({ code: 0, stdout: 'gone\n' });
  });
});
