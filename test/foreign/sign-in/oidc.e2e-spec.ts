import type { GatewayClient, Json } from '../../support/clients/gateway-client.js';
import { PageVisitor, textOf } from '../../support/clients/page-visitor.js';
import { closeAfterAll, closeAfterEach } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { goOut, signInAt } from '../../support/clients/issuer-visit.js';
import { anonymous, setUpOperator } from '../../support/people.js';
import { TestClock } from '../../support/test-clock.js';
import { corpDomains, corpRules as rules, eventsOf, memberLike, membersOf, somebody } from './corp.js';
import { MockIssuer, providersOf } from './mock-issuer.js';

const open = closeAfterAll();
const openOnce = closeAfterEach();
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

  it('[oidc-role] gives a role that only its rules change', async () => {
    await signInAt(gateway);
    const id = String((await memberOf(issuer.person))?.['id']);
    const change = await gateway.json(`/api/cli/members/${id}`, { method: 'PATCH', body: { role: 'admin' } });
    expect(change).toMatchObject({ status: 409, body: { code: 'role-by-rule' } });
    expect(await memberOf(issuer.person)).toMatchObject({ role: 'member' });
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
    const env = { OIDC_PROVIDERS: providersOf(away.provider({ rules, domains: corpDomains })) };
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
