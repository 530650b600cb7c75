import { personIn } from '../support/clients/apps-client.js';
import { decide, ticketOf } from '../support/clients/approvals.js';
import type { Answer, GatewayClient, Json } from '../support/clients/gateway-client.js';
import { NativeClient } from '../support/clients/native-client.js';
import { createApp, says, type TestApp } from '../support/clients/sdk-apps.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { asksThenSays, ModelServer } from '../support/models/model-server.js';
import { answers } from '../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';
import { doing } from '../support/workflows/workflow-app.js';

const open = closeAfterAll();
let gateway: TestGateway;
let shop: TestApp;
let model: ModelServer;

beforeAll(async () => {
  model = await open(ModelServer.start());
  const failing = tool('fail', answers({ content: [{ type: 'text', text: 'no' }], isError: true }));
  const one = await open(ScriptedHttp.start([echo, says('greet', 'hello'), failing]));
  gateway = await open(
    startGateway({
      mcpServers: { one: { url: one.url }, strict: { url: one.url, tools: { deny: ['greet'] } } },
      env: { CHAT_PROVIDERS: { tiny: { baseUrl: model.url } }, CHAT_DEFAULT_MODEL: 'tiny/one' },
    }),
  );
  shop = await createApp(gateway, 'shop', {
    mcpServers: { one: { use: 'one' } },
    policies: { requireApproval: ['one__greet'] },
    workflows: { hello: doing([{ say: { call: 'echo@one', with: { text: 'hi' } } }]) },
  });
});

async function usage(by: string, client: GatewayClient = gateway, query = ''): Promise<Json[]> {
  const { status, body, text } = await client.json(`/api/usage?by=${by}${query}`);
  if (status !== 200) throw new Error(text);
  return body['rows'] as Json[];
}

async function of(by: string, key: string | null): Promise<{ calls: number; errors: number }> {
  const row = (await usage(by, gateway, '&limit=200')).find((one) => one['key'] === key);
  return { calls: Number(row?.['calls'] ?? 0), errors: Number(row?.['errors'] ?? 0) };
}

const atServer = () => new NativeClient(`${gateway.url}/api/servers/one/mcp`, gateway.token);
const atApp = () => new NativeClient(`${gateway.url}/api/apps/shop/mcp`, gateway.token);
const inSession = async (client: NativeClient, name: string) => {
  await client.initialize();
  await client.request('tools/call', { name, arguments: {} });
};

describe('GET /api/usage', () => {
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
  ])('[usage-doors] [calls-doors] counts and records a call by %s once', async (_door, call) => {
    const records = async () =>
      ((await gateway.json('/api/calls?limit=200&tool=echo')).body['calls'] as Json[]).length;
    const [before, recorded] = [await of('tool', 'one__echo'), await records()];
    await call();
    await waitFor('the count', async () => (await of('tool', 'one__echo')).calls > before.calls);
    await waitFor('the record', async () => (await records()) > recorded);
    expect(await of('tool', 'one__echo')).toEqual({ calls: before.calls + 1, errors: before.errors });
    expect(await records()).toBe(recorded + 1);
  });

  it.each<[string, string, () => Promise<unknown>]>([
    ['that the server calls one, by REST', 'one__fail', () => gateway.call('one', 'fail')],
    ['that the server calls one, in a session', 'one__fail', () => inSession(atServer(), 'fail')],
    ['that the server calls one, at an app', 'one__fail', () => inSession(atApp(), 'one__fail')],
    ['of a policy', 'strict__greet', () => gateway.call('strict', 'greet')],
  ])('[usage-errors] counts an error %s', async (_what, key, call) => {
    const before = await of('tool', key);
    await call();
    await waitFor('the count', async () => (await of('tool', key)).calls > before.calls);
    expect(await of('tool', key)).toEqual({ calls: before.calls + 1, errors: before.errors + 1 });
  });

  it.each<[string, (headers?: Record<string, string>) => Promise<Answer>]>([
    ['REST', (headers = {}) => shop.call('shop.one', 'greet', {}, {}, { headers })],
    ['SDK', (headers = {}) => shop.json('/api/sdk/tools/call', { body: { name: 'one__greet' }, headers })],
  ])(
    '[usage-waiting] counts a call by %s that waits for an approval once, when it is made',
    async (_door, use) => {
      const key = 'one__greet';
      const before = await of('tool', key);
      const waiting = await use();
      const { id } = ticketOf(waiting);
      await inSession(atApp(), key);
      expect(await of('tool', key)).toEqual(before);
      const path = `/api/calls/${String(waiting.headers.get('x-request-id'))}`;
      const record = await waitFor('the record', async () => {
        const { status, body } = await gateway.json(path);
        return status === 200 && body;
      });
      expect(record['hops']).toMatchObject([{ outcome: 'waiting', problem: 'approval-required' }]);
      const failed = (await gateway.json('/api/calls?status=error&limit=200')).body['calls'] as Json[];
      expect(failed.map(({ requestId }) => requestId)).not.toContain(record['requestId']);
      await decide(gateway, { id }, 'approve');
      expect((await use({ 'x-approval': id })).status).toBe(200);
      expect(await of('tool', key)).toEqual({ calls: before.calls + 1, errors: before.errors });
    },
  );

  it('[usage-errors] makes no row of a tool that no server has', async () => {
    const before = await of('server', 'one');
    await gateway.call('one', 'invented');
    await inSession(atServer(), 'invented_too');
    expect(await of('server', 'one')).toEqual({ calls: before.calls + 2, errors: before.errors + 2 });
    expect((await usage('tool')).filter(({ key }) => String(key).includes('invented'))).toEqual([]);
  });

  it('[usage-sums] adds up to the same by whatever it is told apart, pages included', async () => {
    await gateway.call('one', 'greet', {}, {}, { headers: { 'user-agent': 'acme-agent/2.1 (linux)' } });
    const sums = [];
    for (const by of ['server', 'tool', 'app', 'user', 'client', 'day']) {
      const rows: Json[] = [];
      let cursor = '';
      do {
        const { body } = await gateway.json(`/api/usage?by=${by}&limit=2${cursor}`);
        rows.push(...(body['rows'] as Json[]));
        const { nextCursor } = body as { nextCursor?: string };
        cursor = nextCursor === undefined ? '' : `&cursor=${nextCursor}`;
      } while (cursor !== '');
      expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
      sums.push(
        Object.fromEntries(
          ['calls', 'errors', 'ms', 'bytes', 'tokens'].map((name) => [
            name,
            rows.reduce((sum, row) => sum + Number(row[name]), 0),
          ]),
        ),
      );
    }
    expect(sums[0]).toMatchObject({ calls: expect.any(Number) as number });
    expect(Number(sums[0]?.['tokens'])).toBeGreaterThan(0);
    for (const sum of sums) expect(sum).toEqual(sums[0]);
    expect((await of('client', 'acme-agent')).calls).toBe(1);
    expect((await of('client', 'by-hand')).calls).toBeGreaterThan(1);
    expect((await of('app', 'shop')).calls).toBeGreaterThan(1);
    expect((await of('app', null)).calls).toBeGreaterThan(1);
  });

  it('[usage-sums] takes whole hours and says what is wrong with others', async () => {
    const { body } = await gateway.json(
      '/api/usage?from=2026-01-15T12:30:00Z&to=2026-01-16T00:10:00%2B01:00',
    );
    expect(body).toMatchObject({
      from: '2026-01-15T12:00:00.000Z',
      to: '2026-01-16T00:00:00.000Z',
      ...{ by: 'day', rows: [] },
    });
    expect(Date.parse(String(body['asOf']))).toBeGreaterThan(Date.now() - 5000);
    for (const [query, pointer] of [
      ['from=yesterday', '/from'],
      ['from=2026-02-30', '/from'],
      ['to=2026-01-01T25:00:00Z', '/to'],
      ['from=2026-02-01&to=2026-01-01', '/to'],
      ['by=planet', '/by'],
    ]) {
      const refused = await gateway.json(`/api/usage?${String(query)}`);
      expect([refused.status, (refused.body['errors'] as Json[])[0]?.['pointer']]).toEqual([400, pointer]);
    }
  });

  it('[usage-rights] is for the account; members see their own, keys what keys of their app called', async () => {
    const owner = await personIn(gateway, 'guild');
    const member = await personIn(gateway, owner.accountId, 'member');
    await owner.call('one', 'echo');
    await owner.call('one', 'echo');
    await member.call('one', 'echo');
    const calls = async (client: GatewayClient, query = '') =>
      (await usage('server', client, query)).map((row) => row['calls']);
    expect(await calls(owner)).toEqual([3]);
    expect(await calls(member)).toEqual([1]);
    expect(await calls(gateway, `&account=${owner.accountId}`)).toEqual([3]);
    const keys = await usage('app', shop);
    expect(keys.map(({ key }) => key)).toEqual(['shop']);
    expect(Number(keys[0]?.['calls'])).toBeLessThan((await of('app', 'shop')).calls);
    const refused = await owner.json(
      `/api/usage?account=${String((await member.json('/api/me')).body['id'])}`,
    );
    expect([refused.status, refused.body['code']]).toEqual([404, 'account-not-found']);
  });

  it('[usage-clients] tells no more than 100 clients apart in an hour', async () => {
    const owner = await personIn(gateway, 'crowd');
    for (let i = 0; i < 110; i++)
      await owner.call('strict', 'greet', {}, {}, { headers: { 'user-agent': `client-${String(i)}/1` } });
    const rows = await usage('client', owner, '&limit=200');
    expect(rows).toHaveLength(101);
    expect(rows.find(({ key }) => key === 'other')).toMatchObject({ calls: 10 });
  });
});
