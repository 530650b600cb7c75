import { DataSource } from 'typeorm';
import { Audit } from '../../src/accounts/audit/audit.service.js';
import { mintToken } from '../../src/accounts/tokens/token-format.js';
import { operatorOf } from '../support/clients/apps-client.js';
import { closeAfterAll } from '../support/closing.js';
import type { TestGateway } from '../support/gateway.js';
import { GatewayClient, type Answer, type Json } from '../support/clients/gateway-client.js';
import { errorOf, NativeClient, resultOf, type NativeAnswer } from '../support/clients/native-client.js';
import { PageVisitor } from '../support/clients/page-visitor.js';
import { begin, decide, operator, poll, signIn } from '../support/people.js';
import { startReplicas } from '../support/processes/replicas.js';
import { accept, answered, asked, textOf } from '../support/questions.js';
import { says } from '../support/clients/sdk-apps.js';
import { EventCollector } from '../support/collectors/event-collector.js';
import { askingStdio } from '../support/upstreams/asking-server.js';
import { text } from '../support/upstreams/behaviours.js';
import { ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { ScriptedModern } from '../support/upstreams/scripted-modern.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterAll();
/** Wrong tokens that an address may send in a minute. */
const quota = 20;
/** Wrong passwords that are accepted in a minute. */
const guesses = 10;

let upstream: ScriptedHttp;
let modern: ScriptedModern;
let collector: EventCollector;
let replicas: TestGateway[];
let a: TestGateway, b: TestGateway, c: TestGateway;
let browser: PageVisitor;

beforeAll(async () => {
  upstream = await open(
    ScriptedHttp.start([
      tool('count', (exchange) => {
        setTimeout(() => {
          exchange.result(text(`run ${String(upstream.executions('count'))}`));
        }, 50);
      }),
      says('first', 'x'),
    ]),
  );
  modern = await open(ScriptedModern.start());
  collector = await open(EventCollector.start());
  replicas = await startReplicas(open, 3, {
    env: {
      ...{ ADMIN_EMAIL: operator.email, ADMIN_PASSWORD: operator.password, EGRESS_ALLOW: ['127.0.0.1'] },
      ...{
        LOGINS_PER_MINUTE: guesses,
        LOGIN_TRIES: 1000,
        WRONG_TOKENS_PER_MINUTE: quota,
        TRUST_PROXY: ['127.0.0.1'],
        AUDIT_SINK: collector.url,
      },
    },
    mcpServers: { s: { url: upstream.url }, m: { url: modern.url }, stdio: askingStdio() },
  });
  [a, b, c] = replicas as [TestGateway, TestGateway, TestGateway];
  browser = await signIn(a, operator);
});

/** The same browser at another replica, as behind a load balancer, where the host stays the same. */
function at(gateway: TestGateway): PageVisitor {
  const there = new PageVisitor(gateway.url);
  for (const [name, value] of browser.cookies) there.cookies.set(name, value);
  return there;
}

const bodyOf = ({ status, body }: Answer) => [status, body];

describe('Replicas on one Postgres', () => {
  it('[replicas-boot] start at the same time on a new database, with one operator', async () => {
    const accounts = await Promise.all(
      replicas.map(async (gateway) => (await gateway.json('/api/cli/auth/me')).body),
    );
    expect(new Set(accounts.map(({ account }) => (account as { id: string }).id)).size).toBe(1);
  });

  it('[replicas-login] share sign-ins, device logins and invitations, each step elsewhere', async () => {
    const { deviceCode, userCode } = await begin(a);
    expect((await poll(b, deviceCode)).body['error']).toBe('authorization_pending');
    const entry = await at(b).get('/device');
    expect(entry.heading).not.toBe('Sign in');
    const facts = await at(c).submit(entry, '/device', { user_code: userCode });
    expect((await at(a).submit(facts, '/device/decision', { decision: 'approve' })).heading).toBe('Approved');
    const polls = await Promise.all(
      Array.from({ length: 15 }, (_, index) => poll(replicas[index % 3] as TestGateway, deviceCode)),
    );
    expect(polls.filter(({ status }) => status === 200)).toHaveLength(1);
    const token = String(polls.find(({ status }) => status === 200)?.body['access_token']);
    for (const { url } of replicas)
      expect((await new GatewayClient(url, token).json('/api/cli/auth/me')).status).toBe(200);

    const invitation = await a.json('/api/cli/invitations', { body: { email: 'bo@example.com' } });
    const code = new URL(String(invitation.body['url'])).search;
    const guests = await Promise.all(
      replicas.map(async ({ url }) => {
        const guest = new PageVisitor(url);
        const page = await guest.get(`/invite${code}`);
        const person = { name: 'Bo', password: 'a long enough password' };
        return (await guest.submit(page, '/invite', person)).status;
      }),
    );
    expect(guests.filter((status) => status === 200)).toHaveLength(1);
  });

  it('[replicas-config] use a config, secret and policy that another replica changed, and forget what it deleted', async () => {
    const [here, there] = [operatorOf(a), operatorOf(b)];
    const { id } = await here.newApp('shop', {
      mcpServers: { s: { url: upstream.url, headers: { 'X-Key': '${secret:KEY}' } } },
    });
    await here.setSecret(id, 'KEY', 'v1');
    await waitFor('the app', async () => (await there.mcp('shop.s', 'tools')).status === 200);
    expect(await there.toolNames('shop.s')).toEqual(['count', 'first']);

    await here.setSecret(id, 'KEY', 'v2');
    await waitFor('the secret', async () => {
      await there.call('shop.s', 'first', {});
      return upstream.of('tools/call').at(-1)?.headers['x-key'] === 'v2';
    });
    await here.save(id, { mcpServers: { s: { url: upstream.url, tools: { allow: ['count'] } } } });
    await waitFor('the config', async () => (await there.toolNames('shop.s')).join() === 'count');
    const key = await here.withKey(id);
    const keyThere = new GatewayClient(b.url, key.token);
    expect((await keyThere.json('/api/servers')).status).toBe(200);
    await here.app(id, '', { method: 'DELETE' });
    await waitFor('the refusal of the key', async () => (await keyThere.json('/api/servers')).status === 401);
    await waitFor('the end of the app', async () => (await there.call('shop.s', 'count', {})).status === 404);
  });

  it('[replicas-config] list the tools of a server that another replica accepted', async () => {
    const changing = await open(ScriptedHttp.start([says('one', 'x')]));
    const config = { mcpServers: { d: { url: changing.url } }, policies: { toolPinning: 'block' } };
    const { slug } = await operatorOf(a).newApp('drift', config);
    await waitFor('the app', async () => (await operatorOf(b).mcp('drift.d', 'tools')).status === 200);
    expect(await operatorOf(b).toolNames('drift.d')).toEqual(['one']);
    changing.tools = [says('one', 'x'), says('two', 'y')];
    expect(await operatorOf(b).toolNames('drift.d', '?refresh=true')).toEqual(['one']);
    expect((await operatorOf(a).toolNames('drift.d', '?refresh=true')).length).toBe(1);
    const accepted = await a.json(`/api/cli/apps/${String(slug)}/tools/accept`, { body: {} });
    expect(accepted.status).toBe(200);
    await waitFor('the tool', async () => (await operatorOf(b).toolNames('drift.d')).length === 2);
  });

  it.each([
    ['', () => Promise.resolve()],
    [' when signals between replicas are lost', breakListening],
  ])('[replicas-revoke] refuse a token that one of them revoked%s', async (_, before) => {
    const { deviceCode, userCode } = await begin(a);
    await decide(at(a), userCode, 'approve');
    const token = String((await poll(a, deviceCode)).body['access_token']);
    const clients = replicas.map(({ url }) => new GatewayClient(url, token));
    for (const client of clients) expect((await client.call('s', 'first', {})).status).toBe(200);
    await before();
    await clients[0]?.json('/api/cli/auth/logout', { method: 'POST' });
    let address = 1;
    await waitFor('the refusal everywhere', async () => {
      // Where the token is revoked it counts as a wrong one, and an address may send a limited number of those.
      const headers = { 'x-forwarded-for': `198.51.100.${String(address++ % 250)}` };
      const answers = await Promise.all(
        clients.map((client) => client.call('s', 'first', {}, {}, { headers })),
      );
      return answers.every(({ status }) => status === 401);
    });
  });

  it('[replicas-once] carry out a request with an Idempotency-Key once, wherever it is repeated', async () => {
    const headers = { 'idempotency-key': 'once' };
    const call = (gateway: TestGateway) => gateway.call('s', 'count', {}, {}, { headers });
    const before = upstream.executions('count');
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => call(replicas[index % 3] as TestGateway)),
    );
    expect(upstream.executions('count') - before).toBe(1);
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    const again = await Promise.all(replicas.map(call));
    expect(again.map(bodyOf)).toEqual(replicas.map(() => bodyOf(again[0] as Answer)));
    expect(upstream.executions('count') - before).toBe(1);

    const { id } = await operatorOf(a).newApp('race', {});
    const saves = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        operatorOf(replicas[index % 3] as TestGateway).save(id, { 'x-n': index }, { version: 1 }),
      ),
    );
    expect(saves.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(11).fill(412)]);
  });

  it('[replicas-guesses] count wrong passwords exactly, wherever they are tried', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < guesses + 2; i++) {
      const visitor = new PageVisitor((replicas[i % 3] as TestGateway).url);
      const page = await visitor.get('/login');
      const answer = await visitor.submit(page, '/login', { email: operator.email, password: 'wrong' });
      statuses.push(answer.status);
    }
    // The two invitations that were accepted too late count, too.
    expect(statuses.map((status) => status === 429)).toEqual(statuses.map((_, i) => i >= guesses - 2));
  });

  it('[replicas-limits] count wrong tokens together, with an overshoot of a twentieth per further replica', async () => {
    /** Whether the answer is that the token is wrong, and not that there were too many. */
    const isAdmitted = async (index: number, address: string) => {
      const stranger = new GatewayClient((replicas[index % 3] as TestGateway).url, mintToken('gtu'));
      const { status } = await stranger.json('/api/servers', { headers: { 'x-forwarded-for': address } });
      return status === 401;
    };
    const attempts = Array.from({ length: 1.5 * quota }, (_, index) => index);
    const inTurn: boolean[] = [];
    for (const index of attempts) inTurn.push(await isAdmitted(index, '203.0.113.1'));
    const atOnce = await Promise.all(attempts.map((index) => isAdmitted(index, '203.0.113.2')));
    for (const admitted of [inTurn, atOnce].map((answers) => answers.filter(Boolean).length)) {
      expect(admitted).toBeGreaterThanOrEqual(quota);
      expect(admitted).toBeLessThanOrEqual(quota * (1 + 2 / 20));
    }
  });

  it('[replicas-native] serve 2026-07-28 requests, and answer 404 to a 2025 session of another replica', async () => {
    const modernCall = (gateway: TestGateway) =>
      new NativeClient(`${gateway.url}/api/servers/m/mcp`, gateway.token).modern('tools/list', {});
    for (const gateway of replicas) expect((await modernCall(gateway)).status).toBe(200);

    const client = new NativeClient(`${a.url}/api/servers/s/mcp`, a.token);
    await client.initialize();
    expect((await client.request('tools/list')).status).toBe(200);
    const strayed = new NativeClient(`${b.url}/api/servers/s/mcp`, b.token);
    strayed.session = client.session;
    expect((await strayed.request('tools/list')).status).toBe(404);
    strayed.session = undefined;
    await strayed.initialize();
    expect((await strayed.request('tools/list')).status).toBe(200);
    expect((await client.request('tools/list')).status).toBe(200);
  });
});

describe('A suspended call of another replica', () => {
  function ask(gateway: TestGateway, name: string, more: Json = {}): Promise<NativeAnswer> {
    const client = new NativeClient(`${gateway.url}/api/servers/stdio/mcp`, gateway.token);
    const capabilities = { elicitation: { form: {}, url: {} } };
    return client.modern('tools/call', { name, arguments: {}, ...more }, { capabilities });
  }

  it('[question-elsewhere] takes answer after answer, each state once, whichever replica receives it', async () => {
    const first = resultOf(await ask(a, 'twice'));
    const again = answered(first, () => accept('Ada'));
    const answers = await Promise.all([b, c, b, c].map((gateway) => ask(gateway, 'twice', again)));
    const taken = answers.filter((answer) => errorOf(answer) === undefined);
    expect(taken).toHaveLength(1);
    for (const refused of answers.filter((answer) => errorOf(answer) !== undefined))
      expect(errorOf(refused)).toMatchObject({ code: -32602, data: { code: 'invalid-request-state' } });
    const second = resultOf(taken[0] as NativeAnswer);
    expect(asked(second)).toMatchObject([['q2', { params: { message: 'Second?' } }]]);
    const last = await ask(
      c,
      'twice',
      answered(second, () => accept('Bob')),
    );
    expect(textOf(resultOf(last))).toBe('Ada and Bob');
  });

  it('[question-elsewhere] is reported as lost when its replica has ended', async () => {
    const first = resultOf(await ask(a, 'ask'));
    await a.close();
    const answer = await ask(
      b,
      'ask',
      answered(first, () => accept('Ada')),
    );
    expect(errorOf(answer)).toMatchObject({ code: -32603, data: { code: 'held-call-lost' } });
  });
});

describe('The audit sink of several replicas', () => {
  it('[sink-one] receives each event once and in order, and goes on with another replica when one ends', async () => {
    const append = (gateway: TestGateway, action: string) =>
      gateway.app.get(Audit).append({ accountId: 'acc_one', action });
    const ofTest = () =>
      collector.events.map(({ action }) => String(action)).filter((action) => action.startsWith('test.'));
    const actions = Array.from({ length: 40 }, (_, index) => `test.${String(index)}`);
    for (const [index, action] of actions.entries()) await append(index % 2 === 0 ? b : c, action);
    await waitFor('all of them', () => ofTest().length >= 40);
    expect(ofTest()).toEqual(actions);
    await append(b, 'test.last-of-b');
    await b.close();
    await waitFor('the last of b', () => ofTest().includes('test.last-of-b'));
    await append(c, 'test.last-of-c');
    await waitFor('the last of c', () => ofTest().includes('test.last-of-c'));
    expect(new Set(collector.ids).size).toBe(collector.ids.length);
  });
});

/** Ends the connections on which the replicas receive each other's signals. */
async function breakListening(): Promise<void> {
  const { broken } = await a.app
    .get(DataSource)
    .query<{ broken: number }[]>(
      "SELECT count(pg_terminate_backend(pid))::int AS broken FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'gantry signals'",
    )
    .then(([row]) => row ?? { broken: 0 });
  expect(broken).toBe(3);
}
