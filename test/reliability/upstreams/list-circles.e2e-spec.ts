import { closeAfterAll } from '../../support/closing.js';
import { gatewayState, startGateway, type TestGateway } from '../../support/gateway.js';
import type { Answer, Json } from '../../support/clients/gateway-client.js';
import { NativeClient, resultOf } from '../../support/clients/native-client.js';
import { ownTime } from '../../support/measures/own-time.js';
import { createApp, type TestApp } from '../../support/clients/sdk-apps.js';
import { echo, ScriptedHttp } from '../../support/upstreams/scripted-http.js';

const open = closeAfterAll();
const deadlineMs = 20_000;
let gateway: TestGateway;

beforeAll(async () => {
  const one = await open(ScriptedHttp.start([echo]));
  gateway = await open(
    startGateway({
      // Lists are asked for anew each time.
      env: { EGRESS_ALLOW: ['127.0.0.0/8'], LIST_DEADLINE_MS: deadlineMs, CATALOGUE_TTL_MS: 1 },
      mcpServers: { one: { url: one.url } },
    }),
  );
});

/** Apps by their names, each with the server `one` and the endpoints of other apps. */
async function appsThatAsk(servers: Readonly<Record<string, readonly string[]>>): Promise<TestApp[]> {
  const apps = new Map<string, TestApp>();
  for (const slug of Object.keys(servers)) apps.set(slug, await createApp(gateway, slug, {}));
  for (const [slug, others] of Object.entries(servers)) {
    const endpoints = others.map((other): [string, Json] => {
      const headers = { Authorization: `Bearer \${secret:${other.toUpperCase()}}` };
      return [other, { url: `${gateway.url}/api/apps/${other}/mcp`, headers }];
    });
    await apps
      .get(slug)
      ?.configure({ mcpServers: { one: { use: 'one' }, ...Object.fromEntries(endpoints) } });
    for (const other of others) {
      const body = { value: apps.get(other)?.token };
      await gateway.json(`/api/cli/apps/${slug}/secrets/${other.toUpperCase()}`, { method: 'PUT', body });
    }
  }
  return [...apps.values()];
}

const namesIn = (list: Json): unknown[] => (list['tools'] as Json[]).map(({ name }) => name);
const reportOf = ({ body }: Answer, server: string): Json | undefined =>
  (body['servers'] as Json[]).find(({ name }) => name === server);

describe('An app whose server is an endpoint of the gateway', () => {
  it('[list-circle] lists itself once, at once, and is told; the list does not grow', async () => {
    const begun = ownTime();
    const [app] = (await appsThatAsk({ self: ['self'] })) as [TestApp];
    const tools = ['one__echo', 'self__one__echo'];
    for (const query of ['', '?refresh=true', '', '?refresh=true']) {
      for (const kind of ['resources', 'prompts'])
        expect((await app.json(`/api/sdk/${kind}`)).status).toBe(200);
      const listed = await app.tools(query);
      expect(namesIn(listed.body)).toEqual(tools);
      expect(reportOf(listed, 'self')).toMatchObject({ status: 'ready', error: { code: 'server-circle' } });
      expect(reportOf(listed, 'one')).toEqual({ name: 'one', status: 'ready' });
    }
    const native = new NativeClient(`${gateway.url}/api/apps/self/mcp`, app.token);
    expect(namesIn(resultOf(await native.modern('tools/list')))).toEqual(tools);
    expect((await app.use('self__one__echo', { n: 1 })).body).toMatchObject({ structuredContent: { n: 1 } });
    expect(gateway.logs('server.lists-in-a-circle')).toHaveLength(1);
    expect(ownTime() - begun).toBeLessThan(deadlineMs / 2);
  });

  it('[list-circle] or of the server itself is refused, and told where it was saved under another address', async () => {
    const state = await gatewayState();
    const at = (host: string) => startGateway({ state, env: { PUBLIC_URL: `http://${host}` } });
    const before = await at('before.test');
    const config = (host: string) => ({
      mcpServers: { me: { url: `http://${host}/api/servers/own.me/mcp` } },
    });
    const save = (host: string) =>
      before.json('/api/cli/apps', { body: { name: 'own', slug: 'own', config: config(host) } });
    const refused = await save('before.test');
    expect(refused.status).toBe(422);
    expect(refused.body['errors']).toMatchObject([{ pointer: '/mcpServers/me/url' }]);
    expect((await save('after.test')).status).toBe(201);
    await before.close();
    const after = await at('after.test');
    const listed = await after.json('/api/sdk/tools?app=own');
    expect(reportOf(listed, 'me')).toMatchObject({ error: { code: 'server-circle' } });
    await after.close();
    await state.remove();
  });

  it('[list-circle] in a ring of apps, asked for all at once, none waits for another', async () => {
    const begun = ownTime();
    const ring = await appsThatAsk({ ada: ['ben'], ben: ['cy'], cy: ['ada'] });
    const lists = await Promise.all(ring.map((app) => app.tools()));
    for (const { body } of lists) expect(namesIn(body)).toContain('one__echo');
    const { body } = (await ring[0]?.tools('?refresh=true')) as Answer;
    expect(namesIn(body)).toEqual(
      expect.arrayContaining(['one__echo', 'ben__one__echo', 'ben__cy__one__echo']),
    );
    expect(ownTime() - begun).toBeLessThan(deadlineMs / 2);
  });
});
