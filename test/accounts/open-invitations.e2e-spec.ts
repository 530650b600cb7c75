import { AccessTokens } from '../../src/accounts/tokens/access-tokens.service.js';
import { personIn } from '../support/clients/apps-client.js';
import { GatewayClient, type Json } from '../support/clients/gateway-client.js';
import { PageVisitor } from '../support/clients/page-visitor.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { TestClock } from '../support/test-clock.js';

const open = closeAfterAll();
const clock = new TestClock();
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await open(startGateway({ clock }));
});

const invite = (by: GatewayClient, email: string, role = 'member') =>
  by.json('/api/cli/invitations', { body: { email, role } });
const list = async (by: GatewayClient, query = '') =>
  (await by.json(`/api/cli/invitations${query}`)).body as { invitations: Json[]; nextCursor?: string };
const revoke = (by: GatewayClient, id: unknown) =>
  by.json(`/api/cli/invitations/${String(id)}`, { method: 'DELETE' });

describe('Open invitations', () => {
  it('[members-bounded] are at most ACCOUNT_MEMBERS, together with the members of the account', async () => {
    const few = await open(startGateway({ clock, env: { ACCOUNT_MEMBERS: 3 } }));
    const owner = await personIn(few, 'few');
    for (const email of ['bo@example.com', 'cy@example.com'])
      expect((await invite(owner, email)).status).toBe(201);
    const { status, body } = await invite(owner, 'di@example.com');
    expect([status, body['code'], body['limit']]).toEqual([409, 'too-many-members', 'ACCOUNT_MEMBERS']);
    const other = await personIn(few, 'others');
    expect((await invite(other, 'di@example.com')).status).toBe(201);
  });

  it('[invitation-open] are listed newest first, in pages, without their links, and until they are over', async () => {
    const owner = await personIn(gateway, 'acme');
    const { body } = await invite(owner, 'bo@example.com', 'admin');
    clock.advance(1000);
    await invite(owner, 'cy@example.com');
    const first = await list(owner, '?limit=1');
    expect(first.invitations).toMatchObject([
      { email: 'cy@example.com', role: 'member', invitedBy: owner.userId },
    ]);
    const second = await list(owner, `?limit=1&cursor=${String(first.nextCursor)}`);
    expect(second).toEqual({
      invitations: [
        {
          ...{ id: body['id'], email: 'bo@example.com', role: 'admin', invitedBy: owner.userId },
          createdAt: new Date(clock.now() - 1000).toISOString(),
          expiresAt: body['expiresAt'],
        },
      ],
    });
    expect(JSON.stringify(await list(owner))).not.toMatch(/code|igest/);
    clock.advance(7 * 86_400_000);
    expect((await list(owner)).invitations).toEqual([]);
  });

  it('[invitation-open] are taken back by those who may give as much, and never those of other accounts', async () => {
    const owner = await personIn(gateway, 'umbrella');
    const admin = await personIn(gateway, owner.accountId, 'admin');
    const member = await personIn(gateway, owner.accountId, 'member');
    const stranger = await personIn(gateway, 'stranger');
    const made = await invite(owner, 'di@example.com');
    const high = await invite(owner, 'ed@example.com', 'owner');
    expect((await list(stranger)).invitations).toEqual([]);
    expect((await member.json('/api/cli/invitations')).status).toBe(403);
    expect([
      (await revoke(stranger, made.body['id'])).status,
      (await revoke(admin, high.body['id'])).status,
    ]).toEqual([404, 403]);
    expect((await revoke(admin, made.body['id'])).status).toBe(204);
    expect((await revoke(admin, made.body['id'])).body['code']).toBe('invitation-not-found');
    expect((await new PageVisitor(gateway.url).get(String(made.body['url']))).status).toBe(410);
    const { body } = await owner.json('/api/audit?limit=1');
    expect(body['events']).toMatchObject([{ action: 'invitation.revoked', target: made.body['id'] }]);
    const theirs = await invite(admin, 'fay@example.com');
    expect(theirs.status).toBe(201);
    await owner.json(`/api/cli/members/${admin.userId}`, { method: 'DELETE' });
    expect((await list(owner)).invitations.map(({ email }) => email)).toEqual(['ed@example.com']);
  });

  it('[invitation-void] are void, and listed no more, once their maker may not invite to as much', async () => {
    const owner = await personIn(gateway, 'initech');
    const other = await personIn(gateway, owner.accountId);
    const visitor = new PageVisitor(gateway.url);
    const become = (role: string) =>
      owner.json(`/api/cli/members/${other.userId}`, { method: 'PATCH', body: { role } });
    const follow = async (made: { readonly body: Json }) =>
      (await visitor.get(String(made.body['url']))).status;
    const [high, low] = [
      await invite(other, 'gil@example.com', 'owner'),
      await invite(other, 'hal@example.com'),
    ];
    const page = await visitor.get(String(low.body['url']));
    expect([await follow(high), page.status]).toEqual([200, 200]);
    expect((await become('admin')).status).toBe(200);
    expect([await follow(high), await follow(low)]).toEqual([410, 200]);
    expect((await list(owner)).invitations.map(({ email }) => email)).toEqual(['hal@example.com']);
    await become('member');
    expect(await follow(low)).toBe(410);
    const joins = { name: 'Hal', password: 'a password of hal' };
    expect((await visitor.submit(page, '/invite', joins)).status).toBe(410);
    expect((await list(owner)).invitations).toEqual([]);
  });

  it('[invitation-void] of the operator is void when its maker does not run the gateway any more', async () => {
    const { body } = await gateway.json('/api/cli/auth/me');
    const { id: accountId } = body['account'] as { id: string };
    const { userId } = await personIn(gateway, accountId);
    const { text } = await gateway.app.get(AccessTokens, { strict: false }).issueToUser({
      ...{ accountId, userId, name: 'test', source: 'device', scopes: ['account', 'operator'] },
    });
    const maker = new GatewayClient(gateway.url, text);
    const made = await Promise.all(
      [{ role: 'member' }, { newAccount: { name: 'Hooli' } }].map((wish, at) =>
        maker.json('/api/cli/invitations', { body: { email: `ivy${String(at)}@example.com`, ...wish } }),
      ),
    );
    const statuses = () =>
      Promise.all(
        made.map(async (one) => (await new PageVisitor(gateway.url).get(String(one.body['url']))).status),
      );
    expect(await statuses()).toEqual([200, 200]);
    await gateway.json(`/api/cli/members/${userId}`, { method: 'PATCH', body: { role: 'admin' } });
    expect(await statuses()).toEqual([410, 410]);
  });
});
