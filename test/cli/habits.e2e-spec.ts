import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { closeAfterAll } from '../support/closing.js';
import { CliMachine } from '../support/clients/cli.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { createApp } from '../support/clients/sdk-apps.js';
import { json, ScriptedGateway } from '../support/scripted-gateway.js';
import { ScriptedHttp } from '../support/upstreams/scripted-http.js';

const open = closeAfterAll();
let gateway: TestGateway;
let machine: CliMachine;

beforeAll(async () => {
  const http = await open(ScriptedHttp.start());
  gateway = await open(startGateway({ mcpServers: { desk: { url: http.url } } }));
  await createApp(gateway, 'real', { mcpServers: { desk: { use: 'desk' } } });
  machine = await open(
    CliMachine.create({ GANTRY_URL: gateway.url, GANTRY_TOKEN: gateway.token, GANTRY_APP: 'real' }),
  );
});

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
])('[cli-exit-codes] exits with %i for: gantry %s', async (code, line, env) => {
  const ended = await machine.run(line.split(' ').filter(Boolean), { env });
  expect(ended.code).toBe(code);
  // Data on standard output, talk on standard error.
  expect([ended.stdout === '', ended.stderr === '']).toEqual(code === 0 ? [false, true] : [true, false]);
  if (code !== 0) expect(ended.stderr).toMatch(/→|--help/);
});

it('[cli-json-errors] with --json a failure is one JSON value on standard error', async () => {
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

it('[cli-doctor] doctor finds what is wrong with the address, the clock, the token and the servers', async () => {
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

it('[cli-completion] prints scripts for bash, zsh and fish that know the commands and their options', async () => {
  expect((await machine.run(['completion', 'bash'])).stdout).toContain('complete -F _gantry gantry');
  expect((await machine.run(['completion', 'zsh'])).stdout).toMatch(/^#compdef gantry\n/);
  const fish = (await machine.run(['completion', 'fish'])).stdout;
  expect(fish).toContain('complete -c gantry -n __fish_use_subcommand -a push');
  expect(fish).toContain("-l dry-run -d 'only show'");
});

it('[cli-proxy] requests go through the proxy that the environment names, in a tunnel for https', async () => {
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

it('[cli-no-colour] asks nothing without a terminal, and names the flag that answers the question', async () => {
  const ended = await machine.run(['apps', 'delete', 'real']);
  expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--yes') });
});
