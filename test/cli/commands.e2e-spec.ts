import { readFileSync, writeFileSync, mkdirSync } from 'node:fs';
import { AccessTokens } from '../../src/accounts/tokens/access-tokens.service.js';
import { operatorOf, type AppsClient } from '../support/clients/apps-client.js';
import { closeAfterAll } from '../support/closing.js';
import { CliMachine } from '../support/clients/cli.js';
import type { TestGateway } from '../support/gateway.js';
import { GatewayClient, type Json } from '../support/clients/gateway-client.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { answers, text } from '../support/upstreams/behaviours.js';
import { tool } from '../support/upstreams/scripted-http.js';
import { call, doing, listen, workflowApp } from '../support/workflows/workflow-app.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterAll();
const home = temporaryFolder();
const policies = { requireApproval: ['one__delete_*'] };
const workflows = {
  deletes: doing([{ ask: listen('approval') }, { go: call('delete_all') }]),
  pays: doing([{ pay: listen('paid') }]),
};
const inputSchema = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'Where the file is' },
    order: { enum: ['ascending', 'descending'], default: 'ascending' },
    head: { type: 'integer', minimum: 1 },
  },
  required: ['path'],
  additionalProperties: false,
};
let gateway: TestGateway;
let machine: CliMachine;
let operator: AppsClient;
/** Slug of the app. */
let app: string;

beforeAll(async () => {
  const reads = tool('read_file', answers(text('content')));
  const described = {
    ...reads,
    definition: {
      ...reads.definition,
      ...{ title: 'Read', description: 'Reads a file.', inputSchema, annotations: { readOnlyHint: true } },
    },
  };
  const deletes = tool('delete_all', answers(text('gone')));
  const stamps = tool('stamp', answers(text('now')));
  const stamp = {
    ...stamps,
    definition: {
      ...stamps.definition,
      description: 'Tells the date and the time. Every file is left alone.',
    },
  };
  const made = await workflowApp(open, [described, deletes, stamp], workflows, { policies });
  ({ gateway } = made);
  operator = operatorOf(gateway);
  const { body } = await operator.json('/api/cli/apps');
  app = String((body['apps'] as Json[])[0]?.['slug']);
  machine = await open(
    CliMachine.create({
      GANTRY_URL: gateway.url,
      GANTRY_TOKEN: gateway.token,
      GANTRY_APP: app,
      HOME: home.path,
    }),
  );
});

afterAll(() => {
  home.remove();
});

it('[cli-names] an unknown command exits with 2, also with --help, and suggests the nearest one', async () => {
  for (const args of [['tols', '--help'], ['tols'], ['help', 'tols']]) {
    const ended = await machine.run(args);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toBe(
      '✗ There is no command gantry tols.\n  → Did you mean: gantry tools\n  → gantry --help lists the commands.\n',
    );
  }
  const inside = await machine.run(['runs', 'aprove', 'run_1', '--json']);
  expect(inside).toMatchObject({ code: 2, stdout: '' });
  expect(JSON.parse(inside.stderr)).toEqual({
    error: {
      code: 'usage',
      message: 'There is no command gantry runs aprove.',
      advice: ['Did you mean: gantry runs approve', 'gantry runs --help lists what there is.'],
    },
  });
  const option = await machine.run(['push', '--dry-rn']);
  expect(option.stderr).toMatch(/^✗ Unknown option '--dry-rn'\.\n {2}→ Did you mean --dry-run\?\n {2}→ /);
});

it('[cli-tool-arguments] tools shows the arguments of one tool as a table', async () => {
  const shown = await machine.run(['tools', 'one__read_file']);
  expect(shown.code).toBe(0);
  expect(shown.stdout).toBe(
    'tool   one__read_file\ntitle  Read\nhints  only reads\n\nReads a file.\n\n' +
      'path\tstring\trequired\tWhere the file is\n' +
      'order\t"ascending" | "descending"\tdefault ascending\t\n' +
      'head\tinteger\t\t\n',
  );
  expect(shown.stderr).toContain('Call it: gantry call one__read_file --arg path=<string>');
  const unknown = await machine.run(['tools', 'one__read_fil']);
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('Did you mean one__read_file?') });
});

it('[cli-search-cut] a search shows what fits about as well as the best', async () => {
  const search = 'search=read%20the%20content%20of%20a%20file';
  const { body } = await operator.json(`/api/sdk/tools?app=${app}&${search}`);
  const found = (body['tools'] as Json[]).map(({ name }) => name);
  expect(found).toContain('one__stamp');
  const { json } = await machine.run(['tools', '--search', 'read the content of a file', '--json']);
  expect((json['tools'] as Json[]).map(({ name }) => name)).toEqual(['one__read_file']);
});

it.each<[what: string, args: readonly string[], message: string]>([
  ['a missing one', [], 'Path is missing.'],
  ['a misspelt one', ['{"pth":"a"}'], 'There is no argument pth; did you mean path?'],
  ['an unknown one', ['{"path":"a","depth":1}'], 'There is no argument depth; there are: path, order, head.'],
  ['a wrong type', ['{"path":1}'], 'Path must be string: 1.'],
  ['a value that is not listed', ['-a', 'path=a', '-a', 'order=ascendin'], 'did you mean ascending?'],
  ['a number out of bounds', ['-a', 'path=a', '-a', 'head=0'], 'Head must be at least 1: 0.'],
])('[cli-call-checked] call refuses %s before the tool is called', async (_, args, message) => {
  const calls = (await operator.json('/api/calls')).body['calls'] as Json[];
  const ended = await machine.run(['call', 'one__read_file', ...args]);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toContain(message);
  expect(ended.stderr).toContain('→ gantry tools one__read_file shows the arguments.');
  const after = (await operator.json('/api/calls')).body['calls'] as Json[];
  expect(after.filter(({ route }) => String(route).includes('call'))).toEqual(
    calls.filter(({ route }) => String(route).includes('call')),
  );
});

describe('gantry connect', () => {
  const entryOf = (path: string): Json =>
    (JSON.parse(readFileSync(path, 'utf8')) as { mcpServers: Record<string, Json> }).mcpServers[
      'gantry'
    ] as Json;
  const keyIn = (entry: Json): string =>
    String((entry['headers'] as Json)['Authorization']).replace('Bearer ', '');
  const asKey = (key: string) => new GatewayClient(gateway.url, key).json('/api/sdk/tools');

  it('[cli-connect] prints the configuration alone, with a key that reaches the app', async () => {
    const printed = await machine.run(['connect', 'cursor']);
    expect(printed.code).toBe(0);
    const { mcpServers } = printed.json as { mcpServers: { gantry: Json } };
    expect(mcpServers.gantry['url']).toBe(`${gateway.url}/api/apps/${app}/mcp`);
    expect((await asKey(keyIn(mcpServers.gantry))).status).toBe(200);
    expect(printed.stderr).toContain('.cursor/mcp.json');
    const toml = await machine.run(['connect', 'codex', '--server', 'one']);
    expect(toml.stdout).toMatch(
      /^\[mcp_servers\.gantry\]\nurl = "\S+\.one\/mcp"\nhttp_headers = \{ Authorization = "Bearer gta_/,
    );
    const steps = await machine.run(['connect', 'claude']);
    expect(steps.stdout).toBe(`${gateway.url}/api/apps/${app}/mcp\n`);
    expect((await machine.run(['connect', 'curser'])).stderr).toContain(
      'Did you mean: gantry connect cursor',
    );
    expect((await machine.run(['connect', 'zed', '--server', 'on'])).stderr).toContain('Did you mean one?');
  });

  it('[cli-connect-write] merges into the file of the client, 0600, and leaves another server of the name alone', async () => {
    const path = home.file('.cursor/mcp.json');
    mkdirSync(home.file('.cursor'), { recursive: true });
    writeFileSync(
      path,
      '{\n  // mine\n  "mcpServers": { "other": { "url": "https://example.com/mcp" } }\n}\n',
    );
    const written = await machine.run(['connect', 'cursor', '--write', '--json']);
    expect(written).toMatchObject({ code: 0, json: { written: true, file: path } });
    expect(written.stdout + written.stderr).not.toContain('gta_');
    const file = readFileSync(path, 'utf8');
    expect(file).toContain('// mine');
    expect(file).toContain('https://example.com/mcp');
    expect(machine.mode(path)).toBe('0600');
    expect(file).toContain(`${gateway.url}/api/apps/${app}/mcp`);
    const keys = async () => ((await operator.app(app, '/keys')).body['keys'] as Json[]).length;
    const before = await keys();
    const taken = await machine.run(['connect', 'cursor', '--write', '--server', 'one']);
    expect(taken).toMatchObject({ code: 1, stderr: expect.stringContaining(`--name gantry-${app}`) });
    writeFileSync(path, '{ broken');
    expect((await machine.run(['connect', 'cursor', '--write'])).code).toBe(1);
    expect(await keys()).toBe(before);
  });

  it('[client-keys] a new key of a client replaces its previous key at its first call; an app can have fifty', async () => {
    const path = home.file('.gemini/settings.json');
    const write = async (): Promise<string> => {
      expect((await machine.run(['connect', 'gemini', '--write'])).code).toBe(0);
      return keyIn(entryOf(path));
    };
    const [old, young] = [await write(), await write()];
    expect((await asKey(old)).status).toBe(200);
    expect((await asKey(young)).status).toBe(200);
    expect((await asKey(old)).status).toBe(401);
    const ofClients = async () => {
      const { keys } = (await operator.app(app, '/keys?limit=200')).body as { keys: Json[] };
      return keys.filter(({ client }) => client !== null && client !== undefined);
    };
    const { id } = (await operator.app(app)).body;
    const { account } = (await operator.json('/api/cli/auth/me')).body as { account: Json };
    const to = { accountId: String(account['id']), appId: String(id), scopes: ['tools:read'] } as const;
    for (let count = (await ofClients()).length; count < 49; count++)
      await gateway.app
        .get(AccessTokens, { strict: false })
        .issueToApp({ ...to, name: 'x', client: `client-${String(count)}`, expiresAt: null });
    const create = (client: string) => operator.app(app, '/keys', { body: { name: 'x', client } });
    expect((await create('fiftieth')).status).toBe(201);
    expect((await create('one-more')).status).toBe(409);
    const plain = await operator.app(app, '/keys', { body: { name: 'program' } });
    expect(plain.status).toBe(201);
    expect((await ofClients()).filter(({ client }) => client === 'gemini')).toHaveLength(1);
  });
});

describe('Runs', () => {
  const start = async (workflow: string): Promise<string> => {
    const { body } = await gateway.json(`/api/sdk/workflows/execute?app=${app}`, {
      body: { workflow, mode: 'async' },
    });
    const id = String(body['runId']);
    await reaches(id, 'waiting');
    return id;
  };
  const reaches = (id: string, status: string) =>
    waitFor(`${id} to be ${status}`, async () => {
      const { body } = await gateway.json(`/api/sdk/workflows/runs/${id}?app=${app}`);
      return body['status'] === status;
    });

  it('[cli-approvals] approvals lists the runs that wait for an approval; they are approved and denied by it', async () => {
    const [first, second] = [await start('deletes'), await start('deletes')];
    await start('pays');
    const { json } = await machine.run(['approvals', '--json']);
    const waiting = (json['approvals'] as Json[]).map(({ runId, step }) => ({ runId, step }));
    expect(waiting).toEqual([
      { runId: second, step: 'ask' },
      { runId: first, step: 'ask' },
    ]);
    expect((json['approvals'] as Json[])[0]?.['approvalFor']).toEqual({
      ...{ step: 'do/go', tool: 'delete_all@one', arguments: {} },
    });
    expect((await machine.run(['approvals'])).stdout).toMatch(/\task\tdelete_all@one\t\{\}\t/);
    const told = await machine.run(['runs', 'show', first]);
    expect(told.stderr).toContain(`gantry runs approve ${first}`);
    expect((await machine.run(['approvals', 'approve', first, '--note', 'fine'])).code).toBe(0);
    await reaches(first, 'completed');
    expect((await machine.run(['approvals', 'deny', second])).code).toBe(0);
    await reaches(second, 'failed');
    const shown = await machine.run(['runs', 'show', second]);
    expect(shown.stdout).toContain('approval-required');
    expect(shown.stdout).toMatch(/go\tdelete_all@one\tfailed/);
  });

  it('[cli-runs] runs lists runs by status, signals them, follows them to their end and cancels them', async () => {
    const [paid, dropped] = [await start('pays'), await start('pays')];
    const logs = machine.start(['runs', 'logs', paid]);
    await waitFor('the first events', () => logs.stdout.includes('wait.required'));
    const told = await machine.run(['runs', 'show', paid]);
    expect(told.stdout).toContain('waits for paid');
    expect(told.stderr).toContain(`gantry runs signal ${paid} paid`);
    const signalled = await machine.run(['runs', 'signal', paid, 'paid', '-'], { input: '{"amount":5}' });
    expect(signalled.stderr).toContain(`Sent paid to ${paid}`);
    expect(await logs.ended).toMatchObject({ code: 0, stdout: expect.stringContaining('run.completed') });
    expect((await machine.run(['runs', 'show', paid])).stdout).not.toContain('waits for');
    expect((await machine.run(['runs', 'cancel', dropped])).code).toBe(0);
    await reaches(dropped, 'cancelled');
    const { json } = await machine.run(['runs', '--status', 'cancelled', '--json']);
    expect((json['runs'] as Json[]).map(({ runId }) => runId)).toEqual([dropped]);
    const wrong = await machine.run(['runs', 'list', '--status', 'dead']);
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('A run is one of: running') });
  });
});
