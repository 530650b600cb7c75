import { closeAfterAll, closeAfterEach } from './support/closing.js';
import { operatorOf, personIn, type AppsClient } from './support/apps-client.js';
import { startGateway, type TestGateway } from './support/gateway.js';
import type { Answer, Json } from './support/gateway-client.js';
import { findProcess } from './support/processes.js';
import { says } from './support/sdk-apps.js';
import { text } from './support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool } from './support/upstreams/scripted-http.js';
import { linesOf, stdioServer } from './support/upstreams/stdio.js';
import { waitFor } from './support/wait-for.js';

const open = closeAfterAll();
const openHere = closeAfterEach();
let upstream: ScriptedHttp;
let gateway: TestGateway;
let ana: AppsClient;
let count = 0;

beforeAll(async () => {
  upstream = await open(ScriptedHttp.start([echo, says('secret_tool', 'secret'), says('get_x', 'x')]));
  gateway = await open(
    startGateway({
      env: { EGRESS_ALLOW: ['127.0.0.0/8'] },
      mcpServers: {
        files: stdioServer(),
        hub: {
          url: upstream.url,
          tools: { deny: ['secret_*'] },
          timeoutMs: 500,
          overrides: { get_x: { name: 'fetch_x' } },
        },
        off: { url: upstream.url, disabled: true },
      },
    }),
  );
  ana = await personIn(gateway, 'acme');
});

async function newApp(mcpServers: Json): Promise<{ id: string; slug: string }> {
  const { id, slug } = await ana.newApp(`app ${String(++count)}`, { mcpServers });
  return { id: String(id), slug: String(slug) };
}

const serversOf = ({ body }: Answer): Json[] => body['servers'] as Json[];
const handlesOf = (answer: Answer): string[] => serversOf(answer).map(({ handle }) => String(handle));

describe('the servers of an app', () => {
  it('[tenant-handles] are reached as app.name and by an id that stays, remote ones and taken over ones', async () => {
    const { id, slug } = await newApp({ own: { url: upstream.url }, shared: { use: 'files' } });
    const listed = serversOf(await ana.json('/api/servers?limit=200'));
    const own = listed.find(({ handle }) => handle === `${slug}.own`);
    const shared = listed.find(({ handle }) => handle === `${slug}.shared`);
    expect(own).toMatchObject({ name: 'own', transport: 'http', status: 'ready', toolCount: 3 });
    expect(shared).toMatchObject({ name: 'shared', transport: 'stdio', status: 'ready' });
    expect(String(own?.['id'])).toMatch(/^srv_[0-9a-f]{24}$/);
    for (const handle of [`${slug}.own`, String(own?.['id'])])
      expect((await ana.call(handle, 'echo', { a: 1 })).body).toMatchObject({ structuredContent: { a: 1 } });
    expect((await ana.call(`${slug}.shared`, 'echo', { a: 2 })).status).toBe(200);
    await ana.app(id, '', { method: 'PATCH', body: { slug: `${slug}-moved` } });
    expect((await ana.call(`${slug}.own`, 'echo', {})).body['code']).toBe('server-not-found');
    expect((await ana.call(`${slug}-moved.own`, 'echo', {})).status).toBe(200);
    expect((await ana.call(String(own?.['id']), 'echo', {})).status).toBe(200);
  });

  it('[tenant-keys-reach] are all that a key of the app reaches', async () => {
    const { id, slug } = await newApp({
      own: { url: upstream.url },
      off: { url: upstream.url, disabled: true },
    });
    const other = await newApp({ own: { url: upstream.url } });
    const key = await ana.withKey(id);
    expect(handlesOf(await key.json('/api/servers'))).toEqual([`${slug}.off`, `${slug}.own`]);
    const foreign = serversOf(await ana.json('/api/servers?limit=200')).find(
      ({ handle }) => handle === `${other.slug}.own`,
    );
    expect((await key.call(`${slug}.own`, 'echo', {})).status).toBe(200);
    for (const handle of [
      'files',
      'hub',
      `${other.slug}.own`,
      String(foreign?.['id']),
      `${slug}.off`,
      'x.y',
      'a.b.c',
    ])
      expect(await key.call(handle, 'echo', {})).toMatchObject({
        status: 404,
        body: { code: 'server-not-found' },
      });
  });

  it('[tenant-narrow] that takes over a published one can only narrow it', async () => {
    const { slug } = await newApp({
      all: { use: 'hub' },
      fewer: { use: 'hub', tools: { allow: ['*_x'] }, overrides: { fetch_x: { name: 'x', title: 'X' } } },
      more: { use: 'hub', tools: { allow: ['*'] }, timeoutMs: 60_000, isolation: 'shared' },
      off: { use: 'off' },
    });
    expect(await ana.toolNames(`${slug}.all`)).toEqual(['echo', 'fetch_x']);
    expect(await ana.toolNames(`${slug}.more`)).toEqual(['echo', 'fetch_x']);
    expect(await ana.toolNames(`${slug}.fewer`)).toEqual(['x']);
    expect((await ana.call(`${slug}.fewer`, 'x', {})).body).toEqual(text('x'));
    expect(upstream.executed.at(-1)).toBe('get_x');
    for (const [server, name] of [
      ['more', 'secret_tool'],
      ['fewer', 'echo'],
      ['fewer', 'secret_tool'],
    ])
      expect(await ana.call(`${slug}.${String(server)}`, String(name), {})).toMatchObject({
        status: 403,
        body: { code: 'tool-denied' },
      });
    expect((await ana.call(`${slug}.off`, 'echo', {})).body['code']).toBe('server-not-found');
  });

  it('[tenant-narrow] cannot make the time-out of a published one longer', async () => {
    const slow = await openHere(ScriptedHttp.start([tool('hang', () => undefined)]));
    const here = await openHere(startGateway({ mcpServers: { slow: { url: slow.url, timeoutMs: 200 } } }));
    const client = operatorOf(here);
    const { slug } = await client.newApp('a', { mcpServers: { s: { use: 'slow', timeoutMs: 60_000 } } });
    const late = await client.call(`${String(slug)}.s`, 'hang', {});
    expect(late).toMatchObject({ status: 504, body: { code: 'upstream-timeout' } });
    expect(late.ms).toBeLessThan(1500);
  });

  it('[tenant-shared-connection] that only narrow a published one use its connections', async () => {
    const { slug } = await newApp({
      a: { use: 'files' },
      b: { use: 'files', tools: { allow: ['echo', 'pid'] } },
    });
    const pids = [];
    for (const handle of ['files', `${slug}.a`, `${slug}.b`])
      pids.push((await ana.call(handle, 'pid', {})).text);
    expect(new Set(pids).size).toBe(1);
  });

  it('[tenant-hot-change] change with the config from the next request on; what is gone is closed', async () => {
    const target = await openHere(ScriptedHttp.start([says('other', 'x')]));
    const { id, slug } = await newApp({ s: { url: target.url }, kept: { url: upstream.url } });
    expect(await ana.toolNames(`${slug}.s`)).toEqual(['other']);
    await ana.toolNames(`${slug}.kept`);
    const greetings = upstream.of('initialize').length;
    expect(target.openSockets).toBeGreaterThan(0);
    await ana.save(id, {
      mcpServers: { s: { url: upstream.url }, kept: { url: upstream.url, timeoutMs: 9000 } },
    });
    expect((await ana.toolNames(`${slug}.s`)).length).toBe(3);
    expect(await ana.toolNames(`${slug}.kept`)).toHaveLength(3);
    await waitFor('the old connection to be closed', () => target.openSockets === 0);
    expect(upstream.of('initialize').length - greetings).toBeLessThanOrEqual(4);
    await ana.app(id, '', { method: 'DELETE' });
    expect((await ana.call(`${slug}.s`, 'echo', {})).body['code']).toBe('server-not-found');
  });

  it('[tenant-published-gone] say so when the operator takes a published server away', async () => {
    const here = await openHere(startGateway({ mcpServers: { hub: { url: upstream.url } } }));
    const client = operatorOf(here);
    const { slug } = await client.newApp('a', { mcpServers: { s: { use: 'hub' } } });
    expect((await client.call(`${String(slug)}.s`, 'echo', {})).status).toBe(200);
    here.writeMcpConfig({ mcpServers: { other: { url: upstream.url } } });
    await waitFor('the change', async () => (await client.server('hub')) === undefined);
    expect(await client.call(`${String(slug)}.s`, 'echo', {})).toMatchObject({
      status: 404,
      body: { code: 'server-not-found' },
    });
    expect((await client.server(`${String(slug)}.s`))?.['lastError']).toMatchObject({
      code: 'server-not-found',
    });
  });
});

describe('secrets', () => {
  it('[secrets-write-only] are set and listed by name, and never come back', async () => {
    const { id, slug } = await newApp({
      s: {
        url: upstream.url,
        headers: { Authorization: 'Bearer ${secret:PAT}', 'X-Two': '${secret:A}-${secret:B}' },
      },
    });
    expect(await ana.call(`${slug}.s`, 'echo', {})).toMatchObject({
      status: 409,
      body: { code: 'secret-not-set', detail: expect.stringContaining('PAT') },
    });
    const set = await ana.setSecret(id, 'PAT', 'canary-one');
    expect(set).toMatchObject({ status: 200, body: { name: 'PAT' } });
    await ana.setSecret(id, 'A', '${secret:B}');
    await ana.setSecret(id, 'B', 'canary-two');
    expect((await ana.call(`${slug}.s`, 'echo', {})).status).toBe(200);
    const { headers } = upstream.of('tools/call').at(-1) ?? {};
    expect(headers).toMatchObject({ authorization: 'Bearer canary-one', 'x-two': '${secret:B}-canary-two' });
    const listed = await ana.app(id, '/secrets');
    expect((listed.body['secrets'] as Json[]).map(({ name }) => name)).toEqual(['A', 'B', 'PAT']);
    for (const answer of [
      set,
      listed,
      await ana.app(id, '/config'),
      await ana.json('/api/servers?limit=200'),
    ])
      expect(answer.text).not.toMatch(/canary/);
    expect(JSON.stringify(gateway.logs())).not.toMatch(/canary/);
  });

  it('[secrets-renew] that change renew the connections that use them, and no others', async () => {
    const server = await openHere(ScriptedHttp.start());
    const { id, slug } = await newApp({
      s: { url: server.url, headers: { 'X-Key': '${secret:KEY}' } },
      plain: { url: upstream.url },
    });
    await ana.setSecret(id, 'KEY', 'one');
    await ana.call(`${slug}.s`, 'echo', {});
    await ana.call(`${slug}.plain`, 'echo', {});
    const greetings = upstream.of('initialize').length;
    await ana.setSecret(id, 'KEY', 'two');
    await ana.call(`${slug}.s`, 'echo', {});
    expect(server.of('tools/call').map(({ headers }) => headers['x-key'])).toEqual(['one', 'two']);
    expect(server.of('initialize').at(-1)?.headers['x-key']).toBe('two');
    await waitFor('the old session to be ended', () =>
      server.requests.some(
        ({ httpMethod, headers }) => httpMethod === 'DELETE' && headers['x-key'] === 'one',
      ),
    );
    await ana.call(`${slug}.plain`, 'echo', {});
    expect(upstream.of('initialize')).toHaveLength(greetings);
    expect((await ana.app(id, '/secrets/KEY', { method: 'DELETE' })).status).toBe(204);
    expect((await ana.call(`${slug}.s`, 'echo', {})).body['code']).toBe('secret-not-set');
    expect((await ana.app(id, '/secrets/KEY', { method: 'DELETE' })).body['code']).toBe('secret-not-found');
  });

  it('[secrets-header-safe] cannot break out of a header', async () => {
    const { id, slug } = await newApp({ s: { url: upstream.url, headers: { 'X-Key': '${secret:KEY}' } } });
    await ana.setSecret(id, 'KEY', 'a\r\nX-Evil: 1');
    expect(await ana.call(`${slug}.s`, 'echo', {})).toMatchObject({
      status: 409,
      body: { code: 'secret-not-set', detail: expect.stringContaining('X-Key') },
    });
  });

  it('[secrets-at-rest] are sealed in the database', async () => {
    const here = await openHere(startGateway());
    const client = operatorOf(here);
    const { id } = await client.newApp('a');
    await client.setSecret(id, 'KEY', 'canary-at-rest');
    const rows = await here.app
      .get<{ query(sql: string): Promise<Json[]> }>((await import('typeorm')).DataSource)
      .query('SELECT * FROM app_secrets');
    expect(rows).toHaveLength(1);
    expect(String(rows[0]?.['sealed'])).toMatch(/^v1\.[0-9a-f]{8}\./);
    expect(JSON.stringify(rows)).not.toContain('canary');
    expect(JSON.stringify(rows)).not.toContain(Buffer.from('canary-at-rest').toString('base64'));
  });

  it.each(['lower', '1A', 'A-B', 'A'.repeat(65), '__PROTO__'])(
    '[secrets-names] have names in capital letters, not %s',
    async (name) => {
      const { id } = await newApp({});
      expect((await ana.setSecret(id, name, 'x')).status).toBe(400);
    },
  );
});

describe('commands in an app config', () => {
  const command = { command: 'sh', args: ['-c', 'touch /tmp/gantry-owned'] };

  it('[stdio-refused] are refused through every route that writes a config, and nothing runs', async () => {
    const { id } = await newApp({});
    const config = { mcpServers: { evil: command } };
    const attempts = [
      await ana.save(id, config),
      await ana.save(id, config, { query: '?dryRun=true' }),
      await ana.json('/api/cli/apps', { body: { name: 'evil', config } }),
      await ana.save(id, { mcpServers: { evil: { type: 'stdio', ...command } } }),
      await ana.save(id, { mcpServers: { evil: { type: 'stdio', url: upstream.url } } }),
      await ana.save(id, { mcpServers: { evil: { use: 'files', ...command } } }),
    ];
    for (const answer of attempts) {
      expect(answer).toMatchObject({ status: 422, body: { code: 'stdio-not-allowed' } });
      expect(JSON.stringify(answer.body['errors'])).toContain('/mcpServers/evil/');
    }
    expect((await ana.app('evil')).status).toBe(404);
    expect((await ana.app(id, '/config')).body['version']).toBe(1);
  });

  it('[stdio-allowed] run where the operator says so, with secrets in their environment', async () => {
    const here = await openHere(startGateway({ env: { APP_STDIO: 'allow' } }));
    const client = operatorOf(here);
    const io = stdioServer({ STARTS_FILE: '${secret:FOLDER}/starts' });
    const { id } = await client.newApp('a', { mcpServers: { io } });
    await client.setSecret(id, 'FOLDER', here.state.folder.path);
    const pid = Number(/"text":"(\d+)"/.exec((await client.call('a.io', 'pid', {})).text)?.[1]);
    expect(findProcess(pid)).toBeDefined();
    expect(linesOf(here.state.folder.file('starts'))).toEqual([String(pid)]);
    await client.app(id, '', { method: 'DELETE' });
    await waitFor('the child to be gone', () => findProcess(pid) === undefined);
  });

  it('[stdio-refused] that were saved while they were allowed do not run any more, and do not come back', async () => {
    const first = await startGateway({ env: { APP_STDIO: 'allow' } });
    const { state } = first;
    const saved = operatorOf(first);
    const { id } = await saved.newApp('a', { mcpServers: { io: stdioServer() } });
    await saved.save(id, {});
    await saved.save(id, { mcpServers: { io: stdioServer() } });
    await first.app.close();
    const second = await openHere(startGateway({ state }));
    openHere({ close: () => state.remove() });
    const client = operatorOf(second);
    expect(await client.call('a.io', 'pid', {})).toMatchObject({
      status: 422,
      body: { code: 'stdio-not-allowed' },
    });
    const back = await client.app('a', '/config/rollback', { body: { version: 1 } });
    expect(back).toMatchObject({ status: 422, body: { code: 'stdio-not-allowed' } });
  });
});
