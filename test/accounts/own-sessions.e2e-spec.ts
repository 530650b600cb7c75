import { PeopleStore } from '../../src/accounts/people/people-store.port.js';
import { Passwords } from '../../src/accounts/sign-in/passwords.service.js';
import { SessionUpkeep } from '../../src/accounts/sessions/session-upkeep.service.js';
import { personIn } from '../support/clients/apps-client.js';
import { browserOf, ConsoleClient } from '../support/clients/console-client.js';
import type { Json } from '../support/clients/gateway-client.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { PageVisitor, textOf } from '../support/clients/page-visitor.js';
import { addPasskey, passkeyPlace, showPasskey } from '../support/clients/passkeys.js';
import { setUpOperator, signIn, signedInPerson, operator } from '../support/people.js';

const open = closeAfterAll();
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await open(
    startGateway({ env: { ...passkeyPlace, LOGINS_PER_MINUTE: 1000, PASSWORD_SIGN_IN: 'operator' } }),
  );
  await setUpOperator(gateway);
});

const sessionsOf = async (client: ConsoleClient) =>
  (await client.json('/api/me/sessions')).body['sessions'] as Json[];
const end = (client: ConsoleClient, id = '') =>
  client.json(`/api/me/sessions${id === '' ? '' : `/${id}`}`, { method: 'DELETE' });

describe('The browsers of a person', () => {
  it('[own-sessions] are listed with place and browser, and without what they are known by', async () => {
    const page = await signIn(gateway, operator);
    const secret = page.cookies.get('gantry-session') ?? '';
    const client = new ConsoleClient(gateway.url, secret);
    const answer = await client.json('/api/me/sessions');
    expect(answer.status).toBe(200);
    expect((answer.body['sessions'] as Json[]).filter(({ current }) => current)).toEqual([
      {
        id: expect.stringMatching(/^ses_/),
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
        address: '127.0.0.1',
        userAgent: expect.any(String),
        provider: null,
        current: true,
      },
    ]);
    expect(answer.text).not.toContain(secret);
    expect(answer.text.toLowerCase()).not.toContain('digest');
  });

  it('[own-sessions] are ended one by one or all others at once, and never those of somebody else', async () => {
    const { userId } = await personIn(gateway, 'several');
    const stranger = await browserOf(gateway, (await personIn(gateway, 'stranger')).userId);
    const [one, two, three] = [
      await browserOf(gateway, userId),
      await browserOf(gateway, userId),
      await browserOf(gateway, userId),
    ];
    expect(await sessionsOf(one)).toHaveLength(3);
    const its = (await sessionsOf(two)).find(({ current }) => current === true)?.['id'];
    expect(await end(stranger, String(its))).toMatchObject({
      status: 404,
      body: { code: 'browser-session-not-found' },
    });
    const news = await two.fetch('/api/events');
    expect((await end(one, String(its))).status).toBe(204);
    await gateway.app.get(SessionUpkeep, { strict: false }).run();
    expect(await news.text()).toContain('unauthorized');
    expect((await two.json('/api/me')).status).toBe(401);
    expect((await end(one, String(its))).status).toBe(404);
    expect((await end(three)).status).toBe(204);
    expect((await one.json('/api/me')).status).toBe(401);
    expect(await sessionsOf(three)).toMatchObject([{ current: true }]);
    expect(await sessionsOf(stranger)).toHaveLength(1);
  });
});

describe('With PASSWORD_SIGN_IN=operator', () => {
  it('[password-unused] a password that does not work is refused as a wrong one when its person changes it', async () => {
    const { userId } = await personIn(gateway, 'no-password');
    const present = 'the one that does not work';
    const passwordHash = await gateway.app.get(Passwords, { strict: false }).hash(present);
    await gateway.app.get(PeopleStore, { strict: false }).updateUser(userId, { passwordHash });
    const browser = await browserOf(gateway, userId);
    const body = { currentPassword: present, newPassword: 'another one for later' };
    expect(await browser.json('/api/cli/auth/password', { method: 'PUT', body })).toMatchObject({
      status: 403,
      body: { code: 'wrong-password' },
    });
  });

  it('[passkey-policy] a passkey works for owners of the operator’s account only', async () => {
    const people = gateway.app.get(PeopleStore, { strict: false });
    const lee = await signedInPerson(gateway, 'lee');
    const account = ((await gateway.json('/api/me')).body['account'] as Json)['id'] as string;
    await people.join(account, lee.userId, 'owner', Date.now());
    const { device } = await addPasskey(lee.session, lee.password);
    const use = async () => {
      const visitor = new PageVisitor(gateway.url);
      return showPasskey(visitor, await visitor.get('/login?next=%2Fpassword'), device);
    };
    expect((await use()).status).toBe(200);
    await people.leave(account, lee.userId);
    const refused = await use();
    expect([refused.status, textOf(refused).includes('Nobody signs in here')]).toEqual([422, true]);
  });
});
