import { operatorOf, personIn } from '../support/clients/apps-client.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { Answer, GatewayClient } from '../support/clients/gateway-client.js';
import { hangsAfter, ModelServer } from '../support/models/model-server.js';
import { NativeClient } from '../support/clients/native-client.js';
import { TestClock } from '../support/test-clock.js';
import { hangs, text } from '../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterAll();
const clock = new TestClock();
let model: ModelServer;
let upstream: ScriptedHttp;
let gateway: TestGateway;
/** Allows each token three requests a minute, and each address one wrong token. */
let strict: TestGateway;
/** Two people of one account, and somebody of another. */
let one: GatewayClient & { readonly accountId: string };
let two: GatewayClient;
let other: GatewayClient;

beforeAll(async () => {
  model = await open(ModelServer.start());
  const count = tool('count', (exchange) => {
    exchange.result(text(`run ${String(upstream.executions('count'))}`));
  });
  const big = tool('big', (exchange) => {
    exchange.result(text('x'.repeat(200_000)));
  });
  upstream = await open(ScriptedHttp.start([echo, tool('hang', hangs), count, big]));
  gateway = await open(
    startGateway({
      clock,
      mcpServers: { desk: { url: upstream.url } },
      env: {
        ...{ ACCOUNT_STREAMS: 2, ACCOUNT_SESSIONS: 2, ACCOUNT_CHATS: 2, SESSION_QUIET_MS: 5000 },
        ...{ MAX_KEPT_ANSWER_BYTES: 100_000, ACCOUNT_KEPT_ANSWER_BYTES: 400, ACCOUNT_KEPT_ANSWERS: 5 },
        ACCOUNT_MODEL_TOKENS_PER_MINUTE: 20,
        ...{ CHAT_PROVIDERS: { tiny: { baseUrl: model.url } }, CHAT_DEFAULT_MODEL: 'tiny/one' },
      },
    }),
  );
  strict = await open(startGateway({ env: { RATE_LIMIT_PER_MINUTE: 3, WRONG_TOKENS_PER_MINUTE: 1 } }));
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
  const shared = await open(
    startGateway({ env: { RATE_LIMIT_PER_MINUTE: 10, ACCOUNT_REQUESTS_PER_MINUTE: 6 } }),
  );
  const owner = await personIn(shared, 'one');
  const member = await personIn(shared, owner.accountId, 'member');
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
  expect((await ask(await personIn(shared, 'other'))).status).toBe(200);
});

it('[usage-requests] an account has five times the requests of a token unless it is said otherwise, and the scarcer is told', async () => {
  const usual = await personIn(strict, 'usual');
  const { headers } = await usual.json('/api/cli/auth/me');
  expect(headers.get('ratelimit')).toBe('"principal";r=2;t=60');
  expect(await limitOf(usual, 'requests')).toMatchObject({ max: 15 });
});

it('[usage-changes] what the people of an account change is limited, and what they read or call is not', async () => {
  const shared = await open(startGateway({ env: { ACCOUNT_CHANGES_PER_MINUTE: 12 } }));
  const owner = await personIn(shared, 'changing');
  const admin = await personIn(shared, owner.accountId, 'admin');
  const make = (client: GatewayClient, name: string) => client.json('/api/cli/apps', { body: { name } });
  expect((await make(owner, 'a')).status).toBe(201);
  expect((await make(admin, 'b')).status).toBe(201);
  const refused = await make(owner, 'c');
  expect(refused).toMatchObject({
    status: 429,
    body: { code: 'rate-limited', limit: 'ACCOUNT_CHANGES_PER_MINUTE' },
  });
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(10);
  expect((await owner.json('/api/cli/apps')).status).toBe(200);
  expect((await make(await personIn(shared, 'another'), 'd')).status).toBe(201);
  expect(await limitOf(owner, 'changes')).toMatchObject({
    variable: 'ACCOUNT_CHANGES_PER_MINUTE',
    used: 2,
    max: 2,
  });
});

it('[rate-limit-principal] limits the requests of a token, and those of an address without one, and of no others', async () => {
  const person = await personIn(strict, 'busy');
  const answers = [];
  for (let i = 0; i < 4; i++) answers.push(await person.json('/api/cli/auth/me'));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"principal";q=3;w=60');
  expect(answers[0]?.headers.get('ratelimit')).toBe('"principal";r=2;t=60');
  expect(answers[3]?.body['code']).toBe('rate-limited');
  const anonymous = await Promise.all(
    Array.from({ length: 16 }, () => fetch(`${strict.url}/problems/forbidden`)),
  );
  expect(anonymous.filter(({ status }) => status === 429)).toHaveLength(1);
});

it('[health-unlimited] /health/* answers whoever asks however often', async () => {
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

describe('answers that are kept', () => {
  const keyed = (client: GatewayClient, name: string, key: string): Promise<Answer> =>
    client.call('desk', name, {}, {}, { headers: { 'idempotency-key': key } });

  it('[idempotency-large-answer] are small; of a large one it is known that it was given', async () => {
    const small = await personIn(gateway, 'keeps');
    const before = upstream.executions('big');
    expect(await keyed(small, 'big', 'large')).toMatchObject({ status: 200 });
    const again = await keyed(small, 'big', 'large');
    expect(again).toMatchObject({ status: 409, body: { code: 'answer-not-kept' } });
    expect(upstream.executions('big')).toBe(before + 1);

    const statuses: number[] = [];
    for (const key of ['a', 'b', 'c', 'd']) {
      expect((await keyed(small, 'count', key)).status).toBe(200);
      statuses.push((await keyed(small, 'count', key)).status);
    }
    expect(statuses[0]).toBe(200);
    expect(statuses.at(-1)).toBe(409);
    const shown = (await limitsOf(small)).filter(({ name }) => String(name).startsWith('keptAnswer'));
    expect(shown).toMatchObject([
      { name: 'keptAnswers', variable: 'ACCOUNT_KEPT_ANSWERS', used: 5, max: 5 },
      { name: 'keptAnswerBytes', variable: 'ACCOUNT_KEPT_ANSWER_BYTES', max: 400 },
    ]);
    expect(Number(shown[1]?.['used'])).toBeLessThanOrEqual(400);
    expect(await keyed(small, 'count', 'e')).toMatchObject({
      status: 503,
      body: { code: 'overloaded', limit: 'ACCOUNT_KEPT_ANSWERS' },
    });
    expect((await keyed(small, 'count', 'a')).status).toBe(200);
  });

  it('[idempotency-room] have as much room as there is for keys that come at once, and for one that comes often', async () => {
    const client = await personIn(gateway, 'keeps-at-once');
    const often = await Promise.all(Array.from({ length: 8 }, () => keyed(client, 'count', 'often')));
    for (const { status } of often) expect([200, 409]).toContain(status);
    expect((await keyed(client, 'count', 'often')).status).toBe(200);

    const before = upstream.executions('count');
    const keys = Array.from({ length: 20 }, (_, at) => `key ${String(at)}`);
    const statuses = (await Promise.all(keys.map((key) => keyed(client, 'count', key)))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(4);
    expect(statuses.filter((status) => status === 503)).toHaveLength(16);
    expect(upstream.executions('count')).toBe(before + 4);
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
