import { closeAfterEach } from '../support/closing.js';
import type { TestGateway } from '../support/gateway.js';
import { textOf } from '../support/clients/page-visitor.js';
import type { Json } from '../support/clients/gateway-client.js';
import { NativeClient } from '../support/clients/native-client.js';
import { OAuthProgram, pkce } from '../support/oauth-flow.js';
import { grantsIn, isGood, oauthStage } from '../support/oauth-stage.js';
import { invite, logIn, mintOperatorToken, operator, signIn } from '../support/people.js';
import { ownTime } from '../support/measures/own-time.js';
import { timed } from '../support/measures/timed.js';
import { TestClock } from '../support/test-clock.js';
import { waitFor } from '../support/wait-for.js';
import { OAuthRetention } from '../../src/oauth/oauth-retention.service.js';
import { Database } from '../../src/platform/database/database.js';

timed();

const open = closeAfterEach();
const day = 86_400_000;
const bo = { name: 'Bo', password: 'a password of bo' };

const boAt = (gateway: TestGateway) =>
  invite(gateway, { email: 'bo@example.com', newAccount: { name: 'Bolo' } }, bo);

const grantsOf = ({ body }: { readonly body: Json }) => body['grants'] as Json[];

describe('Connected programs', () => {
  it('[oauth-grants] are listed to who let them in, one per person, client, return host and resource, and taken back', async () => {
    const { gateway, browser, program } = await oauthStage(open);
    const first = await program.comeIn(browser);
    await program.comeIn(browser);
    const local = await OAuthProgram.register(gateway, { client_name: 'Local' }, 'http://localhost:1/cb');
    await local.comeIn(browser);
    const others = await boAt(gateway);
    await program.comeIn(others);
    const listed = await grantsIn(gateway);
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
    const [, used = {}] = await grantsIn(gateway);
    expect(used['lastUsedAt']).toEqual(expect.any(String));
    const bos = await logIn(gateway, others);
    const path = `/api/grants/${String(grant['id'])}`;
    expect((await bos.json(path, { method: 'DELETE' })).status).toBe(404);
    expect((await gateway.json(path, { method: 'DELETE' })).status).toBe(204);
    expect((await gateway.json(path, { method: 'DELETE' })).status).toBe(404);
    expect(await isGood(gateway, first.access)).toBe(false);
    expect((await program.refresh(first.refresh)).body['error']).toBe('invalid_grant');
    expect(grantsOf(await bos.json('/api/grants'))).toHaveLength(1);
    const paged = await gateway.json('/api/grants?limit=1');
    expect([grantsOf(paged).length, paged.body['nextCursor']]).toEqual([1, undefined]);
  });

  it('[oauth-grants-operator] are seen and taken back by the operator in any account, and by no program', async () => {
    const { gateway, program } = await oauthStage(open);
    const browser = await boAt(gateway);
    const { access } = await program.comeIn(browser);
    const person = await logIn(gateway, browser);
    const { body } = await person.json('/api/cli/auth/me');
    const account = String((body['account'] as Json)['slug']);
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

  it('[oauth-grants-page] stand on a page with how they are known, what they reach and when they were used', async () => {
    const { gateway, browser, program } = await oauthStage(open);
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
    expect((await (await signIn(gateway, { ...operator, password: 'x' })).get('/programs')).heading).toBe(
      'Sign in',
    );
  });

  it('[oauth-grants-end] end with the password and the membership of who let them in, codes on their way too', async () => {
    const { gateway, browser, program } = await oauthStage(open);
    const { access, refresh } = await program.comeIn(browser);
    const waiting = pkce();
    const code = await program.authorize(browser, waiting.challenge);
    const page = await browser.get('/password');
    await browser.submit(page, '/password', {
      current: operator.password,
      password: 'another long password',
    });
    expect(await isGood(gateway, access)).toBe(false);
    expect((await program.refresh(refresh)).body['error']).toBe('invalid_grant');
    expect((await program.exchange(code, waiting.verifier)).body['error']).toBe('invalid_grant');
    expect(await grantsIn(gateway)).toEqual([]);

    const invited = await invite(gateway, { email: 'bo@example.com', role: 'member' }, bo);
    const bos = await program.comeIn(invited);
    const { body } = await gateway.json('/api/cli/members');
    const member = (body['members'] as Json[]).find(({ email }) => email === 'bo@example.com') ?? {};
    const path = `/api/cli/members/${String(member['id'])}`;
    expect((await gateway.json(path, { method: 'DELETE' })).status).toBe(204);
    expect(await isGood(gateway, bos.access)).toBe(false);
    expect((await program.refresh(bos.refresh)).body['error']).toBe('invalid_grant');
  });

  it('[oauth-grants-open] that are taken back lose what is open under their tokens within five seconds', async () => {
    const { gateway, browser, program } = await oauthStage(open, { mcpServers: {} });
    const { access } = await program.comeIn(browser);
    const app = { name: 'Shop', slug: 'shop', config: { mcpServers: {} } };
    expect((await gateway.json('/api/cli/apps', { body: app })).status).toBe(201);
    const native = new NativeClient(`${gateway.url}/api/apps/shop/mcp`, access);
    await native.initialize();
    const stream = await native.stream();
    const [grant = {}] = await grantsIn(gateway);
    await gateway.json(`/api/grants/${String(grant['id'])}`, { method: 'DELETE' });
    const deletedAt = ownTime();
    await waitFor('the end of the stream', () => stream.ended);
    expect(ownTime() - deletedAt).toBeLessThan(5000);
  });

  it('[oauth-retention] leave no rows when they have ended, nor do codes', async () => {
    const clock = new TestClock();
    const { gateway, browser, program } = await oauthStage(open, { clock });
    await program.comeIn(browser);
    await program.authorize(browser, pkce().challenge);
    const rows = async () => {
      const { manager } = gateway.app.get(Database, { strict: false });
      const counts = ['oauth_codes', 'oauth_grants', 'oauth_families'].map(async (table) => {
        const [row] = await manager.query<{ n: number | string }[]>(`SELECT COUNT(*) AS n FROM ${table}`);
        return Number(row?.n);
      });
      return Promise.all(counts);
    };
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
