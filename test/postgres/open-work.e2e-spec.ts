import { operatorOf } from '../support/clients/apps-client.js';
import { closeAfterAll } from '../support/closing.js';
import type { TestGateway } from '../support/gateway.js';
import { GatewayClient, type Json } from '../support/clients/gateway-client.js';
import { hangsAfter, ModelServer } from '../support/models/model-server.js';
import { openEverything } from '../support/measures/open-under-token.js';
import { ownTime } from '../support/measures/own-time.js';
import { timed } from '../support/measures/timed.js';
import { startReplicas } from '../support/processes/replicas.js';
import { hangs } from '../support/upstreams/behaviours.js';
import { ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { stdioServer } from '../support/upstreams/stdio.js';
import { doing, listen } from '../support/workflows/workflow-app.js';
import { PostgresListener } from '../../src/platform/database/postgres-listener.adapter.js';

timed();

const open = closeAfterAll();
let a: TestGateway;
let b: TestGateway;

beforeAll(async () => {
  const model = await open(ModelServer.start());
  model.otherwise = hangsAfter('Once');
  const upstream = await open(ScriptedHttp.start([tool('hang', hangs)]));
  [a, b] = (await startReplicas(open, 2, {
    env: { CHAT_PROVIDERS: { tiny: { baseUrl: model.url } }, CHAT_DEFAULT_MODEL: 'tiny/one' },
    mcpServers: { desk: { url: upstream.url }, files: stdioServer() },
  })) as [TestGateway, TestGateway];
  await operatorOf(a).newApp(
    'shop',
    {
      mcpServers: { desk: { use: 'desk' }, files: { use: 'files' } },
      workflows: { wait: doing([{ wait: listen('go') }]) },
    },
    { slug: 'shop' },
  );
});

async function endOf(newKey: () => Promise<GatewayClient>): Promise<number> {
  const key = await newKey();
  const things = await openEverything(new GatewayClient(b.url, key.token));
  const [{ id } = {}] = (await operatorOf(a).app('shop', '/keys')).body['keys'] as Json[];
  const startedAt = ownTime();
  expect((await operatorOf(a).app('shop', `/keys/${String(id)}`, { method: 'DELETE' })).status).toBe(204);
  await Promise.all(things.map(({ end }) => end));
  return ownTime() - startedAt;
}

it('[open-ends-everywhere] a key that is deleted at one process ends what is open at another, with and without signals', async () => {
  const newKey = () => operatorOf(a).withKey('shop');
  expect(await endOf(newKey)).toBeLessThan(5000);
  await b.app.get(PostgresListener, { strict: false }).onApplicationShutdown();
  expect(await endOf(newKey)).toBeLessThan(5000);
});
