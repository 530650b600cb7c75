import { FactorStore } from '../../src/accounts/factors/factor-store.port.js';
import { Database } from '../../src/platform/database/database.js';
import { addFactor, Authenticator } from '../support/clients/authenticator.js';
import { ConsoleClient } from '../support/clients/console-client.js';
import type { GatewayClient, Json } from '../support/clients/gateway-client.js';
import { PageVisitor, textOf } from '../support/clients/page-visitor.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { invite, logIn, signIn } from '../support/people.js';
import { TestClock } from '../support/test-clock.js';

const open = closeAfterAll();
const clock = new TestClock();
const password = 'a password for everybody';
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await open(
    startGateway({
      clock,
      env: { LOGINS_PER_MINUTE: 1000, FACTOR_TRIES_PER_HOUR: 6, LOGIN_WAIT_MS: 1, RESETS_PER_MINUTE: 100 },
    }),
  );
});

/** Somebody with an account of their own. */
async function founder(name: string): Promise<Person> {
  const email = `${name}@example.com`;
  const visitor = await invite(gateway, { email, newAccount: { name } }, { name, password });
  return { email, visitor, browser: consoleOf(visitor) };
}

interface Person {
  readonly email: string;
  readonly visitor: PageVisitor;
  readonly browser: ConsoleClient;
}

const consoleOf = (visitor: PageVisitor) =>
  new ConsoleClient(gateway.url, visitor.cookies.get('gantry-session') ?? '');
const now = () => clock.now();
const factorsOf = async (browser: GatewayClient) => (await browser.json('/api/me/factors')).body;
const remove = (browser: GatewayClient, code: string) =>
  browser.json('/api/me/totp', { method: 'DELETE', body: { code } });
const eventsOf = async (browser: GatewayClient) =>
  ((await browser.json('/api/audit?limit=8')).body['events'] as Json[]).map(({ action }) => action);

/** Signs in with the password in a new browser, as far as the code. */
async function withPassword({ email }: { readonly email: string }) {
  const visitor = new PageVisitor(gateway.url);
  const page = await visitor.submit(await visitor.get('/login?next=%2Fpassword'), '/login', {
    email,
    password,
  });
  return { visitor, page, show: (code: string) => visitor.submit(page, '/login/code', { code }) };
}

describe('A second factor', () => {
  it('[factor-on] is set up with the password and turned on with a first code, in a browser only', async () => {
    const ada = await founder('ada');
    const wrong = await ada.browser.json('/api/me/totp', { body: { password: 'not this one' } });
    expect([wrong.status, wrong.body['code']]).toEqual([403, 'wrong-password']);
    expect(await factorsOf(ada.browser)).toEqual({
      ...{ factors: [], recoveryCodesLeft: 0, required: false, canAdd: true, canAddPasskey: false },
    });
    expect((await ada.browser.json('/api/me/totp/confirm', { body: { code: '123456' } })).status).toBe(404);
    const begun = await ada.browser.json('/api/me/totp', { body: { password } });
    expect([begun.status, begun.body]).toEqual([
      201,
      {
        secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
        uri: expect.stringMatching(/^otpauth:\/\/totp\/Gantry/),
      },
    ]);
    const phone = new Authenticator(String(begun.body['secret']), now);
    const other = await signIn(gateway, { email: ada.email, password });
    expect((await ada.browser.json('/api/me/totp/confirm', { body: { code: '000000' } })).body['code']).toBe(
      'wrong-code',
    );
    const on = await ada.browser.json('/api/me/totp/confirm', { body: { code: phone.code() } });
    const codes = on.body['recoveryCodes'] as string[];
    expect([on.status, new Set(codes).size, codes[0]]).toEqual([
      200,
      10,
      expect.stringMatching(/^[a-z2-9]{5}-[a-z2-9]{5}$/),
    ]);
    expect(await factorsOf(ada.browser)).toMatchObject({
      factors: [{ kind: 'totp', createdAt: new Date(clock.now()).toISOString(), recoveryCodesLeft: 10 }],
    });
    expect((await consoleOf(other).json('/api/me')).status).toBe(401);
    expect((await ada.browser.json('/api/me')).status).toBe(200);
    expect((await ada.browser.json('/api/me/totp', { body: { password } })).body['code']).toBe(
      'factor-present',
    );
    expect(await eventsOf(ada.browser)).toEqual(
      expect.arrayContaining(['user.factor-added', 'user.password-guessed']),
    );
    clock.advance(30_000);
    const token = await logIn(gateway, ada.visitor);
    for (const [path, init] of [
      ['/api/me/factors', {}],
      ['/api/me/totp', { body: { password } }],
      ['/api/me/totp', { method: 'DELETE', body: { code: phone.code() } }],
    ] as const)
      expect((await token.json(path, init)).status).toBe(403);
  });

  it('[factor-asked] is asked for after the password, and a code is good once, at once too', async () => {
    const bea = await founder('bea');
    const { phone } = await addFactor(bea.browser, password, now);
    const first = await withPassword(bea);
    expect([first.page.status, first.page.heading]).toEqual([200, 'Which code do you see?']);
    expect(first.visitor.cookies.has('gantry-session')).toBe(false);
    const replayed = await first.show(phone.code());
    expect([replayed.status, textOf(replayed)]).toEqual([422, expect.stringContaining('wrong, or was used')]);
    clock.advance(30_000);
    const code = phone.code();
    const tries = await Promise.all(Array.from({ length: 5 }, () => withPassword(bea)));
    const shown = await Promise.all(tries.map(({ show }) => show(code)));
    expect(shown.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
    expect(shown.find(({ status }) => status === 200)?.url).toBe(`${gateway.url}/password`);
    expect((await eventsOf(bea.browser)).filter((action) => action === 'user.login-failed')).toHaveLength(5);
  });

  it('[factor-asked] is not passed with a ticket that is late, made up, or older than the password', async () => {
    const cleo = await founder('cleo');
    const { phone } = await addFactor(cleo.browser, password, now);
    clock.advance(60_000);
    const late = await withPassword(cleo);
    const made = await withPassword(cleo);
    const stale = await withPassword(cleo);
    const forged = await made.visitor.submit(made.page, '/login/code', {
      code: phone.code(),
      ticket: 'v1.a.b.c.d',
    });
    expect(forged.heading).toBe('Sign in');
    clock.advance(1000);
    const change = { currentPassword: password, newPassword: 'another one for now' };
    await cleo.browser.json('/api/cli/auth/password', { method: 'PUT', body: change });
    expect((await stale.show(phone.code())).heading).toBe('Sign in');
    clock.advance(600_000);
    expect((await late.show(phone.code())).heading).toBe('Sign in');
  });

  it('[factor-recovery] is replaced by a recovery code, once, and neither is kept in clear', async () => {
    const dora = await founder('dora');
    const { phone, recoveryCodes } = await addFactor(dora.browser, password, now);
    const [code = ''] = recoveryCodes;
    const lost = await withPassword(dora);
    expect((await lost.show(` ${code.toUpperCase().replace('-', ' ')}`)).url).toBe(`${gateway.url}/password`);
    expect(await factorsOf(consoleOf(lost.visitor))).toMatchObject({ factors: [{ recoveryCodesLeft: 9 }] });
    expect((await (await withPassword(dora)).show(code)).status).toBe(422);
    const { manager } = gateway.app.get(Database, { strict: false });
    const rows = JSON.stringify([
      await manager.query('SELECT * FROM "authenticators"'),
      await manager.query('SELECT * FROM "recovery_codes"'),
    ]);
    for (const secret of [phone.secret, ...recoveryCodes, ...recoveryCodes.map((it) => it.replace('-', ''))])
      expect(rows).not.toContain(secret);
  });

  it('[factor-guesses] is guessed as often as FACTOR_TRIES_PER_HOUR allow, and each guess is written down', async () => {
    const eve = await founder('eve');
    const { phone } = await addFactor(eve.browser, password, now);
    clock.advance(60_000);
    const thief = await withPassword(eve);
    const statuses: number[] = [];
    for (let i = 0; i < 7; i++) statuses.push((await thief.show('000000')).status);
    expect(statuses).toEqual([...Array<number>(6).fill(422), 429]);
    expect((await thief.show(phone.code())).status).toBe(429);
    expect((await eventsOf(eve.browser)).filter((action) => action === 'user.login-failed')).toHaveLength(6);
    const page = await eve.visitor.submit(await eve.visitor.get('/logout'), '/logout', {});
    const asked = await eve.visitor.submit(page, '/login', { email: eve.email, password });
    expect((await eve.visitor.submit(asked, '/login/code', { code: phone.code() })).heading).not.toBe(
      asked.heading,
    );
  });

  it('[factor-off] is taken away with a code or a recovery code, and guesses of it are written down', async () => {
    const fay = await founder('fay');
    const { phone } = await addFactor(fay.browser, password, now);
    expect((await remove(fay.browser, phone.code())).body['code']).toBe('wrong-code');
    expect(await eventsOf(fay.browser)).toContain('user.factor-guessed');
    clock.advance(30_000);
    expect((await remove(fay.browser, phone.code())).status).toBe(204);
    expect((await remove(fay.browser, phone.code())).body['code']).toBe('factor-not-found');
    expect(await factorsOf(fay.browser)).toMatchObject({ factors: [] });
    const again = await addFactor(fay.browser, password, now);
    expect((await remove(fay.browser, again.recoveryCodes[3] ?? '')).status).toBe(204);
    expect((await withPassword(fay)).page.url).toBe(`${gateway.url}/password`);
    expect(await eventsOf(fay.browser)).toContain('user.factor-removed');
  });

  it('[factor-page] is turned on and off on a page without a script', async () => {
    const gil = await founder('gil');
    const page = await gil.visitor.get('/factor?next=%2Fpassword');
    const refused = await gil.visitor.submit(page, '/factor', { password: 'wrong one' });
    expect([refused.status, textOf(refused)]).toEqual([422, expect.stringContaining('not your password')]);
    const begun = await gil.visitor.submit(refused, '/factor', { password });
    expect(begun.text).toMatch(/<svg[^>]* role="img"/);
    expect(begun.text).not.toContain('style=');
    const phone = new Authenticator(/secret=([A-Z2-7]+)/.exec(begun.text)?.[1] ?? '', now);
    const mistyped = await gil.visitor.submit(begun, '/factor/confirm', { code: '000000' });
    expect([mistyped.status, mistyped.text.includes(phone.secret)]).toEqual([422, true]);
    const on = await gil.visitor.submit(mistyped, '/factor/confirm', { code: phone.code() });
    expect(on.heading).toBe('Your second factor is on');
    expect(on.text.match(/<li>/g)).toHaveLength(10);
    expect(on.text).toContain('href="/password"');
    clock.advance(30_000);
    const off = await gil.visitor.submit(await gil.visitor.get('/factor'), '/factor/remove', {
      code: phone.code(),
    });
    expect(off.heading).toBe('Do you want a second factor?');
  });

  it('[factor-kept] outlives a new password, and the setup is void after fifteen minutes', async () => {
    const hal = await founder('hal');
    const begun = await hal.browser.json('/api/me/totp', { body: { password } });
    const slow = new Authenticator(String(begun.body['secret']), now);
    clock.advance(900_000);
    expect((await hal.browser.json('/api/me/totp/confirm', { body: { code: slow.code() } })).status).toBe(
      404,
    );
    const { phone } = await addFactor(hal.browser, password, now);
    clock.advance(30_000);
    const form = await hal.visitor.get('/password');
    const next = 'the next one of the same';
    await hal.visitor.submit(form, '/password', { current: password, password: next });
    expect(await factorsOf(consoleOf(hal.visitor))).toMatchObject({ factors: [{ kind: 'totp' }] });
    const visitor = new PageVisitor(gateway.url);
    const asked = await visitor.submit(await visitor.get('/login'), '/login', {
      email: hal.email,
      password: next,
    });
    expect((await visitor.submit(asked, '/login/code', { code: phone.code() })).status).not.toBe(422);
  });

  it('[reset-factor] goes with the use of a reset link that says so, and with no other', async () => {
    const owner = await founder('ira');
    const invitation = await owner.browser.json('/api/cli/invitations', {
      body: { email: 'jo@example.com' },
    });
    const visitor = new PageVisitor(gateway.url);
    await visitor.submit(await visitor.get(String(invitation.body['url'])), '/invite', {
      name: 'Jo',
      password,
    });
    const jo = { email: 'jo@example.com', visitor, browser: consoleOf(visitor) };
    await addFactor(jo.browser, password, now);
    const id = String(((await jo.browser.json('/api/me')).body['user'] as Json)['id']);
    const use = async (body: Json) => {
      const link = await owner.browser.json(`/api/cli/members/${id}/reset`, { body });
      expect(Object.keys(link.body)).toEqual(['url', 'expiresAt']);
      const page = await visitor.get(String(link.body['url']));
      await visitor.submit(page, '/reset', { password });
      return textOf(page).includes('takes your second factor away');
    };
    expect([await use({}), (await withPassword(jo)).page.heading]).toEqual([false, 'Which code do you see?']);
    const store = gateway.app.get(FactorStore, { strict: false });
    clock.advance(1000);
    expect([await use({ factor: true }), (await withPassword(jo)).page.url]).toEqual([
      true,
      `${gateway.url}/password`,
    ]);
    expect([await store.find(id), await store.countRecoveryCodes(id)]).toEqual([undefined, 0]);
  });
});
