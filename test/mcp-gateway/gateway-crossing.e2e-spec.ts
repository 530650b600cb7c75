import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { GatewayClient, Json } from '../support/clients/gateway-client.js';
import { NativeClient } from '../support/clients/native-client.js';
import { createApp } from '../support/clients/sdk-apps.js';
import { echo, ScriptedHttp } from '../support/upstreams/scripted-http.js';
import { ScriptedModern } from '../support/upstreams/scripted-modern.js';

const open = closeAfterAll();
let older: ScriptedHttp;
let modern: ScriptedModern;
let gateway: TestGateway;

/** What a caller sends beside the token, of which nothing is for a server. */
const headers = { cookie: 'sid=secret-cookie', 'x-forwarded-for': '203.0.113.9', 'x-api-key': 'secret-key' };
const prompt = { name: 'greet', arguments: { who: 'you' } };
const methods: readonly (readonly [string, Json])[] = [
  ...(['ping', 'tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'] as const).map(
    (method) => [method, {}] as const,
  ),
];

/** What only this one of the servers has. */
const uriOf = (server: string) => (server.endsWith('older') ? 'note://two' : 'note://one');

/** Asks everything that a server hears of; how it went. */
async function askServer(client: GatewayClient, server: string): Promise<number[]> {
  const statuses: number[] = [];
  for (const list of [
    'ping',
    'tools',
    'tools?refresh=true',
    'resources?refresh=true',
    'prompts?refresh=true',
  ])
    statuses.push((await client.mcp(server, list, undefined, { headers })).status);
  for (const [operation, body] of [
    ['call', { name: 'echo' }],
    ['resources/read', { uri: uriOf(server) }],
    ['prompts/get', prompt],
  ] as const)
    statuses.push((await client.mcp(server, operation, body, { headers })).status);
  const streamed = { ...headers, accept: 'text/event-stream' };
  statuses.push((await client.mcp(server, 'call', { name: 'echo' }, { headers: streamed })).status);
  return [
    ...statuses,
    ...(await askNatively(`${client.url}/api/servers/${server}/mcp`, client.token, '', uriOf(server))),
  ];
}

/** The same through the app. */
async function askApp(client: GatewayClient, server: string): Promise<number[]> {
  const prefix = `${server}__`;
  const statuses: number[] = [];
  for (const list of ['tools?refresh=true', 'resources', 'prompts'])
    statuses.push((await client.json(`/api/sdk/${list}`, { headers })).status);
  for (const accept of ['application/json', 'text/event-stream']) {
    const sending = { body: { name: `${prefix}echo` }, headers: { ...headers, accept } };
    statuses.push((await client.json('/api/sdk/tools/call', sending)).status);
  }
  return [
    ...statuses,
    ...(await askNatively(`${client.url}/api/apps/shop/mcp`, client.token, prefix, uriOf(server))),
  ];
}

/** MCP itself: a session of the 2025 revisions, and requests of 2026-07-28. */
async function askNatively(url: string, token: string, prefix: string, uri: string): Promise<number[]> {
  const statuses: number[] = [];
  const native = new NativeClient(url, token);
  await native.initialize();
  const all: typeof methods = [
    ...methods,
    ['resources/read', { uri }],
    ['tools/call', { name: `${prefix}echo` }],
    ['prompts/get', { ...prompt, name: `${prefix}greet` }],
  ];
  for (const [index, [method, params]] of all.entries()) {
    const message = { jsonrpc: '2.0', id: 100 + index, method, params };
    statuses.push((await native.send(message, headers)).status);
    if (method !== 'ping') statuses.push((await native.modern(method, params, { headers })).status);
  }
  await fetch(url, { method: 'DELETE', headers: native.headers(headers) });
  return statuses;
}

beforeAll(async () => {
  older = await open(ScriptedHttp.start([echo]));
  modern = await open(ScriptedModern.start([echo]));
  older.resources = [{ uri: uriOf('older'), name: 'two' }];
  older.resourceTemplates = [];
  const own = { Authorization: 'Bearer of-the-server', 'X-Tenant': 't1' };
  const mcpServers = { older: { url: older.url, headers: own }, modern: { url: modern.url, headers: own } };
  gateway = await open(startGateway({ mcpServers }));
});

describe('A request to the upstream', () => {
  it('[no-token-passthrough] contains the credential of the server and nothing of the caller, for every operation and endpoint', async () => {
    const app = await createApp(gateway, 'shop', {
      mcpServers: { older: { use: 'older' }, modern: { use: 'modern' } },
    });
    const statuses: number[] = [];
    for (const server of ['older', 'modern'])
      statuses.push(
        ...(await askServer(gateway, server)),
        ...(await askServer(app, `shop.${server}`)),
        ...(await askApp(app, server)),
      );
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    const requests = [...older.requests, ...modern.requests];
    expect(requests.length).toBeGreaterThan(statuses.length / 2);
    const sent = JSON.stringify(requests.map((request) => [request.headers, request.text]));
    const secrets = [gateway.token, app.token, 'secret-cookie', '203.0.113.9', 'secret-key'];
    const found = secrets.filter((secret) => sent.includes(secret));
    expect(found).toEqual([]);
    for (const request of requests)
      expect(request.headers).toMatchObject({ authorization: 'Bearer of-the-server', 'x-tenant': 't1' });
  });

  it('[call-meta] includes _meta and the trace of the caller', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await gateway.call(
      'older',
      'echo',
      {},
      { _meta: { 'com.example/run': 7 } },
      { headers: { traceparent } },
    );
    expect(older.of('tools/call').at(-1)?.rpc?.params['_meta']).toMatchObject({
      'com.example/run': 7,
      traceparent,
    });
  });

  it('[call-meta] keeps its own envelope whatever the caller writes there', async () => {
    const _meta = { 'io.modelcontextprotocol/protocolVersion': '1999-01-01', 'com.example/run': 7 };
    expect((await gateway.call('modern', 'echo', { a: 1 }, { _meta })).status).toBe(200);
  });
});
