import { closeAfterEach } from '../support/closing.js';
import { connect, connectionsOf, whoIs } from '../support/connecting.js';
import type { TestGateway } from '../support/gateway.js';
import { operator, signIn } from '../support/people.js';
import { startReplicas } from '../support/processes/replicas.js';
import { GuardedHttp } from '../support/upstreams/guarded-http.js';
import { ScriptedIssuer } from '../support/upstreams/scripted-issuer.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterEach();

async function stage() {
  const issuer = await open(ScriptedIssuer.start());
  const server = await open(GuardedHttp.guard(issuer));
  const auth = { type: 'oauth', for: 'user', issuer: issuer.issuer };
  const replicas = await startReplicas(open, 2, {
    mcpServers: { notes: { url: server.url, auth } },
    env: { ADMIN_EMAIL: operator.email, ADMIN_PASSWORD: operator.password },
  });
  const [a, b] = replicas as [TestGateway, TestGateway];
  const browser = await signIn(a, operator);
  await connect(browser, issuer, '/connect/notes');
  return { issuer, server, a, b, browser };
}

describe('A credential of two processes', () => {
  it('[credential-once] is renewed by one of them', async () => {
    const { issuer, a, b } = await stage();
    expect([await whoIs(a, 'notes'), await whoIs(b, 'notes')]).toEqual(['ana', 'ana']);
    issuer.tokens.expireAccess();
    const calls = Array.from({ length: 100 }, (_, i) => whoIs(i % 2 === 0 ? a : b, 'notes'));
    expect(new Set(await Promise.all(calls))).toEqual(new Set(['ana']));
    expect([issuer.tokens.refreshes, issuer.tokens.replays]).toEqual([1, 0]);
  });

  it('[credential-once] is ended for both', async () => {
    const { a, b, server } = await stage();
    expect(await whoIs(b, 'notes')).toBe('ana');
    const [{ id } = {}] = await connectionsOf(a);
    await a.json(`/api/connections/${String(id)}`, { method: 'DELETE' });
    const before = server.refused;
    await waitFor('the news', async () => (await whoIs(b, 'notes')) === 'upstream-auth-required');
    expect(server.refused - before).toBeLessThanOrEqual(1);
  });
});
