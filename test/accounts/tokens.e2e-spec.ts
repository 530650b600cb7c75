import { AccessTokens } from '../../src/accounts/tokens/access-tokens.service.js';
import { mintToken } from '../../src/accounts/tokens/token-format.js';
import { TokenUpkeep } from '../../src/accounts/tokens/token-upkeep.service.js';
import { scopes } from '../../src/kernel/principal.js';
import { Database } from '../../src/platform/database/database.js';
import { closeAfterEach } from '../support/closing.js';
import { gatewayState, startGateway, type TestGateway } from '../support/gateway.js';
import { GatewayClient, type Json } from '../support/clients/gateway-client.js';
import { ownTime } from '../support/measures/own-time.js';
import { timed } from '../support/measures/timed.js';
import { invite, logIn, mintOperatorToken, setUpOperator } from '../support/people.js';
import { TestClock } from '../support/test-clock.js';
import { waitFor } from '../support/wait-for.js';

timed();

const open = closeAfterEach();
const day = 86_400_000;

const statusWith = async (gateway: { readonly url: string }, token: string) =>
  (await new GatewayClient(gateway.url, token).json('/api/cli/auth/me')).status;

async function rowOf(gateway: TestGateway, hint: string) {
  const [row] = await gateway.app
    .get(Database)
    .manager.query<{ id: string; digest: string; lastUsedAt: string | number | null }[]>(
      `SELECT id, digest, "lastUsedAt" FROM access_tokens WHERE hint = '${hint}'`,
    );
  return row;
}

describe('A user token', () => {
  it('[token-expiry] ends after 90 days, however much it is used', async () => {
    const clock = new TestClock();
    const gateway = await open(startGateway({ clock }));
    const token = await mintOperatorToken(gateway, scopes);
    for (let days = 0; days < 90; days += 10) {
      expect(await statusWith(gateway, token)).toBe(200);
      clock.advance(10 * day);
    }
    expect(await statusWith(gateway, token)).toBe(401);
  });

  it('[token-idle] ends after 30 days without use, in memory or not', async () => {
    const clock = new TestClock();
    const gateway = await open(startGateway({ clock }));
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
    const gateway = await open(startGateway());
    const token = await mintOperatorToken(gateway, scopes);
    const row = await rowOf(gateway, `gtu_…${token.slice(-4)}`);
    expect(row?.digest).toMatch(/^[0-9a-f]{8}\.[\w-]{43}$/);
    expect(JSON.stringify(row)).not.toContain(token.slice(4, -4));
  });

  it('[token-last-used] shows its last use at once and writes it at most once a minute', async () => {
    const clock = new TestClock();
    const gateway = await open(startGateway({ clock }));
    const upkeep = gateway.app.get(TokenUpkeep);
    const token = await mintOperatorToken(gateway, scopes);
    const stored = async () => Number((await rowOf(gateway, `gtu_…${token.slice(-4)}`))?.lastUsedAt);
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
    const gateway = await open(startGateway());
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

  it('[token-verify-in-memory] that is unknown reaches the database only so often per address', async () => {
    const gateway = await open(startGateway({ env: { WRONG_TOKENS_PER_MINUTE: 20 } }));
    const statuses: number[] = [];
    for (let i = 0; i < 30; i++) statuses.push(await statusWith(gateway, mintToken('gtu')));
    expect(statuses).toEqual([...Array<number>(20).fill(401), ...Array<number>(10).fill(429)]);
    expect(await statusWith(gateway, gateway.token)).toBe(429);
  });
});

describe('A revoked token', () => {
  it('[token-revoked-here] is dead in the process at once', async () => {
    const gateway = await open(startGateway());
    const token = await mintOperatorToken(gateway, scopes);
    const client = new GatewayClient(gateway.url, token);
    expect(await statusWith(gateway, token)).toBe(200);
    expect((await client.json('/api/cli/auth/logout', { method: 'POST' })).status).toBe(204);
    expect(await statusWith(gateway, token)).toBe(401);
  });

  it('[token-others-scope] is its own, or another of the same person for a token with the scope account', async () => {
    const gateway = await open(startGateway());
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

  it('[token-revoked-everywhere] is dead in another process within five seconds', async () => {
    const state = await gatewayState();
    await open({ close: () => state.remove() });
    const one = await open(startGateway({ state }));
    const other = await open(startGateway({ state }));
    const token = await mintOperatorToken(one, scopes);
    expect([await statusWith(one, token), await statusWith(other, token)]).toEqual([200, 200]);
    await new GatewayClient(one.url, token).json('/api/cli/auth/logout', { method: 'POST' });
    const revokedAt = ownTime();
    await waitFor('the other process to refuse', async () => (await statusWith(other, token)) === 401, 5000);
    expect(ownTime() - revokedAt).toBeLessThan(5000);
  });

  it('[token-revoked-everywhere] follows what becomes of its user: the role, and being a member at all', async () => {
    const gateway = await open(startGateway());
    await setUpOperator(gateway);
    const browser = await invite(
      gateway,
      { email: 'bo@example.com', role: 'admin' },
      { name: 'Bo', password: 'the password of bo' },
    );
    const client = await logIn(gateway, browser);
    const invitation = { body: { email: 'cy@example.com' } };
    expect((await client.json('/api/cli/invitations', invitation)).status).toBe(201);
    const { body } = await client.json('/api/cli/auth/me');
    const { id } = body['user'] as { id: string };
    const database = gateway.app.get(Database);
    const upkeep = gateway.app.get(TokenUpkeep);
    await database.write((it) => it.query(`UPDATE memberships SET role = 'member' WHERE "userId" = '${id}'`));
    await upkeep.run();
    expect((await client.json('/api/cli/invitations', invitation)).status).toBe(403);
    await database.write((it) => it.query(`DELETE FROM memberships WHERE "userId" = '${id}'`));
    await upkeep.run();
    expect((await client.json('/api/cli/auth/me')).status).toBe(401);
  });
});

describe('GET /api/cli/auth/tokens', () => {
  it('[token-list] pages one’s own live tokens, newest first, and says which one asks', async () => {
    const gateway = await open(startGateway());
    for (let i = 0; i < 3; i++) await mintOperatorToken(gateway, ['tools:read']);
    const first = await gateway.json('/api/cli/auth/tokens?limit=3');
    const second = await gateway.json(
      `/api/cli/auth/tokens?limit=3&cursor=${String(first.body['nextCursor'])}`,
    );
    const tokens = [first, second].flatMap(({ body }) => body['tokens'] as Json[]);
    expect(tokens.map(({ name, current }) => [name, current])).toEqual([
      ...Array<unknown>(3).fill(['test', false]),
      ['BOOTSTRAP_TOKEN', true],
    ]);
    expect(second.body).not.toHaveProperty('nextCursor');
    expect(Object.keys(tokens[0] ?? {}).sort()).toEqual(
      ['id', 'kind', 'name', 'hint', 'scopes', 'createdAt', 'expiresAt', 'lastUsedAt', 'current'].sort(),
    );
    for (const cursor of ['x', String(first.body['nextCursor']).slice(0, -2)])
      expect((await gateway.json(`/api/cli/auth/tokens?cursor=${cursor}`)).body['code']).toBe(
        'invalid-cursor',
      );
  });

  it('[token-list] revokes one of them, and none of anybody else', async () => {
    const gateway = await open(startGateway());
    await setUpOperator(gateway);
    const browser = await invite(
      gateway,
      { email: 'bo@example.com' },
      { name: 'Bo', password: 'password of bo' },
    );
    const bo = await logIn(gateway, browser);
    const [mine] = (await bo.json('/api/cli/auth/tokens')).body['tokens'] as { id: string }[];
    const path = `/api/cli/auth/tokens/${mine?.id ?? ''}`;
    expect((await gateway.json(path, { method: 'DELETE' })).body).toMatchObject({
      status: 404,
      code: 'token-not-found',
    });
    expect((await gateway.json('/api/cli/auth/tokens/tok_none', { method: 'DELETE' })).body).toMatchObject({
      status: 404,
      code: 'token-not-found',
    });
    expect((await bo.json(path, { method: 'DELETE' })).status).toBe(204);
    expect((await bo.json(path, { method: 'DELETE' })).status).toBe(401);
  });
});
