import { RuleSleep } from '../../../src/accounts/providers/rule-sleep.service.js';
import { personIn } from '../../support/clients/apps-client.js';
import type { GatewayClient, Json } from '../../support/clients/gateway-client.js';
import { PageVisitor, textOf } from '../../support/clients/page-visitor.js';
import { closeAfterAll, closeAfterEach } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { goOut, signInAt } from '../../support/clients/issuer-visit.js';
import { invite, logIn, operator, setUpOperator, signIn } from '../../support/people.js';
import { TestClock } from '../../support/test-clock.js';
import { waitFor } from '../../support/wait-for.js';
import { corpDomains, corpRules as rules, eventsOf, memberLike, membersOf, somebody } from './corp.js';
import { MockIssuer, providersOf } from './mock-issuer.js';

const open = closeAfterAll();
const openOnce = closeAfterEach();
const dayMs = 86_400_000;
const clock = new TestClock(Date.now());
let issuer: MockIssuer;
let gateway: TestGateway;

beforeAll(async () => {
  issuer = await open(MockIssuer.start());
  const limits = { LOGINS_PER_MINUTE: 1000, SIGN_INS_PER_MINUTE: 1000 };
  const provider = issuer.provider({ rules, domains: corpDomains });
  gateway = await open(startGateway({ clock, env: { OIDC_PROVIDERS: providersOf(provider), ...limits } }));
  await setUpOperator(gateway);
});

beforeEach(() => {
  issuer.reset(somebody({ groups: ['staff-it'] }));
});

const members = (of: TestGateway | GatewayClient = gateway) => membersOf(of);
const memberOf = (person: Json) => memberLike(gateway, person);
const events = (action: string) => eventsOf(gateway, action);

describe('Who somebody is', () => {
  const password = 'a password of mo';

  it('[oidc-link] is the user with the verified address, and by the subject from then on', async () => {
    const person = somebody();
    await invite(gateway, { email: person['email'] }, { name: 'Mo', password });
    issuer.reset(person);
    expect((await signInAt(gateway)).status).toBe(200);
    issuer.reset({ ...person, email: 'moved@example.com' });
    expect((await signInAt(gateway)).status).toBe(200);
    expect(await memberOf({ email: 'moved@example.com' })).toBeUndefined();
    const id = (await memberOf(person))?.['id'];
    expect((await events('user.linked'))[0]).toMatchObject({ target: id, details: { provider: 'corp' } });
  });

  it('[oidc-link-unverified] is nobody with an address that the issuer does not vouch for', async () => {
    const person = somebody();
    await invite(gateway, { email: person['email'] }, { name: 'Mo', password });
    issuer.reset({ ...person, email_verified: 'true' });
    expect((await signInAt(gateway)).status).toBe(403);
  });

  it('[oidc-one-subject] is refused as a second subject with the address of the first', async () => {
    await signInAt(gateway);
    issuer.person = { ...issuer.person, sub: 'another' };
    const page = await signInAt(gateway);
    expect([page.status, textOf(page)]).toEqual([403, expect.stringContaining('Somebody else at Corp')]);
  });

  it('[oidc-operator-link] is no operator, unless the provider has domains and the address is of one', async () => {
    const own = await openOnce(
      startGateway({ env: { OIDC_PROVIDERS: providersOf(issuer.provider({ rules })) } }),
    );
    await setUpOperator(own);
    issuer.person = somebody({ email: operator.email, groups: ['staff-it'] });
    const page = await signInAt(own);
    expect([page.status, textOf(page)]).toEqual([403, expect.stringContaining('of the domains of Corp')]);
    expect(await members(own)).toHaveLength(1);
    expect((await signInAt(gateway)).status).toBe(200);
    expect(await memberOf({ email: operator.email })).toMatchObject({ role: 'owner' });
  });

  it('[oidc-domains] is not linked by an address of another domain, and may still come by a rule', async () => {
    const inLab = rules.map((rule) => ({ ...rule, account: 'lab' }));
    const provider = issuer.provider({ domains: ['corp.example'], rules: inLab });
    const own = await openOnce(startGateway({ env: { OIDC_PROVIDERS: providersOf(provider) } }));
    await setUpOperator(own);
    const person = { ...issuer.person, email: 'mo@other.example' };
    const mo = await invite(
      own,
      { email: person.email, newAccount: { name: 'Lab' } },
      { name: 'Mo', password },
    );
    issuer.person = person;
    expect((await signInAt(own)).status).toBe(200);
    const both = (await members(await logIn(own, mo, 'account'))).filter(
      ({ email }) => email === person.email,
    );
    expect(both.map(({ emailVerified }) => emailVerified).sort()).toEqual([false, true]);
  });

  it('[oidc-invitation] may accept an invitation for the verified address, and no other', async () => {
    const person = somebody();
    const invited = await gateway.json('/api/cli/invitations', {
      body: { email: person['email'], role: 'admin' },
    });
    const code = new URL(String(invited.body['url'])).searchParams.get('code') ?? '';
    const begin = `/oauth/sign-in/corp?invitation=${code}`;
    issuer.reset(somebody());
    expect((await signInAt(gateway, begin)).status).toBe(403);
    issuer.reset(person);
    expect((await signInAt(gateway, begin)).heading).toBe('You are all set');
    expect(await memberOf(person)).toMatchObject({ role: 'admin', emailVerified: true });
    // It came from the invitation, so that no rule takes it away.
    expect((await signInAt(gateway)).status).toBe(200);
  });

  it('[invitation-void] takes nobody in whose inviter lost the right to while they were at the provider', async () => {
    const person = somebody();
    issuer.reset(person);
    const { body } = await gateway.json('/api/cli/auth/me');
    const inviter = await personIn(gateway, String((body['account'] as Json)['id']));
    const invited = await inviter.json('/api/cli/invitations', {
      body: { email: person['email'], role: 'owner' },
    });
    const code = new URL(String(invited.body['url'])).searchParams.get('code') ?? '';
    const browser = new PageVisitor(gateway.url);
    const { back } = await goOut(browser, gateway.url, `/oauth/sign-in/corp?invitation=${code}`);
    await gateway.json(`/api/cli/members/${inviter.userId}`, { method: 'PATCH', body: { role: 'member' } });
    expect((await browser.get(back.pathname + back.search)).status).toBe(410);
    expect(await memberOf(person)).toBeUndefined();
  });
});

describe('What rules gave', () => {
  it('[oidc-ends] ends when they give it no more: browsers, tokens and places, within five seconds', async () => {
    const { browser } = await signInAt(gateway);
    const client = await logIn(gateway, browser);
    expect((await client.json('/api/cli/auth/me')).status).toBe(200);
    issuer.person = { ...issuer.person, groups: [] };
    expect((await signInAt(gateway)).status).toBe(403);
    await waitFor('the token to be dead', async () => (await client.json('/api/cli/auth/me')).status === 401);
    expect((await browser.get('/welcome')).heading).toBe('Sign in');
    expect(await memberOf(issuer.person)).toBeUndefined();
    const [event] = await events('member.removed');
    expect(event?.['details']).toMatchObject({ provider: 'corp', role: 'member' });
  });

  it('[oidc-demoted] is less when they give less, for tokens too', async () => {
    issuer.person = { ...issuer.person, realm: { roles: ['chief'] } };
    const client = await logIn(gateway, (await signInAt(gateway)).browser);
    expect((await client.json('/api/cli/invitations', { body: { email: 'x@example.com' } })).status).toBe(
      201,
    );
    issuer.person = { ...issuer.person, realm: {} };
    await signInAt(gateway);
    await waitFor('the token to be a member’s', async () => {
      const { status } = await client.json('/api/cli/invitations', { body: { email: 'x@example.com' } });
      return status === 403;
    });
  });

  it('[oidc-kept] leaves alone what an invitation gave', async () => {
    const person = somebody({ groups: ['staff-it'], realm: { roles: ['chief'] } });
    await invite(
      gateway,
      { email: person['email'], role: 'member' },
      { name: 'Mo', password: 'a password of mo' },
    );
    issuer.reset(person);
    await signInAt(gateway);
    expect(await memberOf(person)).toMatchObject({ role: 'admin' });
    issuer.reset({ ...person, groups: [], realm: {} });
    expect((await signInAt(gateway)).status).toBe(200);
    expect(await memberOf(person)).toMatchObject({ role: 'member' });
  });

  it('[oidc-last-owner] never takes the last owner from an account', async () => {
    const chiefs = [{ claim: 'groups', match: 'chiefs', account: 'lab', role: 'owner' }];
    const own = await openOnce(
      startGateway({ clock, env: { OIDC_PROVIDERS: providersOf(issuer.provider({ rules: chiefs })) } }),
    );
    await setUpOperator(own);
    const founder = { email: 'founder@example.com', name: 'Fa', password: 'a password of fa' };
    const fa = await invite(own, { email: founder.email, newAccount: { name: 'Lab' } }, founder);
    const client = await logIn(own, fa, 'account');
    issuer.reset(somebody({ groups: ['chiefs'] }));
    await signInAt(own);
    const me = (await client.json('/api/cli/auth/me')).body['user'] as Json;
    const left = await client.json(`/api/cli/members/${String(me['id'])}`, { method: 'DELETE' });
    expect(left.status).toBe(204);
    issuer.person = { ...issuer.person, groups: [] };
    const page = await signInAt(own);
    expect(page.status).toBe(200);
    const owner = await logIn(own, page.browser, 'account');
    expect(await members(owner)).toMatchObject([{ email: issuer.person['email'], role: 'owner' }]);
  });

  it('[oidc-sleep] sleeps when the person has not come for OIDC_MAX_AGE_DAYS, and wakes with the next sign-in', async () => {
    const days = new TestClock(Date.now());
    const own = await openOnce(
      startGateway({
        clock: days,
        env: {
          OIDC_PROVIDERS: providersOf(issuer.provider({ rules, domains: corpDomains })),
          ...{ OIDC_MAX_AGE_DAYS: 2, TOKEN_DAYS: 90 },
        },
      }),
    );
    await setUpOperator(own);
    const { browser } = await signInAt(own);
    const client = await logIn(own, browser);
    const mine = () => client.json('/api/cli/auth/me');
    expect((await mine()).status).toBe(200);
    days.advance(2 * dayMs + 1);
    await own.app.get(RuleSleep, { strict: false }).run();
    await waitFor('the token to sleep', async () => {
      const { status, body } = await mine();
      return status === 401 && String(body['detail']).includes('sleeps until');
    });
    days.advance(-2 * dayMs);
    await signInAt(own);
    expect((await mine()).status).toBe(200);
  });
});

describe('Passwords beside issuers', () => {
  const mo = { email: 'mo@example.com', name: 'Mo', password: 'a password of mo' };

  it('[oidc-break-glass] are for operators only with PASSWORD_SIGN_IN=operator, and others answered as wrong', async () => {
    const state = await openOnce(startGateway({ env: { LOGINS_PER_MINUTE: 1000 } }));
    await setUpOperator(state);
    await invite(state, { email: mo.email }, mo);
    const own = await openOnce(
      startGateway({
        state: state.state,
        env: {
          ...{ PASSWORD_SIGN_IN: 'operator', LOGINS_PER_MINUTE: 1000 },
          OIDC_PROVIDERS: providersOf(issuer.provider({ rules })),
        },
      }),
    );
    const wrong = await new PageVisitor(own.url).get('/login').then(async (page) => {
      const visitor = new PageVisitor(own.url);
      return visitor.submit(page, '/login', mo);
    });
    expect(wrong.status).not.toBe(200);
    expect([...(await signIn(own, mo)).cookies.keys()]).not.toContain('gantry-session');
    expect([...(await signIn(own, operator)).cookies.keys()]).toContain('gantry-session');
    const invited = await own.json('/api/cli/invitations', { body: { email: 'new@example.com' } });
    const visitor = new PageVisitor(own.url);
    const page = await visitor.get(String(invited.body['url']));
    expect(page.text).not.toContain('type="password"');
    expect(textOf(page)).toContain('Sign in with Corp');
    const id = String((await members(own)).find(({ email }) => email === mo.email)?.['id']);
    const reset = await own.json(`/api/cli/members/${id}/reset`, { body: {} });
    expect([reset.status, reset.body['code']]).toEqual([403, 'password-sign-in-off']);
  });

  it('[oidc-passwords-off] are asked of nobody with PASSWORD_SIGN_IN=off', async () => {
    const own = await openOnce(
      startGateway({
        env: { PASSWORD_SIGN_IN: 'off', OIDC_PROVIDERS: providersOf(issuer.provider({ rules })) },
      }),
    );
    const page = await new PageVisitor(own.url).get('/login');
    expect(page.text).not.toContain('type="password"');
  });
});
