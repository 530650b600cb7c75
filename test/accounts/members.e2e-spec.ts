import { AccessTokens } from '../../src/accounts/tokens/access-tokens.service.js';
import { operatorOf, personIn } from '../support/clients/apps-client.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { EventReader } from '../support/clients/event-reader.js';
import { GatewayClient, type Json } from '../support/clients/gateway-client.js';
import { PageVisitor, type ShownPage } from '../support/clients/page-visitor.js';
import { begin, decide, invite, logIn, poll, signIn } from '../support/people.js';

const open = closeAfterAll();
const password = 'a password for everybody';
let gateway: TestGateway;
let owner: Awaited<ReturnType<typeof personIn>>;
let admin: GatewayClient;
let member: GatewayClient;

const idOf = async (client: GatewayClient): Promise<string> =>
  ((await client.json('/api/cli/auth/me')).body['user'] as { id: string }).id;
const remove = async (by: GatewayClient, whom: GatewayClient) =>
  by.json(`/api/cli/members/${await idOf(whom)}`, { method: 'DELETE' });
const reset = async (by: GatewayClient, whom: string) =>
  by.json(`/api/cli/members/${whom}/reset`, { body: {} });
/** Uses a link as the person does. */
async function setPassword(url: unknown, chosen: string): Promise<ShownPage> {
  const browser = new PageVisitor(gateway.url);
  const page = await browser.get(String(url));
  return page.status === 200 ? browser.submit(page, '/reset', { password: chosen }) : page;
}

/** A token with the scope `account`, which no plain member gets by a device login. */
async function tokenFor(browser: PageVisitor, accountId: string): Promise<GatewayClient> {
  const userId = await idOf(await logIn(gateway, browser));
  const { text } = await gateway.app.get(AccessTokens).issueToUser({
    ...{ accountId, userId, name: 'test', source: 'device', scopes: ['account'] },
  });
  return new GatewayClient(gateway.url, text);
}

beforeAll(async () => {
  gateway = await open(startGateway({ env: { LOGINS_PER_MINUTE: 1000 } }));
  owner = await personIn(gateway, 'acme');
  [admin, member] = await Promise.all([
    personIn(gateway, owner.accountId, 'admin'),
    personIn(gateway, owner.accountId, 'member'),
  ]);
});

describe('The people of an account', () => {
  it('[members-list] are listed to each of them, in pages, and to nobody else', async () => {
    const { body } = await member.json('/api/cli/members');
    const members = body['members'] as Json[];
    expect(members.map(({ role }) => role).sort()).toEqual(['admin', 'member', 'owner']);
    expect(members.find(({ role }) => role === 'member')).toEqual({
      ...{ id: await idOf(member), email: expect.stringContaining('@example.com'), role: 'member' },
      ...{ emailVerified: false, name: `Member of ${owner.accountId}`, joinedAt: expect.any(String) },
    });
    const first = await member.json('/api/cli/members?limit=2');
    const rest = await member.json(`/api/cli/members?limit=2&cursor=${String(first.body['nextCursor'])}`);
    expect([...(first.body['members'] as Json[]), ...(rest.body['members'] as Json[])]).toEqual(members);
    expect((await operatorOf(gateway).json('/api/cli/members')).text).not.toContain(await idOf(member));
  });

  it('[members-search] are looked for by name, address and id, in pages, whatever signs are typed', async () => {
    const id = await idOf(admin);
    const find = async (q: string, more = '') =>
      (await member.json(`/api/cli/members?q=${encodeURIComponent(q)}${more}`)).body;
    for (const q of [id, `${id.slice(4).toUpperCase()}@EXAMPLE`])
      expect(((await find(q))['members'] as Json[]).map((one) => one['id'])).toEqual([id]);
    const all = (await find('MEMBER OF'))['members'] as Json[];
    expect(all.length).toBeGreaterThan(1);
    const first = await find('member of', '&limit=1');
    const rest = await find('member of', `&cursor=${String(first['nextCursor'])}`);
    expect([...(first['members'] as Json[]), ...(rest['members'] as Json[])]).toEqual(all);
    expect((await member.json('/api/cli/members?q=%00')).status).toBe(400);
    for (const q of ['%', '__', '\\', "' OR 1=1 --", await idOf(operatorOf(gateway))])
      expect([q, (await find(q))['members']]).toEqual([q, []]);
  });

  it('[members-remove] are taken out by owners and admins, with tokens that die at once and an event', async () => {
    const leaving = await personIn(gateway, owner.accountId, 'member');
    const id = await idOf(leaving);
    expect((await remove(member, leaving)).status).toBe(403);
    expect((await remove(admin, owner)).status).toBe(403);
    expect((await remove(operatorOf(gateway), leaving)).body['code']).toBe('member-not-found');
    expect((await remove(admin, leaving)).status).toBe(204);
    expect((await leaving.json('/api/cli/auth/me')).status).toBe(401);
    expect((await member.json('/api/cli/members')).text).not.toContain(id);
    const { body } = await owner.json('/api/audit');
    expect((body['events'] as Json[])[0]).toMatchObject({
      ...{ action: 'member.removed', target: id, details: { role: 'member' } },
    });
    expect((await owner.json(`/api/cli/members/${id}`, { method: 'DELETE' })).status).toBe(404);
  });

  it('[members-remove] may leave, but not the last owner', async () => {
    const second = await personIn(gateway, owner.accountId, 'owner');
    const racing = await Promise.all([remove(owner, owner), remove(second, second)]);
    expect(racing.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect(racing.find(({ status }) => status === 409)?.body['code']).toBe('last-owner');
    if (racing[0].status === 204) owner = second;
  });
});

describe('The role of somebody', () => {
  const change = async (by: GatewayClient, whom: GatewayClient, role: string) =>
    by.json(`/api/cli/members/${await idOf(whom)}`, { method: 'PATCH', body: { role } });
  const roleOf = async (client: GatewayClient) =>
    ((await client.json('/api/me')).body['account'] as Json)['role'];

  it('[members-role] is changed by owners and admins, at once and with an event', async () => {
    const one = await personIn(gateway, owner.accountId, 'member');
    const made = await change(admin, one, 'admin');
    expect(made).toMatchObject({ status: 200, body: { id: one.userId, role: 'admin' } });
    expect(await roleOf(one)).toBe('admin');
    expect((await one.json('/api/cli/grants')).status).toBe(200);
    expect((await owner.json('/api/audit?limit=1')).body['events']).toMatchObject([
      {
        ...{ action: 'member.changed', target: one.userId },
        details: { role: 'admin', former: 'member' },
      },
    ]);
    expect((await change(one, one, 'member')).status).toBe(200);
    expect((await one.json('/api/cli/grants')).status).toBe(403);
    expect((await change(owner, one, 'guest')).status).toBe(400);
  });

  it('[members-role] of an owner is for owners to give and take, and the last owner stays', async () => {
    const one = await personIn(gateway, owner.accountId, 'member');
    const refused = [
      await change(one, one, 'admin'),
      await change(member, one, 'admin'),
      await change(admin, one, 'owner'),
      await change(admin, admin, 'owner'),
      await change(admin, owner, 'member'),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect(await change(operatorOf(gateway), one, 'admin')).toMatchObject({ status: 404 });
    expect(await change(owner, owner, 'admin')).toMatchObject({ status: 409, body: { code: 'last-owner' } });
    expect((await change(owner, one, 'owner')).status).toBe(200);
    const racing = await Promise.all([change(owner, owner, 'member'), change(one, one, 'member')]);
    expect(racing.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [left, gone] = racing[0].status === 409 ? [owner, one] : [one, owner];
    expect(await roleOf(left)).toBe('owner');
    expect((await change(left, gone, 'owner')).status).toBe(200);
    expect((await change(owner, one, 'member')).status).toBe(200);
  });

  it('[members-role-open] ends what was begun with the former one, and reset links that were made before', async () => {
    const one = await personIn(gateway, owner.accountId, 'admin');
    const link = await reset(admin, one.userId);
    expect(link.status).toBe(201);
    const news = new EventReader(await one.fetch('/api/events'));
    const others = new EventReader(await admin.fetch('/api/events'));
    expect((await change(owner, one, 'member')).status).toBe(200);
    await news.done;
    expect(await setPassword(link.body['url'], 'the next password')).toMatchObject({ status: 410 });
    expect(others.ended).toBeUndefined();
    await others.response.body?.cancel().catch(() => undefined);
  });
});

describe('A password', () => {
  it('[password-change] is changed with the present one; browsers are signed out, tokens live on', async () => {
    const browser = await invite(gateway, { email: 'bo@example.com' }, { name: 'Bo', password });
    const { body } = await gateway.json('/api/cli/auth/me');
    const bo = await tokenFor(browser, (body['account'] as { id: string }).id);
    const change = (currentPassword: string, newPassword: string) =>
      bo.json('/api/cli/auth/password', { method: 'PUT', body: { currentPassword, newPassword } });
    expect((await change('not it', 'the next password')).body['code']).toBe('wrong-password');
    expect((await change(password, 'short')).status).toBe(400);
    expect((await change(password, 'bo@example.com')).body['errors']).toMatchObject([
      { pointer: '/newPassword' },
    ]);
    expect((await change(password, 'the next password')).status).toBe(204);
    expect((await browser.get('/device')).heading).toBe('Sign in');
    expect((await bo.json('/api/cli/auth/me')).status).toBe(200);
    expect((await signIn(gateway, { email: 'bo@example.com', password })).cookies.size).toBeLessThanOrEqual(
      1,
    );
    const again = await signIn(gateway, { email: 'bo@example.com', password: 'the next password' });
    expect((await again.get('/device')).heading).not.toBe('Sign in');
  });
});

describe('A login that is approved and has no token yet', () => {
  const newcomer = async (email: string) => {
    const { body } = await owner.json('/api/cli/invitations', { body: { email } });
    const browser = new PageVisitor(gateway.url);
    await browser.submit(await browser.get(String(body['url'])), '/invite', { name: 'New', password });
    return browser;
  };
  const approved = async (browser: PageVisitor) => {
    const { deviceCode, userCode } = await begin(gateway);
    expect((await decide(browser, userCode, 'approve')).heading).toBe('Approved');
    return deviceCode;
  };
  const errorOf = async (deviceCode: string) => (await poll(gateway, deviceCode)).body['error'];

  it('[device-ended] ends with a changed password', async () => {
    const browser = await newcomer('dan@example.com');
    const dan = await tokenFor(browser, owner.accountId);
    const deviceCode = await approved(browser);
    const body = { currentPassword: password, newPassword: 'the next password' };
    expect((await dan.json('/api/cli/auth/password', { method: 'PUT', body })).status).toBe(204);
    expect(await errorOf(deviceCode)).toBe('access_denied');
  });

  it('[device-ended] ends with a password that somebody else gave', async () => {
    const browser = await newcomer('eli@example.com');
    const id = await idOf(await logIn(gateway, browser));
    const deviceCode = await approved(browser);
    const { body } = await reset(owner, id);
    expect((await setPassword(body['url'], 'the next password')).status).toBe(200);
    expect(await errorOf(deviceCode)).toBe('access_denied');
  });

  it('[device-ended] ends with the place in the account, also for somebody who comes again', async () => {
    const browser = await newcomer('flo@example.com');
    const id = await idOf(await logIn(gateway, browser));
    const deviceCode = await approved(browser);
    expect((await owner.json(`/api/cli/members/${id}`, { method: 'DELETE' })).status).toBe(204);
    const { PeopleStore } = await import('../../src/accounts/people/people-store.port.js');
    const people = gateway.app.get(PeopleStore, { strict: false });
    await people.join(owner.accountId, id, 'member', Date.now());
    expect(await errorOf(deviceCode)).toBe('access_denied');
  });

  it('[device-redeemed-now] is judged by what the person is when the token is given out', async () => {
    const browser = await newcomer('gil@example.com');
    const id = await idOf(await logIn(gateway, browser));
    const { PeopleStore } = await import('../../src/accounts/people/people-store.port.js');
    const people = gateway.app.get(PeopleStore, { strict: false });
    const [left, changed] = [await approved(browser), await approved(browser)];
    // As another process would, or a release that does not end logins.
    await people.updateUser(id, { securedAt: Date.now() + 1000 });
    expect(await errorOf(changed)).toBe('access_denied');
    await people.updateUser(id, { securedAt: null });
    await people.leave(owner.accountId, id);
    expect(await errorOf(left)).toBe('access_denied');
  });

  it('[device-redeemed-now] is not approved from a browser that was signed out meanwhile', async () => {
    const browser = await newcomer('hal@example.com');
    const id = await idOf(await logIn(gateway, browser));
    const { userCode, deviceCode } = await begin(gateway);
    const facts = await browser.submit(await browser.get('/device'), '/device', { user_code: userCode });
    const { body } = await reset(owner, id);
    const [answer] = await Promise.all([
      browser.submit(facts, '/device/decision', { decision: 'approve' }),
      setPassword(body['url'], 'the next password'),
    ]);
    expect([200, 403]).toContain(answer.status);
    expect((await poll(gateway, deviceCode)).status).toBe(400);
  });
});
