import { operatorOf } from '../support/clients/apps-client.js';
import type { GatewayClient, Json } from '../support/clients/gateway-client.js';
import { textOf } from '../support/clients/page-visitor.js';
import { closeAfterEach } from '../support/closing.js';
import {
  answerOf,
  connect,
  connectionsOf,
  connectStage,
  decideOnConnection,
  whoIs,
} from '../support/connecting.js';
import { consentAction, OAuthProgram, pkce } from '../support/oauth-flow.js';
import { eventsIn } from '../support/oauth-stage.js';
import { invite, logIn, signIn } from '../support/people.js';
import type { TestGateway } from '../support/gateway.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterEach();
const bo = { name: 'Bo', password: 'a password of bo' };
const minute = 60_000;

const boAt = (gateway: TestGateway, role = 'member') =>
  invite(gateway, { email: 'bo@example.com', role }, bo);

describe('The page where a server is connected', () => {
  it('[connect-page] says who asks for what, and who will act with it, and begins nothing', async () => {
    const { gateway, browser, issuer } = await connectStage(open, {}, { scopes: ['read', 'write'] });
    const page = await browser.get('/connect/notes');
    expect([page.status, page.heading]).toEqual([200, 'Connect notes?']);
    const host = new URL(issuer.issuer).host;
    for (const said of [
      host,
      issuer.issuer,
      'read, write',
      'ana@example.com',
      'you alone',
      `Go on to ${host}`,
    ])
      expect(textOf(page)).toContain(said);
    for (const [server, who] of [
      ['team', 'everybody in the account'],
      ['house', 'everybody at this gateway'],
    ] as const)
      expect(textOf(await browser.get(`/connect/${server}`))).toContain(who);
    expect(issuer.requests.some(({ path }) => path.startsWith('/authorize'))).toBe(false);
    expect(await connectionsOf(gateway)).toEqual([]);
    expect(page.headers.get('content-security-policy')).toContain(
      `form-action 'self' https: ${issuer.origin};`,
    );
  });

  it('[connect-page] asks strangers to sign in first, and leads back with all that it was asked for', async () => {
    const { gateway, issuer } = await connectStage(open);
    const page = await (
      await signIn(gateway, { email: 'x@example.com', password: 'x' })
    ).get('/connect/notes?return=%2Fprograms');
    expect(page.heading).toBe('Sign in');
    expect(page.url).toContain(encodeURIComponent('/connect/notes?return=%2Fprograms'));
    expect(issuer.requests).toEqual([]);
  });

  it('[connect-page] is a 404 for servers that are not there, and says where nobody has to connect', async () => {
    const { browser } = await connectStage(open);
    expect((await browser.get('/connect/nothing')).status).toBe(404);
    expect((await browser.get('/connect/notes?owner=account')).status).toBe(400);
    expect((await browser.get('/connect/notes?owner=app')).status).toBe(400);
    expect((await browser.post('/connect/notes', { csrf: 'x', decision: 'connect' })).status).toBe(403);
  });

  it('[connect-flow] leads to the authorization server and back; each person is somebody else at the server', async () => {
    const { gateway, browser, issuer } = await connectStage(open);
    const others = await boAt(gateway);
    const bos = await logIn(gateway, others);
    expect(await whoIs(gateway, 'notes')).toBe('upstream-auth-required');
    issuer.person = 'ana';
    const page = await connect(browser, issuer, '/connect/notes');
    expect([page.status, page.heading]).toEqual([200, 'notes is connected']);
    expect(await whoIs(gateway, 'notes')).toBe('ana');
    expect(await whoIs(bos, 'notes')).toBe('upstream-auth-required');
    issuer.person = 'bo';
    await connect(others, issuer, '/connect/notes');
    expect([await whoIs(gateway, 'notes'), await whoIs(bos, 'notes')]).toEqual(['ana', 'bo']);
    expect(textOf(await decideOnConnection(browser, await browser.get('/connect/notes'), 'test'))).toContain(
      'The test went well: 1 tool.',
    );
  });

  it('[connect-flow] sends the resource as the server spells it, the scopes and PKCE', async () => {
    const { browser, issuer, server } = await connectStage(open, {}, { scopes: ['read'] });
    // Without the path, and with a slash that tidy programs would drop.
    server.resource = `${server.origin}/`;
    server.metadata = { resource: server.resource };
    const away = await decideOnConnection(browser, await browser.get('/connect/notes'), 'connect');
    const asked = Object.fromEntries(new URL(away.url).searchParams);
    expect(asked).toMatchObject({
      ...{ response_type: 'code', code_challenge_method: 'S256', scope: 'read', resource: server.resource },
      redirect_uri: expect.stringMatching(/\/oauth\/upstream\/callback$/),
    });
    expect(asked['state']?.length).toBeGreaterThanOrEqual(22);
    const page = await browser.get(await issuer.visit(away.url));
    expect(page.heading).toBe('notes is connected');
  });

  it('[connect-return] goes on to a path here, and to no other site', async () => {
    const { browser, issuer } = await connectStage(open);
    const on = await connect(browser, issuer, `/connect/notes?return=${encodeURIComponent('/programs?x=1')}`);
    expect(on.heading).toBe('Connected programs');
    for (const foreign of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
      const page = await connect(browser, issuer, `/connect/notes?return=${encodeURIComponent(foreign)}`);
      expect(page.heading).toBe('notes is connected');
    }
  });

  it('[connect-denied] tells who says no, and keeps nothing', async () => {
    const { gateway, browser, issuer } = await connectStage(open);
    issuer.decision = 'deny';
    const answer = await answerOf(browser, issuer, '/connect/notes?return=%2Fprograms');
    const page = await browser.get(answer);
    expect([page.status, page.heading]).toEqual([200, 'notes was not connected']);
    expect(page.text).toContain('href="/connect/notes"');
    expect(page.text).toContain('href="/programs"');
    expect((await browser.get(answer)).status).toBe(403);
    expect(await connectionsOf(gateway)).toEqual([]);
  });

  it('[connect-accounts] shows to somebody in several accounts which one is meant', async () => {
    const { gateway, issuer } = await connectStage(open);
    await invite(gateway, { email: 'bo@example.com', newAccount: { name: 'Bolo' } }, bo);
    const browser = await signIn(gateway, { email: 'bo@example.com', password: bo.password });
    const invitation = await gateway.json('/api/cli/invitations', {
      body: { email: 'bo@example.com', role: 'member' },
    });
    await browser.submit(await browser.get(String(invitation.body['url'])), '/invite/join', {});
    const page = await browser.get('/connect/notes');
    const shown = (text: string) => /aria-current="page">([^<]*)</.exec(text)?.[1];
    expect(shown(page.text)).toBe('Bolo');
    const [, link = ''] = /href="([^"]*account=[^"]*)"[^>]*>Operator</.exec(page.text) ?? [];
    const other = link.replaceAll('&amp;', '&');
    expect(shown((await browser.get(other)).text)).toBe('Operator');
    await connect(browser, issuer, other);
    const heading = async (path: string) => (await browser.get(path)).heading;
    expect([await heading('/connect/notes'), await heading(other)]).toEqual([
      ...['Connect notes?', 'notes is connected'],
    ]);
    expect((await browser.get('/connect/notes?account=acc_other')).status).toBe(404);
  });
});

describe('What comes back from an authorization server', () => {
  it('[connect-once] counts once', async () => {
    const { browser, issuer } = await connectStage(open);
    const answer = await answerOf(browser, issuer, '/connect/notes');
    expect((await browser.get(answer)).heading).toBe('notes is connected');
    expect((await browser.get(answer)).status).toBe(403);
    expect(issuer.grants('authorization_code')).toHaveLength(1);
  });

  it('[connect-once] counts in the browser that was sent there, for who was signed in', async () => {
    const { gateway, browser, issuer } = await connectStage(open);
    const answer = await answerOf(browser, issuer, '/connect/notes');
    const strangers = await boAt(gateway);
    const elsewhere = await signIn(gateway, { email: 'ana@example.com', password: 'correct horse battery' });
    const nobody = elsewhere.at(gateway.url);
    nobody.cookies.clear();
    for (const visitor of [strangers, elsewhere, nobody])
      expect((await visitor.get(answer)).status).toBe(403);
    expect(issuer.grants('authorization_code')).toEqual([]);
    expect((await browser.get(answer)).heading).toBe('notes is connected');
  });

  it('[connect-once] counts within ten minutes', async () => {
    const { browser, issuer, clock } = await connectStage(open);
    const answer = await answerOf(browser, issuer, '/connect/notes');
    clock.advance(10 * minute + 1);
    expect((await browser.get(answer)).status).toBe(403);
    expect(issuer.grants('authorization_code')).toEqual([]);
    const invented = new URL(answer);
    invented.searchParams.set('state', 'x'.repeat(43));
    expect((await browser.get(invented.href)).status).toBe(403);
    expect((await browser.get('/oauth/upstream/callback?code=x')).status).toBe(400);
  });

  it('[connect-issuer] is refused when it names another issuer', async () => {
    const { gateway, browser, issuer } = await connectStage(open);
    issuer.returnedIssuer = 'https://other.example';
    expect((await connect(browser, issuer, '/connect/notes')).status).toBe(502);
    expect(issuer.grants('authorization_code')).toEqual([]);
    expect(await connectionsOf(gateway)).toEqual([]);
  });

  it('[connect-away] leaves what is connected to be tried and ended', async () => {
    const { gateway, browser, issuer } = await connectStage(open);
    await connect(browser, issuer, '/connect/notes');
    issuer.isAway = true;
    expect((await browser.get('/connect/team')).status).toBe(503);
    const page = await browser.get('/connect/notes');
    expect([page.status, page.heading]).toEqual([200, 'notes is connected']);
    const tried = await decideOnConnection(browser, page, 'test');
    expect(textOf(tried)).toContain('The test went well');
    await decideOnConnection(browser, tried, 'end');
    expect(await connectionsOf(gateway)).toEqual([]);
    expect(await whoIs(gateway, 'notes')).toBe('upstream-auth-required');
  });
});

describe('Who may connect', () => {
  it('[connect-maker] is who the connection will speak for', async () => {
    const { gateway, browser, issuer } = await connectStage(open);
    const members = await boAt(gateway);
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
    const { gateway } = await connectStage(open, { env: { PUBLIC_URL: 'https://mcp.gantry.dev/base' } });
    const { status, body, headers } = await gateway.json('/oauth/client.json', {
      headers: { host: 'mcp.gantry.dev' },
    });
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

describe('A program that is let in', () => {
  it('[connect-consent] is let in where the servers it needs are connected, too', async () => {
    const { gateway, browser, issuer } = await connectStage(open);
    const program = await OAuthProgram.register(gateway);
    const path = program.path(pkce().challenge, { resource: `${gateway.url}/api/servers/notes/mcp` });
    const page = await browser.get(path);
    const links = [...page.text.matchAll(/href="([^"]*\/connect\/[^"]*)"/g)].map(([, link = '']) =>
      link.replaceAll('&amp;', '&'),
    );
    expect(links.map((link) => new URL(link, gateway.url).pathname)).toEqual(['/connect/notes']);
    const back = await connect(browser, issuer, String(links[0]));
    expect(back.heading).toMatch(/^Let Program in/);
    expect(consentAction(back)).toBe(consentAction(page));
    expect(back.text).not.toContain('/connect/');
    const all = await browser.get(program.path(pkce().challenge));
    expect(all.text).toContain('/connect/team');
    const members = await boAt(gateway);
    const asMember = await members.get(program.path(pkce().challenge));
    expect(asMember.text).toContain('/connect/notes');
    expect(asMember.text).not.toContain('/connect/team');
  });
});
