import { parse } from 'yaml';
import { closeAfterAll } from '../support/closing.js';
import { CliMachine } from '../support/clients/cli.js';
import { operatorOf, type AppsClient } from '../support/clients/apps-client.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { Json } from '../support/clients/gateway-client.js';
import { ScriptedHttp } from '../support/upstreams/scripted-http.js';

const open = closeAfterAll();
let gateway: TestGateway;
let colleague: AppsClient;

beforeAll(async () => {
  const { url } = await open(ScriptedHttp.start());
  gateway = await open(startGateway({ mcpServers: { desk: { url }, shelf: { url } } }));
  colleague = operatorOf(gateway);
});

const config = 'mcpServers:\n  desk:\n    use: desk # ours\n    timeoutMs: 1000\n';

/** A machine with a folder that is linked to a new app at version 2. */
async function linked(
  app: string,
  files: Readonly<Record<string, string>> = { 'gantry.yaml': config },
): Promise<CliMachine> {
  const machine = await open(CliMachine.create({ GANTRY_URL: gateway.url, GANTRY_TOKEN: gateway.token }));
  for (const [name, content] of Object.entries(files)) machine.write(name, content);
  await colleague.newApp(app, {});
  await colleague.save(app, parse(Object.values(files)[0] ?? '') as Json);
  await machine.run(['pull', '--app', app]);
  return machine;
}

const servers = (machine: CliMachine, changed: string) => machine.write('gantry.yaml', changed);

describe('A push on a stale base', () => {
  it('[cli-push-stale] is refused in a pipe, with both sides; --force overwrites', async () => {
    const machine = await linked('stale-pipe');
    await colleague.save('stale-pipe', {
      mcpServers: { desk: { use: 'desk', timeoutMs: 5 }, shelf: { use: 'shelf' } },
    });
    servers(machine, config.replace('1000', '2000').concat('  mine:\n    use: shelf\n'));
    const refused = await machine.run(['push', '--yes', '--json']);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(JSON.parse(refused.stderr)).toMatchObject({
      error: {
        ...{ code: 'config-changed', currentVersion: 3, baseVersion: 2 },
        theirs: [{ op: 'add', path: '/mcpServers/shelf' }],
        mine: [{ op: 'add', path: '/mcpServers/mine' }],
        conflicts: [{ theirs: { after: 5 }, mine: { path: '/mcpServers/desk/timeoutMs', after: 2000 } }],
      },
    });
    const told = await machine.run(['push', '--yes']);
    expect(told.stderr).toMatch(
      /stale-pipe is at version 3, and your changes build on version 2\.\n +version 3 was saved by \S+@\S+ just now\n +\+ mcpServers\.shelf/,
    );
    expect((await machine.run(['status', '--json'])).json).toMatchObject({
      base: { version: 2 },
      gateway: { version: 3 },
      remote: [{ path: '/mcpServers/desk/timeoutMs' }, { path: '/mcpServers/shelf' }],
    });
    expect((await machine.run(['push', '--yes', '--force', '--json'])).json).toMatchObject({ version: 4 });
  });
});

describe('A push', () => {
  it('[cli-push-faults] names the line of each fault and saves nothing', async () => {
    const machine = await linked('faulty');
    servers(machine, `${config}    timeout: 5\n  Bad Name:\n    use: desk\n`);
    const { code, stderr } = await machine.run(['push', '--yes']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/gantry\.yaml:5: \/mcpServers\/desk\/timeout /);
    expect(stderr).toMatch(/gantry\.yaml:6: \/mcpServers\/Bad Name/);
    servers(machine, 'mcpServers: [\n');
    expect((await machine.run(['push', '--yes'])).stderr).toContain('gantry.yaml:2:1: ');
    expect((await colleague.app('faulty', '/config')).body).toMatchObject({ version: 2 });
  });

  it('[cli-push-dry-run] with --dry-run says what it would do and does nothing', async () => {
    const machine = await linked('dry');
    servers(machine, config.replace('1000', '7'));
    const { code, json } = await machine.run(['push', '--dry-run', '--json']);
    expect(code).toBe(0);
    expect(json).toMatchObject({
      dryRun: true,
      changes: [{ op: 'replace', path: '/mcpServers/desk/timeoutMs', before: 1000, after: 7 }],
    });
    expect((await colleague.app('dry', '/config')).body).toMatchObject({ version: 2 });
  });
});

describe('A pull', () => {
  it('[cli-comments] [cli-pull-keeps] keeps comments, and does not drop what was not pushed', async () => {
    const machine = await linked('pulled');
    await colleague.save('pulled', {
      mcpServers: { desk: { use: 'desk', timeoutMs: 9 } },
      chat: { maxSteps: 3 },
    });
    expect((await machine.run(['pull', '--json'])).json).toMatchObject({ version: 3, changes: [{}, {}] });
    const pulled = config.replace('1000', '9').concat('chat:\n  maxSteps: 3\n');
    expect(machine.read('gantry.yaml')).toBe(pulled);
    const mine = pulled.replace('maxSteps: 3', 'maxSteps: 4');
    servers(machine, mine);
    await colleague.save('pulled', { mcpServers: {} });
    expect(await machine.run(['pull', '--json'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('local-changes'),
    });
    expect(machine.read('gantry.yaml')).toBe(mine);
    expect(await machine.run(['pull', '--merge'])).toMatchObject({ code: 1 });
    expect((await machine.run(['pull', '--force'])).code).toBe(0);
    expect(machine.read('gantry.yaml')).toBe('mcpServers: {}\n');
  });

  it('[cli-pull-keeps] with --merge keeps what was changed here on top of what the gateway has', async () => {
    const machine = await linked('merged');
    servers(machine, config.replace('1000', '2000'));
    await colleague.save('merged', {
      mcpServers: { desk: { use: 'desk', timeoutMs: 1000 }, shelf: { use: 'shelf' } },
    });
    expect((await machine.run(['pull', '--merge'])).code).toBe(0);
    expect(machine.read('gantry.yaml')).toBe(
      config.replace('1000', '2000').concat('  shelf:\n    use: shelf\n'),
    );
    expect((await machine.run(['push', '--yes', '--json'])).json).toMatchObject({
      version: 4,
      changes: [{ path: '/mcpServers/desk/timeoutMs' }],
    });
  });

  it('[cli-json-config] writes JSON where the file is JSON, with its schema for editors', async () => {
    const machine = await linked('in-json', {
      'gantry.json': '{ "mcpServers": { "desk": { "use": "desk" } } }',
    });
    const other = await open(CliMachine.create(machine.env));
    expect((await other.run(['pull', '--app', 'in-json', '--file', 'app.json'])).code).toBe(0);
    expect(JSON.parse(other.read('app.json'))).toEqual({
      $schema: `${gateway.url}/schemas/app-config-1.json`,
      mcpServers: { desk: { use: 'desk' } },
    });
    expect((await other.run(['push', '--json'])).json).toMatchObject({ changes: [], version: 2 });
  });
});

it('[cli-versions] lists versions and rolls back to one', async () => {
  const machine = await linked('rolled');
  servers(machine, 'mcpServers: {}\n');
  await machine.run(['push', '--yes', '-m', 'empty']);
  const { versions } = (await machine.run(['versions', '--json'])).json as { versions: Json[] };
  expect(versions.map(({ version, message }) => [version, message])).toEqual([
    [3, 'empty'],
    [2, undefined],
    [1, undefined],
  ]);
  expect((await machine.run(['rollback', '2', '--yes', '--json'])).json).toMatchObject({
    version: 4,
    restoredFrom: 2,
  });
  expect((await machine.run(['rollback', '99', '--yes', '--json'])).code).toBe(1);
  await machine.run(['pull']);
  expect(machine.read('gantry.yaml')).toContain('timeoutMs: 1000');
});

it('[cli-secrets] secrets set takes the value from standard input or a variable, never from the command line', async () => {
  const machine = await linked('secretive');
  const set = await machine.run(['secrets', 'set', 'PIPED', '--json'], { input: 'pass word\n' });
  expect(set.json).toMatchObject({ app: 'secretive', name: 'PIPED' });
  expect((await machine.run(['secrets', 'set', 'PIPED', 'in-argv'])).code).toBe(2);
  const fromEnv = await machine.run(['secrets', 'set', 'FROM_ENV', '--from-env', 'TOKEN'], {
    env: { TOKEN: 'x' },
  });
  expect(fromEnv.code).toBe(0);
  await machine.run(['secrets', 'set', 'GONE'], { input: 'x' });
  expect((await machine.run(['secrets', 'rm', 'GONE', '--yes'])).code).toBe(0);
  const { secrets } = (await machine.run(['secrets', 'list', '--json'])).json as { secrets: Json[] };
  expect(secrets.map(({ name }) => name)).toEqual(['FROM_ENV', 'PIPED']);
});

it('[cli-secret-origins] a secret gets its origins from the command; push refuses a literal credential without --force-literals', async () => {
  await colleague.newApp('shop', {});
  const machine = await open(CliMachine.create({ GANTRY_URL: gateway.url, GANTRY_TOKEN: gateway.token }));
  const cli = (args: readonly string[], input = '') =>
    machine.run([...args, '--app', 'shop', '--json'], { input });
  const set = await cli(
    ['secrets', 'set', 'PAT', '--origins', 'https://a.example, https://b.example:8443'],
    'value\n',
  );
  expect(set.json).toMatchObject({
    origins: [{ origin: 'https://a.example' }, { origin: 'https://b.example:8443' }],
  });
  expect((await cli(['secrets', 'allow', 'PAT', 'https://c.example'])).json).toMatchObject({
    origins: [
      { origin: 'https://a.example' },
      { origin: 'https://b.example:8443' },
      { origin: 'https://c.example' },
    ],
  });
  expect((await cli(['secrets', 'allow', 'NONE', 'https://c.example'])).code).not.toBe(0);
  await cli(['pull']);
  machine.write('gantry.yaml', 'x-note: AKIAIOSFODNN7EXAMPLE\n');
  const refused = await cli(['push', '--yes']);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('/x-note');
  expect((await cli(['push', '--yes', '--force-literals'])).json).toMatchObject({ version: 2 });
});

it('[cli-keys] shows a new key once and alone on standard output, and revokes it', async () => {
  const machine = await linked('keyed');
  const { stdout, stderr } = await machine.run([
    'keys',
    'create',
    'ci',
    '--scope',
    'tools:read',
    '--expires',
    '7',
  ]);
  expect(stdout).toMatch(/^gta_\w+\n$/);
  expect(stderr).toContain('shown this once');
  const { keys } = (await machine.run(['keys', 'list', '--json'])).json as { keys: Json[] };
  expect(keys).toMatchObject([{ name: 'ci', scopes: ['tools:read'], expiresAt: expect.any(String) }]);
  expect(JSON.stringify(keys)).not.toContain(stdout.trim());
  const withKey = { GANTRY_TOKEN: stdout.trim() };
  expect((await machine.run(['whoami', '--json'], { env: withKey })).json).toMatchObject({
    ...{ tokenSource: 'GANTRY_TOKEN', app: { slug: 'keyed' }, token: { kind: 'app' } },
  });
  expect((await machine.run(['keys', 'rm', String(keys[0]?.['id']), '--yes'])).code).toBe(0);
  expect((await machine.run(['tools', '--json'], { env: withKey })).code).toBe(4);
});

it('[import-same-server] [import-commands] leaves commands out, and uses published servers only when told to', async () => {
  const machine = await linked('commands');
  const mcpServers = { shelf: { command: 'npx', args: ['shelf'] }, local: { command: 'python' } };
  machine.write('claude.json', JSON.stringify({ mcpServers }));
  const plain = await machine.run(['import', 'claude.json', '--yes', '--json']);
  expect(plain.json).toMatchObject({
    servers: {},
    skipped: [
      { server: 'shelf', reason: expect.stringContaining('--use-published') },
      { server: 'local', reason: expect.stringContaining('APP_STDIO') },
    ],
  });
  const used = await machine.run(['import', 'claude.json', '--yes', '--json', '--use-published']);
  expect(used.json).toMatchObject({ servers: { shelf: { use: 'shelf' } }, skipped: [{ server: 'local' }] });
  machine.write('kept.json', JSON.stringify({ mcpServers: { other: mcpServers.local } }));
  const kept = await machine.run(['import', 'kept.json', '--yes', '--json', '--keep-commands']);
  expect(kept.json).toMatchObject({ servers: { other: { command: 'python' } }, skipped: [] });
});

it('[import-rules] names the line of what is not taken over, and sets approvals', async () => {
  const machine = await linked('rules');
  machine.write(
    'config.toml',
    '[mcp_servers.docs]\nurl = "https://docs.example.com/mcp"\n\n[mcp_servers.docs.tools.drop]\napproval_mode = "prompt"\n',
  );
  expect(await machine.run(['import', 'config.toml', '--yes'])).toMatchObject({ code: 0 });
  expect(parse(machine.read('gantry.yaml'))).toMatchObject({
    policies: { requireApproval: ['docs__drop'] },
  });
  machine.write(
    'cursor.json',
    '{"mcpServers": {\n"a": {"url": "https://a.example/mcp",\n"toolFilter": ["x"],\n"icon": "x"}}}',
  );
  const { stderr } = await machine.run(['import', 'cursor.json', '--yes']);
  expect(stderr).toContain('cursor.json:3: /mcpServers/a/toolFilter is not known here and may be a rule');
  expect(stderr).toContain('cursor.json:4: /mcpServers/a/icon is for the window of the client');
  expect(parse(machine.read('gantry.yaml'))).toMatchObject({ mcpServers: { a: { disabled: true } } });
});

it('[cli-import] takes servers of desktop clients over; credentials become secrets and stand in no file', async () => {
  const machine = await linked('imported');
  machine.write(
    'cursor.json',
    `{
      // Cursor takes comments.
      "mcpServers": {
        "GitHub": { "url": "https://api.example.com/mcp", "headers": { "Authorization": "Bearer ghp_0123456789abcdefABCDEF", "X-Team": "support" } },
        "linear": { "command": "npx", "args": ["-y", "mcp-remote", "https://mcp.linear.example/mcp", "--header", "X-Api-Key: \${KEY}"], "env": { "KEY": "lin_api_0123456789" } },
        "shelf": { "command": "npx", "args": ["shelf"] },
        "local": { "command": "python", "args": ["server.py"] },
      },
    }`,
  );
  const { code, json, stderr } = await machine.run([
    'import',
    'cursor.json',
    '--yes',
    '--json',
    '--use-published',
  ]);
  expect(code).toBe(0);
  expect(json).toMatchObject({
    servers: {
      github: {
        url: 'https://api.example.com/mcp',
        headers: { Authorization: 'Bearer ${secret:GITHUB_TOKEN}', 'X-Team': 'support' },
      },
      linear: {
        url: 'https://mcp.linear.example/mcp',
        headers: { 'X-Api-Key': '${secret:LINEAR_X_API_KEY}' },
      },
      shelf: { use: 'shelf' },
    },
    skipped: [{ server: 'local' }],
    secrets: [
      { name: 'GITHUB_TOKEN', set: true },
      { name: 'LINEAR_X_API_KEY', set: true },
    ],
  });
  const everything = JSON.stringify(json) + stderr + machine.read('gantry.yaml');
  expect(everything).not.toMatch(/ghp_|lin_api/);
  expect(machine.read('gantry.yaml')).toContain('use: desk # ours');
  expect((await machine.run(['push', '--yes', '--json'])).json).toMatchObject({ version: 3 });
});
