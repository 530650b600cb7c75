import { operatorOf, personIn } from '../support/clients/apps-client.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { GatewayClient } from '../support/clients/gateway-client.js';
import { hangsAfter, ModelServer } from '../support/models/model-server.js';
import { NativeClient } from '../support/clients/native-client.js';
import { TestClock } from '../support/test-clock.js';
import { hangs } from '../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterAll();
const clock = new TestClock();
let model: ModelServer;
let gateway: TestGateway;
/** Two people of one account, and somebody of another. */
let one: GatewayClient & { readonly accountId: string };
let two: GatewayClient;
let other: GatewayClient;

beforeAll(async () => {
  model = await open(ModelServer.start());
  const upstream = await open(ScriptedHttp.start([echo, tool('hang', hangs)]));
  gateway = await open(
    startGateway({
      clock,
      mcpServers: { desk: { url: upstream.url } },
      env: {
        ...{ ACCOUNT_STREAMS: 2, ACCOUNT_SESSIONS: 2, ACCOUNT_CHATS: 2, SESSION_QUIET_MS: 5000 },
        ACCOUNT_MODEL_TOKENS_PER_MINUTE: 20,
        ...{ CHAT_PROVIDERS: { tiny: { baseUrl: model.url } }, CHAT_DEFAULT_MODEL: 'tiny/one' },
      },
    }),
  );
  one = await personIn(gateway, 'one');
  two = await personIn(gateway, one.accountId, 'member');
  other = await personIn(gateway, 'other');
});

const limitsOf = async (client: GatewayClient, query = '') =>
  (await client.json(`/api/usage/limits${query}`)).body['limits'] as Record<string, unknown>[];
const limitOf = async (client: GatewayClient, name: string, query = '') =>
  (await limitsOf(client, query)).find((limit) => limit['name'] === name);
const refusedFor = (limit: string) => ({ status: 503, body: { code: 'overloaded', limit } });

it('[usage-requests] all tokens of an account share its requests per minute, and others keep theirs', async () => {
  const strict = await open(
    startGateway({ env: { RATE_LIMIT_PER_MINUTE: 10, ACCOUNT_REQUESTS_PER_MINUTE: 6 } }),
  );
  const owner = await personIn(strict, 'one');
  const member = await personIn(strict, owner.accountId, 'member');
  const ask = (client: GatewayClient) => client.json('/api/cli/auth/me');
  const first = await ask(owner);
  expect(first.headers.get('ratelimit-policy')).toBe('"account";q=6;w=60');
  expect(first.headers.get('ratelimit')).toMatch(/^"account";r=5;/);
  expect(await limitOf(owner, 'requests')).toEqual({
    ...{ name: 'requests', variable: 'ACCOUNT_REQUESTS_PER_MINUTE', unit: 'count', used: 2, max: 6 },
  });
  for (let i = 0; i < 4; i++) expect((await ask(member)).status).toBe(200);
  for (const client of [owner, member]) {
    const refused = await ask(client);
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'rate-limited', limit: 'ACCOUNT_REQUESTS_PER_MINUTE' },
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('ratelimit')).toMatch(/^"account";r=0;/);
  }
  expect((await ask(await personIn(strict, 'other'))).status).toBe(200);
});

it('[usage-requests] an account has five times the requests of a token unless it is said otherwise, and the scarcer is told', async () => {
  const usual = await open(startGateway({ env: { RATE_LIMIT_PER_MINUTE: 10 } }));
  const { headers } = await usual.json('/api/cli/auth/me');
  expect(headers.get('ratelimit')).toBe('"principal";r=9;t=60');
  expect(await limitOf(usual, 'requests')).toMatchObject({ max: 50 });
});

it('[health-unlimited] /health/* answers whoever asks however often', async () => {
  const strict = await open(startGateway({ env: { RATE_LIMIT_PER_MINUTE: 1, WRONG_TOKENS_PER_MINUTE: 1 } }));
  const asked = [undefined, strict.token, 'gtu_wrong'].flatMap((token) =>
    ['live', 'ready'].flatMap((path) =>
      Array.from({ length: 8 }, () =>
        fetch(`${strict.url}/health/${path}`, {
          headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        }),
      ),
    ),
  );
  expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]));
});

it('[usage-streams] all tokens of an account share its streams', async () => {
  const leaving = new AbortController();
  for (const client of [one, two]) await client.stream('desk', 'hang', {}, { signal: leaving.signal });
  const stream = (client: GatewayClient) =>
    client.call('desk', 'echo', {}, {}, { headers: { accept: 'text/event-stream' } });
  expect(await stream(two)).toMatchObject(refusedFor('ACCOUNT_STREAMS'));
  expect((await stream(other)).status).toBe(200);
  expect(await limitOf(one, 'streams')).toMatchObject({ used: 2, max: 2 });
  leaving.abort();
  await waitFor('the places', async () => (await limitOf(two, 'streams'))?.['used'] === 0);
});

it('[usage-sessions] all tokens of an account share its native sessions; the one that was silent for longest gives way', async () => {
  const begin = async ({ token }: GatewayClient) => {
    const client = new NativeClient(`${gateway.url}/api/servers/desk/mcp`, token);
    await client.initialize();
    return client;
  };
  const first = await begin(one);
  await begin(two);
  await expect(begin(one)).rejects.toThrow('ACCOUNT_SESSIONS');
  await begin(other);
  clock.advance(6000);
  await begin(two);
  expect((await first.request('ping')).status).toBe(404);
  expect(await limitOf(one, 'sessions')).toMatchObject({ used: 2 });
});

describe('chats', () => {
  const say = (client: GatewayClient, more: { signal?: AbortSignal } = {}) =>
    client.fetch('/api/servers/desk/mcp/chat', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ messages: [{ role: 'user', content: 'hi' }] }),
      ...more,
    });

  it('[usage-chats] all tokens of an account share its chats', async () => {
    const leaving = new AbortController();
    const { signal } = leaving;
    model.next = [hangsAfter('a'), hangsAfter('b')];
    const held = [say(one, { signal }), say(two, { signal })].map((chat) => chat.catch(() => undefined));
    await waitFor('two chats', async () => (await limitOf(one, 'chats'))?.['used'] === 2);
    const refused = await say(two);
    expect({ status: refused.status, body: await refused.json() }).toMatchObject(refusedFor('ACCOUNT_CHATS'));
    expect((await say(other)).status).toBe(200);
    leaving.abort();
    await Promise.all(held);
    await waitFor('the places', async () => (await limitOf(one, 'chats'))?.['used'] === 0);
  });

  it('[usage-model-tokens] the tokens that models used are paid by waiting', async () => {
    const payer = await personIn(gateway, 'payer');
    for (let i = 0; i < 2; i++) expect((await say(payer)).status).toBe(200);
    const refused = await say(payer);
    expect({ status: refused.status, body: await refused.json() }).toMatchObject({
      status: 429,
      body: { code: 'rate-limited', limit: 'ACCOUNT_MODEL_TOKENS_PER_MINUTE' },
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(20);
    expect(await limitOf(payer, 'modelTokens')).toMatchObject({ unit: 'tokens', max: 20 });
  });
});

describe('GET /api/usage/limits', () => {
  it('[usage-limits] shows an account its own state, and operators any, by slug and id', async () => {
    const leaving = new AbortController();
    await one.stream('desk', 'hang', {}, { signal: leaving.signal });
    for (const query of ['?account=one', `?account=${one.accountId}`])
      expect(await limitOf(gateway, 'streams', query)).toMatchObject({ used: 1 });
    expect(await limitOf(gateway, 'streams')).toMatchObject({ used: 0 });
    expect(await limitOf(one, 'streams', '?account=one')).toMatchObject({ used: 1 });
    for (const query of ['?account=one', '?account=nobody'])
      expect(await other.json(`/api/usage/limits${query}`)).toMatchObject({
        status: 404,
        body: { code: 'account-not-found' },
      });
    const key = await operatorOf(gateway).withKey((await operatorOf(gateway).newApp('Shop'))['slug']);
    expect(await limitOf(key, 'sessions')).toMatchObject({ variable: 'ACCOUNT_SESSIONS', unit: 'count' });
    leaving.abort();
  });

  it('[usage-metrics] metrics tell what is used, by all and by the largest account, and what was refused', async () => {
    const leaving = new AbortController();
    for (const client of [one, two, other])
      await client.stream('desk', 'hang', {}, { signal: leaving.signal });
    await one.call('desk', 'echo', {}, {}, { headers: { accept: 'text/event-stream' } });
    const metrics = await (await gateway.fetch('/metrics')).text();
    expect(metrics).toMatch(/^gantry_usage\{limit="streams"\} 3$/m);
    expect(metrics).toMatch(/^gantry_usage_largest_account\{limit="streams"\} 2$/m);
    expect(metrics).toMatch(/^gantry_usage_refusals_total\{limit="streams"\} [1-9]/m);
    leaving.abort();
  });
});
