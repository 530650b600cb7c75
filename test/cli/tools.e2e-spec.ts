import { closeAfterAll } from '../support/closing.js';
import { CliMachine } from '../support/clients/cli.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { Json } from '../support/clients/gateway-client.js';
import { hasTerminals } from '../support/clients/pty-session.js';
import { createApp } from '../support/clients/sdk-apps.js';
import { findProcess } from '../support/processes/processes.js';
import { events, json, openEvents, problem } from '../support/scripted-gateway.js';
import { ScriptedGateway, sendEvent } from '../support/scripted-gateway.js';
import { answers } from '../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { ScriptedModern } from '../support/upstreams/scripted-modern.js';
import { linesOf, stdioServer } from '../support/upstreams/stdio.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterAll();
const folder = temporaryFolder();
const effects = folder.file('effects');
const escape = String.fromCharCode(27);
let gateway: TestGateway;
let machine: CliMachine;
let http: ScriptedHttp;

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
  const evil = tool(
    'evil',
    answers({ content: [{ type: 'text', text: `${escape}]0;owned\u0007${escape}[2Jtext` }] }),
  );
  http = await open(ScriptedHttp.start([typed, fails, evil]));
  const modern = await open(ScriptedModern.start());
  const mcpServers = {
    http: { url: http.url },
    modern: { url: modern.url },
    gone: { url: 'http://127.0.0.1:1/mcp' },
    desk: stdioServer({ EFFECTS_FILE: effects }),
  };
  gateway = await open(startGateway({ mcpServers }));
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

  it('[cli-exit-codes] ends with 1 when the tool fails, and says what it said', async () => {
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

  it('[cli-ctrl-c] [cli-no-token-in-ps] cancels the tool at Ctrl-C, and shows no token to other users meanwhile', async () => {
    const call = await machine.start(['call', 'wait', '--server', 'desk']);
    await waitFor('the tool', () => linesOf(effects).includes('waiting'));
    const { command } = findProcess(call.child.pid as number) ?? {};
    expect(command).toContain('call wait --server desk');
    expect(command).not.toContain(gateway.token);
    call.child.kill('SIGINT');
    expect(await call.ended).toMatchObject({ code: 130, stdout: '' });
    await waitFor('the cancellation', () => linesOf(effects).includes('cancelled'));
  });

  it('[cli-call-input] asks what the tool asks, and shows foreign text without its escape sequences', async () => {
    const asked = await machine.run(['call', 'ask', '--server', 'modern', '--json']);
    expect(asked).toMatchObject({ code: 1, json: { resultType: 'input_required' } });
    const piped = await machine.run(['call', 'ask', '--server', 'modern']);
    expect(piped.stderr).toContain('no terminal to ask on');
    if (!hasTerminals()) return;
    const terminal = await open(machine.terminal(['call', 'ask', '--server', 'modern']));
    await terminal.sees('Who?');
    await terminal.sees('name:');
    terminal.enter('Ada');
    await terminal.sees('Send this to the tool?');
    terminal.enter('y');
    await terminal.sees('Hello Ada');
    expect(await terminal.end()).toBe(0);
    const evil = await open(machine.terminal(['call', 'one__evil']));
    expect(await evil.end()).toBe(0);
    expect(evil.output).toContain(']0;owned[2Jtext');
    expect(evil.output).not.toContain(`${escape}[2J`);
  });
});

it('[cli-lists] lists tools, resources and prompts, and names the servers that are missing', async () => {
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

  it('[cli-run] shows each step and ends with the output; a run that failed ends with 1', async () => {
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

  it('[cli-run] [cli-ctrl-c] cancels the run at Ctrl-C', async () => {
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
    const command = await machine.start(['run', 'triage'], { env: env(scripted.url) });
    await waitFor('the first step', () => command.stderr.includes('✓ first'));
    command.child.kill('SIGINT');
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

  it('[cli-chat] writes the answer as it comes and asks before a tool runs that needs consent', async () => {
    let turn = 0;
    const scripted = await open(
      ScriptedGateway.start({
        [`POST ${path}`]: (res, request) => {
          const first = turn++ === 0;
          const call = { toolCallId: 'c1', toolName: 'delete', dynamic: true };
          const parts: Json[] = first
            ? [
                { type: 'tool-input-available', ...call, input: { id: 7 } },
                { type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'c1' },
              ]
            : [
                { type: 'tool-output-available', toolCallId: 'c1', output: 'gone' },
                { type: 'text-start', id: 't' },
                { type: 'text-delta', id: 't', delta: 'It is ' },
                { type: 'text-delta', id: 't', delta: 'deleted.' },
                { type: 'text-end', id: 't' },
              ];
          const stream = [{ type: 'start' }, ...parts, { type: 'finish' }];
          events(...stream.map((part) => [undefined, part] as const), [undefined, '[DONE]'])(res, request);
        },
      }),
    );
    if (!hasTerminals()) return;
    const env = { GANTRY_URL: scripted.url, GANTRY_TOKEN: 'gtu_scripted' };
    const terminal = await open(machine.terminal(['chat', 'desk', 'delete 7', '--model', 'openai/x'], env));
    await terminal.sees('delete wants to run with {"id":7}');
    terminal.enter('y');
    await terminal.sees('It is deleted.');
    expect(await terminal.end()).toBe(0);
    expect(scripted.requests[1]?.body).toMatchObject({
      model: 'openai/x',
      messages: [
        { role: 'user', parts: [{ type: 'text', text: 'delete 7' }] },
        {
          role: 'assistant',
          parts: [
            {
              ...{ type: 'dynamic-tool', toolName: 'delete', toolCallId: 'c1', state: 'approval-responded' },
              ...{ input: { id: 7 }, approval: { id: 'a1', approved: true } },
            },
          ],
        },
      ],
    });
  });

  it('[cli-chat] takes the question from a pipe; an answer that breaks off is a failure', async () => {
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
