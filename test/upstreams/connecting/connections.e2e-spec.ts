import type { GatewayClient, Json } from '../../support/clients/gateway-client.js';
import { textOf, type PageVisitor } from '../../support/clients/page-visitor.js';
import { closeAfterAll, closeAfterEach } from '../../support/closing.js';
import { connect, connectionsOf, connectScene, decideOnConnection, whoIs } from '../../support/connecting.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { eventsIn } from '../../support/oauth/oauth-stage.js';
import { setUpOperator } from '../../support/people.js';
import { TestClock } from '../../support/test-clock.js';
import { replaceOperatorFile } from '../../support/upstreams/declared-servers.js';

const keep = closeAfterAll();
const open = closeAfterEach();
const clock = new TestClock();
let gateway: TestGateway;
let operator: PageVisitor;

beforeAll(async () => {
  gateway = await keep(startGateway({ clock }));
  operator = await setUpOperator(gateway);
});

const scene = (auth: Json = {}) => connectScene(open, { gateway, clock }, auth);
const wanted = (client: GatewayClient, server: string) =>
  client.json('/api/connections', { body: { server } });

describe('Who may connect', () => {
  it('[connect-maker] owners connect a server of the account, and only the person themselves a server of theirs', async () => {
    const { owner, browser, issuer, member } = await scene();
    const { browser: members, client: bo } = await member();
    const page = await members.get('/connect/team');
    expect([page.heading, page.text.includes('name="decision"')]).toEqual(['Connect team?', false]);
    expect((await wanted(bo, 'team')).status).toBe(403);
    await connect(browser, issuer, '/connect/team');
    expect(await whoIs(bo, 'team')).toBe('ana');
    expect((await members.get('/connect/team')).heading).toBe('team is connected');
    const [team = {}] = await connectionsOf(owner);
    expect(team).toMatchObject({ server: 'team', owner: { kind: 'account' } });
    const ended = await bo.json(`/api/connections/${String(team['id'])}`, { method: 'DELETE' });
    expect(ended.body['code']).toBe('connection-not-found');
    await connect(browser, issuer, '/connect/notes');
    const [own = {}] = (await connectionsOf(owner)).filter(({ server }) => server === 'notes');
    expect((await connectionsOf(bo)).map(({ id }) => id)).not.toContain(own['id']);
    const path = `/api/connections/${String(own['id'])}`;
    expect((await bo.json(path, { method: 'DELETE' })).body['code']).toBe('connection-not-found');
    expect((await bo.json(`${path}/test`, { body: {} })).status).toBe(404);
  });

  it('[connect-maker] the operator connects a server of all accounts, and every account uses that connection', async () => {
    const { owner, browser, issuer } = await scene();
    const page = await browser.get('/connect/house');
    expect(textOf(page)).toContain('The operator of this gateway connects');
    expect(page.text).not.toContain('name="decision"');
    expect((await wanted(owner, 'house')).status).toBe(403);
    await connect(operator, issuer, '/connect/house');
    expect((await browser.get('/connect/house')).heading).toBe('house is connected');
    expect(await whoIs(owner, 'house')).toBe('ana');
    expect(await connectionsOf(owner)).toEqual([]);
    expect(await whoIs(owner, 'team')).toBe('upstream-auth-required');
  });

  it('[connect-app] an owner connects a server for an app, and only the keys of the app use that connection', async () => {
    const { owner, browser, issuer } = await scene();
    const config = { mcpServers: { desk: { use: 'notes' } } };
    const app = await owner.newApp('shop', config, { slug: 'shop' });
    const key = await owner.withKey(app['id']);
    const refused = await key.json('/api/sdk/tools/call', { body: { name: 'desk__whoami' } });
    expect(refused.body).toMatchObject({
      code: 'upstream-auth-required',
      connectUrl: `${gateway.url}/connect/shop.desk?owner=app`,
    });
    issuer.person = 'robot';
    await connect(browser, issuer, '/connect/shop.desk?owner=app');
    const said = await key.json('/api/sdk/tools/call', { body: { name: 'desk__whoami' } });
    expect(said.text).toContain('robot');
    expect(await whoIs(owner, 'shop.desk')).toBe('upstream-auth-required');
    const [row] = await connectionsOf(owner);
    expect(row).toMatchObject({ server: 'shop.desk', owner: { kind: 'app', id: app['id'], name: 'shop' } });
    const tried = await owner.json(`/api/connections/${String(row?.['id'])}/test`, { body: {} });
    expect(tried.body).toMatchObject({ ok: true, toolCount: 1 });
  });
});

describe('Connections by the API', () => {
  it('[connections-api] connections are begun, listed, tested and ended, and contain no secret', async () => {
    const { owner, person, browser, issuer, server } = await scene({ scopes: ['read'] });
    const begun = await owner.json('/api/connections', { body: { server: 'notes' } });
    expect([begun.status, begun.body]).toEqual([200, { connectUrl: `${gateway.url}/connect/notes` }]);
    const forAll = await owner.json('/api/connections', { body: { server: 'team', owner: 'account' } });
    expect(forAll.body['connectUrl']).toBe(`${gateway.url}/connect/team?owner=account`);
    for (const body of [
      { server: 'notes', owner: 'account' },
      { server: 'team', owner: 'me' },
      { server: 'notes', owner: 'app' },
      { server: 'notes', owner: 'robot' },
    ])
      expect((await owner.json('/api/connections', { body })).body['code']).toBe('invalid-request');
    expect((await owner.json('/api/connections', { body: { server: 'none' } })).status).toBe(404);
    await connect(browser, issuer, '/connect/notes');
    const listed = await owner.json('/api/connections');
    const [row = {}] = listed.body['connections'] as Json[];
    expect(row).toEqual({
      id: expect.stringMatching(/^ucr_/),
      server: 'notes',
      owner: {
        kind: 'user',
        id: expect.stringMatching(/^usr_/),
        name: person.email.replace('@example.com', ''),
      },
      ...{ state: 'ok', scopes: ['read'], issuer: issuer.issuer },
      expiresAt: expect.any(String),
    });
    for (const token of issuer.tokens.given) expect(listed.text).not.toContain(token);
    const path = `/api/connections/${String(row['id'])}`;
    const tried = await owner.json(`${path}/test`, { body: {} });
    expect(tried.body).toEqual({ ok: true, toolCount: 1 });
    await server.close();
    const failed = await owner.json(`${path}/test`, { body: {} });
    expect(failed.body).toEqual({ ok: false, error: expect.stringContaining('cannot be reached') });
    await server.listen();
    expect((await owner.json(path, { method: 'DELETE' })).status).toBe(204);
    expect((await owner.json(path, { method: 'DELETE' })).status).toBe(404);
  });

  it('[connections-revoked] ending a connection revokes its tokens, and works while the authorization server is away', async () => {
    const { owner, browser, issuer } = await scene();
    await connect(browser, issuer, '/connect/notes');
    await connect(browser, issuer, '/connect/team');
    expect(issuer.tokens.live).toBe(2);
    const ids = (await connectionsOf(owner)).map(({ id }) => String(id));
    await owner.json(`/api/connections/${String(ids[0])}`, { method: 'DELETE' });
    expect(issuer.tokens.live).toBe(1);
    issuer.isAway = true;
    expect((await owner.json(`/api/connections/${String(ids[1])}`, { method: 'DELETE' })).status).toBe(204);
    expect(await connectionsOf(owner)).toEqual([]);
    expect(await whoIs(owner, 'team')).toBe('upstream-auth-required');
  });

  it('[connections-audit] connections are in the audit log, without a secret', async () => {
    const { owner, browser, issuer } = await scene();
    await connect(browser, issuer, '/connect/notes');
    const [{ id } = {}] = await connectionsOf(owner);
    await owner.json(`/api/connections/${String(id)}`, { method: 'DELETE' });
    const events = (await eventsIn(owner)).filter(({ action }) => action.startsWith('connection.'));
    expect(events).toMatchObject([
      { action: 'connection.removed', target: id, details: { server: 'notes', owner: 'person' } },
      { action: 'connection.made', target: id, details: { issuer: issuer.issuer } },
    ]);
    for (const token of issuer.tokens.given) expect(JSON.stringify(events)).not.toContain(token);
  });
});

describe('Who the gateway is at authorization servers', () => {
  it('[connect-document] the client document has its own address as client_id', async () => {
    const published = await open(
      startGateway({ env: { PUBLIC_URL: 'https://mcp.gantry.dev/base', ALLOWED_HOSTS: ['127.0.0.1'] } }),
    );
    const { status, body, headers } = await published.json('/oauth/client.json');
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('application/json')]);
    expect(body).toMatchObject({
      client_id: 'https://mcp.gantry.dev/base/oauth/client.json',
      redirect_uris: ['https://mcp.gantry.dev/base/oauth/upstream/callback'],
      token_endpoint_auth_method: 'none',
    });
  });

  it('[connect-client-needed] where the gateway cannot register, the problem says what to register by hand', async () => {
    const { owner, browser, issuer } = await scene();
    for (const registration of ['absent', 'refused'] as const) {
      issuer.registration = registration;
      const { status, body } = await wanted(owner, 'notes');
      expect([status, body]).toEqual([
        422,
        expect.objectContaining({
          code: 'upstream-client-needed',
          issuer: issuer.issuer,
          redirectUri: `${gateway.url}/oauth/upstream/callback`,
        }),
      ]);
    }
    const page = await browser.get('/connect/notes');
    expect([page.status, textOf(page)]).toEqual([422, expect.stringContaining(issuer.issuer)]);
  });

  it('[connect-client-order] the client of the declaration precedes the one of the operator, which precedes a registration', async () => {
    const { browser, issuer, server } = await scene();
    const returnTo = `${gateway.url}/oauth/upstream/callback`;
    issuer.know('declared', 'shh', returnTo);
    issuer.know('operators', 'hush', returnTo);
    const auth = { type: 'oauth', for: 'user', issuer: issuer.issuer };
    const clientOf = async (name: string) => {
      const page = await browser.get(`/connect/${name}`);
      const away = await decideOnConnection(browser, page, 'connect');
      return new URL(away.url).searchParams.get('client_id');
    };
    const clients = { [issuer.issuer]: { clientId: 'operators', clientSecret: 'hush' } };
    const seen = [];
    for (const [name, more, oauthClients] of [
      ['a', { clientId: 'declared', clientSecret: 'shh' }, clients],
      ['b', {}, clients],
      ['c', {}, {}],
    ] as const) {
      const declared = { url: server.url, auth: { ...auth, ...more } };
      replaceOperatorFile(gateway, { mcpServers: { [name]: declared }, oauthClients });
      seen.push(await clientOf(name));
    }
    replaceOperatorFile(gateway, { mcpServers: {} });
    expect(seen).toEqual(['declared', 'operators', 'registered-1']);
  });
});
