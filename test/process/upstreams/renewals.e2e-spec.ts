import type { GatewayClient, Json } from '../../support/clients/gateway-client.js';
import { closeAfterEach } from '../../support/closing.js';
import { connect, connectionsOf } from '../../support/connecting.js';
import { operator, signIn } from '../../support/people.js';
import { spawnGateway, type GatewayProcess } from '../../support/processes/gateway-process.js';
import { GuardedHttp } from '../../support/upstreams/guarded-http.js';
import { ScriptedIssuer } from '../../support/upstreams/scripted-issuer.js';
import { waitFor } from '../../support/wait-for.js';

const open = closeAfterEach();

async function connectionOf(client: GatewayClient): Promise<Json> {
  return (await connectionsOf(client))[0] ?? {};
}

describe('A process that is killed while it renews', () => {
  it('[renew-killed] leaves a connection that works, or that somebody makes anew', async () => {
    const issuer = await open(ScriptedIssuer.start());
    const server = await open(GuardedHttp.guard(issuer));
    const auth = { type: 'oauth', for: 'user', issuer: issuer.issuer };
    const options = {
      mcpServers: { notes: { url: server.url, auth } },
      env: { ADMIN_EMAIL: operator.email, ADMIN_PASSWORD: operator.password },
    };
    let gateway: GatewayProcess = await spawnGateway(options);
    const { state } = gateway;
    await open({ close: () => state.remove() });
    await open({ close: async () => void gateway.child.kill('SIGKILL') });
    const browser = await signIn(await gateway.ready(), operator);
    await connect(browser, issuer, '/connect/notes');
    for (const isAnswered of [false, true]) {
      expect((await gateway.client.call('notes', 'whoami')).status).toBe(200);
      let release = (): void => undefined;
      issuer.gate = new Promise<void>((resolve) => (release = resolve));
      const before = issuer.grants('refresh_token').length;
      issuer.tokens.expireAccess();
      const cut = gateway.client.call('notes', 'whoami').catch(() => undefined);
      await waitFor('the renewal to begin', () => issuer.grants('refresh_token').length > before);
      // Killed before the service has heard of it, or after it has replaced the token.
      if (isAnswered) release();
      const ended = new Promise((resolve) => gateway.child.once('close', resolve));
      gateway.child.kill('SIGKILL');
      await ended;
      await cut;
      release();
      issuer.gate = undefined;
      gateway = await spawnGateway({ ...options, state });
      const client = await gateway.ready();
      const { status, body } = await client.call('notes', 'whoami');
      expect([200, 409]).toContain(status);
      const found = await connectionOf(client);
      expect(found['state']).toBe(status === 200 ? 'ok' : 'needs_auth');
      if (status === 409) {
        expect(body['code']).toBe('upstream-auth-required');
        await connect((await signIn(client, operator)).at(client.url), issuer, '/connect/notes');
        expect((await connectionOf(client))['id']).toBe(found['id']);
      }
      expect((await client.call('notes', 'whoami')).status).toBe(200);
    }
  });
});
