import { existsSync, readFileSync } from 'node:fs';
import { operatorOf } from '../support/clients/apps-client.js';
import { closeAfterEach } from '../support/closing.js';
import { connect, connectionsOf, connectStage } from '../support/connecting.js';
import { invite, logIn } from '../support/people.js';
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
});
