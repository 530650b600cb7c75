import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { operatorOf, type AppsClient } from '../../support/clients/apps-client.js';
import type { Json } from '../../support/clients/gateway-client.js';
import type { PageVisitor } from '../../support/clients/page-visitor.js';
import { createApp } from '../../support/clients/sdk-apps.js';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { asksThenSays, ModelServer } from '../../support/models/model-server.js';
import { decide, setUpOperator } from '../../support/people.js';
import { ProcessMachine } from '../../support/processes/cli-process.js';
import { hasTerminals } from '../../support/processes/pty-session.js';
import { events, json, ScriptedGateway, type ScriptedRequest } from '../../support/scripted-gateway.js';
import { answers, text } from '../../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';
import { ScriptedModern } from '../../support/upstreams/scripted-modern.js';
import { waitFor } from '../../support/wait-for.js';

const open = closeAfterAll();
const escape = String.fromCharCode(27);
let gateway: TestGateway;
let http: ScriptedHttp;
let model: ModelServer;
let browser: PageVisitor;
let operator: AppsClient;
let machine: ProcessMachine;

beforeAll(async () => {
  http = await open(
    ScriptedHttp.start([
      echo,
      tool('delete', answers(text('gone'))),
      tool('evil', answers(text(`${escape}]0;owned\u0007${escape}[2Jtext`))),
    ]),
  );
  const modern = await open(ScriptedModern.start());
  model = await open(ModelServer.start());
  gateway = await open(
    startGateway({
      mcpServers: { desk: { url: http.url }, modern: { url: modern.url } },
      env: {
        DEVICE_POLL_SECONDS: 1,
        CHAT_PROVIDERS: { tiny: { baseUrl: model.url } },
        CHAT_DEFAULT_MODEL: 'tiny/one',
      },
    }),
  );
  browser = await setUpOperator(gateway);
  operator = operatorOf(gateway);
  await createApp(gateway, 'shop', { mcpServers: { one: { use: 'desk' } } });
  machine = await open(
    ProcessMachine.create({ GANTRY_URL: gateway.url, GANTRY_TOKEN: gateway.token, GANTRY_APP: 'shop' }),
  );
});

const codeIn = (shown: string): string | undefined => /\b[B-Z]{4}-[B-Z]{4}\b/.exec(shown)?.[0];

it('[cli-one-terminal] the second and the third question echo each key once, and a hidden answer is never echoed', async () => {
  if (!hasTerminals()) return;
  const terminal = await open(machine.terminal(['init', '--file', 'asked.yaml'], { GANTRY_APP: '' }));
  await terminal.sees('Name of the app');
  for (const key of 'Shelf') terminal.type(key);
  terminal.enter();
  await terminal.sees('Take over which');
  await terminal.sees(': ');
  for (const key of 'none') terminal.type(key);
  terminal.enter();
  await terminal.sees('Made the app Shelf');
  expect(await terminal.end()).toBe(0);
  expect(terminal.text).toMatch(/Name of the app \(work\): Shelf\n/);
  expect(terminal.text).toMatch(/Take over which [^\n]*: none\n/);
  const secret = await open(machine.terminal(['secrets', 'set', 'HIDDEN_ONE']));
  await secret.sees('HIDDEN_ONE');
  for (const key of 'hush') secret.type(key);
  secret.enter();
  expect(await secret.end()).toBe(0);
  expect(secret.text).toMatch(/\(not shown\): \n/);
});

it('[cli-secrets] secrets set asks for the value on a terminal without echoing it', async () => {
  if (!hasTerminals()) return;
  const terminal = await open(machine.terminal(['secrets', 'set', 'TYPED']));
  await terminal.sees('Value of TYPED (not shown):');
  terminal.enter('hidden-value');
  expect(await terminal.end()).toBe(0);
  expect(terminal.output).not.toContain('hidden-value');
  const { body } = await operator.app('shop', '/secrets');
  expect((body['secrets'] as Json[]).map(({ name }) => name)).toContain('TYPED');
});

it('[cli-push-stale] push shows the three sides of a stale base on a terminal and merges them; comments stay', async () => {
  if (!hasTerminals()) return;
  const config = 'mcpServers:\n  desk:\n    use: desk # ours\n    timeoutMs: 1000\n';
  const linked = await open(ProcessMachine.create({ ...machine.env, GANTRY_APP: 'stale' }));
  linked.write('gantry.yaml', config);
  await operator.newApp('stale', {});
  await operator.save('stale', { mcpServers: { desk: { use: 'desk', timeoutMs: 1000 } } });
  await linked.run(['pull']);
  await operator.save('stale', {
    mcpServers: { desk: { use: 'desk', timeoutMs: 1000 }, shelf: { use: 'desk' } },
  });
  linked.write('gantry.yaml', config.replace('1000', '2000'));
  const terminal = await open(linked.terminal(['push', '-m', 'both']));
  await terminal.sees('your changes build on version 2');
  await terminal.sees('Changed on the gateway');
  await terminal.sees('+ mcpServers.shelf');
  await terminal.sees('Changed here');
  await terminal.sees('~ mcpServers.desk.timeoutMs');
  await terminal.sees('What now?');
  terminal.enter('m');
  await terminal.sees('Push this to stale?');
  terminal.enter();
  await terminal.sees('Pushed version 4');
  expect(await terminal.end()).toBe(0);
  expect(linked.read('gantry.yaml')).toBe(config.replace('1000', '2000').concat('  shelf:\n    use: desk\n'));
  expect((await operator.app('stale', '/config')).body).toMatchObject({
    message: 'both',
    config: { mcpServers: { desk: { timeoutMs: 2000 }, shelf: { use: 'desk' } } },
  });
});

it('[cli-progress] shows on a terminal what it waits for, erases that line afterwards, and stops waiting at Ctrl-C', async () => {
  if (!hasTerminals()) return;
  const held: ServerResponse[] = [];
  const slow = await open(ScriptedGateway.start({ 'GET /api/cli/apps': (res) => held.push(res) }));
  const start = () => open(machine.terminal(['apps', 'list'], { GANTRY_URL: slow.url }));
  const [patient, impatient] = await Promise.all([start(), start()]);
  for (const terminal of [patient, impatient]) await terminal.sees(`Waiting for ${new URL(slow.url).host}`);
  impatient.ctrlC();
  expect(await impatient.end()).toBe(130);
  for (const res of held) json({ apps: [] })(res, slow.requests[0] as ScriptedRequest);
  expect(await patient.end()).toBe(0);
  const [, shown] = patient.output.split(`Waiting for ${new URL(slow.url).host}\r\u001b[2K`).slice(-2);
  expect(shown).toBe('There are no apps yet. Make one with: gantry init\r\n');
});

it('[cli-login] login opens the browser on a terminal, without a shell, at the address with the code', async () => {
  if (!hasTerminals()) return;
  const fresh = await open(ProcessMachine.create());
  const visited = fresh.file('visited');
  fresh.env['BROWSER'] = fresh.write(
    'browser.sh',
    `#!/bin/sh\nprintf '%s\\n' "$#" "$@" > '${visited}'\n`,
    0o755,
  );
  const terminal = await open(fresh.terminal(['login']));
  await terminal.sees('Address of the gateway');
  terminal.enter(gateway.url);
  await terminal.sees('approve the code');
  const code = await waitFor('the code', () => codeIn(terminal.text));
  await decide(browser, code, 'approve');
  await terminal.sees(`Logged in to ${gateway.url} as ana@example.com`);
  expect(await terminal.end()).toBe(0);
  expect(readFileSync(visited, 'utf8')).toBe(`1\n${gateway.url}/device?user_code=${code}\n`);
});

it('[cli-ctrl-c] Ctrl-C ends a login and leaves nothing behind', async () => {
  if (!hasTerminals()) return;
  const fresh = await open(ProcessMachine.create());
  const terminal = await open(fresh.terminal(['login', '--url', gateway.url, '--no-browser']));
  await terminal.sees('Waiting for the approval');
  terminal.ctrlC();
  expect(await terminal.end()).toBe(130);
  expect(() => fresh.credentials).toThrow('ENOENT');
});

it('[cli-call-input] call asks on a terminal what the tool asks, and prints foreign text without its escape sequences', async () => {
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

it('[cli-chat] chat asks on a terminal before a tool runs that needs consent, and sends the decision back', async () => {
  if (!hasTerminals()) return;
  let turn = 0;
  const scripted = await open(
    ScriptedGateway.start({
      'POST /api/servers/desk/mcp/chat': (res, request) => {
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

it('[chat-cli] a tool that needs consent runs only after the person at the terminal agrees', async () => {
  if (!hasTerminals()) return;
  model.otherwise = asksThenSays({ name: 'delete', args: { id: 7 } }, 'It is deleted.');
  const terminal = await open(machine.terminal(['chat', 'desk', 'delete 7']));
  await terminal.sees('delete wants to run with {"id":7}');
  expect(http.executions('delete')).toBe(0);
  terminal.enter('y');
  await terminal.sees('It is deleted.');
  expect(await terminal.end()).toBe(0);
  expect(http.executions('delete')).toBe(1);
});
