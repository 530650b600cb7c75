import { RuleSleep } from '../../../src/accounts/providers/rule-sleep.service.js';
import type { GatewayClient, Json } from '../../support/clients/gateway-client.js';
import { PageVisitor, textOf } from '../../support/clients/page-visitor.js';
import { closeAfterAll, closeAfterEach } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { goOut, signInAt } from '../../support/issuer-visit.js';
import { anonymous, invite, logIn, operator, setUpOperator, signIn } from '../../support/people.js';
import { TestClock } from '../../support/test-clock.js';
import { waitFor } from '../../support/wait-for.js';
import { MockIssuer, providersOf } from './mock-issuer.js';

const open = closeAfterAll();
const openOnce = closeAfterEach();
const dayMs = 86_400_000;
const clock = new TestClock(Date.now());
const rules = [
  { claim: 'groups', match: 'staff-*', account: 'operator', role: 'member' },
  { claim: 'realm.roles', match: 'chief', account: 'operator', role: 'admin' },
  { claim: 'email', match: '*@rule.example', account: 'operator', role: 'member' },
];
let count = 0;
let issuer: MockIssuer;
let gateway: TestGateway;

/** Somebody whom the issuer has not named before. */
function somebody(more: Json = {}): Json {
  const name = `kim${String(++count)}`;
  return { sub: name, email: `${name}@example.com`, email_verified: true, name, ...more };
}

beforeAll(async () => {
  issuer = await open(MockIssuer.start());
  const domains = ['example.com', 'rule.example'];
  const limits = { LOGINS_PER_MINUTE: 1000, SIGN_INS_PER_MINUTE: 1000 };
  const env = { OIDC_PROVIDERS: providersOf(issuer.provider({ rules, domains })), ...limits };
  gateway = await open(startGateway({ clock, env }));
  await setUpOperator(gateway);
});

beforeEach(() => {
  issuer.reset(somebody({ groups: ['staff-it'] }));
});

async function members(of: GatewayClient = gateway): Promise<Json[]> {
  return (await of.json('/api/cli/members?limit=100')).body['members'] as Json[];
}
const memberOf = async (person: Json) => (await members()).find(({ email }) => email === person['email']);
const events = async (action: string) =>
  (await gateway.json(`/api/audit?action=${action}`)).body['events'] as Json[];

describe('Sign-in at an issuer', () => {
  it('[oidc-sign-in] lets in whom a rule names, at a button of the login page, and goes on to where they wanted', async () => {
    const browser = new PageVisitor(gateway.url);
    const login = await browser.get('/login?next=%2Fwelcome');
    expect(textOf(login)).toContain('Sign in with Corp');
    const begin = /href="([^"]*oauth\/sign-in\/corp[^"]*)"/.exec(login.text)?.[1]?.replaceAll('&amp;', '&');
    const { out } = await goOut(new PageVisitor(gateway.url), gateway.url, begin);
    expect(Object.fromEntries(out.searchParams)).toMatchObject({
      ...{ response_type: 'code', client_id: 'gantry', code_challenge_method: 'S256' },
      ...{ redirect_uri: `${gateway.url}/oauth/sign-in/corp/callback`, scope: 'openid email profile' },
    });
    const page = await signInAt(gateway, begin, browser);
    expect([page.status, page.heading]).toEqual([200, 'You are all set']);
    expect(await memberOf(issuer.person)).toMatchObject({ role: 'member', emailVerified: true });
  });

  it('[oidc-providers] tells everybody where they can sign in, and nothing more', async () => {
    const { status, body } = await anonymous(gateway).json('/api/cli/auth/providers');
    expect([status, body]).toEqual([200, { providers: [{ id: 'corp', label: 'Corp' }] }]);
    const unknown = await new PageVisitor(gateway.url).get('/oauth/sign-in/nobody');
    expect(unknown.status).toBe(404);
  });

  it('[oidc-rules] takes all rules that match, the highest role of them, at each sign-in', async () => {
    issuer.person = { ...issuer.person, realm: { roles: ['chief'] } };
    await signInAt(gateway);
    expect(await memberOf(issuer.person)).toMatchObject({ role: 'admin' });
    issuer.person = { ...issuer.person, realm: { roles: [] } };
    await signInAt(gateway);
    expect(await memberOf(issuer.person)).toMatchObject({ role: 'member' });
    const [event] = await events('member.changed');
    expect(event?.['details']).toMatchObject({ provider: 'corp', role: 'member' });
  });

  it('[oidc-rule-email] counts a rule on the address only when that is verified', async () => {
    const person = somebody({ email: 'kim@rule.example', email_verified: false });
    issuer.reset(person);
    expect((await signInAt(gateway)).status).toBe(403);
    issuer.reset({ ...person, email_verified: true });
    expect((await signInAt(gateway)).status).toBe(200);
  });

  it('[oidc-no-rule] lets nobody in whom no rule names, and says so in the audit log', async () => {
    issuer.person = somebody();
    const page = await signInAt(gateway);
    expect([page.status, page.heading]).toEqual([403, 'You cannot come in this way']);
    expect(page.browser.cookies.has('gantry-session')).toBe(false);
    const [event] = await events('user.login-failed');
    expect(event?.['details']).toMatchObject({ provider: 'corp' });
  });

  it('[oidc-last-sign-in] shows owners and admins what the last sign-in said, and which rules matched', async () => {
    await signInAt(gateway);
    const id = String((await memberOf(issuer.person))?.['id']);
    const { body } = await gateway.json(`/api/cli/members/${id}/sign-in`);
    expect(body).toMatchObject({ provider: 'corp', claims: issuer.person, rules: [rules[0]] });
    const me = (await gateway.json('/api/cli/auth/me')).body['user'] as Json;
    const none = await gateway.json(`/api/cli/members/${String(me['id'])}/sign-in`);
    expect([none.status, none.body['code']]).toEqual([404, 'sign-in-not-found']);
    const [event] = await events('user.login');
    expect(event?.['details']).toEqual({
      provider: 'corp',
      rules: ['groups=staff-* → operator:member'],
    });
  });
});

describe('What an issuer answers', () => {
  it.each<[string, Parameters<typeof setBend>[0]]>([
    ['another issuer', ({ payload }) => (payload.iss = 'https://evil.example')],
    ['another nonce', ({ payload }) => (payload['nonce'] = 'another')],
    ['no nonce', ({ payload }) => Reflect.deleteProperty(payload, 'nonce')],
    ['another audience', ({ payload }) => (payload['aud'] = 'somebody')],
    ['another authorized party', ({ payload }) => (payload['azp'] = 'somebody')],
    ['another subject than it tells beside', ({ payload }) => (payload['sub'] = 'somebody')],
    ['a time that is over', ({ payload }) => (payload.exp = Math.floor(Date.now() / 1000) - 120)],
    ['a time to come', ({ payload }) => (payload.nbf = Math.floor(Date.now() / 1000) + 600)],
    ['no signature of a key it has', ({ header }) => (header.kid = 'unknown')],
  ])('[oidc-token-judged] is refused with %s in the ID token', async (_what, bend) => {
    setBend(bend);
    const page = await signInAt(gateway);
    expect([page.status, page.heading]).toEqual([403, 'You cannot come in this way']);
    expect(await memberOf(issuer.person)).toBeUndefined();
  });

  it('[oidc-clock] may have a clock that is a little off', async () => {
    issuer.bend = ({ payload }) => {
      payload.exp = Math.floor(Date.now() / 1000) - 20;
      payload.iat = payload.exp - 60;
    };
    expect((await signInAt(gateway)).status).toBe(200);
  });

  it('[oidc-rotation] may be signed with a key that was made a moment ago', async () => {
    expect((await signInAt(gateway)).status).toBe(200);
    const fresh = await issuer.rotate();
    const used: unknown[] = [];
    issuer.bend = ({ header }) => used.push(header.kid);
    for (let round = 0; round < 2; round++) expect((await signInAt(gateway)).status).toBe(200);
    expect(used).toContain(fresh);
  });

  it('[oidc-iss] is not even asked for a token when the browser comes back from another issuer', async () => {
    let asked = 0;
    issuer.bend = () => asked++;
    issuer.bendReturn = (back) => {
      back.searchParams.set('iss', 'https://evil.example');
    };
    expect([(await signInAt(gateway)).status, asked]).toEqual([403, 0]);
  });

  it('[oidc-denied] may be no', async () => {
    issuer.bendReturn = (back) => {
      back.searchParams.delete('code');
      back.searchParams.set('error', 'access_denied');
    };
    const page = await signInAt(gateway);
    expect([page.status, textOf(page)]).toEqual([403, expect.stringContaining('Corp did not let you in')]);
  });

  it('[oidc-bound] is taken once, in time, in the browser that was sent out', async () => {
    const browser = new PageVisitor(gateway.url);
    const first = await goOut(browser, gateway.url);
    const path = first.back.pathname + first.back.search;
    expect((await new PageVisitor(gateway.url).get(path)).status).toBe(403);
    const second = await goOut(browser, gateway.url);
    expect((await browser.get(second.back.pathname + second.back.search)).status).toBe(200);
    expect((await browser.get(path)).status).toBe(200);
    expect((await browser.get(path)).status).toBe(403);
    const late = await goOut(browser, gateway.url);
    clock.advance(601_000);
    expect((await browser.get(late.back.pathname + late.back.search)).status).toBe(403);
  });

  it('[oidc-away] leaves who is signed in alone while the issuer is away', async () => {
    const away = await openOnce(MockIssuer.start());
    away.reset(somebody({ groups: ['staff-it'] }));
    const env = { OIDC_PROVIDERS: providersOf(away.provider({ rules })) };
    const own = await openOnce(startGateway({ env }));
    const owner = await setUpOperator(own);
    const { browser } = await signInAt(own);
    const { back } = await goOut(new PageVisitor(own.url), own.url);
    expect(back.pathname).toBe('/oauth/sign-in/corp/callback');
    const half = new PageVisitor(own.url);
    const out = await goOut(half, own.url);
    await away.goAway();
    const page = await half.get(out.back.pathname + out.back.search);
    expect([page.status, page.heading]).toEqual([503, 'The issuer does not answer']);
    expect((await browser.get('/welcome')).heading).toBe('You are all set');
    expect((await owner.get('/welcome')).heading).toBe('You are all set');
    expect(await members(own)).toHaveLength(2);
    await away.comeBack();
    expect((await signInAt(own)).status).toBe(200);
  });

  function setBend(bend: (token: Parameters<MockIssuer['bend']>[0]) => unknown): void {
    issuer.bend = (token) => {
      bend(token);
    };
  }
});

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
    expect([page.status, textOf(page)]).toEqual([403, expect.stringContaining('once its domains are set')]);
    expect(await members(own)).toHaveLength(1);
    expect((await signInAt(gateway)).status).toBe(200);
    expect(await memberOf({ email: operator.email })).toMatchObject({ role: 'owner' });
  });

  it('[oidc-domains] is not linked by an address of another domain, and may still come by a rule', async () => {
    const own = await openOnce(
      startGateway({
        env: { OIDC_PROVIDERS: providersOf(issuer.provider({ domains: ['corp.example'], rules })) },
      }),
    );
    await setUpOperator(own);
    const person = { ...issuer.person, email: 'mo@other.example' };
    await invite(own, { email: person.email }, { name: 'Mo', password });
    issuer.person = person;
    expect((await signInAt(own)).status).toBe(200);
    const both = (await members(own)).filter(({ email }) => email === person.email);
    expect(both.map(({ emailVerified }) => emailVerified).sort()).toEqual([false, true]);
  });

  it('[oidc-invitation] may accept an invitation for the verified address, and no other', async () => {
    const person = somebody();
    const invited = await gateway.json('/api/cli/invitations', { body: { email: person['email'], role: 'admin' } });
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
    expect((await client.json('/api/cli/invitations', { body: { email: 'x@example.com' } })).status).toBe(201);
    issuer.person = { ...issuer.person, realm: {} };
    await signInAt(gateway);
    await waitFor('the token to be a member’s', async () => {
      const { status } = await client.json('/api/cli/invitations', { body: { email: 'x@example.com' } });
      return status === 403;
    });
  });

  it('[oidc-kept] leaves alone what an invitation gave', async () => {
    const person = somebody({ groups: ['staff-it'], realm: { roles: ['chief'] } });
    await invite(gateway, { email: person['email'], role: 'member' }, { name: 'Mo', password: 'a password of mo' });
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
          OIDC_PROVIDERS: providersOf(issuer.provider({ rules })),
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
