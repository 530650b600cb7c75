import { closeAfterAll } from '../support/closing.js';
import { personIn } from '../support/clients/apps-client.js';
import { GatewayClient } from '../support/clients/gateway-client.js';
import { NativeClient } from '../support/clients/native-client.js';
import type { TestGateway } from '../support/gateway.js';
import { startReplicas } from '../support/processes/replicas.js';
import { echo, ScriptedHttp } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterAll();
let a: TestGateway, b: TestGateway;

beforeAll(async () => {
  const { url } = await open(ScriptedHttp.start([echo]));
  [a, b] = (await startReplicas(open, 2, { mcpServers: { one: { url }, two: { url } } })) as [
    TestGateway,
    TestGateway,
  ];
});

it('[grants-processes] a change of grants holds in other processes, where sessions end too', async () => {
  const owner = await personIn(a, 'shared');
  const member = await personIn(a, owner.accountId, 'member');
  const there = new GatewayClient(b.url, member.token);
  const held = new NativeClient(`${b.url}/api/servers/two/mcp`, member.token);
  await held.initialize();
  expect((await there.call('two', 'echo')).status).toBe(200);
  const grant = (servers: readonly string[]) =>
    owner.json('/api/cli/grants', { method: 'PUT', body: { grants: [{ role: 'member', servers }] } });
  expect((await grant(['one'])).status).toBe(200);
  await waitFor('the refusal', async () => (await there.call('two', 'echo')).status === 404, 5000);
  await waitFor(
    'the end of the session',
    async () => (await held.request('tools/list')).status === 404,
    5000,
  );
  await Promise.all(['one', 'two', 'three'].map((name) => grant([name])));
  const { body } = await owner.json('/api/cli/grants');
  expect(body['grants']).toHaveLength(1);
});
