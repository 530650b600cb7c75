import { AccessTokens } from '../../src/accounts/tokens/access-tokens.service.js';
import { scopes, type Role } from '../../src/kernel/principal.js';
import { AppsClient, operatorOf, personIn } from '../support/clients/apps-client.js';
import { browserOf } from '../support/clients/console-client.js';
import type { GatewayClient, Json } from '../support/clients/gateway-client.js';
import { PageVisitor } from '../support/clients/page-visitor.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { begin, decide, poll } from '../support/people.js';
import { echo, ScriptedHttp } from '../support/upstreams/scripted-http.js';

const open = closeAfterAll();
let gateway: TestGateway;
let operator: AppsClient;
let operatorAccount: string;
let elsewhere: AppsClient;

beforeAll(async () => {
  const upstream = await open(ScriptedHttp.start([echo]));
  gateway = await open(startGateway({ mcpServers: { desk: { url: upstream.url } } }));
  operator = operatorOf(gateway);
  operatorAccount = String(((await operator.json('/api/me')).body['account'] as Json)['id']);
  await personIn(gateway, 'guild');
  elsewhere = await personIn(gateway, 'elsewhere');
});

/** A person of the operator's account with a token of all scopes, as it could be issued to an owner. */
async function inOperatorAccount(role: Role) {
  const { userId } = await personIn(gateway, operatorAccount, role);
  const { text } = await gateway.app.get(AccessTokens, { strict: false }).issueToUser({
    ...{ accountId: operatorAccount, userId, name: 'test', source: 'device', scopes },
  });
  return { userId, client: new AppsClient(gateway.url, text) };
}

/** What changes or reads what belongs to other accounts; the status of each. */
async function powersOf(client: GatewayClient): Promise<readonly number[]> {
  const asked = [
    await client.json('/api/settings'),
    await client.json('/api/doctor'),
    await client.json('/metrics'),
    await client.json('/api/servers/published'),
    await client.json('/api/servers/published/none', {
      ...{ method: 'PUT', body: { definition: { url: 'http://127.0.0.1:1/mcp' } } },
    }),
    await client.json('/api/usage?account=guild'),
    await client.json('/api/audit?account=guild'),
    await client.json('/api/calls?account=guild'),
    await client.json('/api/cli/invitations', {
      body: { email: 'new@example.com', newAccount: { name: 'New' } },
    }),
  ];
  return asked.map(({ status }) => status);
}

const refused = [403, 403, 403, 403, 403, 404, 404, 404, 403];

describe('Running the gateway', () => {
  it.each<Role>(['member', 'admin'])(
    "[operator-owner] is refused to a %s of the operator's account, whatever scopes the token was issued with",
    async (role) => {
      const { client, userId } = await inOperatorAccount(role);
      expect(await powersOf(client)).toEqual(refused);
      const { body } = await client.json('/api/me');
      expect([body['operator'], body['permissions']]).toEqual([
        false,
        expect.not.arrayContaining(['operator']),
      ]);
      expect((await powersOf(await browserOf(gateway, userId))).every((status) => status >= 400)).toBe(true);
    },
  );

  it.each<Role>(['member', 'admin'])(
    '[operator-owner] is not granted to a %s by a device login',
    async (role) => {
      const { userId } = await personIn(gateway, operatorAccount, role);
      const browser = new PageVisitor(gateway.url);
      browser.cookies.set('gantry-session', (await browserOf(gateway, userId)).secret);
      const alone = await begin(gateway, { client_id: 'test', scope: 'operator' });
      expect((await decide(browser, alone.userCode, 'approve')).status).toBe(403);
      const among = await begin(gateway, { client_id: 'test', scope: 'tools:read operator' });
      await decide(browser, among.userCode, 'approve');
      expect((await poll(gateway, among.deviceCode)).body['scope']).toBe('tools:read');
    },
  );

  it('[operator-owner] ends with the role, for tokens that there are', async () => {
    const { client, userId } = await inOperatorAccount('owner');
    const allowed = await powersOf(client);
    expect(allowed.filter((status) => status >= 400)).toEqual([404]);
    const role = (name: Role) =>
      operator.json(`/api/cli/members/${userId}`, { method: 'PATCH', body: { role: name } });
    expect((await role('admin')).status).toBe(200);
    expect(await powersOf(client)).toEqual(refused);
    expect((await role('owner')).status).toBe(200);
    expect((await client.json('/api/settings')).status).toBe(200);
  });

  it('[operator-owner] is refused to owners of other accounts', async () => {
    expect(await powersOf(elsewhere)).toEqual(refused);
  });
});
