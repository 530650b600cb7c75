import { operatorOf, personIn } from '../support/clients/apps-client.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { GatewayClient, Json } from '../support/clients/gateway-client.js';
import { NativeClient } from '../support/clients/native-client.js';
import { anonymous } from '../support/people.js';
import { createApp, says, type TestApp } from '../support/clients/sdk-apps.js';
import { waitsFor } from '../support/upstreams/behaviours.js';
import { waitFor } from '../support/wait-for.js';
import type { Exchange } from '../support/upstreams/recording-server.js';
import { echo, ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';

const open = closeAfterAll();
const secret = 'hunter2-canary-in-the-vault';
let openGate: () => void = () => undefined;
const gate = new Promise<void>((resolve) => (openGate = resolve));
let openSecondGate: () => void = () => undefined;
const secondGate = new Promise<void>((resolve) => (openSecondGate = resolve));
let upstream: ScriptedHttp;
let gateway: TestGateway;
let shop: TestApp;

beforeAll(async () => {
  upstream = await open(
    ScriptedHttp.start([
      echo,
      says('delete_all', 'gone'),
      tool('slow', waitsFor(gate)),
      tool('held', waitsFor(secondGate)),
      tool('escaped', answersWithEscapes),
    ]),
  );
  gateway = await open(
    startGateway({
      mcpServers: {
        demo: { url: upstream.url, headers: { Authorization: 'Bearer Xb7c9Qk2Lm4Pz8Rt6Vw1' } },
        narrow: { url: upstream.url, maxConcurrency: 1, tools: { deny: ['delete_*'] } },
      },
      env: { CALL_LOG: 'off', CALLS_KEPT: 20, EGRESS_ALLOW: [new URL(upstream.url).host] },
    }),
  );
  shop = await createApp(gateway, 'shop', {
    mcpServers: {
      own: { url: upstream.url, headers: { 'X-Key': '${secret:SHOP_KEY}' } },
      demo: { use: 'demo' },
    },
  });
  await operatorOf(gateway).setSecret('shop', 'SHOP_KEY', secret);
  await gateway.call('demo', 'echo');
});

async function explained(client: GatewayClient, requestId: string, reader = client): Promise<Json> {
  const { status, body, text } = await reader.json(`/api/calls/${requestId}`);
  expect({ status, leaks: text.includes(secret) || text.includes('Xb7c9Qk2') }).toEqual({
    status: 200,
    leaks: false,
  });
  return body;
}

/** As a server does that writes nothing but ASCII. */
function answersWithEscapes(exchange: Exchange): void {
  const result = { content: [{ type: 'text', text: String(exchange.params['name']) }] };
  const answer = JSON.stringify({ jsonrpc: '2.0', id: exchange.id, result });
  exchange.send(200, answer.replaceAll('é', '\\u00e9'));
}

const hopOf = (call: Json): Json => (call['hops'] as Json[]).at(-1) ?? {};

/** What a call waited for its server is no time of the gateway. */
function expectBookedToServer(call: Json): void {
  const { upstreamMs } = call['phases'] as { upstreamMs: number };
  const { queueMs, connectMs } = hopOf(call) as { queueMs: number; connectMs: number };
  expect(upstreamMs).toBeGreaterThanOrEqual(queueMs + connectMs - 0.01);
}

async function nativeClient({ url, token }: TestGateway): Promise<NativeClient> {
  const client = new NativeClient(`${url}/api/servers/narrow/mcp`, token);
  await client.initialize();
  return client;
}

describe('Why a call went as it did', () => {
  it('[calls-why] names token, rule, credential, connection, attempts and where the time went', async () => {
    const answer = await gateway.call('demo', 'echo', { a: secret });
    const call = await explained(gateway, String(answer.headers.get('x-request-id')));
    expect(call).toMatchObject({
      ...{ method: 'POST', route: '/api/servers/:server/mcp/call', status: 200 },
      caller: { kind: 'user', tokenId: expect.stringMatching(/^tok_/) as string },
    });
    expect(hopOf(call)).toMatchObject({
      ...{ method: 'tools/call', target: 'echo', rule: 'no rule', outcome: 'answered', attempts: 1 },
      server: { handle: 'demo' },
      credentials: ['Authorization'],
      connection: { transport: 'http', protocolVersion: '2025-11-25', reused: true },
    });
    const { totalMs, gatewayMs, upstreamMs, authMs } = call['phases'] as Record<string, number>;
    expect(gatewayMs).toBeGreaterThan(0);
    expect(totalMs).toBeCloseTo(Number(gatewayMs) + Number(upstreamMs) + Number(authMs), 1);
  });

  it('[calls-why] tells a call that a policy refused, and by which rule', async () => {
    const answer = await gateway.call('narrow', 'delete_all');
    expect(answer.status).toBe(403);
    const call = await explained(gateway, String(answer.body['requestId']));
    expect(call).toMatchObject({ status: 403, problem: 'tool-denied' });
    expect(hopOf(call)).toMatchObject({
      ...{ target: 'delete_all', rule: 'deny delete_*', outcome: 'refused', attempts: 0 },
      problem: 'tool-denied',
    });
  });

  it('[calls-why] tells of retries and of time in line', async () => {
    upstream.sessions.clear();
    const healed = await gateway.call('demo', 'echo');
    expect(healed.status).toBe(200);
    const call = await explained(gateway, String(healed.headers.get('x-request-id')));
    expect(hopOf(call)).toMatchObject({ attempts: 2, connection: { reused: false } });
    const both = Promise.all([gateway.call('narrow', 'slow'), gateway.call('narrow', 'slow')]);
    await waitFor('a call in line', async () =>
      (await gateway.json('/metrics')).text.includes('gantry_upstream_calls_queued 1'),
    );
    openGate();
    const answers = await both;
    const calls = await Promise.all(
      answers.map(({ headers }) => explained(gateway, String(headers.get('x-request-id')))),
    );
    const waited = calls.map((it) => Number(hopOf(it)['queueMs']));
    expect(Math.min(...waited)).toBe(0);
    expect(Math.max(...waited)).toBeGreaterThan(0);
    for (const it of calls) expectBookedToServer(it);
  });

  it('[calls-booked] books time in line and of connecting to the server, for native clients too', async () => {
    const [native, other] = [await nativeClient(gateway), await nativeClient(gateway)];
    const both = Promise.all([native, other].map((it) => it.request('tools/call', { name: 'held' })));
    await waitFor('a native call in line', async () =>
      (await gateway.json('/metrics')).text.includes('gantry_upstream_calls_queued 1'),
    );
    openSecondGate();
    for (const { headers } of await both)
      expectBookedToServer(await explained(gateway, String(headers.get('x-request-id'))));
    const sums = async () =>
      /^gantry_gateway_duration_seconds_count\{route="[^"]*\/call"\} (\d+)$/m.exec(
        (await gateway.json('/metrics')).text,
      )?.[1];
    const before = await sums();
    await (
      await gateway.stream('demo', 'echo')
    ).done;
    expect(await sums()).toBe(before);
  });

  it('[calls-why] knows the answer of a native call by its id, however the server writes it', async () => {
    const client = await nativeClient(gateway);
    for (const id of ['appelé', 'called']) {
      const params = { name: 'escaped', arguments: {} };
      const answer = await client.send({ jsonrpc: '2.0', id, method: 'tools/call', params });
      expect(answer.messages).toMatchObject([{ id, result: { content: [{ text: 'escaped' }] } }]);
      const call = await explained(gateway, String(answer.headers.get('x-request-id')));
      expect(hopOf(call)).toMatchObject({ outcome: 'answered' });
      expect(hopOf(call)).not.toHaveProperty('isError');
    }
  });

  it('[calls-why] names the secret of the app, and not how the operator signs in', async () => {
    const own = await shop.use('own__echo', {});
    expect(own.status).toBe(200);
    const call = await explained(shop, String(own.headers.get('x-request-id')));
    expect(call['caller']).toMatchObject({ kind: 'app', appId: shop.id });
    expect(hopOf(call)).toMatchObject({ server: { handle: 'shop.own' }, credentials: ['SHOP_KEY'] });
    const taken = await shop.use('demo__echo', {}, {});
    const other = await explained(shop, String(taken.headers.get('x-request-id')));
    expect(hopOf(other)).toMatchObject({ server: { handle: 'shop.demo' }, credentials: [] });
  });

  it('[calls-isolation] is for the account; an app key sees the calls of its app', async () => {
    const answer = await gateway.call('demo', 'echo');
    const path = `/api/calls/${String(answer.headers.get('x-request-id'))}`;
    const stranger = await personIn(gateway, 'strangers');
    const app = await shop.use('own__echo', {});
    for (const reader of [stranger, shop]) {
      const refused = await reader.json(path);
      expect([refused.status, refused.body['code']]).toEqual([404, 'call-not-found']);
    }
    await explained(shop, String(app.headers.get('x-request-id')), gateway);
    expect((await stranger.json('/api/calls')).body).toEqual({ calls: [] });
    expect((await anonymous(gateway).json(path)).status).toBe(401);
  });

  it('[calls-bounded] lists the newest first and forgets what is older than CALLS_KEPT', async () => {
    const oldest = String((await gateway.call('demo', 'echo')).headers.get('x-request-id'));
    for (let i = 0; i < 20; i++)
      await gateway.call('demo', 'echo', {}, {}, { headers: { 'x-request-id': `call-${String(i)}` } });
    const first = await gateway.json('/api/calls?limit=15');
    const second = await gateway.json(`/api/calls?limit=15&cursor=${String(first.body['nextCursor'])}`);
    const ids = [first, second].flatMap(({ body }) =>
      (body['calls'] as Json[]).map(({ requestId }) => requestId),
    );
    expect(ids).toEqual(Array.from({ length: 20 }, (_, i) => `call-${String(19 - i)}`));
    expect((await gateway.json(`/api/calls/${oldest}`)).status).toBe(404);
  });
});
