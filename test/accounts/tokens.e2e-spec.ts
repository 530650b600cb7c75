import { AccessTokens } from '../../src/accounts/tokens/access-tokens.service.js';
import { mintToken } from '../../src/accounts/tokens/token-format.js';
import { TokenUpkeep } from '../../src/accounts/tokens/token-upkeep.service.js';
import { SessionUpkeep } from '../../src/accounts/sessions/session-upkeep.service.js';
import { scopes, type Scope } from '../../src/kernel/principal.js';
import { Database } from '../../src/platform/database/database.js';
import { ConsoleClient, operatorsBrowser } from '../support/clients/console-client.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { GatewayClient, type Json } from '../support/clients/gateway-client.js';
import { mintOperatorToken, signedInPerson, type SignedInPerson } from '../support/people.js';
import { TestClock } from '../support/test-clock.js';

const open = closeAfterAll();
const day = 86_400_000;
const clock = new TestClock();
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await open(startGateway({ clock }));
});

const statusWith = async (at: { readonly url: string }, token: string) =>
  (await new GatewayClient(at.url, token).json('/api/cli/auth/me')).status;

async function tokenOf({ accountId, userId }: SignedInPerson, granted: readonly Scope[]): Promise<string> {
  const { text } = await gateway.app.get(AccessTokens).issueToUser({
    ...{ accountId, userId, name: 'test', scopes: granted, source: 'device' },
  });
  return text;
}

async function rowOf(hint: string) {
  const [row] = await gateway.app
    .get(Database)
    .manager.query<{ id: string; digest: string; lastUsedAt: string | number | null }[]>(
      `SELECT id, digest, "lastUsedAt" FROM access_tokens WHERE hint = '${hint}'`,
    );
  return row;
}

describe('A user token', () => {
  it('[token-expiry] expires after 90 days, however much it is used', async () => {
    const token = await mintOperatorToken(gateway, scopes);
    for (let days = 0; days < 90; days += 10) {
      expect(await statusWith(gateway, token)).toBe(200);
      clock.advance(10 * day);
    }
    expect(await statusWith(gateway, token)).toBe(401);
  });

  it('[token-idle] ends after 30 days without use, in memory or not', async () => {
    const remembered = await mintOperatorToken(gateway, scopes);
    const unused = await mintOperatorToken(gateway, scopes);
    expect(await statusWith(gateway, remembered)).toBe(200);
    clock.advance(30 * day - 1);
    expect(await statusWith(gateway, remembered)).toBe(200);
    clock.advance(day);
    expect(await statusWith(gateway, unused)).toBe(401);
    clock.advance(29 * day);
    expect(await statusWith(gateway, remembered)).toBe(401);
  });

  it('[token-at-rest] is kept as a keyed digest and a hint', async () => {
    const token = await mintOperatorToken(gateway, scopes);
    const row = await rowOf(`gtu_…${token.slice(-4)}`);
    expect(row?.digest).toMatch(/^[0-9a-f]{8}\.[\w-]{43}$/);
    expect(JSON.stringify(row)).not.toContain(token.slice(4, -4));
  });

  it('[token-last-used] shows its last use at once and writes it at most once a minute', async () => {
    const upkeep = gateway.app.get(TokenUpkeep);
    const token = await mintOperatorToken(gateway, scopes);
    const stored = async () => Number((await rowOf(`gtu_…${token.slice(-4)}`))?.lastUsedAt);
    const begun = clock.now();
    await statusWith(gateway, token);
    await upkeep.run();
    for (let i = 0; i < 20; i++) {
      clock.advance(1000);
      await statusWith(gateway, token);
      await upkeep.run();
    }
    expect(await stored()).toBe(begun);
    const me = await new GatewayClient(gateway.url, token).json('/api/cli/auth/me');
    expect((me.body['token'] as Json)['lastUsedAt']).toBe(new Date(clock.now()).toISOString());
    clock.advance(40_000);
    await statusWith(gateway, token);
    await upkeep.run();
    expect(await stored()).toBe(clock.now());
  });

  it('[token-verify-in-memory] is told at once when it was seen before, and when it cannot be one of ours', async () => {
    const tokens = gateway.app.get(AccessTokens);
    const token = await mintOperatorToken(gateway, ['tools:read']);
    expect(tokens.verify(token)).toBeInstanceOf(Promise);
    await tokens.verify(token);
    expect(tokens.verify(token)).toMatchObject({ kind: 'user', scopes: new Set(['tools:read']) });
    const unknown = mintToken('gtu');
    expect(await tokens.verify(unknown)).toBeUndefined();
    for (const text of [unknown, `${token.slice(0, -1)}!`, `${unknown.slice(0, -1)}x`, 'garbage'])
      expect(tokens.verify(text)).toBeUndefined();
  });
});

describe('A revoked token', () => {
  it('[token-revoked-here] is dead in the process at once', async () => {
    const token = await mintOperatorToken(gateway, scopes);
    const client = new GatewayClient(gateway.url, token);
    expect(await statusWith(gateway, token)).toBe(200);
    expect((await client.json('/api/cli/auth/logout', { method: 'POST' })).status).toBe(204);
    expect(await statusWith(gateway, token)).toBe(401);
  });

  it('[token-others-scope] is its own, or another of the same person for a token with the scope account', async () => {
    const [reader, manager, victim] = await Promise.all(
      ([['tools:read'], ['account'], ['tools:read']] as const).map((granted) =>
        mintOperatorToken(gateway, granted),
      ),
    );
    const [reading, managing] = [reader, manager].map((token) => new GatewayClient(gateway.url, token ?? ''));
    const idOf = async (token = '') =>
      ((await new GatewayClient(gateway.url, token).json('/api/cli/auth/me')).body['token'] as { id: string })
        .id;
    const end = async (client: GatewayClient | undefined, token: string | undefined) =>
      client?.json(`/api/cli/auth/tokens/${await idOf(token)}`, { method: 'DELETE' });
    const refused = await end(reading, victim);
    expect([refused?.status, refused?.body['code']]).toEqual([403, 'insufficient-scope']);
    expect(refused?.headers.get('www-authenticate')).toContain('scope="account"');
    expect(await statusWith(gateway, victim ?? '')).toBe(200);
    expect((await end(managing, victim))?.status).toBe(204);
    expect((await end(reading, reader))?.status).toBe(204);
    expect(await statusWith(gateway, reader ?? '')).toBe(401);
  });

  it('[token-revoked-everywhere] [session-ends-everywhere] is dead in another process after its next look, as is a session', async () => {
    const { state } = gateway;
    const other = await open(startGateway({ state, clock }));
    const token = await mintOperatorToken(gateway, scopes);
    const browser = await operatorsBrowser(gateway);
    const there = new ConsoleClient(other.url, browser.secret);
    const sessionThere = async () => (await there.json('/api/me')).status;
    expect([await statusWith(gateway, token), await statusWith(other, token)]).toEqual([200, 200]);
    expect(await sessionThere()).toBe(200);
    await new GatewayClient(gateway.url, token).json('/api/cli/auth/logout', { method: 'POST' });
    await browser.json('/api/cli/auth/logout', { method: 'POST', body: {} });
    expect((await browser.json('/api/me')).status).toBe(401);
    await other.app.get(TokenUpkeep).run();
    await other.app.get(SessionUpkeep, { strict: false }).run();
    expect([await statusWith(other, token), await sessionThere()]).toEqual([401, 401]);
  });

  it('[token-revoked-everywhere] follows the role and the membership of its user', async () => {
    const { accountId } = await signedInPerson(gateway, 'role-owner');
    const { client, userId } = await signedInPerson(gateway, 'role', { in: accountId, role: 'admin' });
    const invitation = { body: { email: 'cy@example.com' } };
    expect((await client.json('/api/cli/invitations', invitation)).status).toBe(201);
    const database = gateway.app.get(Database);
    const upkeep = gateway.app.get(TokenUpkeep);
    await database.write((it) =>
      it.query(`UPDATE memberships SET role = 'member' WHERE "userId" = '${userId}'`),
    );
    await upkeep.run();
    expect((await client.json('/api/cli/invitations', invitation)).status).toBe(403);
    await database.write((it) => it.query(`DELETE FROM memberships WHERE "userId" = '${userId}'`));
    await upkeep.run();
    expect((await client.json('/api/cli/auth/me')).status).toBe(401);
  });
});

describe('GET /api/cli/auth/tokens', () => {
  it('[token-list] pages the caller’s own live tokens, newest first, and marks the one of the request', async () => {
    const person = await signedInPerson(gateway, 'lists');
    for (let i = 0; i < 3; i++) await tokenOf(person, ['tools:read']);
    const { client } = person;
    const first = await client.json('/api/cli/auth/tokens?limit=3');
    const second = await client.json(
      `/api/cli/auth/tokens?limit=3&cursor=${String(first.body['nextCursor'])}`,
    );
    const tokens = [first, second].flatMap(({ body }) => body['tokens'] as Json[]);
    expect(tokens.map(({ name, current }) => [name, current])).toEqual([
      ...Array<unknown>(3).fill(['test', false]),
      ['test', true],
    ]);
    expect(second.body).not.toHaveProperty('nextCursor');
    expect(Object.keys(tokens[0] ?? {}).sort()).toEqual(
      ['id', 'kind', 'name', 'hint', 'scopes', 'createdAt', 'expiresAt', 'lastUsedAt', 'current'].sort(),
    );
    for (const cursor of ['x', String(first.body['nextCursor']).slice(0, -2)])
      expect((await client.json(`/api/cli/auth/tokens?cursor=${cursor}`)).body['code']).toBe(
        'invalid-cursor',
      );
  });

  it('[token-list] revokes the caller’s own tokens and none of other people', async () => {
    const [{ client: ana }, { client: bo }] = [
      await signedInPerson(gateway, 'ana'),
      await signedInPerson(gateway, 'bo'),
    ];
    const [mine] = (await bo.json('/api/cli/auth/tokens')).body['tokens'] as { id: string }[];
    const path = `/api/cli/auth/tokens/${mine?.id ?? ''}`;
    for (const strange of [path, '/api/cli/auth/tokens/tok_none'])
      expect((await ana.json(strange, { method: 'DELETE' })).body).toMatchObject({
        status: 404,
        code: 'token-not-found',
      });
    expect((await bo.json(path, { method: 'DELETE' })).status).toBe(204);
    expect((await bo.json(path, { method: 'DELETE' })).status).toBe(401);
  });
});
