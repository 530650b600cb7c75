import { scopes } from '../../src/kernel/principal.js';
import { closeAfterAll } from '../support/closing.js';
import { CliMachine } from '../support/clients/cli.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { Json } from '../support/clients/gateway-client.js';
import type { PageVisitor } from '../support/clients/page-visitor.js';
import { decide, mintOperatorToken, setUpOperator } from '../support/people.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterAll();
const deadToken = `gtu_${'0'.repeat(36)}`;
let gateway: TestGateway;
/** The same gateway by another name: to the command it is another gateway. */
let other: { readonly url: string; readonly token: string };
let browser: PageVisitor;
let machine: CliMachine;

beforeAll(async () => {
  gateway = await open(startGateway({ env: { DEVICE_POLL_SECONDS: 0 } }));
  browser = await setUpOperator(gateway);
  other = {
    url: gateway.url.replace('127.0.0.1', 'localhost'),
    token: await mintOperatorToken(gateway, scopes),
  };
});

beforeEach(async () => {
  machine = await open(CliMachine.create());
});

/** The code that a login shows. */
const codeIn = (text: string): string | undefined => /\b[B-Z]{4}-[B-Z]{4}\b/.exec(text)?.[0];

/** A login without a terminal, approved in the browser. */
async function logIn(decision: 'approve' | 'deny' = 'approve', args: readonly string[] = []) {
  const login = machine.start(['login', '--url', gateway.url, '--no-browser', ...args]);
  await decide(browser, await waitFor('the code', () => codeIn(login.stderr)), decision);
  return login.ended;
}

/** A login with a token from standard input. */
async function keepToken({ url }: { readonly url: string }, token: string) {
  const { code, stderr } = await machine.run(['login', '--url', url, '--with-token'], {
    input: `${token}\n`,
  });
  if (code !== 0) throw new Error(stderr);
}

const login = (): Json => (machine.credentials['hosts'] as Record<string, Json>)[gateway.url] as Json;

it('[cli-login] [cli-login-files] login by device code works in a pipe; only the owner can read the file with the token', async () => {
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

it('[cli-login] a denied login is reported, and nothing is kept', async () => {
  const { code, stderr } = await logIn('deny');
  expect(code).toBe(1);
  expect(stderr).toContain('denied in the browser');
  expect(() => machine.credentials).toThrow('ENOENT');
});

it('[cli-login] [cli-logout] a new login revokes the token of the previous one; logout revokes its own', async () => {
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

it('[cli-token-source] a flag overrides the environment, which overrides the login; whoami says where the token came from, and warns of a hidden login', async () => {
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

it('[cli-several-hosts] keeps a login per gateway and uses the newest unless --url names another', async () => {
  await keepToken(gateway, gateway.token);
  await keepToken(other, other.token);
  expect(machine.credentials).toMatchObject({ current: other.url });
  expect((await machine.run(['whoami', '--json'])).json).toMatchObject({ url: other.url });
  expect((await machine.run(['whoami', '--json', '--url', gateway.url])).json).toMatchObject({
    url: gateway.url,
  });
});

it('[cli-folder-trust] sends a token of the environment to the gateway that a folder names only if there is a login for it', async () => {
  machine.write('.gantry/state.json', JSON.stringify({ url: other.url, app: 'evil', file: 'gantry.yaml' }));
  await keepToken(gateway, gateway.token);
  const { json } = await machine.run(['whoami', '--json'], { env: { GANTRY_TOKEN: gateway.token } });
  expect(json).toMatchObject({ url: gateway.url });
});
