import { personIn } from '../support/clients/apps-client.js';
import type { GatewayClient, Json } from '../support/clients/gateway-client.js';
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
});
