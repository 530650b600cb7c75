import { textOf } from '../../support/clients/page-visitor.js';
import { closeAfterEach } from '../../support/closing.js';
import {
  answerOf,
  connect,
  connectionsOf,
  connectStage,
  decideOnConnection,
  whoIs,
} from '../../support/connecting.js';
import type { TestGateway } from '../../support/gateway.js';
import { consentAction, OAuthProgram, pkce } from '../../support/oauth-flow.js';
import { invite, logIn, signIn } from '../../support/people.js';

const open = closeAfterEach();
const bo = { name: 'Bo', password: 'a password of bo' };
const minute = 60_000;

const boAt = (gateway: TestGateway) => invite(gateway, { email: 'bo@example.com', role: 'member' }, bo);

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

  it('[grants-connect] is a 404 for servers that grants refuse, as is their connection', async () => {
    const { gateway, browser } = await connectStage(open);
    const others = await boAt(gateway);
    const bos = await logIn(gateway, others);
    const grants = [{ role: 'member', servers: ['team'] }];
    expect((await gateway.json('/api/cli/grants', { method: 'PUT', body: { grants } })).status).toBe(200);
    const pages = await Promise.all(
      ['notes', 'n0tes', 'team'].map((server) => others.get(`/connect/${server}`)),
    );
    expect(pages.map(({ status }) => status)).toEqual([404, 404, 200]);
    const [refused, missing] = pages.map((page) => textOf(page));
    expect(refused?.replaceAll('notes', 'n0tes').replace(/\w{8}-[\w-]{27}/, '')).toBe(
      missing?.replace(/\w{8}-[\w-]{27}/, ''),
    );
    const asked = await bos.json('/api/connections', { body: { server: 'notes' } });
    expect(asked).toMatchObject({ status: 404, body: { code: 'server-not-found' } });
    expect((await browser.get('/connect/notes')).status).toBe(200);
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
    const on = await connect(
      browser,
      issuer,
      `/connect/notes?return=${encodeURIComponent('/programs?limit=5')}`,
    );
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

  it('[connect-more] says what a tool needs beyond what was granted', async () => {
    const { gateway, browser, issuer, server } = await connectStage(open, {}, { scopes: ['read'] });
    await connect(browser, issuer, '/connect/notes');
    server.needs.set('whoami', ['read', 'write']);
    expect(await whoIs(gateway, 'notes')).toBe('upstream-auth-required');
    const page = await browser.get('/connect/notes');
    expect(page.heading).toBe('Connect notes anew?');
    expect(textOf(page)).toMatch(/needs more than was granted: write\..*Asked for read, write/);
    expect(textOf(await browser.get('/connections'))).toContain('Lacks write');
    const again = await connect(browser, issuer, '/connect/notes');
    expect([again.heading, await whoIs(gateway, 'notes')]).toEqual(['notes is connected', 'ana']);
    expect(textOf(await browser.get('/connections'))).not.toContain('Lacks');
  });

  it('[connect-accounts] shows to somebody in several accounts which one is meant', async () => {
    const { gateway, issuer, clock } = await connectStage(open);
    await invite(gateway, { email: 'bo@example.com', newAccount: { name: 'Bolo' } }, bo);
    const browser = await signIn(gateway, { email: 'bo@example.com', password: bo.password });
    clock.advance(1000);
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
    // Another one, and none though the server has said that it names itself.
    for (const returned of ['https://other.example', '']) {
      issuer.returnedIssuer = returned;
      expect((await connect(browser, issuer, '/connect/notes')).status).toBe(502);
    }
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
