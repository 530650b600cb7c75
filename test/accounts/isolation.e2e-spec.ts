import { randomUUID } from 'node:crypto';
import { closeAfterAll } from '../support/closing.js';
import { personIn, type AppsClient } from '../support/clients/apps-client.js';
import { figure } from '../support/measures/figures.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { Json } from '../support/clients/gateway-client.js';
import { NativeClient } from '../support/clients/native-client.js';
import type { Exchange } from '../support/upstreams/recording-server.js';
import { ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';

/**
 * An upstream with a memory per session: the first marker that a session is told is what it says from then on, in results, lists, resources
 * and errors. Whoever shares a session with somebody else hears the other's marker.
 */
class Parrot extends ScriptedHttp {
  private readonly markers = new Map<string, string>();

  constructor() {
    super([
      tool('remember', (exchange) => {
        const session = sessionOf(exchange);
        const marker = this.markers.get(session) ?? String(exchange.args['marker']);
        this.markers.set(session, marker);
        this.broadcast('notifications/tools/list_changed');
        exchange.result({ content: [{ type: 'text', text: marker }] });
      }),
      tool('recall', (exchange) => {
        exchange.result({ content: [{ type: 'text', text: this.markerOf(exchange) }] });
      }),
      tool('murmur', (exchange) => {
        const [stream, message] = [exchange.openStream(), this.markerOf(exchange)];
        const { progressToken } = exchange;
        stream.notify('notifications/progress', { progressToken, progress: 1, message });
        stream.notify('notifications/message', { level: 'info', data: message });
        stream.result({ content: [{ type: 'text', text: message }] });
      }),
      tool('fail', (exchange) => {
        exchange.error(-32000, `no luck for ${this.markerOf(exchange)}`);
      }),
    ]);
    this.pageSize = 2;
    this.methods.set('tools/list', (exchange) => {
      const start = Number(exchange.params['cursor'] ?? 0);
      const own = { name: `tool_${this.markerOf(exchange)}`, inputSchema: { type: 'object' } };
      const all = [...this.tools.map(({ definition }) => definition), own];
      const nextCursor = start + 2 < all.length ? { nextCursor: String(start + 2) } : {};
      exchange.result({ tools: all.slice(start, start + 2), ...nextCursor });
    });
    this.methods.set('resources/list', (exchange) => {
      exchange.result({ resources: [{ uri: `note://${this.markerOf(exchange)}`, name: 'own' }] });
    });
    this.methods.set('resources/read', (exchange) => {
      exchange.result({ contents: [{ uri: exchange.params['uri'], text: this.markerOf(exchange) }] });
    });
    this.methods.set('prompts/get', (exchange) => {
      const text = this.markerOf(exchange);
      exchange.result({ messages: [{ role: 'user', content: { type: 'text', text } }] });
    });
  }

  markerOf(exchange: Exchange): string {
    return this.markers.get(sessionOf(exchange)) ?? 'nobody';
  }
}

function sessionOf({ record }: Exchange): string {
  return String(record.headers['mcp-session-id']);
}

const open = closeAfterAll();
let gateway: TestGateway;
let parrot: Parrot;

interface Tenant {
  readonly client: AppsClient;
  readonly marker: string;
}

let tenants: [Tenant, Tenant];

beforeAll(async () => {
  parrot = await open(new Parrot().listen());
  gateway = await open(
    startGateway({ env: { EGRESS_ALLOW: ['127.0.0.1'] }, mcpServers: { parrot: { url: parrot.url } } }),
  );
  const tenant = async (account: string): Promise<Tenant> => {
    const client = await personIn(gateway, account);
    const marker = `marker_${randomUUID().replaceAll('-', '')}`;
    const config = { mcpServers: { own: { url: parrot.url }, used: { use: 'parrot' } }, 'x-marker': marker };
    await client.newApp('Shop', config, { slug: 'shop', description: marker });
    await client.setSecret('shop', 'TOKEN', marker);
    return { client, marker };
  };
  tenants = [await tenant('acme'), await tenant('umbrella')];
});

const handles = ['shop.own', 'shop.used', 'parrot'];

interface Heard {
  readonly text: string;
}

/** Every way to hear something of a server or an app. */
const questions: ((client: AppsClient, handle: string, marker: string) => Promise<Heard>)[] = [
  (client, handle) => client.call(handle, 'recall', {}),
  (client, handle) => client.call(handle, 'fail', {}),
  (client, handle) => client.call(handle, 'nothing', {}),
  (client, handle) => client.mcp(handle, 'tools'),
  (client, handle) => client.mcp(handle, 'tools?limit=1'),
  (client, handle) => client.mcp(handle, 'tools?refresh=true'),
  (client, handle) => client.mcp(handle, 'resources'),
  (client, handle) => client.mcp(handle, 'resources/read', { uri: 'note://x' }),
  (client, handle) => client.mcp(handle, 'prompts/get', { name: 'greet', arguments: { who: 'x' } }),
  (client, handle) => client.mcp(handle, 'ping'),
  (client, handle) => streamed(client, `/api/servers/${handle}/mcp/call`, { name: 'murmur' }),
  (client) => client.json('/api/sdk/tools?app=shop&limit=200'),
  (client) => client.json('/api/sdk/tools?app=shop&refresh=true&limit=200'),
  (client) => client.json('/api/sdk/tools/call?app=shop', { body: { name: 'own__recall' } }),
  (client) => streamed(client, '/api/sdk/tools/call?app=shop', { name: 'used__murmur' }),
  (client) => client.json('/api/sdk/resources?app=shop'),
  (client) => client.json('/api/sdk/prompts?app=shop'),
  (client, handle, marker) => natively(client, `/api/servers/${handle}/mcp`, '', marker),
  (client, _, marker) => natively(client, '/api/apps/shop/mcp', 'own__', marker),
  (client, handle) => statelessly(client, `/api/servers/${handle}/mcp`),
  (client) => statelessly(client, '/api/apps/shop/mcp'),
  (client) => client.json('/api/servers'),
  (client) => client.json('/api/cli/apps'),
  (client) => client.app('shop'),
  (client) => client.app('shop', '/config'),
  (client) => client.app('shop', '/config/versions'),
  (client) => client.app('shop', '/secrets'),
  (client) => client.json('/api/audit'),
];

/** A call whose answer is an event stream. */
async function streamed(client: AppsClient, path: string, body: Json): Promise<Heard> {
  const accept = 'text/event-stream';
  const answer = await client.json(path, { body, headers: { accept } });
  return { text: answer.text };
}

/** A session of MCP itself from beginning to end, which is told the marker of its owner. */
async function natively(client: AppsClient, path: string, prefix: string, marker: string): Promise<Heard> {
  const native = new NativeClient(client.url + path, client.token);
  await native.initialize();
  const stream = await native.stream();
  const answers = [
    await native.request('tools/call', { name: `${prefix}remember`, arguments: { marker } }),
    await native.request('tools/call', { name: `${prefix}murmur`, _meta: { progressToken: 'p' } }),
    await native.request('tools/list'),
    await native.request('resources/list'),
  ];
  await stream.close();
  await fetch(native.url, { method: 'DELETE', headers: native.headers() });
  return { text: [...answers.map(({ text }) => text), JSON.stringify(stream.messages)].join('\n') };
}

/** Requests of 2026-07-28. */
async function statelessly(client: AppsClient, path: string): Promise<Heard> {
  const native = new NativeClient(client.url + path, client.token);
  const answers = [await native.modern('tools/list'), await native.modern('resources/list')];
  return { text: answers.map(({ text }) => text).join('\n') };
}

describe('two accounts with the same slugs on one stateful upstream', () => {
  it('[tenant-isolation] hear nothing of each other under mixed load', async () => {
    for (const { client, marker } of tenants)
      for (const handle of handles) {
        const { text } = await client.call(handle, 'remember', { marker });
        expect(text).toContain(marker);
      }
    const heard = await Promise.all(
      Array.from({ length: 600 }, async (_, n) => {
        const me = tenants[n % 2] as Tenant;
        const question = questions[Math.floor(n / 2) % questions.length] as (typeof questions)[number];
        const handle = handles[n % handles.length] as string;
        const { text } = await question(me.client, handle, me.marker);
        return { me, text };
      }),
    );
    const foreign = heard.filter(({ me, text }) =>
      tenants.some((other) => other !== me && text.includes(other.marker)),
    );
    const own = questions.map(
      (_, which) =>
        heard.filter(
          ({ me, text }, n) => Math.floor(n / 2) % questions.length === which && text.includes(me.marker),
        ).length,
    );
    figure('tenant-isolation', {
      ...{ requests: heard.length, 'kinds of requests': questions.length },
      'with a marker of their own': own.reduce((sum, count) => sum + count, 0),
      'with a foreign marker': foreign.length,
    });
    expect(foreign.map(({ text }) => text)).toEqual([]);
    // All but those that have nothing to tell: an unknown tool, a first page, pings, empty lists.
    expect(own.filter((count) => count > 0).length).toBeGreaterThanOrEqual(20);
  });

  it('[tenant-isolation] can use neither ids nor cursors of each other', async () => {
    const [{ client: ana }, { client: bob }] = tenants;
    const { body: app } = await bob.app('shop');
    const { body } = await bob.json('/api/servers');
    const foreign = (body['servers'] as Json[]).find(({ handle }) => handle === 'shop.own');
    for (const rest of ['', '/config', '/config?version=1', '/config/versions', '/secrets', '/keys'])
      expect(await ana.app(app['id'], rest)).toMatchObject({ status: 404, body: { code: 'app-not-found' } });
    expect(await ana.save(app['id'], {})).toMatchObject({ status: 404, body: { code: 'app-not-found' } });
    expect((await ana.setSecret(app['id'], 'X', 'y')).status).toBe(404);
    expect((await ana.app(app['id'], '', { method: 'DELETE' })).status).toBe(404);
    expect(await ana.call(String(foreign?.['id']), 'recall', {})).toMatchObject({
      status: 404,
      body: { code: 'server-not-found' },
    });
    for (const path of [
      '/api/servers',
      '/api/servers/shop.own/mcp/tools',
      '/api/cli/apps/shop/config/versions',
    ]) {
      if (path.endsWith('versions')) await bob.save('shop', { ...(await config(bob)), 'x-n': 1 });
      const page = await bob.json(`${path}?limit=1`);
      const cursor = String(page.body['nextCursor']);
      expect((await bob.json(`${path}?limit=1&cursor=${cursor}`)).status).toBe(200);
      expect(await ana.json(`${path}?limit=1&cursor=${cursor}`)).toMatchObject({
        status: 400,
        body: { code: 'invalid-cursor' },
      });
    }
  });

  it('[tenant-isolation] cannot answer from the validators of each other', async () => {
    const [{ client: ana }, { client: bob }] = tenants;
    const { headers } = await bob.mcp('shop.own', 'tools');
    const asked = await ana.mcp('shop.own', 'tools', undefined, {
      headers: { 'if-none-match': String(headers.get('etag')) },
    });
    expect(asked.status).toBe(200);
  });
});

async function config(client: AppsClient): Promise<Json> {
  return (await client.app('shop', '/config')).body['config'] as Json;
}
