import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { textOf } from '../support/clients/page-visitor.js';
import type { Json } from '../support/clients/gateway-client.js';
import { NativeClient } from '../support/clients/native-client.js';
import { OAuthProgram, pkce } from '../support/oauth/oauth-flow.js';
import { grantsIn, isGood, oauthAccounts } from '../support/oauth/oauth-stage.js';
import { mintOperatorToken, signedInPerson, signIn } from '../support/people.js';
import { TestClock } from '../support/test-clock.js';
import { waitFor } from '../support/wait-for.js';
import { OAuthRetention } from '../../src/oauth/oauth-retention.service.js';
import { TokenVerifier } from '../../src/platform/security/token-verifier.port.js';
import { Database } from '../../src/platform/database/database.js';

const open = closeAfterAll();
const day = 86_400_000;
const clock = new TestClock();
let gateway: TestGateway;
const newAccount = oauthAccounts(() => gateway);

beforeAll(async () => {
  gateway = await open(startGateway({ clock }));
});

const grantsOf = ({ body }: { readonly body: Json }) => body['grants'] as Json[];

describe('Connected programs', () => {
  it('[oauth-grants] are listed to the person who authorized them, one per client, redirect host and resource, and revoked', async () => {
    const { owner, browser, program } = await newAccount();
    const first = await program.comeIn(browser);
    await program.comeIn(browser);
    const local = await OAuthProgram.register(gateway, { client_name: 'Local' }, 'http://localhost:1/cb');
    await local.comeIn(browser);
    const other = await newAccount();
    await program.comeIn(other.browser);
    const listed = await grantsIn(owner);
    expect(listed.map(({ client }) => client)).toEqual([
      { id: local.clientId, name: 'Local', host: 'localhost', kind: 'registered' },
      { id: program.clientId, name: 'Program', host: 'program.example', kind: 'registered' },
    ]);
    const [, grant = {}] = listed;
    expect(grant).toEqual({
      id: expect.stringMatching(/^ogr_/),
      client: expect.anything(),
      userId: expect.stringMatching(/^usr_/),
      scopes: ['tools:read', 'tools:call'],
      ...{ resource: null, servers: null, apps: null },
      createdAt: expect.any(String),
      lastUsedAt: null,
      expiresAt: expect.any(String),
    });
    expect(await isGood(gateway, first.access)).toBe(true);
    const [, used = {}] = await grantsIn(owner);
    expect(used['lastUsedAt']).toEqual(expect.any(String));
    const path = `/api/grants/${String(grant['id'])}`;
    expect((await other.owner.json(path, { method: 'DELETE' })).status).toBe(404);
    expect((await owner.json(path, { method: 'DELETE' })).status).toBe(204);
    expect((await owner.json(path, { method: 'DELETE' })).status).toBe(404);
    expect(await isGood(gateway, first.access)).toBe(false);
    expect((await program.refresh(first.refresh)).body['error']).toBe('invalid_grant');
    expect(await grantsIn(other.owner)).toHaveLength(1);
    const paged = await owner.json('/api/grants?limit=1');
    expect([grantsOf(paged).length, paged.body['nextCursor']]).toEqual([1, undefined]);
  });

  it('[caller-names] are known to policies by their client_id, with each token that they get', async () => {
    const { browser, program } = await newAccount();
    const { access, refresh } = await program.comeIn(browser);
    const verifier = gateway.app.get(TokenVerifier, { strict: false });
    const renewed = String((await program.refresh(refresh)).body['access_token']);
    for (const token of [access, renewed])
      expect(await verifier.verify(token)).toMatchObject({
        grant: { client: 'Program', clientId: program.clientId },
      });
  });

  it('[oauth-grants-operator] are listed and revoked by the operator in any account, and by no OAuth client', async () => {
    const { person, browser, program } = await newAccount();
    const { access } = await program.comeIn(browser);
    const account = person.accountId;
    expect((await gateway.json(`/api/grants?account=${account}`)).status).toBe(200);
    const powerless = await mintOperatorToken(gateway, ['tools:read']);
    const asNobody = { authorization: `Bearer ${powerless}` };
    expect((await gateway.json(`/api/grants?account=${account}`, { headers: asNobody })).status).toBe(404);
    const asProgram = { authorization: `Bearer ${access}` };
    expect((await gateway.json('/api/grants', { headers: asProgram })).status).toBe(403);
    const [grant = {}] = grantsOf(await gateway.json(`/api/grants?account=${account}`));
    const path = `/api/grants/${String(grant['id'])}`;
    expect((await gateway.json(path, { method: 'DELETE' })).status).toBe(404);
    expect((await gateway.json(`${path}?account=${account}`, { method: 'DELETE' })).status).toBe(204);
    expect(await isGood(gateway, access)).toBe(false);
  });

  it('[oauth-grants-page] are listed on a page with how they are known, what they can use and when they were used', async () => {
    const { person, browser, program } = await newAccount();
    const { access } = await program.comeIn(browser);
    const page = await browser.get('/programs');
    expect(page.heading).toBe('Connected programs');
    for (const said of ['Program', 'its own word', 'program.example', 'all that programs can use', 'never'])
      expect(textOf(page)).toContain(said);
    expect((await browser.post('/programs/revoke', { csrf: 'x', grant: 'ogr_1' })).status).toBe(403);
    const after = await browser.submit(page, '/programs/revoke', {});
    expect(textOf(after)).toContain('No program has been let in');
    expect((await browser.submit(page, '/programs/revoke', {})).status).toBe(200);
    expect(await isGood(gateway, access)).toBe(false);
    const stranger = await signIn(gateway, { email: person.email, password: 'x' });
    expect((await stranger.get('/programs')).heading).toBe('Sign in');
  });

  it('[oauth-grants-end] end with the password and the membership of their person, unused codes too', async () => {
    const { person, owner, browser, program } = await newAccount();
    const { access, refresh } = await program.comeIn(browser);
    const waiting = pkce();
    const code = await program.authorize(browser, waiting.challenge);
    const page = await browser.get('/password');
    await browser.submit(page, '/password', {
      current: person.password,
      password: 'another long password',
    });
    expect(await isGood(gateway, access)).toBe(false);
    expect((await program.refresh(refresh)).body['error']).toBe('invalid_grant');
    expect((await program.exchange(code, waiting.verifier)).body['error']).toBe('invalid_grant');
    expect(await grantsIn(owner)).toEqual([]);

    const bo = await signedInPerson(gateway, 'bo', { in: person.accountId, role: 'member' });
    const bos = await program.comeIn(bo.browser);
    expect((await owner.json(`/api/cli/members/${bo.userId}`, { method: 'DELETE' })).status).toBe(204);
    expect(await isGood(gateway, bos.access)).toBe(false);
    expect((await program.refresh(bos.refresh)).body['error']).toBe('invalid_grant');
  });

  it('[oauth-grants-open] lose the open streams of their tokens when they are revoked', async () => {
    const { owner, browser, program } = await newAccount();
    const { access } = await program.comeIn(browser);
    await owner.newApp('Shop', { mcpServers: {} }, { slug: 'shop' });
    const native = new NativeClient(`${gateway.url}/api/apps/shop/mcp`, access);
    await native.initialize();
    const stream = await native.stream();
    const [grant = {}] = await grantsIn(owner);
    await owner.json(`/api/grants/${String(grant['id'])}`, { method: 'DELETE' });
    await waitFor('the end of the stream', () => stream.ended);
  });

  it('[oauth-retention] leave no rows, nor do codes, once they have ended', async () => {
    const { person, owner, browser, program } = await newAccount();
    await program.comeIn(browser);
    await program.authorize(browser, pkce().challenge);
    const [grant = {}] = await grantsIn(owner);
    const { manager } = gateway.app.get(Database, { strict: false });
    const rows = () =>
      Promise.all(
        [
          `oauth_codes WHERE "userId" = '${person.userId}'`,
          `oauth_grants WHERE "userId" = '${person.userId}'`,
          `oauth_families WHERE "grantId" = '${String(grant['id'])}'`,
        ].map(async (rowsOf) => {
          const [row] = await manager.query<[{ n: number | string }]>(`SELECT COUNT(*) AS n FROM ${rowsOf}`);
          return Number(row.n);
        }),
      );
    const retention = gateway.app.get(OAuthRetention, { strict: false });
    await retention.sweep();
    expect(await rows()).toEqual([2, 1, 1]);
    clock.advance(2 * day);
    await retention.sweep();
    expect(await rows()).toEqual([0, 1, 1]);
    clock.advance(28 * day + 1);
    await retention.sweep();
    expect(await rows()).toEqual([0, 0, 0]);
  });
});
