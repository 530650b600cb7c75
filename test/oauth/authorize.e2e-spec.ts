import { PeopleStore } from '../../src/accounts/people/people-store.port.js';
import { DocumentStore } from '../../src/oauth/clients/document-store.port.js';
import { PageVisitor, textOf } from '../support/clients/page-visitor.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import {
  consentAction,
  decideOn,
  OAuthProgram,
  pkce,
  returnedBy,
  tickedOn,
  tokensOf,
  webAddress,
} from '../support/oauth/oauth-flow.js';
import { grantsIn, oauthAccounts, twoServers } from '../support/oauth/oauth-stage.js';
import { anonymous } from '../support/people.js';

const open = closeAfterAll();
let gateway: TestGateway;
const newAccount = oauthAccounts(() => gateway);
const issuerOf = (gateway: { readonly url: string }) => `${gateway.url}/oauth`;

beforeAll(async () => {
  gateway = await open(startGateway({ env: { EGRESS_ALLOW: ['127.0.0.1'] } }));
});

describe('An authorization request', () => {
  it('[oauth-authorize-page] answers with an error page and no redirect when the client or the redirect URI is wrong', async () => {
    const { browser, program } = await newAccount();
    const { challenge } = pkce();
    const wrong = [
      program.path(challenge, { client_id: 'nobody' }),
      program.path(challenge, { client_id: undefined }),
      program.path(challenge, { redirect_uri: 'https://evil.example/callback' }),
      program.path(challenge, { redirect_uri: `${webAddress}/` }),
      program.path(challenge, { redirect_uri: 'javascript:alert(1)' }),
      `${program.path(challenge)}&client_id=nobody`,
      `${program.path(challenge)}&redirect_uri=https%3A%2F%2Fevil.example%2F`,
      '/oauth/authorize',
      '/oauth/authorize?asked=AAAA',
    ];
    for (const path of wrong)
      for (const visitor of [browser, anonymous(gateway)]) {
        const response = await ('send' in visitor
          ? visitor.send(new URL(path, gateway.url), {})
          : visitor.fetch(path, { headers: { accept: 'text/html' } }));
        expect([path, response.status]).toEqual([path, 400]);
        expect(response.headers.get('location')).toBeNull();
        expect(response.headers.get('content-type')).toContain('text/html');
      }
  });

  const faulty = (program: OAuthProgram, challenge: string): [string, string][] => [
    [program.path(challenge, { response_type: 'token' }), 'unsupported_response_type'],
    [program.path(challenge, { response_type: undefined }), 'invalid_request'],
    [program.path(challenge, { response_mode: 'fragment' }), 'invalid_request'],
    [program.path(challenge, { code_challenge: undefined }), 'invalid_request'],
    [program.path(challenge, { code_challenge_method: undefined }), 'invalid_request'],
    [program.path(challenge, { code_challenge_method: 'plain' }), 'invalid_request'],
    [program.path('short'), 'invalid_request'],
    [`${program.path(challenge)}&scope=a&scope=b`, 'invalid_request'],
    [`${program.path(challenge)}&resource=https%3A%2F%2Fa%2F&resource=https%3A%2F%2Fb%2F`, 'invalid_target'],
    [program.path(challenge, { prompt: 'none' }), 'login_required'],
  ];

  it('[oauth-authorize-unauthorized] answers errors of a client that no one has authorized with a page and no redirect', async () => {
    const { browser } = await newAccount();
    const program = await OAuthProgram.register(gateway, { client_name: 'Phisher' });
    const { challenge } = pkce();
    const nowhere = { resource: `${gateway.url}/api/servers/nowhere/mcp` };
    const paths = faulty(program, challenge).map(([path]) => path);
    const asked = [
      ...paths.map((path) => [new PageVisitor(gateway.url), path] as const),
      ...paths.map((path) => [browser, path] as const),
      [browser, program.path(challenge, nowhere)] as const,
    ];
    for (const [visitor, path] of asked) {
      const page = await visitor.get(path);
      expect([path, page.status, page.headers.get('location')]).toEqual([path, 400, null]);
      expect(textOf(page)).toContain('you are not sent back to it');
    }
    const denied = await decideOn(browser, await browser.get(program.path(challenge)), 'deny');
    expect(returnedBy(denied).answer).toMatchObject({ error: 'access_denied' });
    expect((await new PageVisitor(gateway.url).get(program.path('short'))).status).toBe(400);
  });

  it('[oauth-authorize-errors] redirects back with error, state and issuer when a client that someone has authorized asks for anything else that is wrong', async () => {
    const { browser, program } = await newAccount();
    await program.comeIn(browser);
    const { challenge } = pkce();
    for (const [path, error] of faulty(program, challenge)) {
      const { location, answer } = returnedBy(await new PageVisitor(gateway.url).get(path));
      expect(location.startsWith(`${webAddress}?error=`)).toBe(true);
      expect([path, answer]).toEqual([
        path,
        { error, error_description: expect.any(String), state: 's t/a&te', iss: issuerOf(gateway) },
      ]);
    }
    const silent = await browser.get(program.path(challenge, { prompt: 'none' }));
    expect(returnedBy(silent).answer['error']).toBe('consent_required');
    const nowhere = program.path(challenge, { resource: `${gateway.url}/api/servers/nowhere/mcp` });
    expect(returnedBy(await browser.get(nowhere)).answer['error']).toBe('invalid_target');
    expect((await anonymous(gateway).fetch(nowhere)).headers.get('location')).toContain('/login');
  });

  it('[oauth-state] returns a state of up to 4 KiB byte for byte, also through the sign-in', async () => {
    const { person, browser: first, program } = await newAccount();
    await program.comeIn(first);
    const browser = new PageVisitor(gateway.url);
    const bytes = Array.from({ length: 4096 }, (_, at) => (at * 89) % 256);
    const sent = bytes.map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('');
    const { challenge } = pkce();
    const entry = await browser.get(`${program.path(challenge, { state: undefined })}&state=${sent}`);
    expect(entry.heading).toBe('Sign in');
    const consent = await browser.submit(entry, '/login', { email: person.email, password: person.password });
    const { location } = returnedBy(await decideOn(browser, consent, 'allow'));
    const back = /[?&]state=([^&]*)/.exec(location)?.[1] ?? '';
    expect(bytesOf(back)).toEqual(bytes);
    const tooLong = await browser.get(`${program.path(challenge, { state: undefined })}&state=${sent}x`);
    expect(returnedBy(tooLong).answer).toMatchObject({ error: 'invalid_request' });
  });
});

describe('The consent page', () => {
  it('[oauth-consent-says] names the client, how it is known, where it returns to, the person and what it can use', async () => {
    const { person, browser, program } = await newAccount();
    const { challenge } = pkce();
    const page = await browser.get(program.path(challenge, { scope: 'tools:read offline_access operator' }));
    expect(page.heading).toBe('Let Program in?');
    const text = textOf(page);
    for (const said of [
      `Program asks to act as ${person.email}`,
      'it registered itself, and any program can call itself so',
      'program.example',
      String(person.email.split('@')[0]),
      'all that programs can use here',
      'see which tools, resources and prompts there are',
    ])
      expect(text).toContain(said);
    expect(text).not.toContain('in your name');
    expect(text).not.toContain('on this computer');
    const local = await OAuthProgram.register(gateway, { client_name: '<b>x</b>' }, 'http://localhost:9/cb');
    const warned = await browser.get(local.path(challenge, { redirect_uri: 'http://localhost:61234/cb' }));
    expect(textOf(warned)).toContain('a program on this computer (localhost)');
    expect(textOf(warned)).toContain('Approve only if you started this yourself');
    expect(warned.heading).toBe('Let <b>x</b> in?');
    expect(warned.text).not.toContain('<b>x</b>');
  });

  it('[oauth-consent-safe] cannot be framed, accepts its own form only, and allows the redirect to the client', async () => {
    const { browser, program } = await newAccount();
    const { challenge } = pkce();
    const page = await browser.get(program.path(challenge));
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("form-action 'self' https://program.example https:");
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    expect(page.headers.get('cache-control')).toBe('no-store');
    const action = consentAction(page);
    for (const csrf of ['', 'x'])
      expect((await browser.post(action, { csrf, decision: 'approve' })).status).toBe(403);
    const foreign = { origin: 'https://evil.example' };
    expect((await decideWith(browser, page, foreign)).status).toBe(403);
    const other = await newAccount();
    expect((await decideOn(other.browser, page, 'allow')).status).toBe(403);
    const app = await OAuthProgram.register(gateway, {}, 'cursor://anysphere.cursor-mcp/oauth/callback');
    const forApp = await browser.get(app.path(challenge));
    expect(forApp.headers.get('content-security-policy')).toContain("form-action 'self' cursor: https:");
    const { location } = returnedBy(await decideOn(browser, forApp, 'allow'));
    expect(location).toMatch(/^cursor:\/\/anysphere\.cursor-mcp\/oauth\/callback\?code=\w+&state=/);
  });

  it('[oauth-denied] reports a denial to the client and creates no grant', async () => {
    const { owner, browser, program } = await newAccount();
    const { challenge } = pkce();
    const page = await browser.get(program.path(challenge));
    const { answer } = returnedBy(await decideOn(browser, page, 'deny'));
    expect(answer).toEqual({ error: 'access_denied', state: 's t/a&te', iss: `${gateway.url}/oauth` });
    expect(await grantsIn(owner)).toEqual([]);
  });

  it('[oauth-consent-narrow] limits a client to the ticked servers and apps, at least one', async () => {
    const { owner, browser, program } = await newAccount();
    const app = await owner.newApp('shop', { mcpServers: await twoServers(open) });
    const shop = ['apps', String(app['id'])] as const;
    const { verifier, challenge } = pkce();
    const page = await browser.get(program.path(challenge));
    expect(tickedOn(page)).toEqual([['servers', 'shop.one'], ['servers', 'shop.two'], shop]);
    const nothing = await decideOn(browser, page, 'allow', []);
    expect([nothing.status, textOf(nothing)]).toEqual([422, expect.stringContaining('Tick at least one')]);
    const { answer } = returnedBy(await decideOn(browser, nothing, 'allow', [['servers', 'shop.two'], shop]));
    const { access } = tokensOf(await program.exchange(answer['code'] ?? '', verifier));
    const { body } = await owner.json('/api/grants');
    expect(body['grants']).toMatchObject([{ servers: ['shop.two'], apps: [app['id']], resource: null }]);
    const as = { authorization: `Bearer ${access}` };
    expect((await gateway.json('/api/servers/shop.two/mcp/tools', { headers: as })).status).toBe(200);
    expect((await gateway.json('/api/servers/shop.one/mcp/tools', { headers: as })).status).not.toBe(200);
    const wide = pkce();
    const again = await browser.get(program.path(wide.challenge));
    expect(tickedOn(again)).toEqual([['servers', 'shop.two'], shop]);
    expect(textOf(again)).toContain('You let it in before');
    const code = returnedBy(
      await decideOn(browser, again, 'allow', [['servers', 'shop.one'], ['servers', 'shop.two'], shop]),
    );
    expect((await program.exchange(code.answer['code'] ?? '', wide.verifier)).status).toBe(200);
    expect((await gateway.json('/api/servers/shop.two/mcp/tools', { headers: as })).status).toBe(401);
    const { body: now } = await owner.json('/api/grants');
    expect(now['grants']).toMatchObject([{ servers: null, apps: null }]);
  });

  it('[oauth-consent-account] lets a person choose the account, and shows the boxes of the chosen one', async () => {
    const [home, guild] = [await newAccount(), await newAccount()];
    const { program, browser: bo } = home;
    await gateway.app
      .get(PeopleStore, { strict: false })
      .join(guild.person.accountId, home.person.userId, 'member', Date.now());
    const page = await bo.get(program.path(pkce().challenge));
    const options = [...page.text.matchAll(/<option value="(acc_\w+)"[^>]*>\s*(\w+)/g)];
    const other = guild.person.accountId;
    expect(options.map(([, id]) => id).sort()).toEqual([home.person.accountId, other].sort());
    const looked = await decideOn(bo, page, 'look', [['account', other]]);
    expect(looked.text).toMatch(new RegExp(`value="${other}"\\s+selected`));
    const { verifier, challenge } = pkce();
    const fresh = await bo.get(program.path(challenge));
    const { answer } = returnedBy(await decideOn(bo, fresh, 'allow', [['account', other]]));
    const { access } = tokensOf(await program.exchange(answer['code'] ?? '', verifier));
    const me = await gateway.json('/api/cli/auth/me', { headers: { authorization: `Bearer ${access}` } });
    expect(me.body).toMatchObject({ account: { id: other }, token: { kind: 'grant' } });
    const stranger = await bo.get(program.path(pkce().challenge));
    expect((await decideOn(bo, stranger, 'allow', [['account', 'acc_none']])).status).toBe(403);
    expect((await guild.browser.get('/programs')).text).not.toContain('<h2');
  });
});

describe('A consent that was given before', () => {
  it('[oauth-consent-remembered] is remembered only for clients with a metadata document and an https redirect URI', async () => {
    const { owner, browser, program } = await newAccount();
    await program.comeIn(browser);
    expect((await browser.get(program.path(pkce().challenge))).heading).toBe('Let Program in?');
    const store = gateway.app.get(DocumentStore, { strict: false });
    const know = async (id: string, name: string, redirectUri: string) => {
      const times = { fetchedAt: Date.now(), freshUntil: Date.now() + 3_600_000, seenAt: Date.now() };
      const metadata = { name, redirectUris: [redirectUri], authMethod: 'none', uri: null } as const;
      await store.keep({ id, ...metadata, ...times }, 10);
      return OAuthProgram.known(gateway, id, redirectUri);
    };
    const hosted = await know('https://hosted.example/client.json', 'Hosted', 'https://hosted.example/cb');
    const local = await know('https://local.example/client.json', 'Local', 'http://localhost/cb');
    const first = await browser.get(hosted.path(pkce().challenge, { scope: 'tools:read' }));
    expect(textOf(first)).toContain('its document at hosted.example');
    await hosted.comeIn(browser, { scope: 'tools:read' });
    await local.comeIn(browser);
    const { verifier, challenge } = pkce();
    const again = returnedBy(await browser.get(hosted.path(challenge, { scope: 'tools:read' })));
    expect((await hosted.exchange(again.answer['code'] ?? '', verifier)).status).toBe(200);
    const asked = [
      hosted.path(challenge, { scope: 'tools:read tools:call' }),
      hosted.path(challenge, { scope: 'tools:read', prompt: 'consent' }),
      local.path(challenge),
    ];
    for (const path of asked) expect((await browser.get(path)).heading).toMatch(/^Let (Hosted|Local) in\?$/);
    const silent = await browser.get(hosted.path(challenge, { scope: 'tools:read', prompt: 'none' }));
    expect(returnedBy(silent).answer['code']).toEqual(expect.any(String));
    const { body } = await owner.json('/api/grants');
    const of = (body['grants'] as { id: string; client: { name: string } }[]).find(
      ({ client: { name } }) => name === 'Hosted',
    );
    await owner.json(`/api/grants/${of?.id ?? ''}`, { method: 'DELETE' });
    expect((await browser.get(hosted.path(challenge, { scope: 'tools:read' }))).heading).toBe(
      'Let Hosted in?',
    );
  });
});

function decideWith(
  browser: PageVisitor,
  page: Parameters<typeof consentAction>[0],
  headers: Record<string, string>,
) {
  const csrf = /name="csrf" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
  return browser.post(consentAction(page), { csrf, decision: 'approve' }, headers);
}

function bytesOf(encoded: string): number[] {
  const text = encoded.replace(/%([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number(`0x${hex}`)),
  );
  return [...Buffer.from(text, 'latin1')];
}
