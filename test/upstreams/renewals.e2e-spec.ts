import type { Answer, GatewayClient, Json } from '../support/clients/gateway-client.js';
import { textOf } from '../support/clients/page-visitor.js';
import { closeAfterEach } from '../support/closing.js';
import { connect, connectStage } from '../support/connecting.js';
import { startGateway } from '../support/gateway.js';
import { operator, setUpOperator, signIn } from '../support/people.js';
import { spawnGateway, type GatewayProcess } from '../support/processes/gateway-process.js';
import { TestClock } from '../support/test-clock.js';
import { GuardedHttp, whoami } from '../support/upstreams/guarded-http.js';
import { ScriptedIssuer } from '../support/upstreams/scripted-issuer.js';
import { tool } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterEach();
const minute = 60_000;
const hour = 60 * minute;

const manyCalls = (client: GatewayClient, count: number): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, () => client.call('notes', 'whoami')));

const codesOf = (answers: readonly Answer[]): unknown[] => [
  ...new Set(answers.map(({ status, body }) => body['code'] ?? status)),
];

async function connectionOf(client: GatewayClient): Promise<Json> {
  const { body } = await client.json('/api/connections');
  return (body['connections'] as Json[])[0] ?? {};
}

const roomy = { env: { MAX_CONCURRENCY: 200, MAX_QUEUE: 200 } };

describe('A token that ends', () => {
  it('[renew-once] is renewed once for a hundred calls that find out by its server', async () => {
    const { gateway, browser, issuer } = await connectStage(open, roomy);
    await connect(browser, issuer, '/connect/notes');
    await gateway.call('notes', 'whoami');
    issuer.tokens.expireAccess();
    expect(codesOf(await manyCalls(gateway, 100))).toEqual([200]);
    expect([issuer.tokens.refreshes, issuer.tokens.replays]).toEqual([1, 0]);
  });

  it('[renew-once] is renewed once for a hundred calls ahead of its end, and no call carries the old one', async () => {
    const { gateway, browser, issuer, server, clock } = await connectStage(open, roomy);
    await connect(browser, issuer, '/connect/notes');
    await gateway.call('notes', 'whoami');
    const { refused } = server;
    clock.advance(hour);
    issuer.tokens.expireAccess();
    expect(codesOf(await manyCalls(gateway, 100))).toEqual([200]);
    expect([issuer.tokens.refreshes, issuer.tokens.replays, server.refused - refused]).toEqual([1, 0, 0]);
    for (let round = 0; round < 5; round++) {
      clock.advance(hour);
      issuer.tokens.expireAccess();
      expect(codesOf(await manyCalls(gateway, 5))).toEqual([200]);
    }
    expect([issuer.tokens.refreshes, issuer.tokens.replays]).toEqual([6, 0]);
  });

  it('[renew-away] is kept while the authorization server is away, for however long', async () => {
    const { gateway, browser, issuer, clock } = await connectStage(open);
    await connect(browser, issuer, '/connect/notes');
    clock.advance(hour);
    issuer.tokens.expireAccess();
    const problems: ((on: boolean) => void)[] = [
      (on) => (issuer.isAway = on),
      (on) => (issuer.tokenStatus = on ? 503 : undefined),
      (on) => (issuer.tokenStatus = on ? 429 : undefined),
    ];
    for (const problem of problems) {
      problem(true);
      for (let passed = 0; passed < 10; passed++) {
        const { status, body, headers } = await gateway.call('notes', 'whoami');
        expect([status, body['code']]).toEqual([503, 'upstream-auth-unavailable']);
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
        clock.advance(minute);
      }
      expect((await connectionOf(gateway))['state']).not.toBe('needs_auth');
      problem(false);
      const served = await waitFor('the connection to go on', async () => {
        clock.advance(minute);
        const answer = await gateway.call('notes', 'whoami');
        return answer.status === 200 ? answer : undefined;
      });
      expect(served.text).toContain('ana');
      clock.advance(hour);
      issuer.tokens.expireAccess();
    }
    expect(issuer.tokens.replays).toBe(0);
  });

  it.each(['rfc', 'slack'] as const)(
    '[renew-ended] whose grant was ended at the service needs somebody, who makes it the same connection again (%s)',
    async (dialect) => {
      const { gateway, browser, issuer } = await connectStage(open);
      issuer.dialect = dialect;
      await connect(browser, issuer, '/connect/notes');
      const before = await connectionOf(gateway);
      issuer.tokens.endAll();
      const { status, body } = await gateway.call('notes', 'whoami');
      expect([status, body['connectUrl']]).toEqual([409, `${gateway.url}/connect/notes`]);
      expect(codesOf(await manyCalls(gateway, 20))).toEqual(['upstream-auth-required']);
      expect(issuer.grants('refresh_token')).toHaveLength(1);
      expect(await connectionOf(gateway)).toMatchObject({
        ...{ id: before['id'], state: 'needs_auth', lastError: expect.any(String) },
      });
      expect((await browser.get('/connect/notes')).heading).toBe('Connect notes?');
      expect((await gateway.server('notes'))?.['auth']).toEqual({ state: 'needs_auth' });
      await connect(browser, issuer, '/connect/notes');
      expect(await connectionOf(gateway)).toMatchObject({ id: before['id'], state: 'ok' });
      expect(await connectionOf(gateway)).not.toHaveProperty('lastError');
      expect((await gateway.call('notes', 'whoami')).status).toBe(200);
    },
  );

  it('[renew-step-up] and is for less than one call needs asks for both, and goes on for the others', async () => {
    const { gateway, browser, issuer, server } = await connectStage(open, {}, { scopes: ['read'] });
    server.tools.push(tool('write', (exchange) => void exchange.result({ content: [] })));
    server.needs.set('write', ['write']);
    await connect(browser, issuer, '/connect/notes');
    const { status, body } = await gateway.call('notes', 'write');
    expect([status, body['code']]).toEqual([409, 'upstream-auth-required']);
    expect((await gateway.call('notes', 'whoami')).status).toBe(200);
    expect(issuer.tokens.refreshes).toBe(0);
    expect(textOf(await browser.get('/connect/notes'))).toContain('read, write');
    await connect(browser, issuer, '/connect/notes');
    expect((await gateway.call('notes', 'write')).status).toBe(200);
    expect(((await connectionOf(gateway))['scopes'] as string[]).sort()).toEqual(['read', 'write']);
  });

  it('[renew-client] of a registration that is gone needs somebody, who registers anew', async () => {
    const { gateway, browser, issuer } = await connectStage(open);
    await connect(browser, issuer, '/connect/notes');
    issuer.forgetClients();
    issuer.tokens.expireAccess();
    expect((await gateway.call('notes', 'whoami')).body['code']).toBe('upstream-auth-required');
    await connect(browser, issuer, '/connect/notes');
    expect(issuer.registrations).toBe(2);
    expect((await gateway.call('notes', 'whoami')).status).toBe(200);
  });

  it('[renew-moved] at a server that moved to another authorization server is shown to nobody there', async () => {
    const [first, second] = [await open(ScriptedIssuer.start()), await open(ScriptedIssuer.start())];
    const server = await open(GuardedHttp.guard(first));
    const auth = { type: 'oauth', for: 'user' };
    const gateway = await open(
      startGateway({
        env: { EGRESS_ALLOW: ['127.0.0.0/8'] },
        mcpServers: { notes: { url: server.url, auth } },
        clock: new TestClock(),
      }),
    );
    const browser = await setUpOperator(gateway);
    await connect(browser, first, '/connect/notes');
    expect((await gateway.call('notes', 'whoami')).status).toBe(200);
    server.issuer = second;
    expect((await gateway.call('notes', 'whoami')).body['code']).toBe('upstream-auth-required');
    await connect(browser, second, '/connect/notes');
    expect((await gateway.call('notes', 'whoami')).status).toBe(200);
    const seen = JSON.stringify(second.requests.map(({ text, headers }) => [text, headers]));
    for (const token of first.tokens.given) expect(seen).not.toContain(token);
    expect([first.registrations, second.registrations]).toEqual([1, 1]);
    expect((await connectionOf(gateway))['issuer']).toBe(second.issuer);
  });
});

describe('A server with client credentials', () => {
  it('[renew-own] is connected by nobody; one token serves all, and the next is got when it ends', async () => {
    const clock = new TestClock();
    const issuer = await open(ScriptedIssuer.start());
    issuer.know('gantry', 'shh');
    const server = await open(GuardedHttp.guard(issuer, [whoami]));
    const auth = {
      ...{ type: 'client_credentials', tokenUrl: `${issuer.origin}/token` },
      ...{ clientId: 'gantry', clientSecret: 'shh', scopes: ['read'] },
    };
    const mcpServers = { notes: { url: server.url, auth } };
    const gateway = await open(startGateway({ clock, mcpServers, ...roomy }));
    expect(codesOf(await manyCalls(gateway, 50))).toEqual([200]);
    expect(issuer.grants('client_credentials')).toHaveLength(1);
    expect((await gateway.server('notes'))?.['auth']).toEqual({ state: 'ok' });
    clock.advance(hour);
    issuer.tokens.expireAccess();
    expect(codesOf(await manyCalls(gateway, 50))).toEqual([200]);
    expect(issuer.grants('client_credentials')).toHaveLength(2);
    const browser = await setUpOperator(gateway);
    expect((await browser.get('/connect/notes')).status).toBe(400);
    issuer.isAway = true;
    clock.advance(hour);
    issuer.tokens.expireAccess();
    expect((await gateway.call('notes', 'whoami')).body['code']).toBe('upstream-auth-unavailable');
    issuer.isAway = false;
    issuer.know('gantry', 'another');
    const refused = await waitFor('the client to be refused', async () => {
      clock.advance(minute);
      const { body } = await gateway.call('notes', 'whoami');
      return body['code'] === 'upstream-auth-unavailable' ? undefined : body['code'];
    });
    expect(refused).toBe('upstream-auth-refused');
  });
});

describe('A process that is killed while it renews', () => {
  it('[renew-killed] leaves a connection that works, or that somebody makes anew', async () => {
    const issuer = await open(ScriptedIssuer.start());
    const server = await open(GuardedHttp.guard(issuer));
    const auth = { type: 'oauth', for: 'user', issuer: issuer.issuer };
    const options = {
      mcpServers: { notes: { url: server.url, auth } },
      env: { ADMIN_EMAIL: operator.email, ADMIN_PASSWORD: operator.password },
    };
    let gateway: GatewayProcess = await spawnGateway(options);
    const { state } = gateway;
    await open({ close: () => state.remove() });
    await open({ close: async () => void gateway.child.kill('SIGKILL') });
    const browser = await signIn(await gateway.ready(), operator);
    await connect(browser, issuer, '/connect/notes');
    for (const isAnswered of [false, true]) {
      expect((await gateway.client.call('notes', 'whoami')).status).toBe(200);
      let release = () => undefined as void;
      issuer.gate = new Promise<void>((resolve) => (release = resolve));
      const before = issuer.grants('refresh_token').length;
      issuer.tokens.expireAccess();
      const cut = gateway.client.call('notes', 'whoami').catch(() => undefined);
      await waitFor('the renewal to begin', () => issuer.grants('refresh_token').length > before);
      // Killed before the service has heard of it, or after it has replaced the token.
      if (isAnswered) release();
      const ended = new Promise((resolve) => gateway.child.once('close', resolve));
      gateway.child.kill('SIGKILL');
      await ended;
      await cut;
      release();
      issuer.gate = undefined;
      gateway = await spawnGateway({ ...options, state });
      const client = await gateway.ready();
      const { status, body } = await client.call('notes', 'whoami');
      expect([200, 409]).toContain(status);
      const found = await connectionOf(client);
      expect(found['state']).toBe(status === 200 ? 'ok' : 'needs_auth');
      if (status === 409) {
        expect(body['code']).toBe('upstream-auth-required');
        await connect((await signIn(client, operator)).at(client.url), issuer, '/connect/notes');
        expect((await connectionOf(client))['id']).toBe(found['id']);
      }
      expect((await client.call('notes', 'whoami')).status).toBe(200);
    }
  });
});
