import { closeAfterAll } from '../../support/closing.js';
import { freePort } from '../../support/collectors/free-port.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { errorOf, NativeClient, type NativeAnswer } from '../../support/clients/native-client.js';
import { createApp, says, type TestApp } from '../../support/clients/sdk-apps.js';
import { ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';
import { ScriptedModern } from '../../support/upstreams/scripted-modern.js';
import { laneStdio } from '../../support/upstreams/stdio.js';

const open = closeAfterAll();
const kinds = ['http-2025', 'http-2026', 'stdio-2025', 'stdio-2026'];
const own: Readonly<Record<string, Json>> = {
  own: { code: -32601, message: 'no such engine', data: { url: 'https://example.com/pay', big: 1 } },
  pay: {
    code: -32042,
    message: 'pay first',
    data: { elicitations: [{ url: 'https://example.com/pay' }] },
  },
};
const failing = (name: string, status = 200) =>
  tool(name, (exchange) => {
    const error = own[name] ?? own['own'];
    exchange.error(Number(error?.['code']), String(error?.['message']), { status, data: error?.['data'] });
  });

let gateway: TestGateway;
let app: TestApp;

beforeAll(async () => {
  const tools = [
    says('fine', 'f'),
    failing('own'),
    failing('pay'),
    failing('own-404', 404),
    failing('own-500', 500),
  ];
  const legacy = await open(ScriptedHttp.start(tools));
  const modern = await open(ScriptedModern.start(tools));
  const servers = {
    'http-2025': { url: legacy.url },
    'http-2026': { url: modern.url },
    'stdio-2025': laneStdio('2025'),
    'stdio-2026': laneStdio('2026'),
    away: { url: `http://127.0.0.1:${String(await freePort())}/mcp` },
    crashing: { command: process.execPath, args: ['-e', 'process.exit(1)'] },
  };
  gateway = await open(startGateway({ mcpServers: servers }));
  app = await createApp(gateway, 'lanes', {
    mcpServers: Object.fromEntries(Object.keys(servers).map((name) => [name, { use: name }])),
  });
});

type Ask = (method: string, name?: string) => Promise<NativeAnswer>;

/** Sends requests to a server, or to the same server through an app, in one era. */
async function asker(endpoint: string, kind: string, era: string): Promise<Ask> {
  const isApp = endpoint === 'app';
  const path = isApp ? '/api/apps/lanes/mcp' : `/api/servers/${kind}/mcp`;
  const client = new NativeClient(gateway.url + path, isApp ? app.token : gateway.token);
  if (era === '2025') await client.initialize();
  return (method, name) => {
    const params: Json = name === undefined ? {} : { name: isApp ? `${kind}__${name}` : name, arguments: {} };
    return era === '2025' ? client.request(method, params) : client.modern(method, params);
  };
}

const cells = ['server', 'app'].flatMap((endpoint) =>
  ['2025', '2026'].flatMap((era) => kinds.map((kind) => [endpoint, era, kind] as const)),
);

describe.each(cells)(
  'At the native endpoint of the %s, for a client of %s and %s,',
  (endpoint, era, kind) => {
    let ask: Ask;

    beforeAll(async () => {
      ask = await asker(endpoint, kind, era);
    });

    it('[native-own-errors] errors of the server are the server’s, in band', async () => {
      for (const [name, error] of Object.entries(own)) {
        const answer = await ask('tools/call', name);
        expect([answer.status, errorOf(answer)]).toEqual([200, error]);
      }
      for (const name of kind.startsWith('http') ? ['own-404', 'own-500'] : []) {
        const answer = await ask('tools/call', name);
        expect([name, answer.status, errorOf(answer)]).toEqual([name, 200, own['own']]);
      }
    });

    it('[native-own-errors] only a method that is not there is 404, and in a session not even that', async () => {
      const answer = await ask('tools/dance');
      expect([answer.status, errorOf(answer)?.['code']]).toEqual([era === '2026' ? 404 : 200, -32601]);
    });

    it('[native-gateway-errors] an unknown tool is -32602', async () => {
      const answer = await ask('tools/call', 'nothing');
      expect([answer.status, errorOf(answer)?.['code']]).toEqual([200, -32602]);
    });
  },
);

describe.each(['away', 'crashing'])('A server that is %s', (kind) => {
  it.each([
    ['server', '2026'],
    ['app', '2025'],
    ['app', '2026'],
  ])('[native-gateway-errors] is told in band: %s, %s', async (endpoint, era) => {
    const answer = await (await asker(endpoint, kind, era))('tools/call', 'fine');
    expect([answer.status, errorOf(answer)?.['code']]).toEqual([200, -32603]);
    expect((errorOf(answer)?.['data'] as Json)['status']).toBeGreaterThanOrEqual(500);
  });

  it('[native-gateway-errors] is told in band at the handshake of 2025, too', async () => {
    const client = new NativeClient(`${gateway.url}/api/servers/${kind}/mcp`, gateway.token);
    const answer = await client.request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    });
    expect([answer.status, errorOf(answer)?.['code']]).toEqual([200, -32603]);
    expect((errorOf(answer)?.['data'] as Json)['status']).toBeGreaterThanOrEqual(500);
  });
});
