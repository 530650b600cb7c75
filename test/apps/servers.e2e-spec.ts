import { closeAfterAll, closeAfterEach } from '../support/closing.js';
import { personIn, type AppsClient } from '../support/clients/apps-client.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { Answer, Json } from '../support/clients/gateway-client.js';
import { says } from '../support/clients/sdk-apps.js';
import { hangs, text } from '../support/upstreams/behaviours.js';
import { declareServers } from '../support/upstreams/declared-servers.js';
import { echo, ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { stdioServer } from '../support/upstreams/stdio.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterAll();
const openHere = closeAfterEach();
let upstream: ScriptedHttp;
let gateway: TestGateway;
let ana: AppsClient;
let count = 0;

beforeAll(async () => {
  upstream = await open(ScriptedHttp.start([echo, says('secret_tool', 'secret'), says('get_x', 'x')]));
  const slow = await open(ScriptedHttp.start([tool('hang', hangs)]));
  gateway = await open(
    startGateway({
      env: { EGRESS_ALLOW: ['127.0.0.0/8'] },
      mcpServers: {
        files: stdioServer(),
        hub: {
          url: upstream.url,
          tools: { deny: ['secret_*'] },
          timeoutMs: 5000,
          overrides: { get_x: { name: 'fetch_x' } },
        },
        off: { url: upstream.url, disabled: true },
        slow: { url: slow.url, timeoutMs: 200 },
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
    // An answer after the longer time-out would come too late for the test.
    const { slug } = await newApp({ s: { use: 'slow', timeoutMs: 600_000 } });
    const late = await ana.call(`${slug}.s`, 'hang', {});
    expect(late).toMatchObject({ status: 504, body: { code: 'upstream-timeout' } });
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
    const published = declareServers(gateway, { fleeting: { url: upstream.url } });
    const { slug } = await newApp({ s: { use: 'fleeting' } });
    expect((await ana.call(`${slug}.s`, 'echo', {})).status).toBe(200);
    await published.close();
    expect(await ana.call(`${slug}.s`, 'echo', {})).toMatchObject({
      status: 404,
      body: { code: 'server-not-found' },
    });
    expect((await ana.server(`${slug}.s`))?.['lastError']).toMatchObject({ code: 'server-not-found' });
  });
});
