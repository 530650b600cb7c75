import { SessionUpkeep } from '../../src/accounts/sessions/session-upkeep.service.js';
import { Sessions } from '../../src/accounts/sessions/sessions.service.js';
import { Authenticator } from '../support/clients/authenticator.js';
import { personIn } from '../support/clients/apps-client.js';
import { ConsoleClient } from '../support/clients/console-client.js';
import type { GatewayClient, Json } from '../support/clients/gateway-client.js';
import { PageVisitor } from '../support/clients/page-visitor.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { begin, corpProvider, signedInPerson, signIn } from '../support/people.js';

const open = closeAfterAll();
const password = 'a password for everybody';
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await open(startGateway({ env: { LOGINS_PER_MINUTE: 1000, OIDC_PROVIDERS: corpProvider } }));
});

const consoleOf = (visitor: PageVisitor) =>
  new ConsoleClient(gateway.url, visitor.cookies.get('gantry-session') ?? '');
const demand = (owner: GatewayClient, requireSecondFactor = true) =>
  owner.json('/api/cli/account', { method: 'PATCH', body: { requireSecondFactor } });
/** What happens within seconds, at once. */
const settle = () => gateway.app.get(SessionUpkeep, { strict: false }).run();
const idOf = async (client: GatewayClient) =>
  String(((await client.json('/api/me')).body['user'] as Json)['id']);

async function founder(name: string) {
  const {
    email,
    browser: visitor,
    session: browser,
    client: token,
  } = await signedInPerson(gateway, name, {
    password,
  });
  return { email, visitor, browser, token };
}

describe('An account that asks for a second factor', () => {
  it('[factor-required] shuts out browsers that are signed in without one, but for setting it up; tokens and keys stay', async () => {
    const ada = await founder('ada');
    expect((await ada.browser.json('/api/cli/account')).body['requireSecondFactor']).toBe(false);
    const news = await ada.browser.fetch('/api/events');
    const before = await signIn(gateway, { email: ada.email, password });
    expect((await demand(ada.token)).body['requireSecondFactor']).toBe(true);
    await settle();
    expect(await news.text()).toContain('unauthorized');
    const refused = await ada.browser.json('/api/servers');
    expect([refused.status, refused.body['code']]).toEqual([403, 'second-factor-required']);
    for (const path of ['/api/cli/members', '/api/cli/apps', '/api/audit', '/api/me/sessions', '/api/events'])
      expect((await ada.browser.json(path)).body['code']).toBe('second-factor-required');
    const native = { method: 'POST', body: { jsonrpc: '2.0', id: 1, method: 'server/discover' } };
    expect((await ada.browser.json('/api/servers/none/mcp', native)).status).toBe(403);
    expect((await ada.browser.json('/api/me')).body).toMatchObject({ permissions: [], operator: false });
    expect((await ada.token.json('/api/cli/apps')).status).toBe(200);
    expect((await ada.browser.json('/api/me/factors')).body).toMatchObject({ required: true, factors: [] });
    const begun = await ada.browser.json('/api/me/totp', { body: { password } });
    const phone = new Authenticator(String(begun.body['secret']), Date.now);
    expect((await ada.browser.json('/api/me/totp/confirm', { body: { code: phone.code() } })).status).toBe(
      200,
    );
    expect((await ada.browser.json('/api/cli/apps')).status).toBe(200);
    expect((await consoleOf(before).json('/api/me')).status).toBe(401);
    const removal = { method: 'DELETE', body: { code: phone.code(1) } };
    expect((await ada.browser.json('/api/me/totp', removal)).status).toBe(204);
    expect((await ada.browser.json('/api/cli/apps')).body['code']).toBe('second-factor-required');
    await demand(ada.token, false);
    await settle();
    expect((await ada.browser.json('/api/cli/apps')).status).toBe(200);
  });

  it('[factor-required] leads who signs in without one to the page where it is turned on, and then on', async () => {
    const bo = await founder('bo');
    await demand(bo.token);
    const late = await bo.visitor.get('/device');
    expect([late.url, late.heading]).toEqual([
      `${gateway.url}/factor?next=${encodeURIComponent('/device')}`,
      'Do you want a second factor?',
    ]);
    const visitor = new PageVisitor(gateway.url);
    const page = await visitor.submit(await visitor.get('/login?next=%2Fdevice'), '/login', {
      email: bo.email,
      password,
    });
    expect([page.url, page.text.includes('lets browsers in')]).toEqual([
      `${gateway.url}/factor?next=${encodeURIComponent('/device')}`,
      true,
    ]);
    expect(page.text).not.toContain('Go on without');
    const asked = await visitor.submit(page, '/factor', { password });
    const phone = new Authenticator(/secret=([A-Z2-7]+)/.exec(asked.text)?.[1] ?? '', Date.now);
    const on = await visitor.submit(asked, '/factor/confirm', { code: phone.code() });
    expect(on.text).toContain('href="/device"');
    expect((await visitor.get('/device')).url).toBe(`${gateway.url}/device`);
  });

  it('[factor-required] gives a program nothing by a browser that lacks it, device login or consent, in whichever way it is named', async () => {
    const cy = await founder('cy');
    const strict = await personIn(gateway, 'strict');
    const invitation = await strict.json('/api/cli/invitations', {
      body: { email: cy.email, role: 'member' },
    });
    await cy.visitor.submit(await cy.visitor.get(String(invitation.body['url'])), '/invite/join', {});
    await demand(strict);
    const { userCode } = await begin(gateway, { client_id: 'test' });
    const entered = await cy.visitor.submit(await cy.visitor.get('/device'), '/device', {
      user_code: userCode,
    });
    expect(entered.text).not.toContain(strict.accountId);
    const forced = await cy.visitor.submit(entered, '/device/decision', {
      decision: 'approve',
      account: strict.accountId,
    });
    expect([forced.status, forced.text.includes('not a member')]).toEqual([403, true]);
    for (const page of ['/programs', '/connections'])
      expect((await cy.visitor.get(`${page}?account=${strict.accountId}`)).status).toBe(403);
    const there = consoleOf(cy.visitor).in('strict');
    expect((await there.json('/api/cli/apps')).body['code']).toBe('second-factor-required');
    expect((await consoleOf(cy.visitor).json('/api/cli/apps')).status).toBe(200);
    const again = new PageVisitor(gateway.url);
    const page = await again.submit(await again.get('/login'), '/login', { email: cy.email, password });
    expect(page.text).toContain('Go on without');
  });

  it('[factor-required] lets in who comes from an issuer, whose own factor counts', async () => {
    const { client: owner, userId } = await signedInPerson(gateway, 'trusting');
    await demand(owner);
    const sessions = gateway.app.get(Sessions, { strict: false });
    const { secret } = await sessions.begin(userId, { provider: 'corp' });
    expect((await new ConsoleClient(gateway.url, secret).json('/api/cli/apps')).status).toBe(200);
  });

  it('[factor-required] leads nobody to that page who is in no account any more', async () => {
    const owner = await personIn(gateway, 'leaving');
    const invitation = await owner.json('/api/cli/invitations', { body: { email: 'di@example.com' } });
    const visitor = new PageVisitor(gateway.url);
    await visitor.submit(await visitor.get(String(invitation.body['url'])), '/invite', {
      name: 'Di',
      password,
    });
    await owner.json(`/api/cli/members/${await idOf(consoleOf(visitor))}`, { method: 'DELETE' });
    expect((await visitor.get('/login')).heading).toBe('Sign in');
  });

  it('[factor-required] is the owner’s to decide', async () => {
    const owner = await personIn(gateway, 'deciding');
    const admin = await personIn(gateway, owner.accountId, 'admin');
    expect((await demand(admin)).status).toBe(403);
    expect(
      (await owner.json('/api/cli/account', { method: 'PATCH', body: { requireSecondFactor: 'yes' } }))
        .status,
    ).toBe(400);
    await demand(owner);
    const { body } = await owner.json('/api/audit?limit=1');
    expect(body['events']).toMatchObject([
      { action: 'account.changed', details: { requireSecondFactor: true } },
    ]);
  });
});
