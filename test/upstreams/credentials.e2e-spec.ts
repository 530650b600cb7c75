import { DataSource } from 'typeorm';
import { CredentialEntity } from '../../src/upstreams/credentials/store/credential.entity.js';
import { closeAfterEach } from '../support/closing.js';
import { connect, connectionsOf, connectStage, whoIs } from '../support/connecting.js';
import { startGateway } from '../support/gateway.js';
import { ScriptedIssuer } from '../support/upstreams/scripted-issuer.js';
import { tool } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterEach();
const minute = 60_000;
const hour = 60 * minute;

describe('A token that ends', () => {
  it('[credential-once] is renewed once for a hundred calls', async () => {
    const { gateway, browser, issuer, clock } = await connectStage(open);
    await connect(browser, issuer, '/connect/notes');
    clock.advance(hour);
    const seen = await Promise.all(Array.from({ length: 100 }, () => whoIs(gateway, 'notes')));
    expect(new Set(seen)).toEqual(new Set(['ana']));
    expect([issuer.tokens.refreshes, issuer.tokens.replays]).toEqual([1, 0]);
  });

  it('[credential-once] and so is one that the server refuses', async () => {
    const { gateway, browser, issuer, server } = await connectStage(open);
    await connect(browser, issuer, '/connect/notes');
    expect(await whoIs(gateway, 'notes')).toBe('ana');
    issuer.tokens.expireAccess();
    const seen = await Promise.all(Array.from({ length: 20 }, () => whoIs(gateway, 'notes')));
    expect(new Set(seen)).toEqual(new Set(['ana']));
    expect(issuer.tokens.refreshes).toBe(1);
    expect(server.refused).toBeGreaterThan(0);
  });

  it('[credential-ahead] is renewed before, and nobody waits for it', async () => {
    const { gateway, browser, issuer, clock } = await connectStage(open);
    await connect(browser, issuer, '/connect/notes');
    expect(await whoIs(gateway, 'notes')).toBe('ana');
    let letGo = (): void => undefined;
    issuer.gate = new Promise<void>((resolve) => (letGo = resolve));
    clock.advance(hour - minute / 2);
    expect(await whoIs(gateway, 'notes')).toBe('ana');
    await waitFor('the renewal to begin', () => issuer.grants('refresh_token').length === 1);
    expect(issuer.tokens.refreshes).toBe(0);
    expect((await connectionsOf(gateway))[0]).toMatchObject({ state: 'refreshing' });
    letGo();
    await waitFor('its end', async () => (await connectionsOf(gateway))[0]?.['state'] === 'ok');
    expect(issuer.tokens.refreshes).toBe(1);
  });

  it('[credential-away] waits for its authorization server, and is not forgotten', async () => {
    const { gateway, browser, issuer, clock } = await connectStage(open);
    await connect(browser, issuer, '/connect/notes');
    clock.advance(2 * hour);
    issuer.isAway = true;
    const refused = await gateway.call('notes', 'whoami');
    expect([refused.status, refused.body['code']]).toEqual([503, 'upstream-auth-unavailable']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    clock.advance(10 * minute);
    issuer.isAway = false;
    issuer.tokenStatus = 500;
    expect(await whoIs(gateway, 'notes')).toBe('upstream-auth-unavailable');
    expect((await connectionsOf(gateway))[0]).toMatchObject({ state: 'ok' });
    clock.advance(minute);
    issuer.tokenStatus = undefined;
    expect(await whoIs(gateway, 'notes')).toBe('ana');
  });

  it('[credential-ended] leads to our page when the grant is over, and the row says why', async () => {
    const { gateway, browser, issuer, clock } = await connectStage(open);
    await connect(browser, issuer, '/connect/notes');
    issuer.tokens.endAll();
    clock.advance(hour);
    const refused = await gateway.call('notes', 'whoami');
    expect([refused.status, refused.body]).toEqual([
      409,
      expect.objectContaining({
        code: 'upstream-auth-required',
        server: 'notes',
        connectUrl: `${gateway.url}/connect/notes`,
      }),
    ]);
    expect(await connectionsOf(gateway)).toMatchObject([
      { state: 'needs_auth', lastError: expect.stringContaining('invalid_grant') },
    ]);
    await connect(browser, issuer, '/connect/notes');
    expect(await whoIs(gateway, 'notes')).toBe('ana');
  });

  it('[credential-ended] understands a server that says no with the status 200', async () => {
    const { gateway, browser, issuer, clock } = await connectStage(open);
    issuer.dialect = 'slack';
    await connect(browser, issuer, '/connect/notes');
    expect(await whoIs(gateway, 'notes')).toBe('ana');
    issuer.tokens.endAll();
    clock.advance(hour);
    expect(await whoIs(gateway, 'notes')).toBe('upstream-auth-required');
  });

  it('[credential-ended] when the service wants to see the person', async () => {
    const { gateway, browser, issuer, clock } = await connectStage(open);
    await connect(browser, issuer, '/connect/notes');
    issuer.tokenStatus = 400;
    issuer.tokenError = 'interaction_required';
    clock.advance(hour);
    expect(await whoIs(gateway, 'notes')).toBe('upstream-auth-required');
  });

  it('[credential-odd] is kept, whatever else is said of it', async () => {
    const { gateway, browser, issuer, clock } = await connectStage(open);
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
      for (let i = 0; i < 2; i++) expect(await whoIs(gateway, 'notes')).toBe('ana');
      expect(issuer.tokens.refreshes - before).toBe(1);
      const [{ scopes = [] } = {}] = await connectionsOf(gateway);
      const sane = (scopes as string[]).filter((scope) => /^[\w-]+$/.test(scope)).slice(0, 200);
      expect(scopes).toEqual(sane);
    }
  });

  it('[credential-once] is renewed by another one when who began it has died', async () => {
    const { gateway, browser, issuer, clock } = await connectStage(open);
    await connect(browser, issuer, '/connect/notes');
    clock.advance(hour);
    await gateway.app
      .get(DataSource)
      .getRepository(CredentialEntity)

      .update({ ownerKind: 'person' }, { leaseUntil: clock.now() + 15_000 });
    const waiting = whoIs(gateway, 'notes');
    await waitFor('the lease to be seen', async () => {
      const [{ state } = {}] = await connectionsOf(gateway);
      return state === 'refreshing';
    });
    expect(issuer.tokens.refreshes).toBe(0);
    clock.advance(15_000);
    expect(await waiting).toBe('ana');
    expect(issuer.tokens.refreshes).toBe(1);
  });

  it('[credential-refused-anew] costs its authorization server one renewal, however often it is refused', async () => {
    const { gateway, browser, issuer, server } = await connectStage(open);
    await connect(browser, issuer, '/connect/notes');
    server.resource = 'https://somewhere.example/else';
    server.metadata = { resource: server.url };
    for (let i = 0; i < 5; i++) expect(await whoIs(gateway, 'notes')).toBe('upstream-auth-refused');
    expect(issuer.tokens.refreshes).toBe(1);
    expect(await connectionsOf(gateway)).toMatchObject([{ state: 'ok' }]);
  });
});

describe('A server that wants more', () => {
  it('[credential-step-up] gets all scopes together; what the old token covers goes on', async () => {
    const { gateway, browser, issuer, server, clock } = await connectStage(open);
    const write = tool('write', (exchange) => {
      exchange.result({ content: [{ type: 'text', text: 'written' }] });
    });
    server.tools.push(write);
    server.needs.set('write', ['write']);
    await connect(browser, issuer, '/connect/notes');
    const refused = await gateway.call('notes', 'write');
    expect([refused.status, refused.body]).toEqual([
      409,
      expect.objectContaining({ code: 'upstream-auth-required', scopes: ['read', 'write'] }),
    ]);
    expect(await whoIs(gateway, 'notes')).toBe('ana');
    clock.advance(1000);
    await connect(browser, issuer, '/connect/notes');
    expect((await gateway.call('notes', 'write')).status).toBe(200);
    server.needs.set('write', ['more']);
    expect((await gateway.call('notes', 'write')).status).toBe(409);
    clock.advance(1000);
    await connect(browser, issuer, '/connect/notes');
    server.needs.set('write', ['still more']);
    expect((await gateway.call('notes', 'write')).body['code']).toBe('upstream-auth-refused');
    clock.advance(hour);
    expect((await gateway.call('notes', 'write')).status).toBe(409);
  });
});

describe('A server that moves to another authorization server', () => {
  it('[credential-moved] has its old tokens forgotten, and the new one never sees them', async () => {
    const other = await open(ScriptedIssuer.start());
    const { gateway, browser, issuer, server, clock } = await connectStage(
      open,
      { env: { EGRESS_ALLOW: ['127.0.0.1'] } },
      { issuer: undefined },
    );
    await connect(browser, issuer, '/connect/notes');
    server.metadata = { authorization_servers: [other.issuer] };
    clock.advance(hour);
    expect(await whoIs(gateway, 'notes')).toBe('upstream-auth-required');
    expect(await connectionsOf(gateway)).toMatchObject([{ state: 'needs_auth' }]);
    const heard = JSON.stringify(other.requests.map(({ text, headers }) => [text, headers]));
    for (const token of issuer.tokens.given) expect(heard).not.toContain(token);
  });

  it('[credential-moved] is looked for as soon as the server refuses the tokens of the old one', async () => {
    const other = await open(ScriptedIssuer.start());
    const { gateway, browser, issuer, server } = await connectStage(
      open,
      { env: { EGRESS_ALLOW: ['127.0.0.1'] } },
      { issuer: undefined },
    );
    await connect(browser, issuer, '/connect/notes');
    expect(await whoIs(gateway, 'notes')).toBe('ana');
    server.metadata = { authorization_servers: [other.issuer] };
    issuer.tokens.expireAccess();
    expect(await whoIs(gateway, 'notes')).toBe('upstream-auth-required');
    expect(issuer.grants('refresh_token')).toEqual([]);
    expect((await browser.get('/connect/notes')).text).toContain(new URL(other.issuer).host);
  });

  it('[credential-moved] is not taken to have moved when it does not tell where it is', async () => {
    const { gateway, browser, issuer, server, clock } = await connectStage(
      open,
      { env: { EGRESS_ALLOW: ['127.0.0.1'] } },
      { issuer: undefined },
    );
    await connect(browser, issuer, '/connect/notes');
    server.metadata = { authorization_servers: [] };
    clock.advance(hour);
    expect(await whoIs(gateway, 'notes')).toBe('ana');
  });
});

describe('Faults in what is declared', () => {
  it('[auth-declared] keep the server out and are named', async () => {
    const server = { url: 'https://mcp.example/mcp' };
    const gateway = await open(
      startGateway({
        mcpServers: {
          misspelt: { ...server, auth: { type: 'oauth', for: 'everybody' } },
          both: { ...server, headers: { Authorization: 'Bearer x' }, auth: { type: 'oauth', for: 'user' } },
          stdio: { command: 'true', auth: { type: 'oauth', for: 'user' } },
          secret: { ...server, auth: { type: 'oauth', for: 'user', clientSecret: 'x' } },
        },
      }),
    );
    const [line] = gateway.logs('servers.file-broken');
    const faults = JSON.stringify(line);
    for (const name of ['misspelt', 'both', 'stdio', 'secret'])
      expect(faults).toContain(`/mcpServers/${name}/auth`);
  });
});
