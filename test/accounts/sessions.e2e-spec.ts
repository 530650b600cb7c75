import { PeopleStore } from '../../src/accounts/people/people-store.port.js';
import { SessionVerifier } from '../../src/platform/security/session-verifier.port.js';
import { personIn } from '../support/clients/apps-client.js';
import { browserOf, type ConsoleClient, operatorsBrowser } from '../support/clients/console-client.js';
import type { GatewayClient, Json } from '../support/clients/gateway-client.js';
import { PageVisitor } from '../support/clients/page-visitor.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { setUpOperator } from '../support/people.js';
import { programOf, serverIdOf } from '../support/oauth/programs.js';
import { echo, ScriptedHttp } from '../support/upstreams/scripted-http.js';

const open = closeAfterAll();
const elsewhere = 'https://app.example';
const config = { mcpServers: { desk: { use: 'desk' } } };
let upstream: ScriptedHttp;
let gateway: TestGateway;
let ana: ConsoleClient;

beforeAll(async () => {
  upstream = await open(ScriptedHttp.start([echo]));
  gateway = await open(
    startGateway({
      mcpServers: { desk: { url: upstream.url } },
      env: { ALLOWED_ORIGINS: [elsewhere], LOGINS_PER_MINUTE: 1000 },
    }),
  );
  ana = await operatorsBrowser(gateway);
});

const statusOf = async (client: GatewayClient, headers: Record<string, string> = {}) =>
  (await client.json('/api/me', { headers })).status;

describe('A browser that is signed in', () => {
  it('[session-caller] [me] is its person at the API, with all that the role allows', async () => {
    const me = await ana.json('/api/me');
    expect(me.status).toBe(200);
    expect(me.body).toMatchObject({
      account: { slug: 'operator', role: 'owner' },
      token: { kind: 'session', id: expect.stringMatching(/^ses_/) as string },
      permissions: ['tools:read', 'tools:call', 'apps:read', 'apps:write', 'account', 'operator'],
      operator: true,
    });
    expect((await ana.call('desk', 'echo', { text: 'hi' })).status).toBe(200);
    expect((await ana.json('/api/cli/apps', { body: { name: 'By hand' } })).status).toBe(201);
    const { body } = await ana.json('/api/cli/auth/me');
    expect(body).toMatchObject({ token: { kind: 'session' } });
    const verifier = gateway.app.get(SessionVerifier, { strict: false });
    expect(verifier.verify(ana.secret, undefined, () => Promise.reject(new Error('asked')))).toMatchObject({
      kind: 'user',
    });
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling domain', { 'sec-fetch-site': 'same-site' }],
    ['the address bar, or a frame without a parent of ours', { 'sec-fetch-site': 'none' }],
    ['a browser that says two things', { 'sec-fetch-site': 'same-origin', origin: elsewhere }],
    ['a page that CORS lets in', { 'sec-fetch-site': 'cross-site', origin: elsewhere }],
    ['a sandboxed frame', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
    ['an old browser that says nothing', { 'sec-fetch-site': '' }],
    ['an old browser at another site', { 'sec-fetch-site': '', origin: 'https://evil.example' }],
  ])('[session-own-pages] is nobody when asked by %s', async (_who, headers: Record<string, string>) => {
    const { 'sec-fetch-site': site, ...rest } = headers;
    const asked = (init: RequestInit) =>
      fetch(`${gateway.url}/api/servers/desk/mcp/call`, {
        ...init,
        headers: {
          ...{ cookie: `gantry-session=${ana.secret}`, 'x-gantry-console': '1' },
          'content-type': 'application/json',
          ...(site === '' ? {} : { 'sec-fetch-site': site ?? '' }),
          ...rest,
        },
      });
    const before = upstream.executions('echo');
    const answer = await asked({ method: 'POST', body: JSON.stringify({ name: 'echo', arguments: {} }) });
    expect([401, 403]).toContain(answer.status);
    expect(upstream.executions('echo')).toBe(before);
  });

  it('[session-own-pages] is its person where an old browser says only its origin', async () => {
    const headers = { cookie: `gantry-session=${ana.secret}`, origin: gateway.url };
    expect((await fetch(`${gateway.url}/api/me`, { headers })).status).toBe(200);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    '[session-header] is nobody for %s without the header, or with another word in it',
    async (method) => {
      for (const value of [undefined, '', '0', 'true'])
        for (const path of ['/api/servers/desk/mcp/call', '/api/cli/apps/none']) {
          const response = await fetch(gateway.url + path, {
            method,
            headers: {
              ...{ cookie: `gantry-session=${ana.secret}`, 'sec-fetch-site': 'same-origin' },
              ...{ 'content-type': 'application/json', origin: gateway.url },
              ...(value === undefined ? {} : { 'x-gantry-console': value }),
            },
            body: '{}',
          });
          expect([401, 404, 405]).toContain(response.status);
          expect(['unauthorized', 'not-found', 'method-not-allowed']).toContain(
            ((await response.json()) as Json)['code'],
          );
        }
    },
  );

  it('[session-token-first] is not looked at when there is a token, good or bad', async () => {
    expect(await statusOf(ana, { authorization: 'Bearer gtu_wrong' })).toBe(401);
    expect(await statusOf(ana, { authorization: '' })).toBe(401);
    const { body } = await ana.json('/api/me', { headers: { authorization: `Bearer ${gateway.token}` } });
    expect(body).toMatchObject({ token: { kind: 'user' } });
  });

  it('[session-api-only] opens nothing outside of the API', async () => {
    expect((await ana.fetch('/metrics')).status).toBe(401);
  });

  it('[session-no-cors] is never answered for another origin', async () => {
    const mine = await ana.json('/api/me', { headers: { origin: gateway.url } });
    expect(mine.status).toBe(200);
    const crossing = (headers: Headers) =>
      [...headers.keys()].filter((name) => name.startsWith('access-control'));
    expect(crossing(mine.headers)).toEqual([]);
    const preflight = await fetch(`${gateway.url}/api/cli/apps`, {
      method: 'OPTIONS',
      headers: {
        ...{ origin: elsewhere, 'access-control-request-method': 'POST' },
        'access-control-request-headers': 'content-type,x-gantry-console',
      },
    });
    expect(preflight.headers.get('access-control-allow-headers')).not.toContain('x-gantry-console');
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('[session-not-kept] is answered with what nobody keeps', async () => {
    await ana.newApp('Kept', config, { slug: 'kept' });
    const get = (path: string) => ana.json(path);
    const answers = [
      await get('/api/me'),
      await get('/api/servers/desk/mcp/tools'),
      await get('/api/cli/apps/kept/config'),
      await get('/api/apps/kept/resolve'),
      await get('/api/servers/none/mcp/tools'),
      await get('/api/nothing'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 404, 404]);
    for (const { headers } of answers) expect(headers.get('cache-control')).toBe('no-store');
    expect(answers[1]?.headers.get('etag')).not.toBeNull();
    const stream = await ana.stream('desk', 'echo', { text: 'hi' });
    expect(stream.response.headers.get('cache-control')).toContain('no-store');
    await stream.done;
    const native = await ana.fetch('/api/servers/desk/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
        params: {
          ...{ protocolVersion: '2025-11-25', capabilities: {} },
          clientInfo: { name: 'page', version: '1' },
        },
      }),
    });
    await native.text();
    expect([native.status, native.headers.get('cache-control')]).toEqual([200, 'no-store']);
  });

  it('[session-operator] does not run the gateway for members of the operator’s account', async () => {
    const { body } = await ana.json('/api/me');
    const member = await personIn(gateway, (body['account'] as { id: string }).id, 'admin');
    const browser = await browserOf(gateway, member.userId);
    const me = (await browser.json('/api/me')).body;
    expect(me).toMatchObject({ operator: false, account: { role: 'admin' } });
    expect(me['permissions']).not.toContain('operator');
    expect((await browser.json('/api/usage/limits?account=none')).status).toBe(404);
  });

  it('[session-account] speaks for the account that X-Account names', async () => {
    const bo = await personIn(gateway, 'bo-and-co');
    const people = gateway.app.get(PeopleStore, { strict: false });
    const { accountId } = await personIn(gateway, 'guild');
    await people.join(accountId, bo.userId, 'member', Date.now() + 1000);
    const browser = await browserOf(gateway, bo.userId);
    const accountOf = async (client: GatewayClient) =>
      ((await client.json('/api/me')).body['account'] as Json | undefined)?.['slug'];
    expect(await accountOf(browser)).toBe('bo-and-co');
    expect(await accountOf(browser.in('guild'))).toBe('guild');
    expect(await accountOf(browser.in(accountId))).toBe('guild');
    const { body } = await browser.in('guild').json('/api/me');
    expect(body).toMatchObject({ account: { role: 'member' }, accounts: [{ slug: 'bo-and-co' }, {}] });
    expect(body['permissions']).not.toContain('account');
    const [others, missing] = await Promise.all(
      ['operator', 'nobody-has-this'].map((slug) => browser.in(slug).json('/api/me')),
    );
    expect([others?.status, others?.body['code']]).toEqual([404, 'account-not-found']);
    expect(others?.body['detail']).toBe(missing?.body['detail']);
  });

  it('[session-own-business] sees to the own password and tokens, whatever the role', async () => {
    const owner = await personIn(gateway, 'business');
    const member = await personIn(gateway, owner.accountId, 'member');
    const browser = await browserOf(gateway, member.userId);
    const change = { currentPassword: 'not theirs at all', newPassword: 'a good new password' };
    const wrong = await browser.json('/api/cli/auth/password', { method: 'PUT', body: change });
    expect(wrong.body['code']).toBe('wrong-password');
    const token = ((await member.json('/api/me')).body['token'] as Json)['id'];
    const path = `/api/cli/auth/tokens/${String(token)}`;
    expect((await browser.json(path, { method: 'DELETE' })).status).toBe(204);
    expect(await statusOf(member)).toBe(401);
  });
});

it('[me] is told to keys and programs too, each with what it is', async () => {
  const owner = await personIn(gateway, 'tells');
  const app = await owner.newApp('Shop', config, { slug: 'shop' });
  const key = await owner.withKey('shop', { scopes: ['tools:read'] });
  const told = (await key.json('/api/me')).body;
  expect(told).toMatchObject({
    ...{ app: { id: app['id'], slug: 'shop' }, account: { slug: 'tells' }, token: { kind: 'app' } },
    ...{ permissions: ['tools:read'], operator: false },
  });
  expect(told['user']).toBeUndefined();
  const person = (await owner.json('/api/me')).body;
  expect(person).toMatchObject({ user: {}, token: { kind: 'user' }, accounts: [{ slug: 'tells' }] });
  const serverId = await serverIdOf(owner, 'desk');
  const program = await programOf(gateway, owner, { resource: { kind: 'server', serverId } });
  expect((await program.json('/api/me')).body).toMatchObject({ token: { kind: 'grant' }, operator: false });
});

it('[login-leads-to-console] leads to the console after signing in, unless something else was asked for', async () => {
  await setUpOperator(gateway);
  const visitor = new PageVisitor(gateway.url);
  const person = { email: 'ana@example.com', password: 'correct horse battery' };
  await visitor.submit(await visitor.get('/login'), '/login', person);
  expect(visitor.visited.at(-1)).toBe(`${gateway.url}/console`);
  const other = new PageVisitor(gateway.url);
  await other.submit(await other.get('/login?next=%2Fdevice'), '/login', person);
  expect(other.visited.at(-1)).toBe(`${gateway.url}/device`);
});
