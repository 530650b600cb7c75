import { AccessTokens } from '../../../src/accounts/tokens/access-tokens.service.js';
import { PeopleStore } from '../../../src/accounts/people/people-store.port.js';
import { everywhere } from '../../../src/accounts/people/person.js';
import { newId } from '../../../src/kernel/id.js';
import { scopes, type Role } from '../../../src/kernel/principal.js';
import { AppsClient, operatorOf, personIn } from '../../support/clients/apps-client.js';
import type { Answer, GatewayClient, Json } from '../../support/clients/gateway-client.js';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { programOf } from '../../support/oauth/programs.js';
import { HookReceiver } from '../../support/policies/hook-receiver.js';
import { replaceOperatorFile } from '../../support/upstreams/declared-servers.js';
import { echo, ScriptedHttp } from '../../support/upstreams/scripted-http.js';

const open = closeAfterAll();
const boss = 'boss@corp.example';
const trusted = 'https://trusted.example/client.json';

let gateway: TestGateway;
let url: string;
let hook: HookReceiver;
/** Ids of accounts. */
let operators: string;
let acme: string;
let evil: string;
/** Every caller makes the same call. */
let callers: Readonly<Record<string, () => Promise<Answer>>>;

beforeAll(async () => {
  hook = await open(HookReceiver.start());
  ({ url } = await open(ScriptedHttp.start([echo])));
  gateway = await open(
    startGateway({
      mcpServers: { desk: { url } },
      env: { EGRESS_ALLOW: [new URL(hook.url).host], WORKFLOW_EXPRESSION_MS: 10_000 },
    }),
  );
  operators = String(((await gateway.json('/api/me')).body['account'] as Json)['id']);
  const acmes = await personIn(gateway, 'acme');
  const evils = await personIn(gateway, 'evil');
  [acme, evil] = [acmes.accountId, evils.accountId];
  const real = await somebody(boss, everywhere, operators);
  const byKey = async (owner: AppsClient, name: string) => {
    const key = await owner.withKey('shop', { name });
    return () => key.call('shop.desk', 'echo', {});
  };
  for (const owner of [operatorOf(gateway), acmes, evils])
    await owner.newApp('Shop', { mcpServers: { desk: { use: 'desk' } } }, { slug: 'shop' });
  const byPerson = (client: GatewayClient) => () => client.call('desk', 'echo', {});
  const program = async (of: GatewayClient, name: string, oauthClient: string) =>
    byPerson(await programOf(gateway, of, { name, oauthClient }));
  callers = {
    operator: byPerson(gateway),
    boss: byPerson(real),
    'boss by claim': byPerson(await somebody(boss, operators, operators)),
    'boss of evil': byPerson(await somebody(boss, evil, evil, 'owner')),
    'boss at a provider': byPerson(await somebody(boss, newId('usr'), evil)),
    'owner of acme': byPerson(acmes),
    'owner of evil': byPerson(evils),
    key: await byKey(operatorOf(gateway), 'ci'),
    'key of acme': await byKey(acmes, 'ci'),
    'key of evil': await byKey(evils, 'ci'),
    'odd key of evil': await byKey(evils, 'operator/role:owner'),
    program: await program(real, 'Some name', trusted),
    'program of evil': await program(evils, trusted, 'gci_evil'),
  };
});

/** A member with a token of all scopes but `operator`. */
async function somebody(
  email: string,
  realm: string,
  accountId: string,
  role: Role = 'member',
): Promise<AppsClient & { readonly userId: string }> {
  const people = gateway.app.get(PeopleStore, { strict: false });
  const userId = newId('usr');
  const person = { id: userId, email, realm, name: 'Somebody', passwordHash: null, securedAt: null };
  await people.insertUser(person, Date.now());
  await people.join(accountId, userId, role, Date.now());
  return tokenOf(userId, accountId);
}

async function tokenOf(userId: string, accountId: string) {
  const { text } = await gateway.app.get(AccessTokens, { strict: false }).issueToUser({
    ...{ accountId, userId, name: 'test', source: 'device' },
    scopes: scopes.filter((scope) => scope !== 'operator'),
  });
  return Object.assign(new AppsClient(gateway.url, text), { userId });
}

const rule = (then: string, match: Json = {}) => ({ match: { tools: ['*'], ...match }, then });

function operatorSays(...rules: readonly Json[]): void {
  replaceOperatorFile(gateway, { mcpServers: { desk: { url, policies: { rules } } } });
}

/** Those whose call reaches the server. */
async function letThrough(): Promise<string[]> {
  const names: string[] = [];
  for (const [name, call] of Object.entries(callers)) if ((await call()).status === 200) names.push(name);
  return names;
}

const bosses = ['boss', 'boss by claim', 'boss of evil', 'boss at a provider', 'program'];
const others = (...names: readonly string[]) => Object.keys(callers).filter((one) => !names.includes(one));

describe("Names in rules of the operator's file", () => {
  it.each<[string, readonly string[]]>([
    [`user:${boss}`, ['boss', 'program']],
    [`*/user:${boss.toUpperCase()}`, ['boss', 'program']],
    [`evil/user:${boss}`, []],
    ['user:*', ['operator', 'boss', 'program']],
    ['role:owner', ['operator']],
    ['role:*', ['operator', 'boss', 'boss by claim', 'program']],
    ['acme/role:owner', ['owner of acme']],
    ['*/role:owner', ['operator', 'boss of evil', 'owner of acme', 'owner of evil', 'program of evil']],
    ['key:ci', ['key']],
    ['acme/key:ci', ['key of acme']],
    ['*/key:ci', ['key', 'key of acme', 'key of evil']],
    ['ac?e/key:*', ['key of acme']],
    [`client:${trusted}`, ['program']],
    ['*/client:https://trusted.example/*', ['program']],
    ['*/client:Some name', []],
    ['*/client:gci_evil', ['program of evil']],
  ])('[caller-names] %s matches %j and no one else', async (pattern, expected) => {
    operatorSays(rule('allow', { callers: [pattern] }), rule('deny'));
    expect(await letThrough()).toEqual(expected);
  });

  it('[caller-names] an account is named by its id as well', async () => {
    operatorSays(rule('allow', { callers: [`${acme}/role:owner`, 'nobody/role:owner'] }), rule('deny'));
    expect(await letThrough()).toEqual(['owner of acme']);
  });

  it.each(['deny', 'ask'])(
    '[caller-names-claimed] a rule with %s restricts callers who only claim the address',
    async (then) => {
      operatorSays(rule(then, { callers: [`*/user:${boss}`] }));
      expect(await letThrough()).toEqual(others(...bosses));
      operatorSays(rule(then, { callers: [`evil/user:${boss}`] }));
      expect(await letThrough()).toEqual(others('boss of evil', 'boss at a provider'));
    },
  );

  it('[caller-names-claimed] a rule whose name is only claimed does not end the rules', async () => {
    operatorSays(rule('ask', { callers: [`*/user:${boss}`] }), rule('deny'));
    const codes = await Promise.all(
      bosses.map(async (name) => [name, (await callers[name]?.())?.status ?? 0] as const),
    );
    expect(Object.fromEntries(codes)).toEqual({
      ...{ boss: 202, program: 202 },
      ...{ 'boss by claim': 403, 'boss of evil': 403, 'boss at a provider': 403 },
    });
  });

  it('[caller-shown] $caller has the account, whether the address is verified, and how a client is known', async () => {
    const when = `$caller.account = 'operator' and $caller.email = '${boss}' and $caller.emailVerified`;
    operatorSays(rule('allow', { when }), rule('deny'));
    expect(await letThrough()).toEqual(['boss', 'program']);
    operatorSays(rule('allow', { when: `$caller.client = '${trusted}'` }), rule('deny'));
    expect(await letThrough()).toEqual(['program']);
  });

  it('[caller-names] an address that is no longer verified counts no more for who signs in', async () => {
    operatorSays(rule('allow', { callers: ['acme/user:kim@corp.example'] }), rule('deny'));
    const kim = await somebody('kim@corp.example', everywhere, acme);
    expect((await kim.call('desk', 'echo', {})).status).toBe(200);
    await gateway.app.get(PeopleStore, { strict: false }).updateUser(kim.userId, { realm: acme });
    const again = await tokenOf(kim.userId, acme);
    expect((await again.call('desk', 'echo', {})).status).toBe(403);
  });

  it.each(['acme/owner', 'acme/*', '*:owner', 'a/b/role:owner'])(
    '[rules-faults] %s is refused as a pattern for callers',
    (pattern) => {
      operatorSays();
      operatorSays(rule('deny', { callers: [pattern] }));
      const line = JSON.stringify(gateway.logs('servers.file-broken').at(-1));
      expect(line).toContain('/mcpServers/desk/policies/rules/0/match/callers/0 must begin with user:');
    },
  );

  it('[caller-names-doctor] the doctor names rules without an account while there are others', async () => {
    const titles = async () =>
      ((await gateway.json('/api/doctor')).body['findings'] as Json[]).filter(({ title }) =>
        String(title).includes("operator's account only"),
      );
    operatorSays(rule('deny', { callers: ['*/role:owner', '*'] }), rule('deny', { callers: ['role:owner'] }));
    expect(await titles()).toMatchObject([{ server: 'desk', detail: '/mcpServers/desk/policies/rules/1' }]);
    operatorSays(rule('deny', { callers: ['operator/role:owner'] }));
    expect(await titles()).toEqual([]);
  });
});

describe("Names in rules of an account's apps", () => {
  let owner: AppsClient;
  let invited: AppsClient;
  let claimed: AppsClient;

  beforeAll(async () => {
    operatorSays();
    const people = await personIn(gateway, 'studio');
    owner = people;
    await owner.newApp('Shop', { mcpServers: { desk: { use: 'desk' } } }, { slug: 'shop' });
    const { accountId } = people;
    invited = await somebody('lee@studio.example', accountId, accountId);
    claimed = await somebody('lee@studio.example', newId('usr'), accountId);
  });

  async function appSays(...rules: readonly Json[]): Promise<void> {
    const config = { mcpServers: { desk: { use: 'desk' } }, policies: { rules } };
    expect((await owner.save('shop', config)).status).toBe(200);
  }

  const outcomes = async () =>
    Promise.all([invited, claimed].map(async (one) => (await one.call('shop.desk', 'echo', {})).status));

  it('[caller-names] an address of an invitation of the account counts, one that a provider says does not', async () => {
    await appSays(rule('allow', { callers: ['user:LEE@studio.example'] }), rule('deny'));
    expect(await outcomes()).toEqual([200, 403]);
    await appSays(rule('deny', { callers: ['user:lee@studio.example'] }));
    expect(await outcomes()).toEqual([403, 403]);
  });

  it('[caller-names-try] a dry run knows names as calls do', async () => {
    const decisionOf = async (caller: string, of = owner) => {
      const body = { caller, tool: 'desk__echo', arguments: {} };
      return (await of.json('/api/cli/apps/shop/policies/try', { body })).body['decision'];
    };
    await appSays(rule('allow', { callers: ['user:lee@studio.example'] }), rule('deny'));
    expect(await decisionOf('user:lee@studio.example')).toBe('allow');
    await appSays();
    operatorSays(
      rule('allow', { callers: ['role:owner', 'key:ci', `*/user:${boss}`, `client:${trusted}`] }),
      rule('deny'),
    );
    for (const caller of ['role:owner', 'key:ci', `client:${trusted}`, 'user:lee@studio.example'])
      expect([caller, await decisionOf(caller)]).toEqual([caller, 'deny']);
    const evils = await somebody('owner@evil.example', evil, evil, 'owner');
    expect(await decisionOf(`user:${boss}`, evils)).toBe('deny');
    // Of two members with the address, the one who has verified it is meant.
    expect(await decisionOf(`user:${boss}`, operatorOf(gateway))).toBe('allow');
    operatorSays();
  });

  it('[caller-shown] policy hooks get the account and whether the address is verified', async () => {
    const hooks = [{ on: ['tools/call'], phase: 'request', url: hook.url }];
    await owner.save('shop', { mcpServers: { desk: { use: 'desk' } }, policies: { hooks } });
    await invited.call('shop.desk', 'echo', {});
    expect(hook.asked.at(-1)?.body['caller']).toMatchObject({
      ...{ kind: 'user', account: 'studio', email: 'lee@studio.example', emailVerified: false },
    });
    const program = await programOf(gateway, invited, { name: trusted, oauthClient: 'gci_1' });
    await program.call('shop.desk', 'echo', {});
    expect(hook.asked.at(-1)?.body['caller']).toMatchObject({
      ...{ kind: 'client', account: 'studio', name: trusted, client: 'gci_1' },
    });
  });
});
