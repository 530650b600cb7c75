import { PeopleStore } from '../../../src/accounts/people/people-store.port.js';
import { everywhere } from '../../../src/accounts/people/person.js';
import { SignInNews } from '../../../src/accounts/people/sign-in-news.service.js';
import { SubjectStore } from '../../../src/accounts/providers/subject-store.port.js';
import { signInProviders } from '../../../src/platform/config/values/sign-in-providers.js';
import { ConsoleClient } from '../../support/clients/console-client.js';
import type { GatewayClient, Json } from '../../support/clients/gateway-client.js';
import { signInAt } from '../../support/clients/issuer-visit.js';
import { PageVisitor } from '../../support/clients/page-visitor.js';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { signedInPerson } from '../../support/people.js';
import { ScriptedGithub } from '../../support/upstreams/scripted-github.js';
import { echo, ScriptedHttp } from '../../support/upstreams/scripted-http.js';

const open = closeAfterAll();
const dayMs = 86_400_000;
/** Two providers that speak for everyone of the operator's account, and one of a tenant. */
let corp: ScriptedGithub;
let hub: ScriptedGithub;
let tenant: ScriptedGithub;
let gateway: TestGateway;

beforeAll(async () => {
  corp = await open(ScriptedGithub.start());
  hub = await open(ScriptedGithub.start());
  tenant = await open(ScriptedGithub.start());
  // Everyone is in this team.
  const rules = [{ claim: 'teams', match: 'acme/core', account: 'operator', role: 'member' }];
  const domains = ['corp.example'];
  const OIDC_PROVIDERS = signInProviders.parse(
    JSON.stringify([
      corp.provider({ id: 'corp', label: 'Corp', domains, rules }),
      hub.provider({ id: 'hub', label: 'Hub', domains, rules }),
      tenant.provider({
        ...{ id: 'tenant', label: 'Tenant' },
        rules: [{ claim: 'teams', match: 'acme/core', account: 'acme', role: 'member' }],
      }),
    ]),
  );
  const { url } = await open(ScriptedHttp.start([echo]));
  gateway = await open(
    startGateway({
      env: { OIDC_PROVIDERS, LOGINS_PER_MINUTE: 1000, SIGN_INS_PER_MINUTE: 1000 },
      mcpServers: { one: { url }, two: { url } },
    }),
  );
  await grant(gateway, [
    { group: 'corp:engineering', servers: ['one'] },
    { group: 'hub:oth?r', servers: ['two'] },
  ]);
});

async function grant(client: GatewayClient, grants: readonly Json[]): Promise<void> {
  const put = await client.json('/api/cli/grants', { method: 'PUT', body: { grants } });
  if (put.status !== 200) throw new Error(put.text);
}

/** Signs a person in, who is then in these groups; the browser. */
async function signIn(id: 'corp' | 'hub' | 'tenant', email: string, orgs: readonly string[]) {
  const provider = { corp, hub, tenant }[id];
  provider.expect(email, { orgs });
  const browser = new PageVisitor(gateway.url);
  const page = await signInAt(gateway, `/oauth/sign-in/${id}?next=/welcome`, browser);
  expect(page.status).toBe(200);
  return new ConsoleClient(gateway.url, browser.cookies.get('gantry-session') ?? '');
}

const handles = async (client: GatewayClient) =>
  ((await client.json('/api/servers')).body['servers'] as Json[]).map(({ handle }) => handle);

describe('A group in an access grant', () => {
  it('[grants-group-provider] is not given by another provider that has a group of its name', async () => {
    const mallory = await signIn('hub', 'mallory@corp.example', ['engineering', 'corp:engineering']);
    expect(await handles(mallory)).toEqual([]);
    await signIn('hub', 'mallory@corp.example', ['engineering', 'other']);
    expect(await handles(mallory)).toEqual(['two']);
  });

  it('[grants-group-provider] is neither given nor taken by a sign-in elsewhere', async () => {
    const eve = await signIn('corp', 'eve@corp.example', ['engineering']);
    expect(await handles(eve)).toEqual(['one']);
    await signIn('hub', 'eve@corp.example', ['other']);
    expect(await handles(eve)).toEqual(['one', 'two']);
    await signIn('hub', 'eve@corp.example', ['engineering']);
    expect(await handles(eve)).toEqual(['one']);
    await signIn('corp', 'eve@corp.example', []);
    expect(await handles(eve)).toEqual([]);
  });

  it('[grants-group-age] ends OIDC_MAX_AGE_DAYS after the last sign-in at its provider', async () => {
    const kim = await signIn('corp', 'kim@corp.example', ['engineering']);
    await signIn('hub', 'kim@corp.example', ['other']);
    expect(await handles(kim)).toEqual(['one', 'two']);
    const subjects = gateway.app.get(SubjectStore, { strict: false });
    const { body } = await kim.json('/api/me');
    const userId = String((body['user'] as Json)['id']);
    const ofCorp = (await subjects.listOf(userId)).find(({ provider }) => provider === 'corp');
    if (ofCorp === undefined) throw new Error('nobody is known at corp');
    await subjects.keep({ ...ofCorp, signedInAt: Date.now() - 31 * dayMs });
    gateway.app.get(SignInNews, { strict: false }).signedIn(userId);
    expect(await handles(kim)).toEqual(['two']);
  });

  it('[grants-group-provider] is given only in accounts in which its provider speaks for the person', async () => {
    const acme = await signedInPerson(gateway, 'acme');
    const other = await signedInPerson(gateway, 'other');
    const grants = [{ group: 'tenant:engineering', servers: ['one'] }];
    await grant(acme.session, grants);
    await grant(other.session, grants);
    const inAcme = await signIn('tenant', 'joe@acme.example', ['engineering']);
    expect(await handles(inAcme)).toEqual(['one']);
    // A link of before providers had domains, of a member of both accounts.
    const people = gateway.app.get(PeopleStore, { strict: false });
    const [joe] = await people.listUsersByEmail('joe@acme.example');
    const userId = String(joe?.id);
    await people.updateUser(userId, { realm: everywhere });
    await people.join(other.accountId, userId, 'member', Date.now());
    const member = await signedInPerson(gateway, 'jay', { in: other.accountId, role: 'member' });
    const subjects = gateway.app.get(SubjectStore, { strict: false });
    const [said] = await subjects.listOf(userId);
    if (said === undefined) throw new Error('nobody is known at the provider');
    await subjects.remove(userId, said.issuer);
    await subjects.keep({ ...said, userId: member.userId });
    expect(await handles(member.session)).toEqual([]);
  });

  it.each(['engineering', ':engineering', 'Corp:engineering', 'corp*:engineering', 'corp:'])(
    '[grants-faults] %s is refused: it names no provider, or no group',
    async (group) => {
      const { status, body } = await gateway.json('/api/cli/grants', {
        ...{ method: 'PATCH', body: { add: [{ group, servers: ['one'] }] } },
      });
      expect([status, body['errors']]).toEqual([
        422,
        [{ pointer: '/add/0/group', detail: 'must name the provider and the group: `corp:engineering`' }],
      ]);
    },
  );
});
