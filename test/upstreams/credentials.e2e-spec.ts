import { DataSource } from 'typeorm';
import { CredentialEntity } from '../../src/upstreams/credentials/store/credential.entity.js';
import type { Json } from '../support/clients/gateway-client.js';
import { closeAfterAll, closeAfterEach } from '../support/closing.js';
import { connect, connectionsOf, connectScene, whoIs } from '../support/connecting.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { TestClock } from '../support/test-clock.js';
import { declareServers } from '../support/upstreams/declared-servers.js';
import { ScriptedIssuer } from '../support/upstreams/scripted-issuer.js';
import { tool } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';

const keep = closeAfterAll();
const open = closeAfterEach();
const minute = 60_000;
const hour = 60 * minute;
const clock = new TestClock();
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await keep(startGateway({ clock, env: { EGRESS_ALLOW: ['127.0.0.1'] } }));
});

const scene = (auth: Json = {}) => connectScene(open, { gateway, clock }, auth);

describe('A token that ends', () => {
  it('[credential-once] an expired token is renewed once for a hundred calls', async () => {
    const { owner, browser, issuer } = await scene();
    await connect(browser, issuer, '/connect/notes');
    clock.advance(hour);
    const seen = await Promise.all(Array.from({ length: 100 }, () => whoIs(owner, 'notes')));
    expect(new Set(seen)).toEqual(new Set(['ana']));
    expect([issuer.tokens.refreshes, issuer.tokens.replays]).toEqual([1, 0]);
  });

  it('[credential-once] a token that the server refuses is renewed once for twenty calls', async () => {
    const { owner, browser, issuer, server } = await scene();
    await connect(browser, issuer, '/connect/notes');
    expect(await whoIs(owner, 'notes')).toBe('ana');
    issuer.tokens.expireAccess();
    const seen = await Promise.all(Array.from({ length: 20 }, () => whoIs(owner, 'notes')));
    expect(new Set(seen)).toEqual(new Set(['ana']));
    expect(issuer.tokens.refreshes).toBe(1);
    expect(server.refused).toBeGreaterThan(0);
  });

  it('[credential-ahead] a token is renewed before it expires, and no call waits for that', async () => {
    const { owner, browser, issuer } = await scene();
    await connect(browser, issuer, '/connect/notes');
    expect(await whoIs(owner, 'notes')).toBe('ana');
    let letGo = (): void => undefined;
    issuer.gate = new Promise<void>((resolve) => (letGo = resolve));
    clock.advance(hour - minute / 2);
    expect(await whoIs(owner, 'notes')).toBe('ana');
    await waitFor('the renewal to begin', () => issuer.grants('refresh_token').length === 1);
    expect(issuer.tokens.refreshes).toBe(0);
    expect((await connectionsOf(owner))[0]).toMatchObject({ state: 'refreshing' });
    letGo();
    await waitFor('its end', async () => (await connectionsOf(owner))[0]?.['state'] === 'ok');
    expect(issuer.tokens.refreshes).toBe(1);
  });

  it('[credential-away] a connection is kept while its authorization server is away or fails', async () => {
    const { owner, browser, issuer } = await scene();
    await connect(browser, issuer, '/connect/notes');
    clock.advance(2 * hour);
    issuer.isAway = true;
    const refused = await owner.call('notes', 'whoami');
    expect([refused.status, refused.body['code']]).toEqual([503, 'upstream-auth-unavailable']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    clock.advance(10 * minute);
    issuer.isAway = false;
    issuer.tokenStatus = 500;
    expect(await whoIs(owner, 'notes')).toBe('upstream-auth-unavailable');
    expect((await connectionsOf(owner))[0]).toMatchObject({ state: 'ok' });
    clock.advance(minute);
    issuer.tokenStatus = undefined;
    expect(await whoIs(owner, 'notes')).toBe('ana');
  });

  it('[credential-ended] an ended grant leads to the page of the gateway, and the row says why', async () => {
    const { owner, browser, issuer } = await scene();
    await connect(browser, issuer, '/connect/notes');
    issuer.tokens.endAll();
    clock.advance(hour);
    const refused = await owner.call('notes', 'whoami');
    expect([refused.status, refused.body]).toEqual([
      409,
      expect.objectContaining({
        code: 'upstream-auth-required',
        server: 'notes',
        connectUrl: `${gateway.url}/connect/notes`,
      }),
    ]);
    expect(await connectionsOf(owner)).toMatchObject([
      { state: 'needs_auth', lastError: expect.stringContaining('invalid_grant') },
    ]);
    await connect(browser, issuer, '/connect/notes');
    expect(await whoIs(owner, 'notes')).toBe('ana');
  });

  it('[credential-ended] a grant that the authorization server ends with status 200 is ended', async () => {
    const { owner, browser, issuer } = await scene();
    issuer.dialect = 'slack';
    await connect(browser, issuer, '/connect/notes');
    expect(await whoIs(owner, 'notes')).toBe('ana');
    issuer.tokens.endAll();
    clock.advance(hour);
    expect(await whoIs(owner, 'notes')).toBe('upstream-auth-required');
  });

  it('[credential-ended] a grant is ended when the service wants to see the person', async () => {
    const { owner, browser, issuer } = await scene();
    await connect(browser, issuer, '/connect/notes');
    issuer.tokenStatus = 400;
    issuer.tokenError = 'interaction_required';
    clock.advance(hour);
    expect(await whoIs(owner, 'notes')).toBe('upstream-auth-required');
  });

  it('[credential-odd] a token is kept whatever lifetime and scopes come with it', async () => {
    const { owner, browser, issuer } = await scene();
    await connect(browser, issuer, '/connect/notes');
    const many = Array.from({ length: 20_000 }, (_, i) => `scope-${String(i)}`).join(' ');
    for (const granted of [
      ...[1e300, -1, 0].map((life) => ({ expires_in: life })),
      ...['read \u0000 "quoted" write\u0000', many].map((scope) => ({ scope })),
    ]) {
      issuer.granted = granted;
      const before = issuer.tokens.refreshes;
      issuer.tokens.expireAccess();
      clock.advance(hour);
      for (let i = 0; i < 2; i++) expect(await whoIs(owner, 'notes')).toBe('ana');
      expect(issuer.tokens.refreshes - before).toBe(1);
      const [{ scopes = [] } = {}] = await connectionsOf(owner);
      const sane = (scopes as string[]).filter((scope) => /^[\w-]+$/.test(scope)).slice(0, 200);
      expect(scopes).toEqual(sane);
    }
  });

  it('[credential-once] a token is renewed by another process when the one that began has died', async () => {
    const { owner, person, browser, issuer } = await scene();
    await connect(browser, issuer, '/connect/notes');
    clock.advance(hour);
    await gateway.app
      .get(DataSource)
      .getRepository(CredentialEntity)
      .update({ accountId: person.accountId }, { leaseUntil: clock.now() + 15_000 });
    const waiting = whoIs(owner, 'notes');
    await waitFor('the lease to be seen', async () => {
      const [{ state } = {}] = await connectionsOf(owner);
      return state === 'refreshing';
    });
    expect(issuer.tokens.refreshes).toBe(0);
    clock.advance(15_000);
    expect(await waiting).toBe('ana');
    expect(issuer.tokens.refreshes).toBe(1);
  });

  it('[credential-refused-anew] a token that a server always refuses costs its authorization server one renewal', async () => {
    const { owner, browser, issuer, server } = await scene();
    await connect(browser, issuer, '/connect/notes');
    server.resource = 'https://somewhere.example/else';
    server.metadata = { resource: server.url };
    for (let i = 0; i < 5; i++) expect(await whoIs(owner, 'notes')).toBe('upstream-auth-refused');
    expect(issuer.tokens.refreshes).toBe(1);
    expect(await connectionsOf(owner)).toMatchObject([{ state: 'ok' }]);
  });
});

describe('A server that wants more', () => {
  it('[credential-step-up] a step-up requests all scopes together, and the old token stays in use for what it covers', async () => {
    const { owner, browser, issuer, server } = await scene();
    const write = tool('write', (exchange) => {
      exchange.result({ content: [{ type: 'text', text: 'written' }] });
    });
    server.tools.push(write);
    server.needs.set('write', ['write']);
    await connect(browser, issuer, '/connect/notes');
    const refused = await owner.call('notes', 'write');
    expect([refused.status, refused.body]).toEqual([
      409,
      expect.objectContaining({ code: 'upstream-auth-required', scopes: ['read', 'write'] }),
    ]);
    expect(await whoIs(owner, 'notes')).toBe('ana');
    clock.advance(1000);
    await connect(browser, issuer, '/connect/notes');
    expect((await owner.call('notes', 'write')).status).toBe(200);
    server.needs.set('write', ['more']);
    expect((await owner.call('notes', 'write')).status).toBe(409);
    clock.advance(1000);
    await connect(browser, issuer, '/connect/notes');
    server.needs.set('write', ['still more']);
    expect((await owner.call('notes', 'write')).body['code']).toBe('upstream-auth-refused');
    clock.advance(hour);
    expect((await owner.call('notes', 'write')).status).toBe(409);
  });
});

describe('A server that moves to another authorization server', () => {
  it('[credential-moved] a server that moves has its old tokens forgotten, and the new authorization server never sees them', async () => {
    const other = await open(ScriptedIssuer.start());
    const { owner, browser, issuer, server } = await scene({ issuer: undefined });
    await connect(browser, issuer, '/connect/notes');
    server.metadata = { authorization_servers: [other.issuer] };
    clock.advance(hour);
    expect(await whoIs(owner, 'notes')).toBe('upstream-auth-required');
    expect(await connectionsOf(owner)).toMatchObject([{ state: 'needs_auth' }]);
    const heard = JSON.stringify(other.requests.map(({ text, headers }) => [text, headers]));
    for (const token of issuer.tokens.given) expect(heard).not.toContain(token);
  });

  it('[credential-moved] a moved authorization server is looked for as soon as the server refuses the old tokens', async () => {
    const other = await open(ScriptedIssuer.start());
    const { owner, browser, issuer, server } = await scene({ issuer: undefined });
    await connect(browser, issuer, '/connect/notes');
    expect(await whoIs(owner, 'notes')).toBe('ana');
    server.metadata = { authorization_servers: [other.issuer] };
    issuer.tokens.expireAccess();
    expect(await whoIs(owner, 'notes')).toBe('upstream-auth-required');
    expect(issuer.grants('refresh_token')).toEqual([]);
    expect((await browser.get('/connect/notes')).text).toContain(new URL(other.issuer).host);
  });

  it('[credential-moved] a server that names no authorization server keeps its tokens', async () => {
    const { owner, browser, issuer, server } = await scene({ issuer: undefined });
    await connect(browser, issuer, '/connect/notes');
    server.metadata = { authorization_servers: [] };
    clock.advance(hour);
    expect(await whoIs(owner, 'notes')).toBe('ana');
  });
});

describe('Faults in what is declared', () => {
  it('[auth-declared] a server with a fault in auth is left out and named', () => {
    const before = gateway.logs('servers.file-broken').length;
    const server = { url: 'https://mcp.example/mcp' };
    const declared = declareServers(gateway, {
      misspelt: { ...server, auth: { type: 'oauth', for: 'everybody' } },
      both: { ...server, headers: { Authorization: 'Bearer x' }, auth: { type: 'oauth', for: 'user' } },
      stdio: { command: 'true', auth: { type: 'oauth', for: 'user' } },
      secret: { ...server, auth: { type: 'oauth', for: 'user', clientSecret: 'x' } },
    });
    void open(declared);
    const [line] = gateway.logs('servers.file-broken').slice(before);
    const faults = JSON.stringify(line);
    for (const name of ['misspelt', 'both', 'stdio', 'secret'])
      expect(faults).toContain(`/mcpServers/${name}/auth`);
  });
});
