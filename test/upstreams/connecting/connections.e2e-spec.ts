import { operatorOf } from '../../support/clients/apps-client.js';
import type { GatewayClient, Json } from '../../support/clients/gateway-client.js';
import { textOf } from '../../support/clients/page-visitor.js';
import { closeAfterEach } from '../../support/closing.js';
import { connect, connectionsOf, connectStage, decideOnConnection, whoIs } from '../../support/connecting.js';
import { eventsIn } from '../../support/oauth-stage.js';
import { startGateway } from '../../support/gateway.js';
import { invite, logIn } from '../../support/people.js';
import { waitFor } from '../../support/wait-for.js';

const open = closeAfterEach();
const bo = { name: 'Bo', password: 'a password of bo' };

describe('Who may connect', () => {
  it('[connect-maker] is who the connection will speak for', async () => {
    const { gateway, browser, issuer } = await connectStage(open);
    const members = await invite(gateway, { email: 'bo@example.com', role: 'member' }, bo);
    const member = await logIn(gateway, members);
    const wanted = (client: GatewayClient, server: string) =>
      client.json('/api/connections', { body: { server } });
    for (const server of ['team', 'house']) {
      const page = await members.get(`/connect/${server}`);
      expect([server, page.heading, page.text.includes('name="decision"')]).toEqual([
        ...[server, `Connect ${server}?`, false],
      ]);
      expect((await wanted(member, server)).status).toBe(403);
      await connect(browser, issuer, `/connect/${server}`);
      expect(await whoIs(member, server)).toBe('ana');
      expect((await members.get(`/connect/${server}`)).heading).toBe(`${server} is connected`);
    }
    const [team = {}] = (await connectionsOf(gateway)).filter(({ server }) => server === 'team');
    expect(team['owner']).toMatchObject({ kind: 'account' });
    const ended = await member.json(`/api/connections/${String(team['id'])}`, { method: 'DELETE' });
    expect(ended.body['code']).toBe('connection-not-found');
    await connect(browser, issuer, '/connect/notes');
    const [own = {}] = (await connectionsOf(gateway)).filter(({ server }) => server === 'notes');
    expect((await connectionsOf(member)).map(({ id }) => id)).not.toContain(own['id']);
    const path = `/api/connections/${String(own['id'])}`;
    expect((await member.json(path, { method: 'DELETE' })).body['code']).toBe('connection-not-found');
    expect((await member.json(`${path}/test`, { body: {} })).status).toBe(404);
  });

  it('[connect-maker] of all accounts is the operator; what was made counts in all of them', async () => {
    const { gateway, browser, issuer } = await connectStage(open);
    const others = await invite(gateway, { email: 'bo@example.com', newAccount: { name: 'Bolo' } }, bo);
    const owner = await logIn(gateway, others);
    expect(textOf(await others.get('/connect/house'))).toContain('The operator of this gateway connects');
    expect((await owner.json('/api/connections', { body: { server: 'house' } })).status).toBe(403);
    await connect(browser, issuer, '/connect/house');
    expect(await whoIs(owner, 'house')).toBe('ana');
    expect(await connectionsOf(owner)).toEqual([]);
    expect(await whoIs(owner, 'team')).toBe('upstream-auth-required');
  });

  it('[connect-app] is for an app whoever is owner or admin; its keys use it, and nobody else', async () => {
    const { gateway, browser, issuer } = await connectStage(open);
    const person = operatorOf(gateway);
    const config = { mcpServers: { desk: { use: 'notes' } } };
    const app = await person.newApp('shop', config, { slug: 'shop' });
    const key = await person.withKey(app['id']);
    const refused = await key.json('/api/sdk/tools/call', { body: { name: 'desk__whoami' } });
    expect(refused.body).toMatchObject({
      code: 'upstream-auth-required',
      connectUrl: `${gateway.url}/connect/shop.desk?owner=app`,
    });
    issuer.person = 'robot';
    await connect(browser, issuer, '/connect/shop.desk?owner=app');
    const said = await key.json('/api/sdk/tools/call', { body: { name: 'desk__whoami' } });
    expect(said.text).toContain('robot');
    expect(await whoIs(person, 'shop.desk')).toBe('upstream-auth-required');
    const [row] = await connectionsOf(person);
    expect(row).toMatchObject({ server: 'shop.desk', owner: { kind: 'app', id: app['id'], name: 'shop' } });
    const tried = await person.json(`/api/connections/${String(row?.['id'])}/test`, { body: {} });
    expect(tried.body).toMatchObject({ ok: true, toolCount: 1 });
  });
});

describe('Connections by the API', () => {
  it('[connections-api] are begun, listed, tried and ended, and tell no secret', async () => {
    const { gateway, browser, issuer, server } = await connectStage(open, {}, { scopes: ['read'] });
    const begun = await gateway.json('/api/connections', { body: { server: 'notes' } });
    expect([begun.status, begun.body]).toEqual([200, { connectUrl: `${gateway.url}/connect/notes` }]);
    const forAll = await gateway.json('/api/connections', { body: { server: 'team', owner: 'account' } });
    expect(forAll.body['connectUrl']).toBe(`${gateway.url}/connect/team?owner=account`);
    for (const body of [
      { server: 'notes', owner: 'account' },
      { server: 'team', owner: 'me' },
      { server: 'notes', owner: 'app' },
      { server: 'notes', owner: 'robot' },
    ])
      expect((await gateway.json('/api/connections', { body })).body['code']).toBe('invalid-request');
    expect((await gateway.json('/api/connections', { body: { server: 'none' } })).status).toBe(404);
    await connect(browser, issuer, '/connect/notes');
    const listed = await gateway.json('/api/connections');
    const [row = {}] = listed.body['connections'] as Json[];
    expect(row).toEqual({
      id: expect.stringMatching(/^ucr_/),
      server: 'notes',
      owner: { kind: 'user', id: expect.stringMatching(/^usr_/), name: 'Ana' },
      ...{ state: 'ok', scopes: ['read'], issuer: issuer.issuer },
      expiresAt: expect.any(String),
    });
    for (const token of issuer.tokens.given) expect(listed.text).not.toContain(token);
    const path = `/api/connections/${String(row['id'])}`;
    const tried = await gateway.json(`${path}/test`, { body: {} });
    expect(tried.body).toEqual({ ok: true, toolCount: 1 });
    await server.close();
    const failed = await gateway.json(`${path}/test`, { body: {} });
    expect(failed.body).toEqual({ ok: false, error: expect.stringContaining('cannot be reached') });
    await server.listen();
    expect((await gateway.json(path, { method: 'DELETE' })).status).toBe(204);
    expect((await gateway.json(path, { method: 'DELETE' })).status).toBe(404);
  });

  it('[connections-revoked] end at the authorization server, too, and here also while that is away', async () => {
    const { gateway, browser, issuer } = await connectStage(open);
    await connect(browser, issuer, '/connect/notes');
    await connect(browser, issuer, '/connect/team');
    expect(issuer.tokens.live).toBe(2);
    const ids = (await connectionsOf(gateway)).map(({ id }) => String(id));
    await gateway.json(`/api/connections/${String(ids[0])}`, { method: 'DELETE' });
    expect(issuer.tokens.live).toBe(1);
    issuer.isAway = true;
    expect((await gateway.json(`/api/connections/${String(ids[1])}`, { method: 'DELETE' })).status).toBe(204);
    expect(await connectionsOf(gateway)).toEqual([]);
    expect(await whoIs(gateway, 'team')).toBe('upstream-auth-required');
  });

  it('[connections-audit] stand in the audit log, without a secret', async () => {
    const { gateway, browser, issuer } = await connectStage(open);
    await connect(browser, issuer, '/connect/notes');
    const [{ id } = {}] = await connectionsOf(gateway);
    await gateway.json(`/api/connections/${String(id)}`, { method: 'DELETE' });
    const events = (await eventsIn(gateway)).filter(({ action }) => action.startsWith('connection.'));
    expect(events).toMatchObject([
      { action: 'connection.removed', target: id, details: { server: 'notes', owner: 'person' } },
      { action: 'connection.made', target: id, details: { issuer: issuer.issuer } },
    ]);
    for (const token of issuer.tokens.given) expect(JSON.stringify(events)).not.toContain(token);
  });
});

describe('Who the gateway is at authorization servers', () => {
  it('[connect-document] stands in a document that has its own address as its name', async () => {
    const gateway = await open(
      startGateway({ env: { PUBLIC_URL: 'https://mcp.gantry.dev/base', ALLOWED_HOSTS: ['127.0.0.1'] } }),
    );
    const { status, body, headers } = await gateway.json('/oauth/client.json');
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('application/json')]);
    expect(body).toMatchObject({
      client_id: 'https://mcp.gantry.dev/base/oauth/client.json',
      redirect_uris: ['https://mcp.gantry.dev/base/oauth/upstream/callback'],
      token_endpoint_auth_method: 'none',
    });
  });

  it('[connect-client-needed] cannot be found out where it may not register: the problem says what to do', async () => {
    const { gateway, browser, issuer } = await connectStage(open);
    for (const registration of ['absent', 'refused'] as const) {
      issuer.registration = registration;
      const { status, body } = await gateway.json('/api/connections', { body: { server: 'notes' } });
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

  it('[connect-client-order] is the client of the declaration before the one of the operator before a registration', async () => {
    const { gateway, browser, issuer, server } = await connectStage(open);
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
      gateway.writeMcpConfig({ mcpServers: { [name]: declared }, oauthClients });
      await waitFor(`${name} to be declared`, async () => gateway.server(name));
      seen.push(await clientOf(name));
    }
    expect(seen).toEqual(['declared', 'operators', 'registered-1']);
  });
});
