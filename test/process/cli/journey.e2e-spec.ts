import { closeAfterAll } from '../../support/closing.js';
import type { Ended } from '../../support/clients/cli.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { decide, setUpOperator } from '../../support/people.js';
import type { PageVisitor } from '../../support/clients/page-visitor.js';
import { ProcessMachine } from '../../support/processes/cli-process.js';
import { hasTerminals, type PtySession } from '../../support/processes/pty-session.js';
import { stdioServer } from '../../support/upstreams/stdio.js';
import { waitFor } from '../../support/wait-for.js';

const open = closeAfterAll();
const escape = String.fromCharCode(27);
let gateway: TestGateway;
let browser: PageVisitor;

beforeAll(async () => {
  gateway = await open(
    startGateway({ env: { DEVICE_POLL_SECONDS: 1 }, mcpServers: { desk: stdioServer() } }),
  );
  browser = await setUpOperator(gateway);
});

const codeIn = (text: string): string | undefined => /\b[B-Z]{4}-[B-Z]{4}\b/.exec(text)?.[0];

it('[cli-journey] the built command goes from login to pull in a pipe: with --json each step exits with 0 and prints one JSON value', async () => {
  const machine = await open(ProcessMachine.create());
  const login = machine.start(['login', '--url', gateway.url, '--json']);
  await decide(browser, await waitFor('the code', () => codeIn(login.stderr)), 'approve');
  const steps: Record<string, Ended> = { login: await login.ended };
  const step = async (name: string, args: readonly string[]) => {
    steps[name] = await machine.run([...args, '--json']);
  };
  await step('init', ['init', 'Piped', '--use', 'desk']);
  await step('push', ['push', '--yes', '-m', 'first']);
  await step('tools', ['tools']);
  await step('call', ['call', 'desk__echo', '{"text":"hi"}']);
  await step('pull', ['pull']);
  const codes = Object.fromEntries(Object.entries(steps).map(([name, { code }]) => [name, code]));
  expect(codes).toEqual({ login: 0, init: 0, push: 0, tools: 0, call: 0, pull: 0 });
  expect(steps['init']?.json).toMatchObject({ app: { slug: 'piped' }, file: 'gantry.yaml', created: true });
  expect(steps['push']?.json).toMatchObject({
    ...{ app: 'piped', dryRun: false, version: 2, warnings: [] },
    changes: [{ op: 'add', path: '/mcpServers/desk', after: { use: 'desk' } }],
  });
  expect(steps['tools']?.json).toMatchObject({
    tools: expect.arrayContaining([expect.objectContaining({ name: 'desk__echo', server: 'desk' })]),
    servers: [{ name: 'desk', status: 'ready' }],
  });
  expect(steps['call']?.json).toEqual({ content: [], structuredContent: { text: 'hi' } });
  expect(steps['pull']?.json).toEqual({ app: 'piped', file: 'gantry.yaml', version: 2, changes: [] });
  const said = Object.values(steps).map(({ stdout, stderr }) => stdout + stderr);
  expect(said.join('')).not.toContain(escape);
});

it('[cli-journey] [cli-push-asks] goes from login to pull on a terminal, where push shows the changes in color and asks', async () => {
  if (!hasTerminals()) return;
  const machine = await open(ProcessMachine.create());
  const on = async (
    args: readonly string[],
    act: (terminal: PtySession) => Promise<void>,
  ): Promise<PtySession> => {
    const terminal = await open(machine.terminal(args));
    await act(terminal);
    expect(await terminal.end()).toBe(0);
    return terminal;
  };
  await on(['login', '--url', gateway.url], async (terminal) => {
    await decide(browser, await waitFor('the code', () => codeIn(terminal.text)), 'approve');
    await terminal.sees('Logged in');
  });
  await on(['init'], async (terminal) => {
    await terminal.sees('Name of the app (work)');
    terminal.enter('On a terminal');
    await terminal.sees('Servers of this gateway: desk');
    terminal.enter();
    await terminal.sees('Next: edit gantry.yaml');
  });
  machine.write(
    'gantry.yaml',
    `${machine.read('gantry.yaml')}    tools:\n      deny: [hang] # it never ends\n`,
  );
  const push = await on(['push'], async (terminal) => {
    await terminal.sees('+ mcpServers');
    await terminal.sees('Push this to on-a-terminal? [Y/n]');
    terminal.enter('y');
    await terminal.sees('Pushed version 2');
  });
  expect(push.output).toContain(`${escape}[32m+ mcpServers`);
  const tools = await on(['tools'], (terminal) => terminal.sees('desk__echo'));
  expect(tools.text).toMatch(/^TOOL +WHAT IT DOES/m);
  expect(tools.text).not.toContain('desk__hang');
  await on(['call', 'desk__pid'], (terminal) => terminal.sees('\n'));
  await on(['pull'], (terminal) => terminal.sees('is up to date with version 2'));
  expect(machine.read('gantry.yaml')).toContain('deny: [hang] # it never ends');
});

it('[cli-journey] a line that was typed before its question appears answers that question', async () => {
  if (!hasTerminals()) return;
  const machine = await open(ProcessMachine.create({ GANTRY_URL: gateway.url, GANTRY_TOKEN: gateway.token }));
  const terminal = await open(machine.terminal(['init']));
  await terminal.sees('Name of the app (work)');
  terminal.enter('Typed ahead');
  await terminal.sees('Typed ahead\n');
  terminal.enter();
  await terminal.sees('Next: edit gantry.yaml');
  expect(await terminal.end()).toBe(0);
});

it('[cli-no-colour] prints no color codes on a terminal with NO_COLOR', async () => {
  if (!hasTerminals()) return;
  const machine = await open(ProcessMachine.create({ GANTRY_URL: gateway.url, GANTRY_TOKEN: gateway.token }));
  const terminal = await open(machine.terminal(['servers'], { NO_COLOR: '1' }));
  expect(await terminal.end()).toBe(0);
  expect(terminal.output).toContain('SERVER');
  expect(terminal.output).not.toContain(`${escape}[2m`);
});
