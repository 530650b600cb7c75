import { Sessions } from '../../src/accounts/sessions/sessions.service.js';
import { addFactor } from '../support/clients/authenticator.js';
import { ConsoleClient } from '../support/clients/console-client.js';
import type { Json } from '../support/clients/gateway-client.js';
import { PageVisitor, textOf } from '../support/clients/page-visitor.js';
import { addPasskey, askForNew, deviceAt, passkeyPlace, showPasskey } from '../support/clients/passkeys.js';
import type { PasskeyDevice } from '../support/clients/passkey-device.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { corpProvider, signedInPerson } from '../support/people.js';
import { TestClock } from '../support/test-clock.js';

const open = closeAfterAll();
const clock = new TestClock();
const password = 'a password for everybody';
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await open(
    startGateway({ clock, env: { ...passkeyPlace, LOGINS_PER_MINUTE: 1000, OIDC_PROVIDERS: corpProvider } }),
  );
});

const consoleOf = (visitor: PageVisitor) =>
  new ConsoleClient(gateway.url, visitor.cookies.get('gantry-session') ?? '');
const statusOf = async (browser: ConsoleClient) => (await browser.json('/api/me')).status;
const statusesOf = (browsers: readonly ConsoleClient[]) => Promise.all(browsers.map(statusOf));
const removePasskey = (browser: ConsoleClient, id: string) =>
  browser.json(`/api/me/passkeys/${id}`, { method: 'DELETE', body: { password } });

/** Somebody with an account of their own. */
async function founder(name: string) {
  const { email, browser: visitor, session: browser } = await signedInPerson(gateway, name, { password });
  return { email, visitor, browser };
}

/** Another browser, signed in by a passkey alone. */
async function withPasskey(device: PasskeyDevice) {
  const visitor = new PageVisitor(gateway.url);
  await showPasskey(visitor, await visitor.get('/login'), device);
  return consoleOf(visitor);
}

/** Another browser, signed in by the password and a passkey or a code. */
async function withPassword(email: string, factor: PasskeyDevice | string) {
  const visitor = new PageVisitor(gateway.url);
  const page = await visitor.submit(await visitor.get('/login'), '/login', { email, password });
  if (typeof factor === 'string') await visitor.submit(page, '/login/code', { code: factor });
  else await showPasskey(visitor, page, factor);
  return consoleOf(visitor);
}

describe('Browsers that were signed in with a factor', () => {
  it('[factor-sessions] end with a passkey that is taken away, and those of another stay', async () => {
    const { email, browser } = await founder('ada');
    const lost = await addPasskey(browser, password, 'Lost');
    const kept = await addPasskey(browser, password, 'Kept');
    const ofLost = [await withPasskey(lost.device), await withPassword(email, lost.device)];
    const [code = ''] = lost.recoveryCodes;
    const others = [await withPasskey(kept.device), await withPassword(email, code)];
    expect(await statusesOf([...ofLost, ...others])).toEqual([200, 200, 200, 200]);
    expect((await removePasskey(others[0] ?? browser, lost.id)).status).toBe(204);
    expect(await statusesOf([...ofLost, ...others])).toEqual([401, 401, 200, 200]);
  });

  it('[factor-sessions] end with the authenticator whose codes they showed, here not', async () => {
    const { email, browser } = await founder('bea');
    const { phone } = await addFactor(browser, password, () => clock.now());
    const { device } = await addPasskey(browser, password);
    clock.advance(30_000);
    const typed = await withPassword(email, phone.code());
    const shown = await withPasskey(device);
    clock.advance(30_000);
    const off = { method: 'DELETE', body: { code: phone.code() } };
    expect((await browser.json('/api/me/totp', off)).status).toBe(204);
    expect(await statusesOf([typed, shown, browser])).toEqual([401, 200, 200]);
  });

  it('[factor-sessions] all end with the last factor, but those that an issuer let in', async () => {
    const { email, browser } = await founder('cleo');
    const { device, id, recoveryCodes } = await addPasskey(browser, password);
    const [code = ''] = recoveryCodes;
    const shown = [await withPasskey(device), await withPassword(email, code)];
    const userId = String(((await browser.json('/api/me')).body['user'] as Json)['id']);
    const sessions = gateway.app.get(Sessions, { strict: false });
    const { secret } = await sessions.begin(userId, { provider: 'corp' });
    const ofIssuer = new ConsoleClient(gateway.url, secret);
    expect((await removePasskey(browser, id)).status).toBe(204);
    expect(await statusesOf([...shown, ofIssuer, browser])).toEqual([401, 401, 200, 200]);
  });

  it('[factor-sessions] end with a passkey after the password was changed in one of them', async () => {
    const { browser } = await founder('dora');
    const { device, id } = await addPasskey(browser, password);
    const keep = await addPasskey(browser, password, 'Kept');
    const visitor = new PageVisitor(gateway.url);
    await showPasskey(visitor, await visitor.get('/login'), device);
    const next = 'the next one of the same';
    await visitor.submit(await visitor.get('/password'), '/password', { current: password, password: next });
    const changed = consoleOf(visitor);
    expect(await statusesOf([changed, browser])).toEqual([200, 401]);
    const other = await withPasskey(keep.device);
    const off = { method: 'DELETE', body: { password: next } };
    expect((await other.json(`/api/me/passkeys/${id}`, off)).status).toBe(204);
    expect(await statusesOf([changed, other])).toEqual([401, 200]);
  });
});

describe('The page of the second factor', () => {
  it('[passkey-page] offers a passkey first, adds the one that was made, and goes on', async () => {
    const { visitor, browser } = await founder('eve');
    const page = await visitor.get('/factor?next=%2Fpassword');
    const [passkey, authenticator] = ['Make a passkey', 'Set up an authenticator'].map((words) =>
      page.text.indexOf(words),
    );
    expect([passkey, Number(passkey) < Number(authenticator)]).toEqual([expect.any(Number), true]);
    expect(page.text).toContain('data-new-passkey="/api/me/passkeys/options"');
    const nonsense = await visitor.submit(page, '/factor/passkey', { passkey: '{}' });
    expect([nonsense.status, textOf(nonsense)]).toEqual([422, expect.stringContaining('not made as asked')]);
    const made = deviceAt(gateway).make(await askForNew(browser, password));
    const send = () => visitor.submit(nonsense, '/factor/passkey', { passkey: JSON.stringify(made) });
    const on = await send();
    expect([on.status, on.heading, on.text.match(/<li>/g)?.length]).toEqual([
      ...[200, 'Your second factor is on', 10],
    ]);
    expect(on.text).toContain('href="/password"');
    expect((await send()).status).toBe(422);
    const held = await visitor.get('/factor');
    expect([held.heading, textOf(held)]).toEqual([
      'Your second factor is on',
      expect.stringMatching(/Recovery codes left\s+10/),
    ]);
    const second = deviceAt(gateway).make(await askForNew(browser, password));
    const both = await visitor.submit(held, '/factor/passkey', { passkey: JSON.stringify(second) });
    expect([both.status, textOf(both)]).toEqual([200, expect.stringContaining('Passkey, Passkey')]);
  });

  it('[passkey-page] takes no passkey for a form of another browser', async () => {
    const [fay, gil] = [await founder('fay'), await founder('gil')];
    const page = await fay.visitor.get('/factor');
    const made = deviceAt(gateway).make(await askForNew(gil.browser, password));
    const sent = { passkey: JSON.stringify(made) };
    expect((await gil.visitor.submit(page, '/factor/passkey', sent)).status).toBeGreaterThanOrEqual(400);
    const refused = await fay.visitor.submit(page, '/factor/passkey', sent);
    expect([refused.status, textOf(refused)]).toEqual([422, expect.stringContaining('not asked here')]);
    for (const { browser } of [fay, gil])
      expect((await browser.json('/api/me/factors')).body).toMatchObject({ factors: [] });
  });
});
