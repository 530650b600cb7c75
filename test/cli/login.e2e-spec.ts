import { readFileSync } from 'node:fs';
import { scopes } from '../../src/kernel/principal.js';
import { closeAfterAll } from '../support/closing.js';
import { CliMachine } from '../support/clients/cli.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { Json } from '../support/clients/gateway-client.js';
import type { PageVisitor } from '../support/clients/page-visitor.js';
import { decide, mintOperatorToken, setUpOperator } from '../support/people.js';
import { hasTerminals } from '../support/clients/pty-session.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterAll();
const deadToken = `gtu_${'0'.repeat(36)}`;
let gateway: TestGateway;
let other: TestGateway;
let browser: PageVisitor;
let machine: CliMachine;

beforeAll(async () => {
  [gateway, other] = await Promise.all([
    open(startGateway({ env: { DEVICE_POLL_SECONDS: 1 } })),
    open(startGateway({ env: { DEVICE_POLL_SECONDS: 1 } })),
  ]);
  browser = await setUpOperator(gateway);
});

beforeEach(async () => {
  machine = await open(CliMachine.create());
});

/** The code that a login shows. */
const codeIn = (text: string): string | undefined => /\b[B-Z]{4}-[B-Z]{4}\b/.exec(text)?.[0];

/** A login without a terminal, approved in the browser. */
async function logIn(decision: 'approve' | 'deny' = 'approve', args: readonly string[] = []) {
  const login = await machine.start(['login', '--url', gateway.url, '--no-browser', ...args]);
  await decide(browser, await waitFor('the code', () => codeIn(login.stderr)), decision);
  return login.ended;
}

/** A login with a token from standard input. */
async function keepToken({ url }: TestGateway, token: string) {
  const { code, stderr } = await machine.run(['login', '--url', url, '--with-token'], {
    input: `${token}\n`,
  });
  if (code !== 0) throw new Error(stderr);
}

const login = (): Json => (machine.credentials['hosts'] as Record<string, Json>)[gateway.url] as Json;

it('[cli-login] [cli-login-files] logs in by device code in a pipe; the token is in a file that nobody else can read', async () => {
  const { code, json, stdout } = await logIn('approve', ['--json']);
  expect(code).toBe(0);
  expect(json).toMatchObject({
    url: gateway.url,
    user: { email: 'ana@example.com' },
    token: { kind: 'user' },
    file: machine.credentialsPath,
  });
  const { token } = login() as { token: string };
  expect(token).toMatch(/^gtu_/);
  expect(stdout).not.toContain(token);
  expect(machine.mode(machine.credentialsPath)).toBe('0600');
  expect(machine.mode(machine.credentialsPath.replace('/hosts.json', ''))).toBe('0700');
});

it('[cli-login] opens the browser on a terminal, without a shell, at the address with the code', async () => {
  if (!hasTerminals()) return;
  const visited = machine.file('visited');
  machine.env['BROWSER'] = machine.write(
    'browser.sh',
    `#!/bin/sh\nprintf '%s\\n' "$#" "$@" > '${visited}'\n`,
    0o755,
  );
  const terminal = await open(machine.terminal(['login']));
  await terminal.sees('Address of the gateway');
  terminal.enter(gateway.url);
  await terminal.sees('approve the code');
  const code = await waitFor('the code', () => codeIn(terminal.text));
  await decide(browser, code, 'approve');
  await terminal.sees(`Logged in to ${gateway.url} as ana@example.com`);
  expect(await terminal.end()).toBe(0);
  expect(readFileSync(visited, 'utf8')).toBe(`1\n${gateway.url}/device?user_code=${code}\n`);
});

it('[cli-login] says so when the login is denied, and keeps nothing', async () => {
  const { code, stderr } = await logIn('deny');
  expect(code).toBe(1);
  expect(stderr).toContain('denied in the browser');
  expect(() => machine.credentials).toThrow('ENOENT');
});

it('[cli-ctrl-c] leaves nothing behind when Ctrl-C ends a login', async () => {
  if (!hasTerminals()) return;
  const terminal = await open(machine.terminal(['login', '--url', gateway.url, '--no-browser']));
  await terminal.sees('Waiting for the approval');
  terminal.ctrlC();
  expect(await terminal.end()).toBe(130);
  expect(() => machine.credentials).toThrow('ENOENT');
});

it('[cli-login] [cli-logout] ends the token of the login before, and its own at logout', async () => {
  const [first, second] = [
    await mintOperatorToken(gateway, scopes),
    await mintOperatorToken(gateway, scopes),
  ];
  const isAlive = async (token: string) =>
    (await gateway.json('/api/cli/auth/me', { headers: { authorization: `Bearer ${token}` } })).status ===
    200;
  await keepToken(gateway, first);
  await keepToken(gateway, second);
  expect([await isAlive(first), await isAlive(second)]).toEqual([false, true]);
  expect((await machine.run(['logout', '--json'])).json).toEqual({
    url: gateway.url,
    loggedOut: true,
    revoked: true,
  });
  expect(await isAlive(second)).toBe(false);
  expect(machine.credentials).toEqual({ hosts: {} });
  expect((await machine.run(['whoami'])).code).toBe(4);
});

it('[cli-token-source] takes a flag before the environment before the login, says where the token came from, and warns of a hidden login', async () => {
  await keepToken(gateway, await mintOperatorToken(gateway, scopes));
  const file = machine.write('token.txt', `${gateway.token}\n`);
  const fromLogin = await machine.run(['whoami', '--json']);
  expect(fromLogin.json).toMatchObject({ url: gateway.url, tokenSource: machine.credentialsPath });
  expect(fromLogin.stderr).toBe('');
  const env = { GANTRY_TOKEN: other.token, GANTRY_URL: other.url };
  const fromEnvironment = await machine.run(['whoami', '--json'], { env });
  expect(fromEnvironment.json).toMatchObject({
    url: other.url,
    urlSource: 'GANTRY_URL',
    tokenSource: 'GANTRY_TOKEN',
  });
  expect(fromEnvironment.stderr).toBe('');
  const flags = ['--url', gateway.url, '--token-file', file];
  const fromFlags = await machine.run(['whoami', ...flags], { env });
  expect(fromFlags.stdout).toContain(`from ${file}`);
  const warning = `${file} goes before your login as ana@example.com`;
  expect(fromFlags.stderr).toContain(warning);
  const failed = await machine.run([
    'whoami',
    '--json',
    ...flags.slice(0, 3),
    machine.write('dead.txt', deadToken),
  ]);
  expect(failed.code).toBe(4);
  // One JSON value, the warning in it.
  expect(JSON.parse(failed.stderr)).toMatchObject({
    error: { code: 'unauthorized', advice: [expect.stringContaining('dead.txt'), expect.any(String)] },
    warnings: [expect.stringContaining('goes before your login')],
  });
});

it('[cli-several-hosts] keeps a login per gateway and uses the newest unless told otherwise', async () => {
  await keepToken(gateway, gateway.token);
  await keepToken(other, other.token);
  expect(machine.credentials).toMatchObject({ current: other.url });
  expect((await machine.run(['whoami', '--json'])).json).toMatchObject({ url: other.url });
  expect((await machine.run(['whoami', '--json', '--url', gateway.url])).json).toMatchObject({
    url: gateway.url,
  });
});

it('[cli-folder-trust] does not send a token of the environment where a folder says, unless that gateway is known', async () => {
  machine.write('.gantry/state.json', JSON.stringify({ url: other.url, app: 'evil', file: 'gantry.yaml' }));
  await keepToken(gateway, gateway.token);
  const { json } = await machine.run(['whoami', '--json'], { env: { GANTRY_TOKEN: gateway.token } });
  expect(json).toMatchObject({ url: gateway.url });
});
