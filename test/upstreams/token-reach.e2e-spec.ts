import { existsSync, readFileSync } from 'node:fs';
import { operatorOf } from '../support/clients/apps-client.js';
import { closeAfterEach } from '../support/closing.js';
import { answerOf, connect, connectionsOf, connectStage, whoIs } from '../support/connecting.js';
import { startGateway } from '../support/gateway.js';
import { invite, logIn } from '../support/people.js';
import { GuardedHttp } from '../support/upstreams/guarded-http.js';
import { ScriptedIssuer } from '../support/upstreams/scripted-issuer.js';
import { tool } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterEach();
const hour = 3_600_000;

describe('Where tokens go', () => {
  it('[credential-hidden] is nowhere but to their server and their authorization server', async () => {
    const { gateway, browser, issuer, server, clock } = await connectStage(open, {
      env: { LOG_LEVEL: 'trace' },
    });
    server.tools.push(
      tool('echo', (exchange) => {
        exchange.result({ content: [{ type: 'text', text: exchange.record.headers.authorization ?? '' }] });
      }),
    );
    await connect(browser, issuer, '/connect/notes');
    const answers = [await gateway.call('notes', 'echo')];
    clock.advance(hour);
    answers.push(await gateway.call('notes', 'echo'));
    issuer.tokenStatus = 500;
    clock.advance(hour);
    answers.push(await gateway.call('notes', 'echo'));
    const { folder, database } = gateway.state;
    const files = database.url === undefined ? ['gantry.sqlite', 'gantry.sqlite-wal'] : [];
    const rows = files
      .map((name) => folder.file(name))
      .filter((path) => existsSync(path))
      .map((path) => readFileSync(path, 'latin1'))
      .join('');
    const told = JSON.stringify([
      answers.map(({ body }) => body),
      gateway.logs(),
      await connectionsOf(gateway),
    ]);
    expect(told).toContain('[redacted]');
    expect(issuer.tokens.given).toHaveLength(4);
    for (const token of issuer.tokens.given) {
      expect(told).not.toContain(token);
      expect(rows).not.toContain(token);
    }
  });

  it('[credential-egress] finds no authorization server on addresses that only the operator may name', async () => {
    const { gateway, issuer } = await connectStage(open, {}, { issuer: undefined });
    const { status, body } = await gateway.json('/api/connections', { body: { server: 'notes' } });
    expect([status, body['code']]).toEqual([403, 'egress-denied']);
    expect(issuer.requests).toEqual([]);
  });

  it('[credential-egress] follows no redirect, and reads no endless document', async () => {
    const { gateway, issuer } = await connectStage(open);
    const begin = async () =>
      (await gateway.json('/api/connections', { body: { server: 'notes' } })).body['code'];
    issuer.movedTo = `${issuer.origin}/elsewhere`;
    expect(await begin()).toBe('upstream-auth-refused');
    issuer.movedTo = undefined;
    issuer.metadata = { padding: 'x'.repeat(1_000_000) };
    expect(await begin()).toBe('upstream-auth-refused');
    issuer.metadata = { issuer: 'https://other.example' };
    expect(await begin()).toBe('upstream-auth-refused');
    issuer.metadata = {};
    expect(await begin()).toBeUndefined();
  });

  it('[credential-resource] refuses the metadata of another resource', async () => {
    const { gateway, server } = await connectStage(open);
    server.metadata = { resource: 'https://bank.example/mcp' };
    const { body } = await gateway.json('/api/connections', { body: { server: 'notes' } });
    expect(body['code']).toBe('upstream-auth-refused');
  });

  it('[credential-left] ends with somebody who is taken out of the account', async () => {
    const { gateway, issuer } = await connectStage(open);
    const others = await invite(
      gateway,
      { email: 'bo@example.com', role: 'member' },
      { name: 'Bo', password: 'a password of bo' },
    );
    const bo = await logIn(gateway, others);
    await connect(others, issuer, '/connect/notes');
    const { body } = await bo.json('/api/cli/auth/me');
    const { id } = body['user'] as { id: string };
    expect(issuer.tokens.live).toBe(1);
    await operatorOf(gateway).json(`/api/cli/members/${id}`, { method: 'DELETE' });
    await waitFor('the revocation', () => issuer.tokens.live === 0);
  });

  it('[credential-address] stays where it was granted for when an app names another address', async () => {
    const { gateway, browser, issuer, server } = await connectStage(open, {
      env: { EGRESS_ALLOW: ['127.0.0.1'] },
    });
    const other = await open(GuardedHttp.guard(issuer));
    const person = operatorOf(gateway);
    const at = ({ url }: GuardedHttp) => ({
      mcpServers: { own: { url, auth: { type: 'oauth', for: 'user' } } },
    });
    await person.newApp('shop', at(server), { slug: 'shop' });
    const late = await answerOf(browser, issuer, '/connect/shop.own');
    await connect(browser, issuer, '/connect/shop.own');
    expect(await whoIs(person, 'shop.own')).toBe('ana');
    await person.save('shop', at(other));
    expect(await whoIs(person, 'shop.own')).toBe('upstream-auth-required');
    expect((await browser.get(late)).text).toContain('The server has another address');
    expect(await connectionsOf(person)).toMatchObject([{ server: 'shop.own', state: 'needs_auth' }]);
    expect(other.requests.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
    await person.save('shop', at(server));
    expect(await whoIs(person, 'shop.own')).toBe('ana');
  });

  it('[credential-address] gets none from a client whose secret is not given for its server, too', async () => {
    const issuer = await open(ScriptedIssuer.start());
    const [server, other] = [await open(GuardedHttp.guard(issuer)), await open(GuardedHttp.guard(issuer))];
    issuer.know('machine', 'its secret');
    const gateway = await open(startGateway({ env: { EGRESS_ALLOW: ['127.0.0.1'] } }));
    const person = operatorOf(gateway);
    const client = { clientId: 'machine', clientSecret: '${secret:ERP}' };
    const at = ({ url }: GuardedHttp) => ({
      mcpServers: {
        erp: { url, auth: { type: 'client_credentials', tokenUrl: `${issuer.origin}/token`, ...client } },
      },
    });
    await person.newApp('shop', at(server), { slug: 'shop' });
    await person.setSecret('shop', 'ERP', 'its secret');
    expect(await whoIs(person, 'shop.erp')).toBe('machine');
    await person.save('shop', at(other));
    expect(await whoIs(person, 'shop.erp')).toBe('secret-not-for-origin');
    expect(other.requests).toEqual([]);
  });
});
