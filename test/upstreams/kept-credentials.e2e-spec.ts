import { closeAfterEach } from '../support/closing.js';
import { connect, whoIs } from '../support/connecting.js';
import { gatewayState, startGateway, type TestGateway } from '../support/gateway.js';
import { setUpOperator } from '../support/people.js';
import { GuardedHttp } from '../support/upstreams/guarded-http.js';
import { ScriptedIssuer } from '../support/upstreams/scripted-issuer.js';

const open = closeAfterEach();

describe('A change of SECRET_KEY', () => {
  it('[credential-resealed] connections and registrations are kept, also when the earlier key is gone later', async () => {
    const [first, second] = ['first', 'second'].map(
      (name) => `${name} key of more than thirty-two characters`,
    );
    const issuer = await open(ScriptedIssuer.start());
    const server = await open(GuardedHttp.guard(issuer));
    const state = await gatewayState();
    await open({ close: () => state.remove() });
    const auth = { type: 'oauth', for: 'user', issuer: issuer.issuer };
    const withKeys = async (
      keys: { readonly SECRET_KEY?: string | undefined; readonly PREVIOUS_SECRET_KEYS?: string[] },
      use: (gateway: TestGateway) => Promise<void>,
    ) => {
      const mcpServers = { notes: { url: server.url, auth } };
      const gateway = await startGateway({ state, mcpServers, env: keys });
      try {
        await use(gateway);
      } finally {
        await gateway.close();
      }
    };
    await withKeys({ SECRET_KEY: first }, async (gateway) => {
      await connect(await setUpOperator(gateway), issuer, '/connect/notes');
    });
    await withKeys({ SECRET_KEY: second, PREVIOUS_SECRET_KEYS: [first ?? ''] }, async (gateway) => {
      expect(gateway.logs('upstream-credentials.resealed')).toMatchObject([
        { resealed: 1, unreadable: 0, clients: 1 },
      ]);
    });
    await withKeys({ SECRET_KEY: second }, async (gateway) => {
      expect(gateway.logs('upstream-credentials.resealed')).toEqual([]);
      issuer.tokens.expireAccess();
      expect(await whoIs(gateway, 'notes')).toBe('ana');
      expect([issuer.tokens.refreshes, issuer.registrations]).toEqual([1, 1]);
    });
  });
});
