import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { personIn } from '../support/clients/apps-client.js';
import type { Json } from '../support/clients/gateway-client.js';
import { closeAfterAll, closeAfterEach } from '../support/closing.js';
import { answerOf, connect, connectionsOf, connectScene, whoIs } from '../support/connecting.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { TestClock } from '../support/test-clock.js';
import { declareServers } from '../support/upstreams/declared-servers.js';
import { GuardedHttp } from '../support/upstreams/guarded-http.js';
import { ScriptedIssuer } from '../support/upstreams/scripted-issuer.js';
import { tool } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';

const keep = closeAfterAll();
const open = closeAfterEach();
const hour = 3_600_000;
const clock = new TestClock();
let gateway: TestGateway;
/** Two servers that apps can reach, and their authorization server. */
let reachable: ScriptedIssuer;
let first: GuardedHttp;
let second: GuardedHttp;

beforeAll(async () => {
  reachable = await keep(ScriptedIssuer.start());
  first = await keep(GuardedHttp.guard(reachable));
  second = await keep(GuardedHttp.guard(reachable));
  const EGRESS_ALLOW = [reachable, first, second].map(({ origin }) => new URL(origin).host);
  gateway = await keep(startGateway({ clock, env: { EGRESS_ALLOW, ACCOUNT_CREDENTIALS: 3 } }));
});

beforeEach(() => {
  second.requests.length = 0;
});

const scene = (auth: Json = {}, issuer?: ScriptedIssuer) =>
  connectScene(open, { gateway, clock }, auth, issuer);
const newPerson = () => personIn(gateway, `person-${randomBytes(4).toString('hex')}`);

describe('Where tokens go', () => {
  it('[credential-hidden] a token goes nowhere but to its server and its authorization server', async () => {
    const { owner, browser, issuer, server } = await scene();
    server.tools.push(
      tool('echo', (exchange) => {
        exchange.result({ content: [{ type: 'text', text: exchange.record.headers.authorization ?? '' }] });
      }),
    );
    await connect(browser, issuer, '/connect/notes');
    const answers = [await owner.call('notes', 'echo')];
    clock.advance(hour);
    answers.push(await owner.call('notes', 'echo'));
    issuer.tokenStatus = 500;
    clock.advance(hour);
    answers.push(await owner.call('notes', 'echo'));
    const { folder, database } = gateway.state;
    const files = database.url === undefined ? ['gantry.sqlite', 'gantry.sqlite-wal'] : [];
    const rows = files
      .map((name) => folder.file(name))
      .filter((path) => existsSync(path))
      .map((path) => readFileSync(path, 'latin1'))
      .join('');
    const told = JSON.stringify([
      answers.map(({ body }) => body),
      gateway.logs(),
      await connectionsOf(owner),
    ]);
    expect(told).toContain('[redacted]');
    expect(issuer.tokens.given).toHaveLength(4);
    for (const token of issuer.tokens.given) {
      expect(told).not.toContain(token);
      expect(rows).not.toContain(token);
    }
  });

  it('[credential-egress] an authorization server at an address that only the operator may name is not found by discovery', async () => {
    const { owner, issuer } = await scene({ issuer: undefined });
    const { status, body } = await owner.json('/api/connections', { body: { server: 'notes' } });
    expect([status, body['code']]).toEqual([403, 'egress-denied']);
    expect(issuer.requests).toEqual([]);
  });

  it('[credential-egress] discovery follows no redirect, and reads no endless document', async () => {
    const { owner, issuer } = await scene();
    const begin = async () =>
      (await owner.json('/api/connections', { body: { server: 'notes' } })).body['code'];
    issuer.movedTo = `${issuer.origin}/elsewhere`;
    expect(await begin()).toBe('upstream-auth-refused');
    issuer.movedTo = undefined;
    issuer.metadata = { padding: 'x'.repeat(1_000_000) };
    expect(await begin()).toBe('upstream-auth-refused');
    issuer.metadata = { issuer: 'https://other.example' };
    expect(await begin()).toBe('upstream-auth-refused');
    issuer.metadata = {};
    expect(await begin()).toBeUndefined();
  });

  it('[credential-resource] the metadata of another resource is refused', async () => {
    const { owner, server } = await scene();
    server.metadata = { resource: 'https://bank.example/mcp' };
    const { body } = await owner.json('/api/connections', { body: { server: 'notes' } });
    expect(body['code']).toBe('upstream-auth-refused');
  });

  it('[credential-left] the tokens of a person end when the person leaves the account', async () => {
    const { owner, issuer, member } = await scene();
    const bo = await member();
    await connect(bo.browser, issuer, '/connect/notes');
    expect(issuer.tokens.live).toBe(1);
    await owner.json(`/api/cli/members/${bo.userId}`, { method: 'DELETE' });
    await waitFor('the revocation', () => issuer.tokens.live === 0);
  });

  it('[credential-left] the tokens for an app end with the app', async () => {
    const { owner, browser, issuer } = await scene({}, reachable);
    const auth = { type: 'oauth', for: 'user' };
    const config = { mcpServers: { own: { url: first.url, auth }, desk: { use: 'notes' } } };
    await owner.newApp('shop', config, { slug: 'shop' });
    for (const path of ['/connect/notes', '/connect/shop.own', '/connect/shop.desk?owner=app'])
      await connect(browser, issuer, path);
    expect(await whoIs(owner, 'shop.own')).toBe('ana');
    const before = issuer.tokens.live;
    expect((await owner.app('shop', '', { method: 'DELETE' })).status).toBe(204);
    await waitFor('the revocation', () => issuer.tokens.live === before - 2);
    expect(await connectionsOf(owner)).toMatchObject([{ server: 'notes' }]);
    expect(await whoIs(owner, 'notes')).toBe('ana');
  });

  it('[credential-limit] an account has at most ACCOUNT_CREDENTIALS connections, and can renew each of them', async () => {
    const { owner, browser, issuer, server } = await scene();
    const auth = { type: 'oauth', for: 'user', issuer: issuer.issuer };
    await open(declareServers(gateway, { a: { url: server.url, auth }, b: { url: server.url, auth } }));
    const wanted = (name: string) => owner.json('/api/connections', { body: { server: name } });
    const late = await answerOf(browser, issuer, '/connect/team');
    for (const name of ['notes', 'a', 'b']) await connect(browser, issuer, `/connect/${name}`);
    const refused = { status: 503, body: { code: 'overloaded', limit: 'ACCOUNT_CREDENTIALS' } };
    expect(await wanted('team')).toMatchObject(refused);
    expect((await browser.get(late)).status).toBe(503);
    expect(issuer.grants('authorization_code')).toHaveLength(3);
    const { body } = await owner.json('/api/usage/limits');
    expect(body['limits']).toContainEqual({
      ...{ name: 'credentials', variable: 'ACCOUNT_CREDENTIALS', unit: 'count', used: 3, max: 3 },
    });
    expect((await connect(browser, issuer, '/connect/notes')).heading).toBe('notes is connected');
    const [{ id } = {}] = (await connectionsOf(owner)).filter((row) => row['server'] === 'notes');
    await owner.json(`/api/connections/${String(id)}`, { method: 'DELETE' });
    expect((await wanted('team')).status).toBe(200);
  });

  it('[credential-address] a connection of an app stays at the address that it was granted for', async () => {
    const { owner, browser } = await scene();
    const at = ({ url }: GuardedHttp) => ({
      mcpServers: { own: { url, auth: { type: 'oauth', for: 'user' } } },
    });
    await owner.newApp('shop', at(first), { slug: 'shop' });
    const late = await answerOf(browser, reachable, '/connect/shop.own');
    await connect(browser, reachable, '/connect/shop.own');
    expect(await whoIs(owner, 'shop.own')).toBe('ana');
    await owner.save('shop', at(second));
    expect(await whoIs(owner, 'shop.own')).toBe('upstream-auth-required');
    expect((await browser.get(late)).text).toContain('The server has another address');
    expect(await connectionsOf(owner)).toMatchObject([{ server: 'shop.own', state: 'needs_auth' }]);
    expect(second.requests.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
    await owner.save('shop', at(first));
    expect(await whoIs(owner, 'shop.own')).toBe('ana');
  });

  it('[credential-address] a client gets no token for a server that its secret was not given for', async () => {
    reachable.know('machine', 'its secret');
    const owner = await newPerson();
    const client = { clientId: 'machine', clientSecret: '${secret:ERP}' };
    const at = ({ url }: GuardedHttp) => ({
      mcpServers: {
        erp: { url, auth: { type: 'client_credentials', tokenUrl: `${reachable.origin}/token`, ...client } },
      },
    });
    await owner.newApp('shop', at(first), { slug: 'shop' });
    await owner.setSecret('shop', 'ERP', 'its secret');
    expect(await whoIs(owner, 'shop.erp')).toBe('machine');
    await owner.save('shop', at(second));
    expect(await whoIs(owner, 'shop.erp')).toBe('secret-not-for-origin');
    expect(second.requests).toEqual([]);
  });
});

describe('Who we are at an authorization server', () => {
  it('[credential-client] the gateway registers once for all accounts and people', async () => {
    const { browser, issuer, member } = await scene();
    await connect(browser, issuer, '/connect/notes');
    await connect((await member()).browser, issuer, '/connect/notes');
    expect(issuer.registrations).toBe(1);
  });

  it('[credential-client] the gateway registers for all scopes of the server, or for the declared ones where that is refused', async () => {
    for (const [registrable, wanted] of [
      [undefined, 'read write admin'],
      [['read', 'write'], 'read'],
    ] as const) {
      const { browser, issuer } = await scene({ scopes: ['read'] });
      issuer.metadata = { scopes_supported: ['read', 'write', 'admin'] };
      issuer.registrable = registrable;
      await connect(browser, issuer, '/connect/notes');
      const registered = issuer.requests.filter(({ path }) => path === '/register').at(-1);
      expect(JSON.parse(registered?.text ?? '{}')).toMatchObject({ scope: wanted });
      const asked = issuer.requests.find(({ path }) => path.startsWith('/authorize'))?.path ?? '';
      expect(new URL(asked, issuer.issuer).searchParams.get('scope')).toBe('read');
      expect(issuer.registrations).toBe(1);
    }
  });

  it.each([
    ['an issuer with a slash', (issuer: ScriptedIssuer) => ({ issuer: `${issuer.origin}/` })],
    ['null members', () => ({ scopes_supported: null, service_documentation: null })],
  ])('[odd-authorization] connects at a server with %s', async (_, metadata) => {
    const { owner, browser, issuer, server } = await scene();
    issuer.metadata = metadata(issuer);
    issuer.returnedIssuer = (issuer.metadata['issuer'] as string | undefined) ?? issuer.issuer;
    issuer.granted = { scope: null };
    server.metadata = { resource_name: null };
    await connect(browser, issuer, '/connect/notes');
    expect(await whoIs(owner, 'notes')).toBe('ana');
    clock.advance(hour);
    expect(await whoIs(owner, 'notes')).toBe('ana');
  });

  it('[credential-client] the client of the declaration is used, with its secret', async () => {
    const { owner, browser, issuer } = await scene({ clientId: 'ours', clientSecret: 'secret of ours' });
    issuer.know('ours', 'secret of ours', `${gateway.url}/oauth/upstream/callback`);
    await connect(browser, issuer, '/connect/notes');
    clock.advance(hour);
    expect(await whoIs(owner, 'notes')).toBe('ana');
    expect(issuer.registrations).toBe(0);
  });

  it('[credential-client-mended] a wrong secret in the declaration ends no connection', async () => {
    const { owner, browser, issuer } = await scene({ clientId: 'ours', clientSecret: 'secret of ours' });
    const know = (secret: string) => {
      issuer.know('ours', secret, `${gateway.url}/oauth/upstream/callback`);
    };
    know('secret of ours');
    await connect(browser, issuer, '/connect/notes');
    know('another one');
    clock.advance(hour);
    expect(await whoIs(owner, 'notes')).toBe('upstream-auth-refused');
    expect(await connectionsOf(owner)).toMatchObject([
      { state: 'ok', lastError: expect.stringContaining('invalid_client') as unknown },
    ]);
    know('secret of ours');
    clock.advance(60_000);
    expect(await whoIs(owner, 'notes')).toBe('ana');
  });

  it('[credential-client] where the gateway cannot register, the problem says what to register by hand', async () => {
    const { owner, issuer } = await scene();
    for (const registration of ['refused', 'absent'] as const) {
      issuer.registration = registration;
      const { status, body } = await owner.json('/api/connections', { body: { server: 'notes' } });
      expect([status, body]).toEqual([
        422,
        expect.objectContaining({
          code: 'upstream-client-needed',
          redirectUri: `${gateway.url}/oauth/upstream/callback`,
          issuer: issuer.issuer,
        }),
      ]);
    }
  });

  it('[credential-client-anew] the gateway registers again where it is not known any more', async () => {
    const { owner, browser, issuer } = await scene();
    await connect(browser, issuer, '/connect/notes');
    issuer.forgetClients();
    clock.advance(hour);
    expect(await whoIs(owner, 'notes')).toBe('upstream-auth-required');
    await connect(browser, issuer, '/connect/notes');
    expect([issuer.registrations, await whoIs(owner, 'notes')]).toEqual([2, 'ana']);
  });

  it.each([
    ['without the slash of its document', '', '/'],
    ['with a slash that its document has not', '/', ''],
  ])('[credential-issuer] a declared issuer is accepted %s', async (_, declared, own) => {
    const issuer = await open(ScriptedIssuer.start());
    issuer.metadata = { issuer: `${issuer.origin}${own}` };
    issuer.returnedIssuer = `${issuer.origin}${own}`;
    const { owner, browser } = await scene({ issuer: `${issuer.origin}${declared}` }, issuer);
    await connect(browser, issuer, '/connect/notes');
    expect(await whoIs(owner, 'notes')).toBe('ana');
  });

  it('[credential-issuer] an issuer that calls itself otherwise than declared is refused by both names', async () => {
    const { browser, issuer } = await scene();
    issuer.metadata = { issuer: 'https://other.example' };
    const page = await browser.get('/connect/notes');
    expect(page.text).toContain('other.example');
    expect(page.text).toContain(issuer.origin);
    expect(page.status).toBe(502);
  });

  describe('with a client of its own', () => {
    /** The server `erp`, whose tokens the gateway gets with these credentials. */
    async function erp(clientId: string, clientSecret: string): Promise<ScriptedIssuer> {
      const issuer = await open(ScriptedIssuer.start());
      const server = await open(GuardedHttp.guard(issuer));
      issuer.know('machine', 'its secret');
      const auth = {
        ...{ type: 'client_credentials', tokenUrl: `${issuer.origin}/token`, scopes: ['read'] },
        ...{ clientId, clientSecret },
      };
      await open(declareServers(gateway, { erp: { url: server.url, auth } }));
      return issuer;
    }

    it('[credential-itself] the gateway gets its tokens without a person', async () => {
      const issuer = await erp('machine', 'its secret');
      const seen = await Promise.all(Array.from({ length: 10 }, () => whoIs(gateway, 'erp')));
      expect(new Set(seen)).toEqual(new Set(['machine']));
      expect(issuer.grants('client_credentials')).toHaveLength(1);
      issuer.tokens.expireAccess();
      expect(await whoIs(gateway, 'erp')).toBe('machine');
    });

    it('[credential-itself] callers learn when the client is refused', async () => {
      await erp('nobody', 'no secret');
      expect(await whoIs(gateway, 'erp')).toBe('upstream-auth-refused');
    });
  });
});
