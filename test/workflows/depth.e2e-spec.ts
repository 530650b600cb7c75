import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { GatewayClient, type Json } from '../support/clients/gateway-client.js';
import { createApp, type TestApp } from '../support/clients/sdk-apps.js';
import { text } from '../support/upstreams/behaviours.js';
import { ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { call, doing, Workflows } from '../support/workflows/workflow-app.js';

const most = 10;
const depthKey = 'gantry/workflow-depth';
const documents = {
  loop: doing([{ again: { call: 'workflow__loop@self', with: {} } }]),
  rest: doing([{ again: call('rest') }]),
};

const open = closeAfterAll();
let gateway: TestGateway;
let app: TestApp;
let workflows: Workflows;
let one: ScriptedHttp;
const answers: Json[] = [];

beforeAll(async () => {
  // A server that calls its caller's workflow by REST and passes on who calls.
  const rest = tool('rest', async (exchange) => {
    const more = { _meta: exchange.params['_meta'] };
    const { body } = await new GatewayClient(gateway.url, app.token).json('/api/sdk/tools/call', {
      body: { name: 'workflow__rest', arguments: {}, ...more },
    });
    answers.push(body);
    exchange.result(text('called'));
  });
  one = await open(ScriptedHttp.start([rest]));
  gateway = await open(
    startGateway({
      env: { EGRESS_ALLOW: ['127.0.0.0/8'], LIST_DEADLINE_MS: 60_000 },
      mcpServers: { one: { url: one.url } },
    }),
  );
  const self = {
    url: `${gateway.url}/api/apps/loops/mcp`,
    headers: { Authorization: 'Bearer ${secret:KEY}' },
  };
  app = await createApp(gateway, 'loops', {
    mcpServers: { one: { use: 'one' }, self },
    workflows: documents,
  });
  await gateway.json('/api/cli/apps/loops/secrets/KEY', { method: 'PUT', body: { value: app.token } });
  workflows = new Workflows(app);
});

const runsOf = async (workflow: string): Promise<Json[]> =>
  (await workflows.get('/runs', `?workflow=${workflow}&limit=200`)).body['runs'] as Json[];

describe('A workflow that calls itself', () => {
  it('[workflow-depth] by the native endpoint of its app ends in the deepest run', async () => {
    expect((await workflows.execute('loop')).body).toMatchObject({ status: 'failed' });
    const runs = await runsOf('loop');
    expect(runs).toHaveLength(most);
    expect(runs[0]).toMatchObject({
      status: 'failed',
      error: { instance: '/do/0/again', detail: expect.stringContaining('WORKFLOW_MAX_DEPTH') as string },
    });
  });

  it('[workflow-depth] by REST is refused by name', async () => {
    await workflows.execute('rest');
    expect(await runsOf('rest')).toHaveLength(most);
    expect(answers[0]).toMatchObject({ code: 'recursion-too-deep', status: 409 });
    expect(one.of('tools/call').map(depthIn)).toEqual(Array.from({ length: most }, (_, index) => index + 1));
  });
});

function depthIn(exchange: ReturnType<ScriptedHttp['of']>[number] | undefined): unknown {
  return (exchange?.rpc?.params['_meta'] as Json)[depthKey];
}
