import { Config } from '../../src/platform/config/config.js';
import { AddressLookup, type ResolvedAddress } from '../../src/platform/egress/address-lookup.port.js';
import { EgressPolicy } from '../../src/platform/egress/egress-policy.js';
import { closeAfterAll } from '../support/closing.js';
import { ScriptedProxy } from '../support/collectors/forward-proxy.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { echo, ScriptedHttp } from '../support/upstreams/scripted-http.js';

/** Names with their address; others are unknown to this machine. */
const names: Readonly<Record<string, string>> = {
  'public.example': '93.184.216.34',
  'inside.example': '127.0.0.1',
  'intranet.example': '10.0.0.1',
};

class Names extends AddressLookup {
  resolve(hostname: string): Promise<readonly ResolvedAddress[]> {
    const address = names[hostname];
    return address === undefined
      ? Promise.reject(Object.assign(new Error(`no ${hostname}`), { code: 'ENOTFOUND' }))
      : Promise.resolve([{ address, family: 4 as const }]);
  }
}

const open = closeAfterAll();
let proxy: ScriptedProxy;
let upstream: ScriptedHttp;
let port: string;

beforeAll(async () => {
  proxy = await open(ScriptedProxy.start());
  upstream = await open(ScriptedHttp.start([echo]));
  ({ port } = new URL(upstream.url));
});

beforeEach(() => {
  proxy.targets.length = 0;
  proxy.authorizations.length = 0;
  proxy.refusal = undefined;
});

/** The status of a request, or the code of its error. */
async function ask(host: string, trust: 'operator' | 'tenant', env: Record<string, string> = {}) {
  const address = proxy.url.replace('http://', 'http://user:p%40ss@');
  const egress = new EgressPolicy(Config.load({ HTTP_PROXY: address, ...env }), new Names());
  const url = new URL(`http://${host}:${port}/mcp`);
  const dispatcher = egress.dispatcherFor(url, trust, 2000);
  try {
    return (await dispatcher.request({ path: '/nothing', method: 'GET' })).statusCode;
  } catch (error) {
    return (error as { code?: string }).code;
  } finally {
    await dispatcher.destroy();
  }
}

describe('With HTTP_PROXY', () => {
  it.each([
    ['operator', 'public.example'],
    ['tenant', 'public.example'],
    ['operator', 'known-to-the-proxy.example'],
  ] as const)('[forward-proxy-egress] requests of the %s to %s go through the proxy', async (trust, host) => {
    expect(await ask(host, trust)).toBe(400);
    expect(proxy.targets).toEqual([`${host}:${port}`]);
    expect(proxy.authorizations).toEqual([`Basic ${Buffer.from('user:p@ss').toString('base64')}`]);
  });

  it('[forward-proxy-egress] private addresses, and hosts of NO_PROXY, are reached without it', async () => {
    expect(await ask('inside.example', 'operator')).toBe(400);
    expect(await ask('inside.example', 'operator', { NO_PROXY: 'inside.example' })).toBe(400);
    expect(proxy.targets).toEqual([]);
  });

  it.each([
    ['intranet.example', 'EGRESS_DENIED'],
    ['169.254.169.254', 'EGRESS_DENIED'],
    ['known-to-the-proxy.example', 'ENOTFOUND'],
  ])(
    '[forward-proxy-egress] a tenant reaches nothing through it that is not public: %s',
    async (host, code) => {
      expect(await ask(host, 'tenant')).toBe(code);
      expect(proxy.targets).toEqual([]);
    },
  );

  it('[forward-proxy-egress] a refusal of the proxy is reported as one', async () => {
    proxy.refusal = 407;
    expect(await ask('public.example', 'operator')).toBe('PROXY_REFUSED');
  });
});

describe('A gateway behind a proxy', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await open(
      startGateway({
        env: { HTTP_PROXY: proxy.url },
        mcpServers: { far: { url: `http://far.invalid:${port}/mcp` } },
      }),
    );
  });

  it('[forward-proxy-egress] calls the tools of servers that only the proxy can reach', async () => {
    expect((await gateway.call('far', 'echo', { a: 1 })).status).toBe(200);
    expect(new Set(proxy.targets)).toEqual(new Set([`far.invalid:${port}`]));
  });

  it('[forward-proxy-egress] says that the proxy refused', async () => {
    await gateway.json('/api/servers/far/reconnect', { body: {} });
    proxy.refusal = 403;
    const refused = await gateway.json('/api/servers/far/reconnect', { body: {} });
    expect(refused.body['detail']).toContain('answered with HTTP 403');
  });

  it('[forward-proxy-egress] does not show the password of the proxy in its settings', async () => {
    const { text } = await gateway.json('/api/settings');
    expect(text).toContain('HTTP_PROXY');
    expect(text).not.toContain(new URL(proxy.url).host);
  });
});
