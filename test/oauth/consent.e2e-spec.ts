import { DocumentStore } from '../../src/oauth/clients/document-store.port.js';
import { textOf, type PageVisitor } from '../support/clients/page-visitor.js';
import { closeAfterEach } from '../support/closing.js';
import {
  consentAction,
  decideOn,
  OAuthProgram,
  pkce,
  returnedBy,
  tickedOn,
  tokensOf,
} from '../support/oauth-flow.js';
import { grantsIn, oauthStage, twoServers } from '../support/oauth-stage.js';
import { invite, signIn } from '../support/people.js';

const open = closeAfterEach();

describe('The consent page', () => {
  it('[oauth-consent-says] says who asks, how that is known, where it returns to, for whom and to what', async () => {
    const { gateway, browser, program } = await oauthStage(open);
    const { challenge } = pkce();
    const page = await browser.get(program.path(challenge, { scope: 'tools:read offline_access operator' }));
    expect(page.heading).toBe('Let Program in?');
    const text = textOf(page);
    for (const said of [
      'Program asks to act as ana@example.com',
      'it registered itself, and any program can call itself so',
      'program.example',
      'Operator',
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

  it('[oauth-consent-safe] is shown in no frame, takes its own form only, and lets browsers follow to the program', async () => {
    const { gateway, browser, program } = await oauthStage(open);
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
    const other = await invite(
      gateway,
      { email: 'bo@example.com', newAccount: { name: 'Bo' } },
      {
        ...{ name: 'Bo', password: 'a password of bo' },
      },
    );
    expect((await decideOn(other, page, 'allow')).status).toBe(403);
    const app = await OAuthProgram.register(gateway, {}, 'cursor://anysphere.cursor-mcp/oauth/callback');
    const forApp = await browser.get(app.path(challenge));
    expect(forApp.headers.get('content-security-policy')).toContain("form-action 'self' cursor: https:");
    const { location } = returnedBy(await decideOn(browser, forApp, 'allow'));
    expect(location).toMatch(/^cursor:\/\/anysphere\.cursor-mcp\/oauth\/callback\?code=\w+&state=/);
  });

  it('[oauth-denied] tells the program of a denial, and gives nothing', async () => {
    const { gateway, browser, program } = await oauthStage(open);
    const { challenge } = pkce();
    const page = await browser.get(program.path(challenge));
    const { answer } = returnedBy(await decideOn(browser, page, 'deny'));
    expect(answer).toEqual({ error: 'access_denied', state: 's t/a&te', iss: `${gateway.url}/oauth` });
    expect(await grantsIn(gateway)).toEqual([]);
  });

  it('[oauth-consent-narrow] narrows a program to what stays ticked, and at least to something', async () => {
    const { gateway, browser, program } = await oauthStage(open, { mcpServers: await twoServers(open) });
    const { verifier, challenge } = pkce();
    const page = await browser.get(program.path(challenge));
    expect(tickedOn(page)).toEqual([
      ['servers', 'one'],
      ['servers', 'two'],
    ]);
    const nothing = await decideOn(browser, page, 'allow', []);
    expect([nothing.status, textOf(nothing)]).toEqual([422, expect.stringContaining('Tick at least one')]);
    const { answer } = returnedBy(await decideOn(browser, nothing, 'allow', [['servers', 'two']]));
    const { access } = tokensOf(await program.exchange(answer['code'] ?? '', verifier));
    const { body } = await gateway.json('/api/grants');
    expect(body['grants']).toMatchObject([{ servers: ['two'], apps: [], resource: null }]);
    const as = { authorization: `Bearer ${access}` };
    expect((await gateway.json('/api/servers/two/mcp/tools', { headers: as })).status).toBe(200);
    expect((await gateway.json('/api/servers/one/mcp/tools', { headers: as })).status).not.toBe(200);
    const wide = pkce();
    const again = await browser.get(program.path(wide.challenge));
    expect(tickedOn(again)).toEqual([['servers', 'two']]);
    expect(textOf(again)).toContain('You let it in before');
    const code = returnedBy(
      await decideOn(browser, again, 'allow', [
        ['servers', 'one'],
        ['servers', 'two'],
      ]),
    );
    expect((await program.exchange(code.answer['code'] ?? '', wide.verifier)).status).toBe(200);
    expect((await gateway.json('/api/servers/two/mcp/tools', { headers: as })).status).toBe(401);
    const { body: now } = await gateway.json('/api/grants');
    expect(now['grants']).toMatchObject([{ servers: null, apps: null }]);
  });

  it('[oauth-consent-account] lets a person choose the account, and asks again for the boxes of another', async () => {
    const { gateway, browser, program } = await oauthStage(open);
    await invite(
      gateway,
      { email: 'bo@example.com', newAccount: { name: 'Bolo' } },
      {
        ...{ name: 'Bo', password: 'a password of bo' },
      },
    );
    const bo = await signIn(gateway, { email: 'bo@example.com', password: 'a password of bo' });
    const invitation = await gateway.json('/api/cli/invitations', {
      body: { email: 'bo@example.com', role: 'member' },
    });
    const asked = await bo.get(String(invitation.body['url']));
    await bo.submit(asked, '/invite/join', {});
    const page = await bo.get(program.path(pkce().challenge));
    const options = [...page.text.matchAll(/<option value="(acc_\w+)"[^>]*>\s*(\w+)/g)];
    expect(options.map(([, , name]) => name).sort()).toEqual(['Bolo', 'Operator']);
    const operators = options.find(([, , name]) => name === 'Operator')?.[1] ?? '';
    const looked = await decideOn(bo, page, 'look', [['account', operators]]);
    expect(looked.text).toMatch(new RegExp(`value="${operators}"\\s+selected`));
    const { verifier, challenge } = pkce();
    const fresh = await bo.get(program.path(challenge));
    const { answer } = returnedBy(await decideOn(bo, fresh, 'allow', [['account', operators]]));
    const { access } = tokensOf(await program.exchange(answer['code'] ?? '', verifier));
    const me = await gateway.json('/api/cli/auth/me', { headers: { authorization: `Bearer ${access}` } });
    expect(me.body).toMatchObject({ account: { id: operators }, token: { kind: 'grant' } });
    const stranger = await bo.get(program.path(pkce().challenge));
    expect((await decideOn(bo, stranger, 'allow', [['account', 'acc_none']])).status).toBe(403);
    expect((await browser.get('/programs')).text).not.toContain('<h2');
  });
});

describe('A consent that was given before', () => {
  it('[oauth-consent-remembered] is asked for again, but of programs that are known by a document and return to https', async () => {
    const { gateway, browser, program } = await oauthStage(open);
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
    const { body } = await gateway.json('/api/grants');
    const of = (body['grants'] as { id: string; client: { name: string } }[]).find(
      ({ client: { name } }) => name === 'Hosted',
    );
    await gateway.json(`/api/grants/${of?.id ?? ''}`, { method: 'DELETE' });
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
