import { Sessions } from '../../src/accounts/sessions/sessions.service.js';
import { addFactor, Authenticator } from '../support/clients/authenticator.js';
import { ConsoleClient } from '../support/clients/console-client.js';
import type { Json } from '../support/clients/gateway-client.js';
import type { PageVisitor } from '../support/clients/page-visitor.js';
import type { Misdeed } from '../support/clients/passkey-device.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { addPasskey, askForNew, deviceAt, passkeyPlace, sendNew } from '../support/clients/passkeys.js';
import { corpProvider, logIn, signedInPerson, signIn } from '../support/people.js';
import { TestClock } from '../support/test-clock.js';

const open = closeAfterAll();
const clock = new TestClock();
const password = 'a password for everybody';
let gateway: TestGateway;

beforeAll(async () => {
  const env = { ...passkeyPlace, LOGINS_PER_MINUTE: 1000, MAX_PASSKEYS: 3, OIDC_PROVIDERS: corpProvider };
  gateway = await open(startGateway({ clock, env }));
});

const consoleOf = (visitor: PageVisitor) =>
  new ConsoleClient(gateway.url, visitor.cookies.get('gantry-session') ?? '');

/** Somebody with an account of their own. */
async function founder(name: string) {
  const { email, browser: visitor, session: browser } = await signedInPerson(gateway, name, { password });
  return { email, visitor, browser };
}

const factorsOf = async (browser: ConsoleClient) => (await browser.json('/api/me/factors')).body;
const remove = (browser: ConsoleClient, id: string, given = password) =>
  browser.json(`/api/me/passkeys/${id}`, { method: 'DELETE', body: { password: given } });
const eventsOf = async (browser: ConsoleClient) =>
  ((await browser.json('/api/audit?limit=8')).body['events'] as Json[]).map(({ action }) => action);

describe('A passkey', () => {
  it('[passkey-added] is added with the password, in a browser only; with a first one come recovery codes', async () => {
    const ada = await founder('ada');
    expect(await factorsOf(ada.browser)).toEqual({
      ...{ factors: [], recoveryCodesLeft: 0, required: false, canAdd: true, canAddPasskey: true },
    });
    const wrong = await ada.browser.json('/api/me/passkeys/options', { body: { password: 'not this one' } });
    expect([wrong.status, wrong.body['code']]).toEqual([403, 'wrong-password']);
    const question = await askForNew(ada.browser, password);
    expect(question).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: ada.email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    const other = await signIn(gateway, { email: ada.email, password });
    const device = deviceAt(gateway);
    const added = await sendNew(ada.browser, device.make(question), 'Laptop');
    expect([added.status, added.body]).toEqual([
      201,
      {
        ...{ id: expect.stringMatching(/^pky_/), name: 'Laptop', lastUsedAt: null },
        createdAt: new Date(clock.now()).toISOString(),
        recoveryCodes: expect.any(Array),
      },
    ]);
    expect(added.body['recoveryCodes']).toHaveLength(10);
    expect((await consoleOf(other).json('/api/me')).status).toBe(401);
    clock.advance(1000);
    const second = await addPasskey(ada.browser, password, 'Phone');
    expect(second.recoveryCodes).toEqual([]);
    expect(await factorsOf(ada.browser)).toMatchObject({
      factors: [
        { kind: 'passkey', name: 'Laptop' },
        { kind: 'passkey', name: 'Phone', id: second.id },
      ],
      recoveryCodesLeft: 10,
    });
    expect((await askForNew(ada.browser, password))['excludeCredentials']).toMatchObject([
      { id: device.credentialId, transports: ['internal'] },
      { id: second.device.credentialId },
    ]);
    expect(await eventsOf(ada.browser)).toEqual(
      expect.arrayContaining(['user.passkey-added', 'user.password-guessed']),
    );
    const token = await logIn(gateway, ada.visitor);
    for (const [path, init] of [
      ['/api/me/passkeys/options', { body: { password } }],
      ['/api/me/passkeys', { body: { name: 'x', credential: device.make(question) } }],
      [`/api/me/passkeys/${second.id}`, { method: 'DELETE', body: { password } }],
    ] as const)
      expect((await token.json(path, init)).status).toBe(403);
  });

  const certified: Misdeed = { attestation: ['packed', new Map([['x5c', [Buffer.alloc(8)]]])] };
  it.each<[string, Misdeed]>([
    ['a page of another site', { origin: 'https://evil.example' }],
    ['a name that is not ours', { partyId: 'evil.example' }],
    ['a device that did not see who it was', { unverified: true }],
    ['an answer to another question', { type: 'webauthn.get' }],
    ['a page inside of another one', { crossOrigin: true }],
    ['a statement with certificates', certified],
    [
      'a statement that vouches for its make',
      { attestation: ['apple', new Map([['x5c', [Buffer.alloc(8)]]])] },
    ],
    ['an id that is not in what was signed', { credentialId: 'AAAA' }],
  ])('[passkey-made-well] is not taken from %s, and its question is used up', async (_, misdeed) => {
    const bea = await founder(`bea${String(Math.random()).slice(2)}`);
    const device = deviceAt(gateway);
    const question = await askForNew(bea.browser, password);
    const made = device.make(question, misdeed);
    const sent = misdeed.credentialId === undefined ? made : { ...made, id: device.credentialId };
    const refused = await sendNew(bea.browser, sent);
    expect([refused.status, refused.body['code']]).toEqual([403, 'passkey-refused']);
    expect((await sendNew(bea.browser, device.make(question))).body['code']).toBe('passkey-refused');
    expect(await factorsOf(bea.browser)).toMatchObject({ factors: [], recoveryCodesLeft: 0 });
  });

  it('[passkey-made-well] answers a question of its own browser, once, within five minutes', async () => {
    const cleo = await founder('cleo');
    const dan = await founder('dan');
    const question = await askForNew(cleo.browser, password);
    const elsewhere = await signIn(gateway, { email: cleo.email, password });
    for (const browser of [dan.browser, consoleOf(elsewhere)])
      expect((await sendNew(browser, deviceAt(gateway).make(question))).body['code']).toBe('passkey-refused');
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => sendNew(cleo.browser, deviceAt(gateway).make(question))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403]);
    const late = await askForNew(dan.browser, password);
    clock.advance(300_000);
    expect((await sendNew(dan.browser, deviceAt(gateway).make(late))).body['code']).toBe('passkey-refused');
    for (const credential of [{}, { id: 'AA', response: { clientDataJSON: 'e30', attestationObject: '' } }])
      expect((await sendNew(dan.browser, credential)).status).toBeGreaterThanOrEqual(400);
  });

  it('[passkey-known] is nobody else’s, and nobody has more than MAX_PASSKEYS', async () => {
    const eve = await founder('eve');
    const fay = await founder('fay');
    const { device } = await addPasskey(eve.browser, password);
    const { credentialId } = device;
    for (const browser of [eve.browser, fay.browser]) {
      const copy = deviceAt(gateway).make(await askForNew(browser, password), { credentialId });
      const refused = await sendNew(browser, copy);
      expect([refused.status, refused.body['code']]).toEqual([409, 'passkey-known']);
    }
    const questions = await Promise.all([1, 2, 3].map(() => askForNew(eve.browser, password)));
    const added = await Promise.all(
      questions.map((question) => sendNew(eve.browser, deviceAt(gateway).make(question))),
    );
    expect(added.map(({ status }) => status).sort()).toEqual([201, 201, 409]);
    const full = await eve.browser.json('/api/me/passkeys/options', { body: { password } });
    expect([full.status, full.body['code'], full.body['detail']]).toEqual([
      ...[409, 'too-many-passkeys', 'MAX_PASSKEYS allows 3 per person.'],
    ]);
  });

  it('[passkey-removed] is taken away with the password by whose it is; with the last factor the recovery codes', async () => {
    const gil = await founder('gil');
    const hal = await founder('hal');
    const { id } = await addPasskey(gil.browser, password);
    expect((await remove(gil.browser, id, 'not this one')).body['code']).toBe('wrong-password');
    expect((await remove(hal.browser, id)).body['code']).toBe('passkey-not-found');
    const { phone } = await addFactor(gil.browser, password, () => clock.now());
    expect(await factorsOf(gil.browser)).toMatchObject({
      factors: [{ kind: 'totp' }, { kind: 'passkey', id }],
    });
    expect((await remove(gil.browser, id)).status).toBe(204);
    expect(await factorsOf(gil.browser)).toMatchObject({
      factors: [{ kind: 'totp' }],
      recoveryCodesLeft: 10,
    });
    const again = await addPasskey(gil.browser, password);
    const off = { method: 'DELETE', body: { code: phone.code(1) } };
    expect((await gil.browser.json('/api/me/totp', off)).status).toBe(204);
    expect(await factorsOf(gil.browser)).toMatchObject({
      ...{ factors: [{ kind: 'passkey' }], recoveryCodesLeft: 10 },
    });
    expect((await remove(gil.browser, again.id)).status).toBe(204);
    expect((await remove(gil.browser, again.id)).body['code']).toBe('passkey-not-found');
    expect(await factorsOf(gil.browser)).toMatchObject({ factors: [], recoveryCodesLeft: 0 });
    expect(await eventsOf(gil.browser)).toContain('user.passkey-removed');
  });

  it('[passkey-removed] and no other factor is changed in a browser that has shown none', async () => {
    const ira = await founder('ira');
    const { id } = await addPasskey(ira.browser, password);
    const { body } = await ira.browser.json('/api/me');
    const userId = String((body['user'] as Json)['id']);
    const sessions = gateway.app.get(Sessions, { strict: false });
    // As an issuer signs somebody in, who is asked for no factor of ours.
    const { secret } = await sessions.begin(userId, { provider: 'corp' });
    const fromIssuer = new ConsoleClient(gateway.url, secret);
    for (const [path, init] of [
      ['/api/me/passkeys/options', { body: { password } }],
      [`/api/me/passkeys/${id}`, { method: 'DELETE', body: { password } }],
      ['/api/me/totp', { body: { password } }],
    ] as const)
      expect((await fromIssuer.json(path, init)).body['code']).toBe('second-factor-required');
    const begun = await ira.browser.json('/api/me/totp', { body: { password } });
    const phone = new Authenticator(String(begun.body['secret']), () => clock.now());
    const on = await ira.browser.json('/api/me/totp/confirm', { body: { code: phone.code() } });
    expect(on.status).toBe(200);
  });
});
