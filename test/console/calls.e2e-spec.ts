import type { GatewayClient, Json } from '../support/clients/gateway-client.js';
import { createApp, says, type TestApp } from '../support/clients/sdk-apps.js';
import { NativeClient } from '../support/clients/native-client.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { asksThenSays, ModelServer } from '../support/models/model-server.js';
import { echo, ScriptedHttp } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';
import { doing } from '../support/workflows/workflow-app.js';

const open = closeAfterAll();
let gateway: TestGateway;
let shop: TestApp;
let model: ModelServer;

beforeAll(async () => {
  model = await open(ModelServer.start());
  const one = await open(ScriptedHttp.start([echo, says('greet', 'hello')]));
  const two = await open(ScriptedHttp.start([echo]));
  gateway = await open(
    startGateway({
      mcpServers: { one: { url: one.url }, two: { url: two.url, tools: { deny: ['echo'] } } },
      env: { CHAT_PROVIDERS: { tiny: { baseUrl: model.url } }, CHAT_DEFAULT_MODEL: 'tiny/one' },
    }),
  );
  shop = await createApp(gateway, 'shop', {
    mcpServers: { one: { use: 'one' } },
    workflows: { hello: doing([{ say: { call: 'echo@one', with: { text: 'hi' } } }]) },
  });
});

async function idsOf(query: string, client: GatewayClient = gateway): Promise<unknown[]> {
  const { status, body, text } = await client.json(`/api/calls?limit=200${query}`);
  if (status !== 200) throw new Error(text);
  return (body['calls'] as Json[]).map(({ requestId }) => requestId);
}

/** How many calls of `echo` the gateway remembers. */
const echoes = async () => (await idsOf('&tool=echo')).length;

describe('GET /api/calls', () => {
  it('[calls-filter] has those of a server, a tool and an outcome', async () => {
    const named = (id: string) => ({ headers: { 'x-request-id': id } });
    await gateway.call('one', 'echo', {}, {}, named('one-echo'));
    await gateway.call('one', 'greet', {}, {}, named('one-greet'));
    await gateway.call('two', 'echo', {}, {}, named('two-denied'));
    await shop.json('/api/sdk/tools/call', { body: { name: 'one__echo' }, ...named('shop-echo') });
    const { body } = await gateway.json('/api/servers');
    const id = (body['servers'] as Json[]).find(({ handle }) => handle === 'one')?.['id'];
    const ours = (ids: unknown[]) => ids.filter((it) => /^(one|two|shop)-/.test(String(it)));
    expect(ours(await idsOf(''))).toEqual(['shop-echo', 'two-denied', 'one-greet', 'one-echo']);
    expect(ours(await idsOf('&server=one'))).toEqual(['one-greet', 'one-echo']);
    expect(ours(await idsOf(`&server=${String(id)}`))).toEqual(['one-greet', 'one-echo']);
    expect(ours(await idsOf('&server=shop.one'))).toEqual(['shop-echo']);
    expect(ours(await idsOf('&tool=echo'))).toEqual(['shop-echo', 'two-denied', 'one-echo']);
    expect(ours(await idsOf('&tool=one__echo'))).toEqual(['shop-echo', 'one-echo']);
    expect(ours(await idsOf('&status=error'))).toEqual(['two-denied']);
    expect(ours(await idsOf('&status=403'))).toEqual(['two-denied']);
    expect(ours(await idsOf('&status=ok&tool=echo'))).toEqual(['shop-echo', 'one-echo']);
    expect(ours(await idsOf('&server=two&tool=greet'))).toEqual([]);
    expect((await gateway.json('/api/calls?status=odd')).status).toBe(400);
  });

  it('[calls-filter] pages what is filtered, each filter by itself', async () => {
    const { body } = await gateway.json('/api/calls?tool=echo&limit=1');
    const cursor = String(body['nextCursor']);
    const next = await gateway.json(`/api/calls?tool=echo&limit=1&cursor=${cursor}`);
    expect((next.body['calls'] as Json[])[0]?.['requestId']).not.toBe(
      (body['calls'] as Json[])[0]?.['requestId'],
    );
    const other = await gateway.json(`/api/calls?tool=greet&limit=1&cursor=${cursor}`);
    expect(other.body['code']).toBe('invalid-cursor');
  });

  const atServer = () => new NativeClient(`${gateway.url}/api/servers/one/mcp`, gateway.token);
  const atApp = () => new NativeClient(`${gateway.url}/api/apps/shop/mcp`, gateway.token);
  const inSession = async (client: NativeClient, name: string) => {
    await client.initialize();
    await client.result('tools/call', { name, arguments: {} });
  };
  it.each<[string, () => Promise<unknown>]>([
    ['REST', () => gateway.call('one', 'echo')],
    ['a stream', async () => (await gateway.stream('one', 'echo')).done],
    ['SDK', () => shop.use('one__echo')],
    ['a session at a server', () => inSession(atServer(), 'echo')],
    ['a session at an app', () => inSession(atApp(), 'one__echo')],
    ['2026-07-28 at a server', () => atServer().modern('tools/call', { name: 'echo', arguments: {} })],
    ['2026-07-28 at an app', () => atApp().modern('tools/call', { name: 'one__echo', arguments: {} })],
    ['a workflow', () => shop.json('/api/sdk/workflows/execute', { body: { workflow: 'hello', input: {} } })],
    [
      'a chat',
      async () => {
        model.otherwise = asksThenSays({ name: 'echo' }, 'Done.');
        const body = { messages: [{ role: 'user', content: 'hi' }], approval: 'never' };
        await (
          await gateway.fetch('/api/servers/one/mcp/chat', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          })
        ).text();
      },
    ],
  ])('[calls-doors] has a call by %s, once', async (_door, call) => {
    const before = await echoes();
    await call();
    await waitFor('the record', async () => (await echoes()) > before);
    expect(await echoes()).toBe(before + 1);
  });
});
