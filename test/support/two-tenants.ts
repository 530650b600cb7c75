import { randomUUID } from 'node:crypto';
import type { AppsClient } from './clients/apps-client.js';
import { personIn } from './clients/apps-client.js';
import type { Json } from './clients/gateway-client.js';
import { NativeClient } from './clients/native-client.js';
import type { Keeper } from './closing.js';
import { startGateway, type TestGateway } from './gateway.js';
import type { Exchange } from './upstreams/recording-server.js';
import { ScriptedHttp, tool } from './upstreams/scripted-http.js';

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

export interface Tenant {
  readonly client: AppsClient;
  /** What its session at the upstream is told, and what its app contains. */
  readonly marker: string;
}

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

/** What came of requests of two tenants at the same time. */
export interface MixedLoad {
  readonly requests: number;
  /** How many requests of each kind were answered with the marker of their own tenant. */
  readonly own: readonly number[];
  /** Answers with the marker of the other tenant. */
  readonly foreign: readonly string[];
}

/** Two accounts whose apps and servers have the same names, on one stateful upstream. */
export class TwoTenants {
  private constructor(readonly tenants: readonly [Tenant, Tenant]) {}

  static async start(open: Keeper): Promise<TwoTenants> {
    const parrot = await open(new Parrot().listen());
    const gateway = await open(
      startGateway({ env: { EGRESS_ALLOW: ['127.0.0.1'] }, mcpServers: { parrot: { url: parrot.url } } }),
    );
    const tenant = (account: string) => tenantAt(gateway, account, parrot.url);
    return new TwoTenants([await tenant('acme'), await tenant('umbrella')]);
  }

  /** Sends so many requests at once, by turns for the one tenant and the other; 168 are each kind at each server for each tenant. */
  async load(requests: number): Promise<MixedLoad> {
    for (const { client, marker } of this.tenants)
      for (const handle of handles) {
        const { text } = await client.call(handle, 'remember', { marker });
        if (!text.includes(marker)) throw new Error(text);
      }
    const answers = await Promise.all(
      Array.from({ length: requests }, async (_, n) => {
        const me = this.tenants[n % 2] as Tenant;
        const kind = Math.floor(n / 2) % questions.length;
        const question = questions[kind] as (typeof questions)[number];
        const { text } = await question(me.client, handles[n % handles.length] as string, me.marker);
        return { me, kind, text };
      }),
    );
    return {
      requests,
      own: questions.map(
        (_, which) =>
          answers.filter(({ me, kind, text }) => kind === which && text.includes(me.marker)).length,
      ),
      foreign: answers
        .filter(({ me, text }) => this.tenants.some((other) => other !== me && text.includes(other.marker)))
        .map(({ text }) => text),
    };
  }
}

async function tenantAt(gateway: TestGateway, account: string, url: string): Promise<Tenant> {
  const client = await personIn(gateway, account);
  const marker = `marker_${randomUUID().replaceAll('-', '')}`;
  const config = { mcpServers: { own: { url }, used: { use: 'parrot' } }, 'x-marker': marker };
  await client.newApp('Shop', config, { slug: 'shop', description: marker });
  await client.setSecret('shop', 'TOKEN', marker);
  return { client, marker };
}
