import { AccessTokens } from '../../src/accounts/tokens/access-tokens.service.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { GatewayClient, type Json } from '../support/clients/gateway-client.js';
import { PageVisitor, type ShownPage } from '../support/clients/page-visitor.js';
import { addFactor } from '../support/clients/authenticator.js';
import { invite, logIn, operator, setUpOperator, signedInPerson } from '../support/people.js';

const open = closeAfterAll();
const right = 'a password for everybody';
const signedIn = 'Which code does the terminal show?';
let gateway: TestGateway;

/** Somebody at an address of the internet. */
const from = (address: string) => new PageVisitor(gateway.url, { 'x-forwarded-for': address });

async function tryPassword(visitor: PageVisitor, email: string, password: string): Promise<ShownPage> {
  const page = await visitor.get('/login?next=/device');
  return page.heading === 'Sign in' ? visitor.submit(page, '/login', { email, password }) : page;
}

async function guess(visitor: PageVisitor, email: string, times: number): Promise<number[]> {
  const page = await visitor.get('/login');
  const statuses: number[] = [];
  for (let i = 0; i < times; i++)
    statuses.push((await visitor.submit(page, '/login', { email, password: `guess ${String(i)}` })).status);
  return statuses;
}

beforeAll(async () => {
  gateway = await open(
    startGateway({
      env: {
        ...{ LOGINS_PER_MINUTE: 1000, LOGIN_TRIES: 5, LOGIN_WAIT_MS: 600_000, LOGINS_PER_PERSON: 12 },
        TRUST_PROXY: ['127.0.0.1'],
      },
    }),
  );
  await setUpOperator(gateway);
});

async function newcomer(email: string): Promise<{ browser: PageVisitor; client: GatewayClient }> {
  const browser = await invite(gateway, { email }, { name: 'New', password: right });
  return { browser, client: await logIn(gateway, browser) };
}

describe('Guesses of a password', () => {
  it('[login-growing-wait] wait ever longer in their network, and keep nobody out elsewhere', async () => {
    await newcomer('ada@example.com');
    const statuses = await guess(from('203.0.113.7'), 'ada@example.com', 8);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429, 429]);
    const refused = await tryPassword(from('203.0.113.7'), 'ada@example.com', right);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500);
    expect(refused.headers.get('ratelimit-policy')).toContain('"login-user"');
    expect((await tryPassword(from('198.51.100.9'), 'ada@example.com', right)).heading).toBe(signedIn);
    // Another person in the network of who guesses is not concerned either.
    expect((await tryPassword(from('203.0.113.7'), operator.email, operator.password)).heading).toBe(
      signedIn,
    );
  });

  it('[factor-growing-wait] of a second factor wait ever longer, too', async () => {
    const { email, session } = await signedInPerson(gateway, 'gus', { password: right });
    await addFactor(session, right);
    const thief = from('203.0.113.9');
    const page = await tryPassword(thief, email, right);
    const tries: ShownPage[] = [];
    for (let i = 0; i < 6; i++) tries.push(await thief.submit(page, '/login/code', { code: '000000' }));
    expect(tries.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 429]);
    expect(Number(tries[5]?.headers.get('retry-after'))).toBeGreaterThan(500);
    expect(tries[5]?.headers.get('ratelimit-policy')).toContain('"second-factor"');
    expect(tries[5]?.text).toContain('href="/login?next=%2Fdevice"');
  });

  it('[login-known-browser] do not lock a browser that the person has signed in with, from wherever they come', async () => {
    const { browser } = await newcomer('bea@example.com');
    await browser.submit(await browser.get('/logout'), '/logout', {});
    for (const network of [1, 2, 3]) await guess(from(`203.0.113.${String(network)}`), 'bea@example.com', 5);
    expect((await tryPassword(from('198.51.100.1'), 'bea@example.com', right)).status).toBe(429);
    expect((await tryPassword(browser, 'bea@example.com', right)).heading).toBe(signedIn);
  });

  it('[login-known-browser] have as many tries in a known browser as in a network, and none with a cookie of somebody else', async () => {
    const { browser: mine } = await newcomer('cleo@example.com');
    const { browser: theirs } = await newcomer('dora@example.com');
    for (const browser of [mine, theirs]) await browser.submit(await browser.get('/logout'), '/logout', {});
    expect(mine.setCookies.get('gantry-browser')).toMatch(/HttpOnly; SameSite=Lax; Max-Age=34560000/);
    for (const network of [1, 2, 3]) await guess(from(`203.0.113.${String(network)}`), 'cleo@example.com', 5);
    expect((await tryPassword(theirs, 'cleo@example.com', right)).status).toBe(429);
    expect(await guess(mine, 'cleo@example.com', 7)).toEqual([422, 422, 422, 422, 422, 429, 429]);
    const forged = from('198.51.100.2');
    const cookie = mine.cookies.get('gantry-browser') ?? '';
    forged.cookies.set('gantry-browser', `A${cookie.slice(1)}`);
    expect((await tryPassword(forged, 'cleo@example.com', right)).status).toBe(429);
  });

  it('[login-known-browser] leave its tries to a known browser at the API, too: second factors, passkeys, password', async () => {
    const { browser } = await newcomer('fern@example.com');
    for (const network of [1, 2, 3]) await guess(from(`203.0.113.${String(network)}`), 'fern@example.com', 5);
    expect((await tryPassword(from('198.51.100.3'), 'fern@example.com', right)).status).toBe(429);
    const ask = async (method: string, path: string, body: Json) => {
      const headers = { 'sec-fetch-site': 'same-origin', 'x-gantry-console': '1' };
      const init = { method, headers: { ...headers, 'content-type': 'application/json' } };
      const url = new URL(path, gateway.url);
      return (await browser.send(url, { ...init, body: JSON.stringify(body) })).status;
    };
    const password = { currentPassword: right, newPassword: 'the next long password' };
    expect(await ask('POST', '/api/me/totp', { password: right })).toBe(201);
    // The address of the test is no name for which browsers have passkeys: that is told to whom the password was right.
    expect(await ask('POST', '/api/me/passkeys/options', { password: right })).toBe(409);
    expect(await ask('PUT', '/api/cli/auth/password', password)).toBe(204);
  });

  it('[password-guessed] of one’s own need the scope account, leave an event and come from the same budget', async () => {
    const { client: reader } = await newcomer('eva@example.com');
    const me = (await reader.json('/api/cli/auth/me')).body as {
      user: { id: string };
      account: { id: string };
    };
    const change = (client: GatewayClient, currentPassword: string) =>
      client.json('/api/cli/auth/password', {
        method: 'PUT',
        body: { currentPassword, newPassword: 'the next long password' },
      });
    expect((await change(reader, right)).body['code']).toBe('insufficient-scope');
    const { text } = await gateway.app.get(AccessTokens).issueToUser({
      ...{
        accountId: me.account.id,
        userId: me.user.id,
        name: 'test',
        source: 'device',
        scopes: ['account'],
      },
    });
    const manager = new GatewayClient(gateway.url, text);
    const codes: unknown[] = [];
    for (let i = 0; i < 4; i++) codes.push((await change(manager, `guess ${String(i)}`)).body['code']);
    expect(codes).toEqual(Array(4).fill('wrong-password'));
    const { body } = await gateway.json('/api/audit?limit=4');
    for (const event of body['events'] as Json[])
      expect(event).toMatchObject({
        action: 'user.password-guessed',
        userId: me.user.id,
        target: me.user.id,
      });
    expect(await guess(new PageVisitor(gateway.url), 'eva@example.com', 2)).toEqual([422, 429]);
    expect((await change(manager, right)).status).toBe(429);
  });
});

describe('The page for one’s own password', () => {
  const change = async (browser: PageVisitor, current: string, password: string) =>
    browser.submit(await browser.get('/password'), '/password', { current, password });

  it('[password-page] changes it with the present one, without any scope', async () => {
    expect((await new PageVisitor(gateway.url).get('/password')).heading).toBe('Sign in');
    const { browser, client } = await newcomer('fay@example.com');
    const elsewhere = from('198.51.100.3');
    await tryPassword(elsewhere, 'fay@example.com', right);
    expect((await browser.get('/device')).text).toContain('href="/password"');
    const wrong = await change(browser, 'not it', 'the next long password');
    expect([wrong.status, wrong.text.includes('This is not your present password.')]).toEqual([422, true]);
    expect((await change(browser, right, 'short')).status).toBe(422);
    const trivial = await change(browser, right, 'fay.example1');
    expect([trivial.status, trivial.text.includes('among the first passwords')]).toEqual([422, true]);
    expect((await change(browser, right, 'the next long password')).heading).toBe(signedIn);
    expect((await elsewhere.get('/device')).heading).toBe('Sign in');
    expect((await client.json('/api/cli/auth/me')).status).toBe(200);
    expect((await tryPassword(elsewhere, 'fay@example.com', 'the next long password')).heading).toBe(
      signedIn,
    );
  });
});
