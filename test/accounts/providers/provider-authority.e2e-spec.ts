import { PeopleStore } from '../../../src/accounts/people/people-store.port.js';
import { everywhere } from '../../../src/accounts/people/person.js';
import { SubjectStore } from '../../../src/accounts/providers/subject-store.port.js';
import { newId } from '../../../src/kernel/id.js';
import { signInProviders } from '../../../src/platform/config/values/sign-in-providers.js';
import { ConsoleClient } from '../../support/clients/console-client.js';
import type { GatewayClient, Json } from '../../support/clients/gateway-client.js';
import { signInAt } from '../../support/clients/issuer-visit.js';
import { PageVisitor, textOf, type ShownPage } from '../../support/clients/page-visitor.js';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { setUpOperator, signedInPerson, type SignedInPerson } from '../../support/people.js';
import { ScriptedGithub } from '../../support/upstreams/scripted-github.js';

const open = closeAfterAll();
/** Of the operator, with `domains`. */
let corp: ScriptedGithub;
/** Of the tenant acme, without. */
let tenant: ScriptedGithub;
let gateway: TestGateway;
let acme: SignedInPerson;
let other: SignedInPerson;

beforeAll(async () => {
  [corp, tenant] = [await open(ScriptedGithub.start()), await open(ScriptedGithub.start())];
  const rules = [
    { claim: 'orgs', match: 'acme', account: 'acme', role: 'member' },
    { claim: 'orgs', match: 'chiefs', account: 'operator', role: 'owner' },
  ];
  const providers = [
    corp.provider({ id: 'corp', label: 'Corp', domains: ['corp.example'] }),
    tenant.provider({ id: 'tenant', label: 'Tenant', rules }),
  ];
  const limits = { LOGINS_PER_MINUTE: 1000, SIGN_INS_PER_MINUTE: 1000 };
  const OIDC_PROVIDERS = signInProviders.parse(JSON.stringify(providers));
  gateway = await open(startGateway({ env: { OIDC_PROVIDERS, ...limits } }));
  await setUpOperator(gateway);
  acme = await signedInPerson(gateway, 'acme');
  other = await signedInPerson(gateway, 'other');
});

const people = () => gateway.app.get(PeopleStore, { strict: false });
const sessionOf = (page: { readonly browser: PageVisitor }) =>
  new ConsoleClient(gateway.url, page.browser.cookies.get('gantry-session') ?? '');
const accountsOf = async (client: GatewayClient) => {
  const { status, body } = await client.json('/api/me');
  return status === 200 ? (body['accounts'] as Json[]).map(({ slug }) => slug) : status;
};

/** The code of an invitation that an owner makes. */
async function invitedBy(owner: GatewayClient, body: Json): Promise<string> {
  const made = await owner.json('/api/cli/invitations', { body });
  if (made.status !== 201) throw new Error(made.text);
  return new URL(String(made.body['url'])).searchParams.get('code') ?? '';
}

function accept(provider: string, code: string): Promise<ShownPage & { readonly browser: PageVisitor }> {
  return signInAt(gateway, `/oauth/sign-in/${provider}?invitation=${code}`);
}

const atTenant = (browser?: PageVisitor) => signInAt(gateway, '/oauth/sign-in/tenant?next=/welcome', browser);
const atCorp = () => signInAt(gateway, '/oauth/sign-in/corp?next=/welcome');

describe('A provider without domains', () => {
  it('[oidc-own-realm] makes a user of its own and is linked to no one who has the address', async () => {
    tenant.expect(other.email, { orgs: ['acme'] });
    const page = await atTenant();
    expect([page.status, await accountsOf(sessionOf(page))]).toEqual([200, ['acme']]);
    const users = await people().listUsersByEmail(other.email);
    expect(users.filter(({ realm }) => realm === everywhere).map(({ id }) => id)).toEqual([other.userId]);
    expect(await gateway.app.get(SubjectStore, { strict: false }).listOf(other.userId)).toEqual([]);
  });

  it('[oidc-own-realm] gives no place in the operator’s account, whatever its role mappings say', async () => {
    tenant.expect('chief@corp.example', { orgs: ['chiefs'] });
    const page = await atTenant();
    expect([page.status, textOf(page)]).toEqual([403, expect.stringContaining('of the domains of Tenant')]);
    expect(await people().listUsersByEmail('chief@corp.example')).toEqual([]);
  });

  it('[oidc-own-realm] accepts invitations only to accounts that its role mappings name', async () => {
    tenant.expect('kim@corp.example');
    const toOperator = await invitedBy(gateway, { email: 'kim@corp.example', role: 'owner' });
    const toNew = await invitedBy(gateway, { email: 'kim@corp.example', newAccount: { name: 'New' } });
    const toOther = await invitedBy(other.session, { email: 'kim@corp.example', role: 'owner' });
    for (const code of [toOperator, toNew, toOther]) {
      const page = await accept('tenant', code);
      expect([page.status, textOf(page)]).toEqual([403, expect.stringContaining('does not speak for')]);
    }
    expect(await people().listUsersByEmail('kim@corp.example')).toEqual([]);
    const toAcme = await invitedBy(acme.session, { email: 'kim@corp.example', role: 'admin' });
    const page = await accept('tenant', toAcme);
    expect([page.status, await accountsOf(sessionOf(page))]).toEqual([200, ['acme']]);
  });

  it('[oidc-own-realm] gets no place that its users’ address is given by another provider', async () => {
    tenant.expect('boss@corp.example', { orgs: ['acme'] });
    const first = await atTenant();
    corp.expect('boss@corp.example');
    const codes = [
      await invitedBy(gateway, { email: 'boss@corp.example', role: 'owner' }),
      await invitedBy(other.session, { email: 'boss@corp.example', role: 'owner' }),
    ];
    for (const code of codes) expect((await accept('corp', code)).status).toBe(200);
    expect(await accountsOf(sessionOf(await atCorp()))).toEqual(['operator', 'other']);
    expect(await accountsOf(sessionOf(first))).toEqual(['acme']);
    expect(await accountsOf(sessionOf(await atTenant()))).toEqual(['acme']);
  });

  it('[oidc-domains-warning] is reported at start and by the doctor', async () => {
    const { body } = await gateway.json('/api/doctor');
    const findings = (body['findings'] as Json[]).filter(({ title }) => String(title).includes('no domains'));
    expect(findings).toMatchObject([{ title: 'The identity provider Tenant has no domains' }]);
    expect(gateway.logs('sign-in.provider-without-domains')).toMatchObject([{ provider: 'tenant' }]);
  });
});

describe('A session that began at a provider', () => {
  const address = 'eve@corp.example';

  /** A verified user of both providers, as there were before links took domains. */
  async function linkedUser(email: string): Promise<string> {
    corp.expect(email);
    const code = await invitedBy(other.session, { email, role: 'owner' });
    expect((await accept('corp', code)).status).toBe(200);
    const [user] = (await people().listUsersByEmail(email)).filter(({ realm }) => realm === everywhere);
    const userId = String(user?.id);
    tenant.expect(email, { orgs: ['acme'] });
    await gateway.app.get(SubjectStore, { strict: false }).keep({
      ...{ issuer: tenant.url, subject: String(tenant.person.id), userId, provider: 'tenant' },
      ...{ signedInAt: Date.now(), claims: {}, rules: [] },
    });
    return userId;
  }

  it('[oidc-session-provider] acts only in accounts in which that provider speaks for the person', async () => {
    await linkedUser(address);
    const page = await atTenant();
    const session = sessionOf(page);
    expect(await accountsOf(session)).toEqual(['acme']);
    const elsewhere = await session.json('/api/cli/members', { headers: { 'x-account': 'other' } });
    expect(elsewhere.status).toBe(404);
    expect(textOf(await page.browser.get('/welcome'))).toContain('account acme');
    expect(await accountsOf(sessionOf(await atCorp()))).toEqual(['other', 'acme']);
  });

  it('[oidc-session-provider] accepts no invitation to an account in which the provider does not speak', async () => {
    const page = await atTenant();
    const code = await invitedBy(gateway, { email: address, role: 'owner' });
    const invitation = await page.browser.get(`/invite?code=${code}`);
    expect(invitation.text).not.toContain('action="/invite/join"');
    const { csrf } = csrfOf(invitation);
    await page.browser.post('/invite/join', { csrf, code });
    expect(await accountsOf(sessionOf(await atCorp()))).toEqual(['other', 'acme']);
  });

  it('[oidc-links-cut] is linked no more once the person joins the operator’s account', async () => {
    const email = 'max@corp.example';
    const userId = await linkedUser(email);
    const atOther = await atTenant();
    expect(await accountsOf(sessionOf(atOther))).toEqual(['acme']);
    corp.expect(email);
    const code = await invitedBy(gateway, { email, role: 'owner' });
    const page = await accept('corp', code);
    expect(await accountsOf(sessionOf(page))).toEqual(['other', 'operator']);
    expect(await accountsOf(sessionOf(atOther))).toBe(401);
    const links = await gateway.app.get(SubjectStore, { strict: false }).listOf(userId);
    expect(links.map(({ provider }) => provider)).toEqual(['corp']);
    const { body } = await gateway.json('/api/audit?action=user.unlinked');
    expect(body['events']).toMatchObject([{ target: userId, details: { provider: 'tenant' } }]);
    // Who signs in there is another user from now on.
    tenant.expect(email, { orgs: ['acme'] });
    await atTenant();
    expect(await gateway.app.get(SubjectStore, { strict: false }).listOf(userId)).toHaveLength(1);
  });
});

function csrfOf(page: ShownPage): { readonly csrf: string } {
  return { csrf: /name="csrf" value="([^"]*)"/.exec(page.text)?.[1] ?? '' };
}

it('[oidc-own-realm] verifies the address of its user when the provider comes to vouch for it', async () => {
  corp.expect('new@corp.example', { emails: [] });
  const code = await invitedBy(other.session, { email: 'new@corp.example' });
  expect((await accept('corp', code)).status).toBe(403);
  await gateway.app.get(SubjectStore, { strict: false }).keep({
    ...{ issuer: corp.url, subject: String(corp.person.id), userId: await unverified('new@corp.example') },
    ...{ provider: 'corp', signedInAt: Date.now(), claims: {}, rules: [] },
  });
  expect((await atCorp()).status).toBe(403);
  corp.expect('new@corp.example');
  expect(await accountsOf(sessionOf(await accept('corp', code)))).toEqual(['other']);
});

it('[oidc-own-realm] does not keep the address of its user verified when the provider has no domains any more', async () => {
  const [email, userId] = ['old@corp.example', newId('usr')];
  await people().insertUser(
    { ...{ id: userId, email, realm: everywhere, name: 'Old' }, passwordHash: null, securedAt: null },
    Date.now(),
  );
  tenant.expect(email, { orgs: ['acme'] });
  await gateway.app.get(SubjectStore, { strict: false }).keep({
    ...{ issuer: tenant.url, subject: String(tenant.person.id), userId, provider: 'tenant' },
    ...{ signedInAt: Date.now(), claims: {}, rules: [] },
  });
  expect(await accountsOf(sessionOf(await atTenant()))).toEqual(['acme']);
  expect((await people().findUser(userId))?.realm).toBe(userId);
  corp.expect(email);
  const code = await invitedBy(other.session, { email });
  expect((await accept('corp', code)).status).toBe(200);
  expect((await people().findUserInRealm(email, everywhere))?.id).not.toBe(userId);
});

/** A user whom a provider has made without vouching for the address. */
async function unverified(email: string): Promise<string> {
  const id = newId('usr');
  const user = { id, email, realm: id, name: 'New', passwordHash: null, securedAt: null };
  await people().insertUser(user, Date.now());
  return id;
}
