import { PeopleStore } from '../../../src/accounts/people/people-store.port.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { PageVisitor, textOf } from '../../support/clients/page-visitor.js';
import { closeAfterAll, closeAfterEach } from '../../support/closing.js';
import {
  answerOf,
  connect,
  connectionsOf,
  connectScene,
  decideOnConnection,
  whoIs,
} from '../../support/connecting.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { consentAction, OAuthProgram, pkce } from '../../support/oauth/oauth-flow.js';
import { setUpOperator, signedInPerson, signIn } from '../../support/people.js';
import { TestClock } from '../../support/test-clock.js';

const keep = closeAfterAll();
const open = closeAfterEach();
const minute = 60_000;
const clock = new TestClock();
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await keep(startGateway({ clock }));
});

const scene = (auth: Json = {}) => connectScene(open, { gateway, clock }, auth);

describe('The page where a server is connected', () => {
  it('[connect-page] the page says who asks for what and who will act with it, and begins nothing', async () => {
    const { owner, browser, issuer, person } = await scene({ scopes: ['read', 'write'] });
    const page = await browser.get('/connect/notes');
    expect([page.status, page.heading]).toEqual([200, 'Connect notes?']);
    const host = new URL(issuer.issuer).host;
    for (const said of [host, issuer.issuer, 'read, write', person.email, 'you alone', `Go on to ${host}`])
      expect(textOf(page)).toContain(said);
    expect(textOf(await browser.get('/connect/team'))).toContain('everybody in the account');
    const operators = await setUpOperator(gateway);
    expect(textOf(await operators.get('/connect/house'))).toContain('everybody at this gateway');
    expect(issuer.requests.some(({ path }) => path.startsWith('/authorize'))).toBe(false);
    expect(await connectionsOf(owner)).toEqual([]);
    expect(page.headers.get('content-security-policy')).toContain(
      `form-action 'self' https: ${issuer.origin};`,
    );
  });

  it('[connect-page] the page asks strangers to sign in first, and leads back with its parameters', async () => {
    const { issuer } = await scene();
    const page = await new PageVisitor(gateway.url).get('/connect/notes?return=%2Fprograms');
    expect(page.heading).toBe('Sign in');
    expect(page.url).toContain(encodeURIComponent('/connect/notes?return=%2Fprograms'));
    expect(issuer.requests).toEqual([]);
  });

  it('[connect-page] the page is a 404 for unknown servers and a 400 for a wrong owner', async () => {
    const { browser } = await scene();
    expect((await browser.get('/connect/nothing')).status).toBe(404);
    expect((await browser.get('/connect/notes?owner=account')).status).toBe(400);
    expect((await browser.get('/connect/notes?owner=app')).status).toBe(400);
    expect((await browser.post('/connect/notes', { csrf: 'x', decision: 'connect' })).status).toBe(403);
  });

  it('[grants-connect] a server that grants refuse looks like an unknown server', async () => {
    const { owner, browser, member } = await scene();
    const { browser: others, client: bos } = await member();
    const grants = [{ role: 'member', servers: ['team'] }];
    expect((await owner.json('/api/cli/grants', { method: 'PUT', body: { grants } })).status).toBe(200);
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

  it('[connect-flow] connecting leads to the authorization server and back, and each person has their own connection', async () => {
    const { owner, browser, issuer, member } = await scene();
    const { browser: others, client: bos } = await member();
    expect(await whoIs(owner, 'notes')).toBe('upstream-auth-required');
    issuer.person = 'ana';
    const page = await connect(browser, issuer, '/connect/notes');
    expect([page.status, page.heading]).toEqual([200, 'notes is connected']);
    expect(await whoIs(owner, 'notes')).toBe('ana');
    expect(await whoIs(bos, 'notes')).toBe('upstream-auth-required');
    issuer.person = 'bo';
    await connect(others, issuer, '/connect/notes');
    expect([await whoIs(owner, 'notes'), await whoIs(bos, 'notes')]).toEqual(['ana', 'bo']);
    expect(textOf(await decideOnConnection(browser, await browser.get('/connect/notes'), 'test'))).toContain(
      'The test went well: 1 tool.',
    );
  });

  it('[connect-flow] connecting sends the resource as the server spells it, the scopes and PKCE', async () => {
    const { browser, issuer, server } = await scene({ scopes: ['read'] });
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

  it('[connect-return] connecting returns to a path of the gateway, and to no other site', async () => {
    const { browser, issuer } = await scene();
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

  it('[connect-denied] a refusal at the authorization server is shown, and nothing is kept', async () => {
    const { owner, browser, issuer } = await scene();
    issuer.decision = 'deny';
    const answer = await answerOf(browser, issuer, '/connect/notes?return=%2Fprograms');
    const page = await browser.get(answer);
    expect([page.status, page.heading]).toEqual([200, 'notes was not connected']);
    expect(page.text).toContain('href="/connect/notes"');
    expect(page.text).toContain('href="/programs"');
    expect((await browser.get(answer)).status).toBe(403);
    expect(await connectionsOf(owner)).toEqual([]);
  });

  it('[connect-more] the pages show which scopes a tool needs beyond the granted ones', async () => {
    const { owner, browser, issuer, server } = await scene({ scopes: ['read'] });
    await connect(browser, issuer, '/connect/notes');
    server.needs.set('whoami', ['read', 'write']);
    expect(await whoIs(owner, 'notes')).toBe('upstream-auth-required');
    const page = await browser.get('/connect/notes');
    expect(page.heading).toBe('Connect notes anew?');
    expect(textOf(page)).toMatch(/needs more than was granted: write\..*Asked for read, write/);
    expect(textOf(await browser.get('/connections'))).toContain('Lacks write');
    const again = await connect(browser, issuer, '/connect/notes');
    expect([again.heading, await whoIs(owner, 'notes')]).toEqual(['notes is connected', 'ana']);
    expect(textOf(await browser.get('/connections'))).not.toContain('Lacks');
  });

  it('[connect-accounts] the page shows a person in several accounts which account is connected', async () => {
    const { person, browser, issuer } = await scene();
    const other = await signedInPerson(gateway, 'other-house');
    const people = gateway.app.get(PeopleStore, { strict: false });
    await people.join(other.accountId, person.userId, 'member', clock.now() + 1000);
    const page = await browser.get('/connect/notes');
    const first = person.email.replace('@example.com', '');
    const shown = (text: string) => /aria-current="page">([^<]*)</.exec(text)?.[1];
    expect(shown(page.text)).toBe(first);
    const [, link = ''] = /href="([^"]*account=[^"]*)"[^>]*>other-house</.exec(page.text) ?? [];
    const path = link.replaceAll('&amp;', '&');
    expect(shown((await browser.get(path)).text)).toBe('other-house');
    await connect(browser, issuer, path);
    const heading = async (at: string) => (await browser.get(at)).heading;
    expect([await heading('/connect/notes'), await heading(path)]).toEqual([
      ...['Connect notes?', 'notes is connected'],
    ]);
    expect((await browser.get('/connect/notes?account=acc_other')).status).toBe(404);
  });
});

describe('What comes back from an authorization server', () => {
  it('[connect-once] the answer of an authorization server is accepted once', async () => {
    const { browser, issuer } = await scene();
    const answer = await answerOf(browser, issuer, '/connect/notes');
    expect((await browser.get(answer)).heading).toBe('notes is connected');
    expect((await browser.get(answer)).status).toBe(403);
    expect(issuer.grants('authorization_code')).toHaveLength(1);
  });

  it('[connect-once] the answer is accepted only in the browser that was sent away, for the person who was signed in', async () => {
    const { browser, issuer, person, member } = await scene();
    const answer = await answerOf(browser, issuer, '/connect/notes');
    const { browser: strangers } = await member();
    const elsewhere = await signIn(gateway, person);
    const nobody = elsewhere.at(gateway.url);
    nobody.cookies.clear();
    for (const visitor of [strangers, elsewhere, nobody])
      expect((await visitor.get(answer)).status).toBe(403);
    expect(issuer.grants('authorization_code')).toEqual([]);
    expect((await browser.get(answer)).heading).toBe('notes is connected');
  });

  it('[connect-once] the answer is accepted for ten minutes', async () => {
    const { browser, issuer } = await scene();
    const answer = await answerOf(browser, issuer, '/connect/notes');
    clock.advance(10 * minute + 1);
    expect((await browser.get(answer)).status).toBe(403);
    expect(issuer.grants('authorization_code')).toEqual([]);
    const invented = new URL(answer);
    invented.searchParams.set('state', 'x'.repeat(43));
    expect((await browser.get(invented.href)).status).toBe(403);
    expect((await browser.get('/oauth/upstream/callback?code=x')).status).toBe(400);
  });

  it('[connect-issuer] an answer that names another issuer is refused', async () => {
    const { owner, browser, issuer } = await scene();
    // Another one, and none though the server has said that it names itself.
    for (const returned of ['https://other.example', '']) {
      issuer.returnedIssuer = returned;
      expect((await connect(browser, issuer, '/connect/notes')).status).toBe(502);
    }
    expect(issuer.grants('authorization_code')).toEqual([]);
    expect(await connectionsOf(owner)).toEqual([]);
  });

  it('[connect-away] a connection can be tested and ended while the authorization server is away', async () => {
    const { owner, browser, issuer } = await scene();
    await connect(browser, issuer, '/connect/notes');
    issuer.isAway = true;
    expect((await browser.get('/connect/team')).status).toBe(503);
    const page = await browser.get('/connect/notes');
    expect([page.status, page.heading]).toEqual([200, 'notes is connected']);
    const tried = await decideOnConnection(browser, page, 'test');
    expect(textOf(tried)).toContain('The test went well');
    await decideOnConnection(browser, tried, 'end');
    expect(await connectionsOf(owner)).toEqual([]);
    expect(await whoIs(owner, 'notes')).toBe('upstream-auth-required');
  });
});

describe('A program that is let in', () => {
  it('[connect-consent] the consent page of an OAuth client leads to the servers that are not connected yet', async () => {
    const { browser, issuer, member } = await scene();
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
    const { browser: members } = await member();
    const asMember = await members.get(program.path(pkce().challenge));
    expect(asMember.text).toContain('/connect/notes');
    expect(asMember.text).not.toContain('/connect/team');
  });
});
