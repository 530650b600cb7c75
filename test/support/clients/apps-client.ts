import { AccessTokens } from '../../../src/accounts/tokens/access-tokens.service.js';
import { PeopleStore } from '../../../src/accounts/people/people-store.port.js';
import { newId } from '../../../src/kernel/id.js';
import { scopes, type Role } from '../../../src/kernel/principal.js';
import type { TestGateway } from '../gateway.js';
import { GatewayClient, type Answer, type Json, type Sending } from './gateway-client.js';

/** Speaks to `/api/cli/apps` with one token. */
export class AppsClient extends GatewayClient {
  /** `POST /api/cli/apps`; fails the test unless it is 201. */
  async newApp(name: string, config?: Json, more: Json = {}): Promise<Json> {
    const made = await this.json('/api/cli/apps', {
      body: { name, ...(config === undefined ? {} : { config }), ...more },
    });
    if (made.status !== 201) throw new Error(`${String(made.status)} ${made.text}`);
    return made.body;
  }

  app(app: unknown, rest = '', sending: Sending = {}): Promise<Answer> {
    return this.json(`/api/cli/apps/${String(app)}${rest}`, sending);
  }

  /** `PUT …/config`, on any state unless told otherwise. */
  save(
    app: unknown,
    config: unknown,
    { headers, ...more }: Json & { headers?: Record<string, string> } = {},
  ) {
    const { query = '', ...body } = more;
    return this.app(app, `/config${String(query)}`, {
      method: 'PUT',
      headers: headers ?? ('version' in body ? {} : { 'if-match': '*' }),
      body: { config, ...body },
    });
  }

  setSecret(app: unknown, name: string, value: string): Promise<Answer> {
    return this.app(app, `/secrets/${name}`, { method: 'PUT', body: { value } });
  }

  /** A client with a new key of the app. */
  async withKey(app: unknown, body: Json = {}): Promise<GatewayClient> {
    const made = await this.app(app, '/keys', { body });
    if (made.status !== 201) throw new Error(`${String(made.status)} ${made.text}`);
    return new GatewayClient(this.url, String(made.body['key']));
  }
}

/** The operator of the gateway. */
export function operatorOf(gateway: TestGateway): AppsClient {
  return new AppsClient(gateway.url, gateway.token);
}

/** A person in an account of their own, or in one that is there already. */
export async function personIn(
  gateway: TestGateway,
  account: string,
  role: Role = 'owner',
): Promise<AppsClient & { readonly accountId: string; readonly userId: string }> {
  const people = gateway.app.get(PeopleStore, { strict: false });
  const now = Date.now();
  const accountId = account.startsWith('acc_') ? account : newId('acc');
  if (accountId !== account)
    await people.insertAccount({ id: accountId, slug: account, name: account, operator: false }, now);
  const userId = newId('usr');
  await people.insertUser(
    {
      ...{ id: userId, email: `${userId}@example.com`, name: `Member of ${account}` },
      ...{ realm: accountId, passwordHash: null, securedAt: null },
    },
    now,
  );
  await people.join(accountId, userId, role, now);
  const { text } = await gateway.app.get(AccessTokens, { strict: false }).issueToUser({
    ...{ accountId, userId, name: 'test', source: 'device' },
    scopes: scopes.filter((scope) => scope !== 'operator'),
  });
  return Object.assign(new AppsClient(gateway.url, text), { accountId, userId });
}

/** Lets members of the account change configs and secrets, as an owner can. */
export async function letMembersConfigure(gateway: TestGateway, accountId: string): Promise<void> {
  const people = gateway.app.get(PeopleStore, { strict: false });
  await people.changeSettings(accountId, { configAccess: 'members' });
}
