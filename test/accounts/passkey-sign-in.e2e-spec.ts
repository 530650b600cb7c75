import { FactorStore } from '../../src/accounts/factors/factor-store.port.js';
import { PeopleStore } from '../../src/accounts/people/people-store.port.js';
import { addFactor } from '../support/clients/authenticator.js';
import { ConsoleClient } from '../support/clients/console-client.js';
import type { Json } from '../support/clients/gateway-client.js';
import { PageVisitor, textOf } from '../support/clients/page-visitor.js';
import type { Misdeed } from '../support/clients/passkey-device.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import {
  addPasskey,
  askToShow,
  deviceAt,
  passkeyPlace,
  sendShown,
  showPasskey,
} from '../support/clients/passkeys.js';
import { signedInPerson } from '../support/people.js';
import { TestClock } from '../support/test-clock.js';

const open = closeAfterAll();
const clock = new TestClock();
const password = 'a password for everybody';
let gateway: TestGateway;

beforeAll(async () => {
  const env = { ...passkeyPlace, LOGINS_PER_MINUTE: 1000, RESETS_PER_MINUTE: 100 };
  gateway = await open(startGateway({ clock, env }));
});

const consoleOf = (visitor: PageVisitor) =>
  new ConsoleClient(gateway.url, visitor.cookies.get('gantry-session') ?? '');
const isIn = (visitor: PageVisitor) => visitor.cookies.has('gantry-session');

/** Somebody with an account of their own and a passkey. */
async function founder(name: string) {
  const { email, session: browser } = await signedInPerson(gateway, name, { password });
  return { email, browser, ...(await addPasskey(browser, password)) };
}

const lastEvent = async (browser: ConsoleClient) =>
  ((await browser.json('/api/audit?limit=1')).body['events'] as Json[])[0];

/** A new browser, at the page for signing in. */
async function atLogin() {
  const visitor = new PageVisitor(gateway.url);
  return { visitor, page: await visitor.get('/login?next=%2Fpassword') };
}

/** A new browser, after the password. */
async function afterPassword({ email }: { readonly email: string }) {
  const { visitor, page } = await atLogin();
  return { visitor, page: await visitor.submit(page, '/login', { email, password }) };
}

describe('Sign-in with a passkey', () => {
  it('[passkey-sign-in] takes it alone, as both factors, and leads on', async () => {
    const ada = await founder('ada');
    await ada.browser.json('/api/cli/account', { method: 'PATCH', body: { requireSecondFactor: true } });
    const { visitor, page } = await atLogin();
    expect(page.text).toContain('data-passkey="/login/passkey/options"');
    const question = await askToShow(visitor, page);
    expect(question).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] });
    const arrived = await sendShown(visitor, page, ada.device.show(question));
    expect([arrived.status, arrived.url]).toEqual([200, `${gateway.url}/password`]);
    expect((await consoleOf(visitor).json('/api/cli/apps')).status).toBe(200);
    expect(await lastEvent(ada.browser)).toMatchObject({
      action: 'user.login',
      details: { factor: 'passkey' },
    });
    expect((await consoleOf(visitor).json('/api/me/factors')).body).toMatchObject({
      factors: [{ kind: 'passkey', lastUsedAt: new Date(clock.now()).toISOString() }],
    });
  });

  const misdeeds: readonly [string, Misdeed, string][] = [
    ['shown to a page of another site', { origin: 'https://evil.example' }, 'wrong'],
    ['shown to another name', { partyId: 'evil.example' }, 'wrong'],
    ['shown inside of another page', { crossOrigin: true }, 'wrong'],
    ['of a device that did not see who it was', { unverified: true }, 'wrong'],
    ['of an answer to another question', { type: 'webauthn.create' }, 'wrong'],
    ['kept for somebody else', { userHandle: Buffer.from('usr_other').toString('base64url') }, 'wrong'],
  ];

  it('[passkey-attacks] takes none that was shown otherwise than asked, and writes each down', async () => {
    const bea = await founder('bea');
    for (const [what, misdeed, reason] of misdeeds) {
      const { visitor, page } = await atLogin();
      const refused = await showPasskey(visitor, page, bea.device, misdeed);
      expect([what, refused.status, isIn(visitor)]).toEqual([what, 422, false]);
      const details = { at: 'passkey', reason };
      expect(await lastEvent(bea.browser)).toMatchObject({ action: 'user.login-failed', details });
    }
  });

  it('[passkey-attacks] takes no key but the one that is known, and says nothing of those that are not', async () => {
    const cleo = await founder('cleo');
    const dan = await founder('dan');
    const { visitor, page } = await atLogin();
    const { credentialId } = cleo.device;
    const forged = await showPasskey(visitor, page, dan.device, { credentialId, userHandle: null });
    expect([forged.status, isIn(visitor)]).toEqual([422, false]);
    const unknown = await showPasskey(visitor, forged, deviceAt(gateway), { userHandle: null });
    expect(textOf(unknown)).toContain('Nobody signs in here with this passkey');
    for (const nonsense of ['', '{}', '[', JSON.stringify({ id: 'AA', response: {} })])
      expect((await visitor.submit(page, '/login/passkey', { passkey: nonsense })).status).toBe(422);
    expect(isIn(visitor)).toBe(false);
  });

  it('[passkey-challenge] answers a question once, in the browser that was asked, within five minutes', async () => {
    const eve = await founder('eve');
    const first = await atLogin();
    const question = await askToShow(first.visitor, first.page);
    const shown = eve.device.show(question);
    const other = await atLogin();
    await askToShow(other.visitor, other.page);
    expect(textOf(await sendShown(other.visitor, other.page, shown))).toContain('in another browser');
    const thrice = await Promise.all([1, 2, 3].map(() => sendShown(first.visitor, first.page, shown)));
    expect(thrice.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    const late = await atLogin();
    const old = await askToShow(late.visitor, late.page);
    clock.advance(300_000);
    const refused = await sendShown(late.visitor, late.page, eve.device.show(old));
    expect([refused.status, isIn(late.visitor)]).toEqual([422, false]);
    const made = await eve.browser.json('/api/me/passkeys/options', { body: { password } });
    expect((await sendShown(late.visitor, refused, eve.device.show(made.body))).status).toBe(422);
  });

  it('[passkey-copied] takes none whose counter does not go on, of two at once one, and tells', async () => {
    const fay = await founder('fay');
    const use = async (counter: number) => {
      const { visitor, page } = await atLogin();
      return showPasskey(visitor, page, fay.device, { counter });
    };
    expect((await use(0)).status).toBe(200);
    expect((await use(0)).status).toBe(200);
    expect((await use(7)).status).toBe(200);
    for (const counter of [7, 3, 0]) expect(textOf(await use(counter))).toContain('copy of this passkey');
    expect(await lastEvent(fay.browser)).toMatchObject({ details: { at: 'passkey', reason: 'copied' } });
    const both = await Promise.all([use(8), use(8)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('[passkey-second] asks for it after a password, of the person whose password it was, or for a recovery code', async () => {
    const gil = await founder('gil');
    const hal = await founder('hal');
    const { visitor, page } = await afterPassword(gil);
    expect([page.status, page.heading, isIn(visitor)]).toEqual([200, 'Do you have your passkey?', false]);
    const question = await askToShow(visitor, page);
    expect(question['allowCredentials']).toMatchObject([{ id: gil.device.credentialId }]);
    const others = await sendShown(visitor, page, hal.device.show(question));
    expect([others.status, others.heading]).toEqual([422, 'Do you have your passkey?']);
    const elsewhere = await atLogin();
    const plain = await askToShow(elsewhere.visitor, elsewhere.page);
    expect((await sendShown(visitor, others, gil.device.show(plain))).status).toBe(422);
    const arrived = await showPasskey(visitor, others, gil.device);
    expect([arrived.url, isIn(visitor)]).toEqual([`${gateway.url}/password`, true]);
    const lost = await afterPassword(gil);
    const [code = ''] = gil.recoveryCodes;
    expect((await lost.visitor.submit(lost.page, '/login/code', { code })).url).toBe(
      `${gateway.url}/password`,
    );
    const { phone } = await addFactor(gil.browser, password, () => clock.now());
    const both = await afterPassword(gil);
    expect(both.page.heading).toBe('Do you have your passkey?');
    const offered = ['Sign in with a passkey', 'that your authenticator shows', 'recovery codes'];
    const places = offered.map((words) => textOf(both.page).indexOf(words));
    expect([places.includes(-1), places.toSorted((a, b) => a - b)]).toEqual([false, places]);
    expect((await showPasskey(both.visitor, both.page, gil.device)).url).toBe(`${gateway.url}/password`);
    const typed = await afterPassword(gil);
    await typed.visitor.submit(typed.page, '/login/code', { code: phone.code(1) });
    expect(isIn(typed.visitor)).toBe(true);
  });

  it('[passkey-reset] goes with the use of a reset link for the factor, and with no other; who leaves has no way in', async () => {
    const ira = await founder('ira');
    const invitation = await ira.browser.json('/api/cli/invitations', { body: { email: 'jo@example.com' } });
    const visitor = new PageVisitor(gateway.url);
    const joining = await visitor.get(`/invite${new URL(String(invitation.body['url'])).search}`);
    await visitor.submit(joining, '/invite', { name: 'Jo', password });
    const jo = consoleOf(visitor);
    const { device } = await addPasskey(jo, password);
    const id = String(((await jo.json('/api/me')).body['user'] as Json)['id']);
    const use = async () => {
      const at = await atLogin();
      return showPasskey(at.visitor, at.page, device);
    };
    const reset = async (body: Json) => {
      const link = await ira.browser.json(`/api/cli/members/${id}/reset`, { body });
      const path = `/reset${new URL(String(link.body['url'])).search}`;
      await visitor.submit(await visitor.get(path), '/reset', { password });
      clock.advance(1000);
    };
    await reset({});
    expect((await use()).status).toBe(200);
    const people = gateway.app.get(PeopleStore, { strict: false });
    const account = String(((await ira.browser.json('/api/me')).body['account'] as Json)['id']);
    await people.leave(account, id);
    expect(textOf(await use())).toContain('Nobody signs in here');
    await people.join(account, id, 'member', clock.now());
    expect((await use()).status).toBe(200);
    await reset({ factor: true });
    expect((await use()).status).toBe(422);
    const store = gateway.app.get(FactorStore, { strict: false });
    expect(await store.countRecoveryCodes(id)).toBe(0);
  });
});
