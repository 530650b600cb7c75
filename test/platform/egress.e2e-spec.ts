import { createServer as createTlsServer } from 'node:https';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Dispatcher } from 'undici';
import { AppConfigs } from '../../src/apps/app/app-configs.service.js';
import { AppStore } from '../../src/apps/app/app-store.port.js';
import { Config } from '../../src/platform/config/config.js';
import { AddressLookup, type ResolvedAddress } from '../../src/platform/egress/address-lookup.port.js';
import { EgressDenied, EgressPolicy } from '../../src/platform/egress/egress-policy.js';
import { closeAfterAll, closeAfterEach } from '../support/closing.js';
import { AppsClient, personIn } from '../support/clients/apps-client.js';
import { gatewayState, startGateway, type GatewayState, type TestGateway } from '../support/gateway.js';
import type { Answer, Json } from '../support/clients/gateway-client.js';
import { redirects } from '../support/upstreams/behaviours.js';
import { ScriptedHttp } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';

/** Counts the connections that are made to it. */
class Listener {
  connections = 0;
  private constructor(private readonly server: Server) {
    server.on('connection', (socket) => {
      this.connections++;
      socket.on('error', () => undefined);
    });
  }

  static async start(server: Server = createServer()): Promise<Listener> {
    const listener = new Listener(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return listener;
  }

  get port(): string {
    return String((this.server.address() as AddressInfo).port);
  }

  async close(): Promise<void> {
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** Names with the answers that each gives, one after the other; the last one stays. */
class Names extends AddressLookup {
  asked = 0;
  constructor(private readonly answers: Record<string, string[][]>) {
    super();
  }

  resolve(hostname: string): Promise<readonly ResolvedAddress[]> {
    this.asked++;
    const rounds = this.answers[hostname] ?? [];
    const round = rounds.length > 1 ? rounds.shift() : rounds[0];
    if (round === undefined)
      return Promise.reject(Object.assign(new Error(`no ${hostname}`), { code: 'ENOTFOUND' }));
    return Promise.resolve(round.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
  }
}

const open = closeAfterAll();
const openHere = closeAfterEach();

function policy(
  answers: Record<string, string[][]>,
  EGRESS_ALLOW: string[] = [],
): { policy: EgressPolicy; names: Names } {
  const names = new Names(answers);
  return { policy: new EgressPolicy(Config.load({}, { EGRESS_ALLOW }), names), names };
}

async function get(dispatcher: Dispatcher, url: string): Promise<number> {
  const { pathname, origin } = new URL(url);
  try {
    const { statusCode, body } = await dispatcher.request({ origin, path: pathname, method: 'GET' });
    await body.dump();
    return statusCode;
  } finally {
    await dispatcher.destroy();
  }
}

describe('the egress policy', () => {
  const knock = async (answers: Record<string, string[][]>, url: string, allow: string[] = []) =>
    get(policy(answers, allow).policy.dispatcherFor(new URL(url), 'tenant', 1000), url);

  it('[ssrf-dns] refuses a name that has one forbidden address among its addresses', async () => {
    const listener = await openHere(Listener.start());
    const url = `http://mixed.example:${listener.port}/`;
    await expect(knock({ 'mixed.example': [['8.8.8.8', '127.0.0.1']] }, url)).rejects.toThrow(EgressDenied);
    await expect(knock({ 'mixed.example': [['::ffff:127.0.0.1']] }, url)).rejects.toThrow(EgressDenied);
    expect(listener.connections).toBe(0);
  });

  it('[ssrf-dns-flip] judges the address that it connects to, however often the name changes its mind', async () => {
    const listener = await openHere(Listener.start());
    const url = `http://flip.example:${listener.port}/`;
    const flips = { 'flip.example': [['8.8.8.8'], ['127.0.0.1']] };
    const { policy: egress, names } = policy(flips);
    await egress.check(new URL(url), 'tenant');
    await expect(get(egress.dispatcherFor(new URL(url), 'tenant', 1000), url)).rejects.toThrow(EgressDenied);
    expect(names.asked).toBe(2);
    expect(listener.connections).toBe(0);
  });

  it('[ssrf-metadata] is closed to everybody for addresses that hand out credentials, whatever is allowed', async () => {
    const names = { 'meta.example': [['169.254.169.254']], 'nat.example': [['64:ff9b::a9fe:a9fe']] };
    const allow = ['0.0.0.0/0', '::/0', '169.254.169.254', '169.254.169.254:80', 'meta.example:80'];
    for (const host of ['169.254.169.254', 'meta.example', 'nat.example', '[fd00:ec2::254]', '168.63.129.16'])
      for (const trust of ['tenant', 'operator'] as const) {
        const { policy: egress } = policy(names, allow);
        const url = new URL(`http://${host}/latest/meta-data`);
        await expect(egress.check(url, trust)).rejects.toThrow(EgressDenied);
        await expect(get(egress.dispatcherFor(url, trust, 1000), url.href)).rejects.toThrow(EgressDenied);
      }
  });

  it('[egress-allow] lets tenants through where the operator says so, and the operator everywhere else', async () => {
    const server = await openHere(ScriptedHttp.start());
    const names = { 'internal.example': [['127.0.0.1']] };
    const port = String(server.port);
    const url = `http://internal.example:${port}/mcp`;
    await expect(knock(names, url)).rejects.toThrow(EgressDenied);
    expect(server.connections).toBe(0);
    for (const entry of [`internal.example:${port}`, `127.0.0.1:${port}`, '127.0.0.0/8', '127.0.0.1'])
      expect(await knock(names, url, [entry])).toBeGreaterThanOrEqual(200);
    await expect(knock(names, url, ['internal.example:1'])).rejects.toThrow(EgressDenied);
    const { policy: egress } = policy(names);
    expect(await get(egress.dispatcherFor(new URL(url), 'operator', 1000), url)).toBeGreaterThanOrEqual(200);
  });

  it('[ssrf-tls] begins TLS only on a connection that has been judged', async () => {
    const listener = await openHere(Listener.start(createTlsServer() as unknown as Server));
    const url = `https://secure.example:${listener.port}/`;
    const names = { 'secure.example': [['127.0.0.1']] };
    await expect(knock(names, url)).rejects.toThrow(EgressDenied);
    expect(listener.connections).toBe(0);
    await expect(knock(names, url, ['127.0.0.1'])).rejects.not.toThrow(EgressDenied);
    expect(listener.connections).toBe(1);
  });

  it('[egress-unknown] tells a name without an address from one that is forbidden', async () => {
    await expect(knock({}, 'http://nowhere.example/')).rejects.toThrow('no nowhere.example');
  });
});

describe('a gateway', () => {
  let listener: Listener;
  let upstream: ScriptedHttp;
  let redirecting: ScriptedHttp;
  let state: GatewayState;
  let gateway: TestGateway;
  let ana: AppsClient;

  beforeAll(async () => {
    listener = await open(Listener.start());
    upstream = await open(ScriptedHttp.start());
    redirecting = await open(ScriptedHttp.start());
    state = await gatewayState();
    await open({ close: () => state.remove() });
    const EGRESS_ALLOW = [
      ...[`localhost:${String(upstream.port)}`, `127.0.0.1:${String(redirecting.port)}`],
      '169.254.0.0/16',
    ];
    const mcpServers = { meta: { url: 'http://169.254.169.254/mcp' } };
    gateway = await open(startGateway({ state, mcpServers, env: { EGRESS_ALLOW } }));
    ana = await personIn(gateway, 'acme');
    await ana.newApp('shop');
  });

  const pointersOf = ({ body }: Answer) => ((body['errors'] ?? []) as Json[]).map(({ pointer }) => pointer);

  const spellings = [
    ...[
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '0x7f.1',
      '127.0.0.1.',
      '１２７.0.0.1',
    ],
    ...['[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:0:0:1]', '[64:ff9b::7f00:1]', '[::]'],
    ...['localhost', 'LOCALHOST', 'localhost.', 'x.localhost', '0.0.0.0', '0', '[2002:7f00:1::]'],
  ];

  const metadata = [
    '169.254.169.254',
    '100.100.100.200',
    '168.63.129.16',
    '[fd00:ec2::254]',
    '[::ffff:a9fe:a9fe]',
  ];

  it.each(spellings)('[ssrf-table] refuses to save an app that would reach it at %s', async (host) => {
    const url = `http://${host}:${listener.port}/mcp`;
    const saved = await ana.save('shop', { mcpServers: { evil: { url } } });
    expect(saved).toMatchObject({ status: 422, body: { code: 'invalid-config' } });
    expect(pointersOf(saved)).toEqual(['/mcpServers/evil/url']);
    const { body } = await ana.app('shop', '/config/versions');
    expect(body['versions']).toHaveLength(1);
    expect(listener.connections).toBe(0);
  });

  it('[ssrf-table] refuses to connect to it for an app whose config came past the check', async () => {
    const servers = spellings.map((host, n): [string, Json] => [
      `s${String(n)}`,
      { type: n % 2 === 0 ? 'http' : 'sse', url: `http://${host}:${listener.port}/mcp` },
    ]);
    const { id } = await ana.newApp('sneaky');
    const config = JSON.stringify({ mcpServers: Object.fromEntries(servers) });
    await gateway.app.get(AppStore, { strict: false }).advance(String(id), {
      ...{ version: 2, content: config, etag: '"2-x"', authorId: null, message: null, restoredFrom: null },
      createdAt: Date.now(),
      blankedAt: null,
    });
    gateway.app.get(AppConfigs, { strict: false }).changed(String(id));
    for (const [name] of servers) {
      expect(await ana.call(`sneaky.${name}`, 'echo', {})).toMatchObject({
        status: 403,
        body: { code: 'egress-denied' },
      });
    }
    expect(listener.connections).toBe(0);
  });

  it.each(metadata)('[ssrf-metadata] refuses an app that would reach %s', async (host) => {
    const saved = await ana.save('shop', { mcpServers: { evil: { url: `http://${host}/mcp` } } });
    expect(pointersOf(saved)).toEqual(['/mcpServers/evil/url']);
  });

  it('[ssrf-metadata] refuses the operator too, whatever is allowed', async () => {
    expect(await gateway.call('meta', 'echo', {})).toMatchObject({
      status: 403,
      body: { code: 'egress-denied' },
    });
  });

  it.each([301, 302, 303, 307, 308])(
    '[ssrf-redirect] does not follow an upstream that answers %s to a forbidden place',
    async (status) => {
      const before = redirecting.requests.length;
      redirecting.intercept = async (exchange) => {
        await redirects(`http://127.0.0.1:${listener.port}/mcp`, status)(exchange);
        return true;
      };
      const slug = `redirected-${String(status)}`;
      await ana.newApp(slug, { mcpServers: { s: { url: redirecting.url } } });
      expect((await ana.call(`${slug}.s`, 'echo', {})).status).toBeGreaterThanOrEqual(500);
      expect(redirecting.requests.length).toBeGreaterThan(before);
      expect(listener.connections).toBe(0);
    },
  );

  it('[ssrf-call] refuses to connect to what was allowed when it was saved', async () => {
    const url = `http://localhost:${String(upstream.port)}/mcp`;
    await ana.newApp('a', { mcpServers: { s: { url } } });
    expect((await ana.call('a.s', 'echo', {})).status).toBe(200);
    await gateway.close();
    await waitFor('the connections of the first gateway to end', () => upstream.openConnections === 0);
    const before = upstream.connections;
    const second = await open(startGateway({ state }));
    const client = new AppsClient(second.url, ana.token);
    for (let i = 0; i < 8; i++)
      expect(await client.call('a.s', 'echo', {})).toMatchObject({
        status: 403,
        body: { code: 'egress-denied' },
      });
    const refused = await client.mcp('a.s', 'tools');
    expect(refused).toMatchObject({ status: 403, body: { code: 'egress-denied' } });
    // The address of the problem's own page is the gateway's.
    expect(refused.text.replaceAll(client.url, '')).not.toMatch(/127\.0\.0\.1|localhost/);
    expect((await client.server('a.s'))?.['lastError']).toMatchObject({ code: 'egress-denied' });
    expect(upstream.connections).toBe(before);
  });
});
