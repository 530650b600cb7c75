import { closeAfterEach } from '../support/closing.js';
import { connect, connectionsOf, connectStage, whoIs } from '../support/connecting.js';
import { startGateway } from '../support/gateway.js';
import { invite, setUpOperator } from '../support/people.js';
import { GuardedHttp } from '../support/upstreams/guarded-http.js';
import { ScriptedIssuer } from '../support/upstreams/scripted-issuer.js';

const open = closeAfterEach();
const hour = 3_600_000;

describe('Who we are at an authorization server', () => {
  it('[credential-client] registers once for all accounts and people', async () => {
    const { gateway, browser, issuer } = await connectStage(open);
    const others = await invite(
      gateway,
      { email: 'bo@example.com', role: 'member' },
      { name: 'Bo', password: 'a password of bo' },
    );
    await connect(browser, issuer, '/connect/notes');
    await connect(others, issuer, '/connect/notes');
    expect(issuer.registrations).toBe(1);
  });

  it('[credential-client] registers for all that it may want to ask for, or for what it asks for now where that is too much', async () => {
    for (const [registrable, wanted] of [
      [undefined, 'read write admin'],
      [['read', 'write'], 'read'],
    ] as const) {
      const { browser, issuer } = await connectStage(open, {}, { scopes: ['read'] });
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

  it('[credential-client] takes the client of the declaration, and its secret', async () => {
    const { gateway, browser, issuer, clock } = await connectStage(
      open,
      {},
      { clientId: 'ours', clientSecret: 'secret of ours' },
    );
    issuer.know('ours', 'secret of ours', `${gateway.url}/oauth/upstream/callback`);
    await connect(browser, issuer, '/connect/notes');
    clock.advance(hour);
    expect(await whoIs(gateway, 'notes')).toBe('ana');
    expect(issuer.registrations).toBe(0);
  });

  it('[credential-client-mended] ends nothing while the secret of the declaration is a wrong one', async () => {
    const { gateway, browser, issuer, clock } = await connectStage(
      open,
      {},
      { clientId: 'ours', clientSecret: 'secret of ours' },
    );
    const know = (secret: string) => {
      issuer.know('ours', secret, `${gateway.url}/oauth/upstream/callback`);
    };
    know('secret of ours');
    await connect(browser, issuer, '/connect/notes');
    know('another one');
    clock.advance(hour);
    expect(await whoIs(gateway, 'notes')).toBe('upstream-auth-refused');
    expect(await connectionsOf(gateway)).toMatchObject([
      { state: 'ok', lastError: expect.stringContaining('invalid_client') as unknown },
    ]);
    know('secret of ours');
    clock.advance(60_000);
    expect(await whoIs(gateway, 'notes')).toBe('ana');
  });

  it('[credential-client] says what to register where nobody is registered', async () => {
    const { gateway, issuer } = await connectStage(open);
    for (const registration of ['refused', 'absent'] as const) {
      issuer.registration = registration;
      const { status, body } = await gateway.json('/api/connections', { body: { server: 'notes' } });
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

  it('[credential-client-anew] registers anew where it is not known any more', async () => {
    const { gateway, browser, issuer, clock } = await connectStage(open);
    await connect(browser, issuer, '/connect/notes');
    issuer.forgetClients();
    clock.advance(hour);
    expect(await whoIs(gateway, 'notes')).toBe('upstream-auth-required');
    await connect(browser, issuer, '/connect/notes');
    expect([issuer.registrations, await whoIs(gateway, 'notes')]).toEqual([2, 'ana']);
  });

  it.each([
    ['without the slash of its document', '', '/'],
    ['with a slash that its document has not', '/', ''],
  ])('[credential-issuer] takes a declared issuer %s', async (_, declared, own) => {
    const issuer = await open(ScriptedIssuer.start());
    const server = await open(GuardedHttp.guard(issuer));
    issuer.metadata = { issuer: `${issuer.origin}${own}` };
    issuer.returnedIssuer = `${issuer.origin}${own}`;
    const auth = { type: 'oauth', for: 'user', issuer: `${issuer.origin}${declared}` };
    const gateway = await open(startGateway({ mcpServers: { notes: { url: server.url, auth } } }));
    const browser = await setUpOperator(gateway);
    await connect(browser, issuer, '/connect/notes');
    expect(await whoIs(gateway, 'notes')).toBe('ana');
  });

  it('[credential-issuer] says what one calls itself that is not the declared one', async () => {
    const { browser, issuer } = await connectStage(open);
    issuer.metadata = { issuer: 'https://other.example' };
    const page = await browser.get('/connect/notes');
    expect(page.text).toContain('other.example');
    expect(page.text).toContain(issuer.origin);
    expect(page.status).toBe(502);
  });

  it('[credential-itself] needs nobody where it has a client of its own', async () => {
    const issuer = await open(ScriptedIssuer.start());
    const server = await open(GuardedHttp.guard(issuer));
    issuer.know('machine', 'its secret');
    const auth = {
      ...{ type: 'client_credentials', tokenUrl: `${issuer.origin}/token` },
      ...{ clientId: 'machine', clientSecret: 'its secret', scopes: ['read'] },
    };
    const gateway = await open(startGateway({ mcpServers: { erp: { url: server.url, auth } } }));
    const seen = await Promise.all(Array.from({ length: 10 }, () => whoIs(gateway, 'erp')));
    expect(new Set(seen)).toEqual(new Set(['machine']));
    expect(issuer.grants('client_credentials')).toHaveLength(1);
    issuer.tokens.expireAccess();
    expect(await whoIs(gateway, 'erp')).toBe('machine');
  });

  it('[credential-itself] is told when its own client is refused', async () => {
    const issuer = await open(ScriptedIssuer.start());
    const server = await open(GuardedHttp.guard(issuer));
    const auth = {
      ...{ type: 'client_credentials', tokenUrl: `${issuer.origin}/token` },
      ...{ clientId: 'nobody', clientSecret: 'no secret' },
    };
    const gateway = await open(startGateway({ mcpServers: { erp: { url: server.url, auth } } }));
    expect(await whoIs(gateway, 'erp')).toBe('upstream-auth-refused');
  });
});
