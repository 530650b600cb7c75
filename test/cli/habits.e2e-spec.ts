import { execFile, execFileSync } from 'node:child_process';
import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import ts from 'typescript';
import { Gantry } from '../../src/client/gantry.js';
import { closeAfterAll } from '../support/closing.js';
import { CliMachine } from '../support/clients/cli.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { createApp } from '../support/clients/sdk-apps.js';
import { hasTerminals } from '../support/clients/pty-session.js';
import { timed } from '../support/measures/timed.js';
import { json, ScriptedGateway, type ScriptedRequest } from '../support/scripted-gateway.js';
import { npmStdio } from '../support/upstreams/npm-servers.js';
import { temporaryFolder } from '../support/temporary-folder.js';

timed();

const open = closeAfterAll();
const folder = temporaryFolder();
let gateway: TestGateway;
let machine: CliMachine;

beforeAll(async () => {
  const mcpServers = { everything: npmStdio.everything(), files: npmStdio.filesystem(folder.path) };
  gateway = await open(startGateway({ mcpServers }));
  await createApp(gateway, 'real', {
    mcpServers: { everything: { use: 'everything' }, files: { use: 'files' } },
  });
  machine = await open(
    CliMachine.create({ GANTRY_URL: gateway.url, GANTRY_TOKEN: gateway.token, GANTRY_APP: 'real' }),
  );
});

afterAll(() => {
  folder.remove();
});

/** `0m1.234s` as a number. */
function seconds(time: string): number {
  const [minutes = '0', rest = '0'] = time.replace('s', '').split('m');
  return Number(minutes) * 60 + Number(rest);
}

const gone = { GANTRY_URL: 'http://127.0.0.1:1' };
const dead = { GANTRY_TOKEN: 'gtu_000000000000000000000000000000000000' };

it.each<[code: number, line: string, env: Record<string, string>]>([
  [0, '', {}],
  [0, '--help', {}],
  [0, 'push --help', {}],
  [0, '--version', {}],
  [0, '--json apps list', {}],
  [1, 'apps list', gone],
  [1, 'tools --app nothing', {}],
  [2, 'nothing', {}],
  [2, 'apps nothing', {}],
  [2, 'apps list --nothing', {}],
  [2, 'call', {}],
  [2, 'apps list extra', {}],
  [2, 'apps list --url ftp://x', {}],
  [2, 'secrets set lower-case', {}],
  [2, 'completion tcsh', {}],
  [2, 'rollback newest', {}],
  [4, 'apps list', dead],
  [4, 'whoami', { GANTRY_TOKEN: '' }],
])('[cli-exit-codes] ends with %i for: gantry %s', async (code, line, env) => {
  const ended = await machine.run(line.split(' ').filter(Boolean), { env });
  expect(ended.code).toBe(code);
  // Data on standard output, talk on standard error.
  expect([ended.stdout === '', ended.stderr === '']).toEqual(code === 0 ? [false, true] : [true, false]);
  if (code !== 0) expect(ended.stderr).toMatch(/→|--help/);
});

it('[cli-json-errors] reports failures as one JSON value on standard error with --json', async () => {
  const { stderr, stdout } = await machine.run(['apps', 'list', '--json'], { env: dead });
  expect(stdout).toBe('');
  expect(JSON.parse(stderr)).toEqual({
    error: {
      code: 'unauthorized',
      message: expect.any(String),
      advice: [expect.stringContaining('GANTRY_TOKEN'), expect.stringContaining('gantry login')],
      status: 401,
      requestId: expect.any(String),
    },
  });
});

it('[cli-progress] shows on a terminal what it waits for, takes that away again, and stops waiting at Ctrl-C', async () => {
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

it('[cli-startup] answers whoami with at most six times the CPU of a Node that does nothing', async () => {
  const env = { ...machine.env, NODE: process.execPath, MAIN: machine.main, HOME: folder.path };
  const nothing = await cpuMsOf('"$NODE" -e 0', env);
  // Whoever shares the processor only adds to what is measured: the quietest of some rounds is the command's own.
  let quietest = Infinity;
  for (let round = 0; round < 5 && quietest > nothing * 6; round++)
    quietest = Math.min(quietest, await cpuMsOf('"$NODE" "$MAIN" whoami >/dev/null', env));
  expect(quietest).toBeLessThanOrEqual(nothing * 6);
});

/** Of a run, on average; the shell's `times` counts user and system time of its children. */
async function cpuMsOf(command: string, env: NodeJS.ProcessEnv): Promise<number> {
  const loop = `for i in 1 2 3 4 5; do ${command} || exit 1; done; times`;
  // This process is the gateway: it has to go on answering meanwhile.
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', loop], { env });
  const [user = '', system = ''] = (stdout.trim().split('\n').at(-1) ?? '').split(' ');
  return ((seconds(user) + seconds(system)) * 1000) / 5;
}

it('[cli-doctor] finds what is wrong with the address, the clock, the token and the servers', async () => {
  const well = await machine.run(['doctor', '--json']);
  expect(well).toMatchObject({ code: 0, json: { ok: true } });
  const statuses = (checks: unknown) =>
    Object.fromEntries(
      (checks as { name: string; status: string }[]).map(({ name, status }) => [name, status]),
    );
  expect(statuses(well.json['checks'])).toEqual({
    ...{ command: 'ok', logins: 'ok', address: 'ok', clock: 'ok', login: 'ok', version: 'ok', servers: 'ok' },
    gateway: 'warning',
  });
  expect(well.stdout).toContain('Nobody has set this gateway up yet');
  const nobody = await machine.run(['doctor', '--json'], { env: gone });
  expect(nobody.code).toBe(1);
  expect(statuses(nobody.json['checks'])).toMatchObject({ address: 'failed' });
  const stranger = await machine.run(['doctor', '--json'], { env: dead });
  expect(stranger.code).toBe(4);
  expect(statuses(stranger.json['checks'])).toMatchObject({ address: 'ok', login: 'failed' });
  const odd = await open(
    ScriptedGateway.start({
      'GET /health/ready': (res) => {
        res.sendDate = false;
        res.writeHead(200, { date: new Date(Date.now() + 3_600_000).toUTCString() }).end('{}');
      },
      'GET /api/cli/auth/me': json({
        user: { id: 'u', email: 'a@b.c', name: 'A' },
        account: { id: 'a', slug: 'a', name: 'A', role: 'owner' },
        token: { expiresAt: new Date(Date.now() + 3_600_000).toISOString() },
        server: { version: '9.0.0' },
      }),
      'GET /api/servers': json({
        servers: [{ handle: 'sick', status: 'unavailable', lastError: { code: 'upstream-unavailable' } }],
        fileFaults: ['line 3, /mcpServers/s/url must be a URL'],
      }),
    }),
  );
  const warned = await machine.run(['doctor', '--json'], { env: { GANTRY_URL: odd.url } });
  expect(warned.code).toBe(0);
  expect(statuses(warned.json['checks'])).toMatchObject({
    ...{ clock: 'warning', login: 'warning', version: 'warning', servers: 'warning' },
  });
  expect(warned.json['checks']).toContainEqual(
    expect.objectContaining({
      name: 'servers',
      detail: 'sick: upstream-unavailable; mcp.json: line 3, /mcpServers/s/url must be a URL',
    }),
  );
  const listed = await machine.run(['servers'], { env: { GANTRY_URL: odd.url } });
  expect(listed.stderr).toContain('mcp.json: line 3, /mcpServers/s/url must be a URL');
});

it('[cli-completion] completes commands and options in bash, zsh and fish', async () => {
  const bash = (await machine.run(['completion', 'bash'])).stdout;
  const script = `${bash}\nCOMP_WORDS=(gantry secrets s) COMP_CWORD=2; _gantry; echo "\${COMPREPLY[@]}"; COMP_WORDS=(gantry push --dr) COMP_CWORD=2; _gantry; echo "\${COMPREPLY[@]}"`;
  expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' })).toBe('set\n--dry-run\n');
  expect((await machine.run(['completion', 'zsh'])).stdout).toMatch(/^#compdef gantry\n/);
  const fish = (await machine.run(['completion', 'fish'])).stdout;
  expect(fish).toContain('complete -c gantry -n __fish_use_subcommand -a push');
  expect(fish).toContain("-l dry-run -d 'only show'");
});

it('[cli-proxy] goes through the proxy that the environment names, and opens a tunnel for https', async () => {
  const asked: string[] = [];
  const proxy = createServer((req, res) => {
    asked.push(`${String(req.method)} ${String(req.url)} ${String(req.headers['proxy-authorization'])}`);
    res.writeHead(200, { 'content-type': 'application/json' }).end('{"apps":[]}');
  });
  proxy.on('connect', (req, socket) => {
    asked.push(`CONNECT ${String(req.url)}`);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = `127.0.0.1:${String((proxy.address() as AddressInfo).port)}`;
  const plain = { HTTP_PROXY: `http://u:p@${address}`, GANTRY_URL: 'http://gantry.example.com' };
  expect((await machine.run(['apps', 'list', '--json'], { env: plain })).json).toEqual({ apps: [] });
  const secure = { https_proxy: address, GANTRY_URL: 'https://gantry.example.com' };
  const tunnel = await machine.run(['apps', 'create', 'x'], { env: secure });
  expect(tunnel).toMatchObject({ code: 1, stderr: expect.stringContaining('answered 403') });
  const excepted = await machine.run(['apps', 'list'], { env: { ...plain, ...gone, NO_PROXY: '127.0.0.1' } });
  expect(excepted.stderr).toContain('nothing listens there');
  expect(new Set(asked)).toEqual(
    new Set([
      'GET http://gantry.example.com/api/cli/apps?limit=200 Basic dTpw',
      'CONNECT gantry.example.com:443',
    ]),
  );
  proxy.close();
});

it('[cli-gen] writes one typed function per tool that compiles under strict and calls the gateway', async () => {
  const { code, json: result } = await machine.run(['gen', 'tools.ts', '--json']);
  expect(code).toBe(0);
  const names = result['tools'] as string[];
  expect(names).toEqual(expect.arrayContaining(['everything__get-sum', 'files__read_text_file']));
  const text = machine.read('tools.ts');
  expect(text.match(/^export async function /gm)).toHaveLength(names.length);
  machine.write(
    'use.ts',
    `import { everythingEcho, everythingGetStructuredContent, everythingGetSum, type ToolCaller } from './tools.js';
export async function use(tools: ToolCaller): Promise<number> {
  await everythingGetSum(tools, { a: 1, b: 2 });
  // @ts-expect-error -- a number is wanted
  await everythingGetSum(tools, { a: '1', b: 2 });
  // @ts-expect-error -- the message is missing
  await everythingEcho(tools, {});
  return (await everythingGetStructuredContent(tools, { location: 'New York' })).temperature;
}
`,
  );
  const program = ts.createProgram([machine.file('use.ts')], {
    ...{
      strict: true,
      noUncheckedIndexedAccess: true,
      noImplicitOverride: true,
      exactOptionalPropertyTypes: true,
    },
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    ...{ types: [], noEmit: true },
  });
  const faults = ts.getPreEmitDiagnostics(program);
  expect(faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
  const app = await Gantry.connect({ url: gateway.url, key: gateway.token, app: 'real' });
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  const module = machine.write('tools.mjs', ts.transpileModule(text, { compilerOptions }).outputText);
  const tools = (await import(module)) as Record<string, (caller: unknown, args: object) => Promise<object>>;
  const sum = await tools['everythingGetSum']?.(app.tools, { a: 1, b: 2 });
  expect(sum).toMatchObject({ content: [{ text: 'The sum of 1 and 2 is 3.' }] });
});
