import { SessionStore } from '../../src/accounts/sessions/session-store.port.js';
import { KnownBrowsers } from '../../src/accounts/sessions/known-browsers.js';
import { personIn } from '../support/clients/apps-client.js';
import { CliMachine } from '../support/clients/cli.js';
import { browserOf, operatorsBrowser, type ConsoleClient } from '../support/clients/console-client.js';
import type { Answer, GatewayClient, Json } from '../support/clients/gateway-client.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { stored } from '../support/stored.js';
import { TestClock } from '../support/test-clock.js';
import { echo, ScriptedHttp } from '../support/upstreams/scripted-http.js';
import { linesOf, stdioServer } from '../support/upstreams/stdio.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterAll();
const canary = 'canary-9f3b-in-a-header';
const clock = new TestClock(Date.now());
let upstream: ScriptedHttp;
let gateway: TestGateway;
let ana: ConsoleClient;

beforeAll(async () => {
  upstream = await open(ScriptedHttp.start([echo]));
  gateway = await open(startGateway({ clock, mcpServers: { filed: { url: upstream.url } } }));
  ana = await operatorsBrowser(gateway);
});

const publish = (name: string, definition: Json, by: GatewayClient = gateway): Promise<Answer> =>
  by.json('/api/servers/published', { body: { name, definition } });
const put = (name: string, definition: Json, by: GatewayClient = gateway): Promise<Answer> =>
  by.json(`/api/servers/published/${name}`, { method: 'PUT', body: { definition } });
const remove = (name: string, by: GatewayClient = gateway): Promise<Answer> =>
  by.json(`/api/servers/published/${name}`, { method: 'DELETE' });
const probe = (definition: Json, by: GatewayClient = gateway): Promise<Answer> =>
  by.json('/api/servers/probe', { body: { definition } });
const said = ({ status, body }: Answer) => [status, body['code']];
const listed = async () => (await gateway.json('/api/servers/published')).body['servers'] as Json[];

describe('A server that is published at run time', () => {
  it('[published] is there at once, can be changed, and is gone when it is removed', async () => {
    const made = await publish('desk', { url: upstream.url, description: 'First' });
    expect([made.status, made.headers.get('location')]).toEqual([201, '/api/servers/published/desk']);
    expect(made.body).toMatchObject({ name: 'desk', source: 'database', readOnly: false });
    expect((await gateway.call('desk', 'echo')).status).toBe(200);
    expect(said(await publish('desk', { url: upstream.url }))).toEqual([409, 'name-taken']);
    const changed = await put('desk', { url: upstream.url, tools: { deny: ['echo'] } });
    expect(changed.status).toBe(200);
    expect(said(await gateway.call('desk', 'echo'))).toEqual([403, 'tool-denied']);
    expect((await remove('desk')).status).toBe(204);
    expect((await gateway.call('desk', 'echo')).status).toBe(404);
    expect(said(await remove('desk'))).toEqual([404, 'server-not-found']);
    const events = (await gateway.json('/api/audit?limit=20')).body['events'] as Json[];
    expect(events.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['server.published', 'server.republished', 'server.unpublished']),
    );
  });

  it('[published] may have any name that a server has, those of operations too', async () => {
    for (const name of ['mcp', 'tools', 'reconnect']) {
      expect((await publish(name, { url: upstream.url })).status).toBe(201);
      expect((await gateway.call(name, 'echo')).status).toBe(200);
      expect((await put(name, { url: upstream.url, description: 'Words' })).status).toBe(200);
      expect((await remove(name)).status).toBe(204);
      expect((await gateway.call(name, 'echo')).status).toBe(404);
    }
  });

  it('[published-file] gives way to the file, whose servers are read-only', async () => {
    expect(said(await publish('filed', { url: upstream.url }))).toEqual([409, 'name-taken']);
    expect(said(await put('filed', { url: upstream.url }))).toEqual([409, 'server-read-only']);
    expect(said(await remove('filed'))).toEqual([409, 'server-read-only']);
    await publish('both', { url: upstream.url, tools: { deny: ['echo'] } });
    const files = (both: Json) => ({ mcpServers: { filed: { url: upstream.url }, ...both } });
    gateway.writeMcpConfig(files({ both: { url: upstream.url, headers: { 'X-Key': canary } } }));
    await waitFor('the file', async () => (await gateway.call('both', 'echo')).status === 200);
    expect((await listed()).find(({ name }) => name === 'both')).toMatchObject({
      ...{ source: 'file', readOnly: true, definition: { headers: { 'X-Key': null } } },
    });
    gateway.writeMcpConfig(files({}));
    await waitFor('the other one', async () => (await gateway.call('both', 'echo')).status === 403);
    await remove('both');
  });

  it('[published-sealed] tells nobody what it is sent, and keeps it where a change says null', async () => {
    const url = `${upstream.url}?key=${canary}-in-the-address`;
    const made = await publish('sealed', {
      url,
      headers: { Authorization: `Bearer ${canary}`, 'X-Team': 'blue' },
    });
    expect(made.text).not.toContain(canary);
    const shown = (await listed()).find(({ name }) => name === 'sealed')?.['definition'] as Json;
    expect(shown['headers']).toEqual({ Authorization: null, 'X-Team': null });
    expect(JSON.stringify(shown)).not.toContain(canary);
    await gateway.call('sealed', 'echo');
    const again = await put('sealed', { ...shown, description: 'Now with words' });
    expect(again.status).toBe(200);
    const before = upstream.requests.length;
    await gateway.call('sealed', 'echo');
    const sent = upstream.requests.slice(before).find(({ path }) => path.includes(canary));
    expect(sent?.headers).toMatchObject({ authorization: `Bearer ${canary}`, 'x-team': 'blue' });
    const lost = await put('sealed', { url: upstream.url, headers: { 'X-Other': null } });
    expect(lost.body).toMatchObject({
      code: 'invalid-config',
      errors: [{ pointer: '/definition/headers/X-Other' }],
    });
    expect(JSON.stringify(await stored(gateway.state))).not.toContain(canary);
    expect(JSON.stringify(gateway.logs())).not.toContain(canary);
    await remove('sealed');
  });

  it('[published-sealed] tells what it is sent to nobody who changes where it goes', async () => {
    const elsewhere = await open(ScriptedHttp.start([echo]));
    const auth = { type: 'client_credentials', clientId: 'us', clientSecret: canary };
    const client = { url: upstream.url, auth: { ...auth, tokenUrl: `${upstream.url}/token` } };
    await publish('held', { url: upstream.url, headers: { 'X-Key': canary } });
    await publish('client', client);
    const pulled = { url: elsewhere.url, headers: { 'X-Key': null } };
    const pulledClient = {
      ...client,
      auth: { ...auth, clientSecret: null, tokenUrl: `${elsewhere.url}/token` },
    };
    for (const [name, definition, pointer] of [
      ['held', pulled, '/definition/headers/X-Key'],
      ['client', pulledClient, '/definition/auth/clientSecret'],
      ['client', { ...pulledClient, url: elsewhere.url }, '/definition/auth/clientSecret'],
    ] as const)
      for (const answer of [
        await put(name, definition),
        await gateway.json('/api/servers/probe', { body: { name, definition } }),
      ])
        expect(answer.body).toMatchObject({ code: 'invalid-config', errors: [{ pointer }] });
    expect(elsewhere.requests).toEqual([]);
    const kept = { ...client, auth: { ...client.auth, clientSecret: null }, description: 'The same' };
    expect((await put('client', kept)).status).toBe(200);
    await remove('held');
    await remove('client');
  });

  it.each<[string, string, unknown, string]>([
    ['a name with capitals', 'Desk', { url: 'http://x/mcp' }, '/name'],
    ['the name published', 'published', { url: 'http://x/mcp' }, '/name'],
    ['the name probe', 'probe', { url: 'http://x/mcp' }, '/name'],
    ['neither url nor command', 'odd', {}, '/definition'],
    ['an address that is none', 'odd', { url: 'ftp://x' }, '/definition/url'],
    ['a member that nobody knows', 'odd', { url: 'http://x/mcp', colour: 'red' }, '/definition/colour'],
    [
      'a variable of the environment',
      'odd',
      { url: 'http://x/mcp', headers: { A: '${env:HOME}' } },
      '/definition/headers/A',
    ],
    [
      'a header with a line break',
      'odd',
      { url: 'http://x/mcp', headers: { A: 'b\r\nc: d' } },
      '/definition/headers/A',
    ],
  ])('[published-faults] is refused with %s', async (_what, name, definition, pointer) => {
    const { status, body } = await publish(name, definition as Json);
    expect([status, body['code']]).toEqual([422, 'invalid-config']);
    expect((body['errors'] as Json[]).map((error) => error['pointer'])).toContain(pointer);
    expect((await listed()).map((server) => server['name'])).not.toContain(name);
  });

  it('[published-faults] has no name in the file that stands for something else', async () => {
    gateway.writeMcpConfig({ mcpServers: { filed: { url: upstream.url }, probe: { url: upstream.url } } });
    await waitFor('the fault', async () =>
      JSON.stringify((await gateway.json('/api/servers')).body['fileFaults'] ?? '').includes('probe'),
    );
    gateway.writeMcpConfig({ mcpServers: { filed: { url: upstream.url } } });
  });

  it.each([
    [{ disabledTools: ['echo'] }, '/definition/disabledTools', '`tools`'],
    [{ enabled: false }, '/definition/enabled', '`disabled`'],
    [{ bearerToken: canary }, '/definition/bearerToken', '`headers`'],
    [{ sandboxEnabled: true }, '/definition/sandboxEnabled', 'other clients'],
  ])(
    '[import-published] is refused with a rule or a credential in the words of other clients: %j',
    async (member, pointer, instead) => {
      const refused = await publish('foreign', { url: upstream.url, ...member });
      expect(said(refused)).toEqual([422, 'invalid-config']);
      expect(refused.body['errors']).toEqual([{ pointer, detail: expect.stringContaining(instead) }]);
      expect(refused.text).not.toContain(canary);
    },
  );

  it('[import-published] may have members that change nothing', async () => {
    const harmless = { enabled: true, disabledTools: [], autoApprove: ['x'], timeout: 60, name: 'Shown' };
    expect((await publish('harmless', { url: upstream.url, ...harmless })).status).toBe(201);
    expect((await remove('harmless')).status).toBe(204);
  });

  it('[published-commands] runs a command only for a browser that was signed in a moment ago', async () => {
    const starts = gateway.state.folder.file('starts');
    const command = stdioServer({ STARTS_FILE: starts }) as Json;
    const none = () => {
      expect(linesOf(starts)).toEqual([]);
    };
    for (const refused of [await publish('tool', command), await probe(command)])
      expect(said(refused)).toEqual([403, 'sign-in-again']);
    await publish('tool', { url: upstream.url });
    expect(said(await put('tool', command))).toEqual([403, 'sign-in-again']);
    none();
    await signedInAgo(601_000);
    for (const refused of [
      await publish('other', command, ana),
      await put('tool', command, ana),
      await probe(command, ana),
    ])
      expect(said(refused)).toEqual([403, 'sign-in-again']);
    none();
    await signedInAgo(0);
    expect((await probe(command, ana)).body).toMatchObject({ ok: true, transport: 'stdio' });
    expect((await put('tool', command, ana)).status).toBe(200);
    expect((await gateway.mcp('tool', 'tools')).status).toBe(200);
    const shown = (await listed()).find(({ name }) => name === 'tool')?.['definition'] as Json;
    expect(shown).toMatchObject({ env: { STARTS_FILE: null } });
    expect((await put('tool', { ...shown, description: 'Any token may say this' })).status).toBe(200);
    expect(said(await put('tool', { ...shown, args: ['-e', '1'] }))).toEqual([403, 'sign-in-again']);
    await remove('tool');
  });

  it('[published-operator] is not for others to make or to look at', async () => {
    const stranger = await personIn(gateway, 'publishers');
    const browser = await browserOf(gateway, stranger.userId);
    for (const who of [stranger, browser]) {
      expect((await publish('theirs', { url: upstream.url }, who)).status).toBe(403);
      expect((await put('filed', { url: upstream.url }, who)).status).toBe(403);
      expect((await remove('filed', who)).status).toBe(403);
      expect((await who.json('/api/servers/published')).status).toBe(403);
    }
  });
});

/** Moves the time at which the browser of the operator was signed in. */
async function signedInAgo(ms: number): Promise<void> {
  const { body } = await ana.json('/api/me');
  const { id } = body['token'] as { readonly id: string };
  const sessions = gateway.app.get(SessionStore, { strict: false });
  const [session] = await sessions.listByIds([id]);
  if (session === undefined) throw new Error('the session is gone');
  await sessions.remove({ id });
  await sessions.insert({ ...session, createdAt: clock.now() - ms });
  gateway.app.get(KnownBrowsers, { strict: false }).clear();
}

it('[cli-servers] the command publishes, probes, reconnects and removes servers', async () => {
  const machine = await open(CliMachine.create({ GANTRY_URL: gateway.url, GANTRY_TOKEN: gateway.token }));
  const run = async (...args: string[]) => {
    const { code, json } = await machine.run(['servers', ...args, '--json']);
    return [code, json] as const;
  };
  expect(await run('probe', upstream.url)).toMatchObject([0, { ok: true, tools: 1 }]);
  expect(await run('add', 'typed', upstream.url, '--header', 'X-Key=abc')).toMatchObject([
    0,
    { name: 'typed' },
  ]);
  expect(await run('published')).toMatchObject([0, { servers: [{ name: 'filed' }, { name: 'typed' }] }]);
  expect(await run('reconnect', 'typed')).toMatchObject([0, { status: 'ready' }]);
  expect(await run('rm', 'typed', '--yes')).toMatchObject([0, { removed: true }]);
  const refused = await machine.run(['servers', 'add', 'typed', 'http://127.0.0.1:9/mcp']);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('--force') });
});

describe('A second process on the same database', () => {
  let second: TestGateway;

  beforeAll(async () => {
    await publish('kept', { url: upstream.url, headers: { 'X-Key': canary } });
    const env = { PUBLISH_COMMANDS: 'off', MAX_PUBLISHED_SERVERS: 1 } as const;
    second = await open(startGateway({ state: gateway.state, env }));
  });

  it('[published] has the published servers when it starts, and follows later changes within seconds', async () => {
    expect((await second.call('kept', 'echo')).status).toBe(200);
    await remove('kept');
    await publish('later', { url: upstream.url });
    await waitFor('the change', async () => (await second.call('later', 'echo')).status === 200);
    expect((await second.call('kept', 'echo')).status).toBe(404);
    await remove('later', second);
  });

  it('[published] publishes MAX_PUBLISHED_SERVERS servers at most', async () => {
    expect((await publish('one', { url: upstream.url }, second)).status).toBe(201);
    expect(said(await publish('two', { url: upstream.url }, second))).toEqual([409, 'too-many-servers']);
    await remove('one', second);
  });

  it('[published-commands] runs no command with PUBLISH_COMMANDS=off', async () => {
    const browser = await operatorsBrowser(second);
    const command = stdioServer() as Json;
    for (const refused of [await publish('tool', command, browser), await probe(command, browser)])
      expect(said(refused)).toEqual([422, 'stdio-not-allowed']);
  });
});
