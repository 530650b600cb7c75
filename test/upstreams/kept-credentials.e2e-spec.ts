import { operatorOf } from '../support/clients/apps-client.js';
import { closeAfterEach } from '../support/closing.js';
import { answerOf, connect, connectionsOf, connectStage, whoIs } from '../support/connecting.js';
import { gatewayState, startGateway, type TestGateway } from '../support/gateway.js';
import { setUpOperator } from '../support/people.js';
import { GuardedHttp } from '../support/upstreams/guarded-http.js';
import { ScriptedIssuer } from '../support/upstreams/scripted-issuer.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterEach();

describe('The connections of an account', () => {
  it('[credential-limit] are at most ACCOUNT_CREDENTIALS; connecting anew needs no room', async () => {
    const { gateway, browser, issuer } = await connectStage(open, { env: { ACCOUNT_CREDENTIALS: 1 } });
    const wanted = (server: string) => gateway.json('/api/connections', { body: { server } });
    const late = await answerOf(browser, issuer, '/connect/team');
    await connect(browser, issuer, '/connect/notes');
    const refused = { status: 503, body: { code: 'overloaded', limit: 'ACCOUNT_CREDENTIALS' } };
    expect(await wanted('team')).toMatchObject(refused);
    expect((await browser.get(late)).status).toBe(503);
    expect(issuer.grants('authorization_code')).toHaveLength(1);
    const { body } = await gateway.json('/api/usage/limits');
    expect(body['limits']).toContainEqual({
      ...{ name: 'credentials', variable: 'ACCOUNT_CREDENTIALS', unit: 'count', used: 1, max: 1 },
    });
    await connect(browser, issuer, '/connect/notes');
    await connect(browser, issuer, '/connect/house');
    const [{ id } = {}] = (await connectionsOf(gateway)).filter(({ server }) => server === 'notes');
    await gateway.json(`/api/connections/${String(id)}`, { method: 'DELETE' });
    expect((await wanted('team')).status).toBe(200);
  });

  it('[credential-left] end with the app that they are for', async () => {
    const { gateway, browser, issuer, server } = await connectStage(open, {
      env: { EGRESS_ALLOW: ['127.0.0.1'] },
    });
    const person = operatorOf(gateway);
    const auth = { type: 'oauth', for: 'user' };
    const config = { mcpServers: { own: { url: server.url, auth }, desk: { use: 'notes' } } };
    await person.newApp('shop', config, { slug: 'shop' });
    for (const path of ['/connect/notes', '/connect/shop.own', '/connect/shop.desk?owner=app'])
      await connect(browser, issuer, path);
    expect(await whoIs(person, 'shop.own')).toBe('ana');
    expect(issuer.tokens.live).toBe(3);
    expect((await person.app('shop', '', { method: 'DELETE' })).status).toBe(204);
    await waitFor('the revocation', () => issuer.tokens.live === 1);
    expect(await connectionsOf(person)).toMatchObject([{ server: 'notes' }]);
    expect(await whoIs(person, 'notes')).toBe('ana');
  });
});

describe('A change of SECRET_KEY', () => {
  it('[credential-resealed] keeps connections and registrations, also when the earlier key is gone later', async () => {
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
