import { operatorOf } from '../../support/clients/apps-client.js';
import { answered, ChatClient, textOf, toolParts, user } from '../../support/clients/chat-client.js';
import { closeAfterAll } from '../../support/closing.js';
import { GatewayClient, type Json } from '../../support/clients/gateway-client.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { asksThenSays, ModelServer } from '../../support/models/model-server.js';
import { echo, ScriptedHttp } from '../../support/upstreams/scripted-http.js';
import { doing } from '../../support/workflows/workflow-app.js';

const open = closeAfterAll();
const document = doing([
  { one: { call: 'echo@one', with: { n: 1 } } },
  { two: { call: 'echo@one', with: { n: 2 } } },
  { told: { set: { told: 'both' } } },
]);
const question = user('do both');
let gateway: TestGateway;
let upstream: ScriptedHttp;
let key: GatewayClient;
let model: ModelServer;

beforeAll(async () => {
  upstream = await open(ScriptedHttp.start([echo]));
  model = await open(ModelServer.start());
  gateway = await open(
    startGateway({
      mcpServers: { one: { url: upstream.url } },
      env: { CHAT_PROVIDERS: { tiny: { baseUrl: model.url } }, CHAT_DEFAULT_MODEL: 'tiny/one' },
    }),
  );
  const operator = operatorOf(gateway);
  const config = { mcpServers: { one: { use: 'one' } } };
  const policies = { requireApproval: ['workflow__run_workflow'] };
  await operator.newApp('shop', { ...config, features: { runWorkflow: true } }, { slug: 'shop' });
  await operator.newApp('farm', { ...config, features: { runWorkflow: true }, policies }, { slug: 'farm' });
  await operator.newApp('bare', config, { slug: 'bare' });
  key = new GatewayClient(gateway.url, (await operator.withKey('shop')).token);
});

beforeEach(() => {
  model.otherwise = asksThenSays({ name: 'run_workflow', args: { document } }, 'Done.');
});

const called = () => upstream.of('tools/call').length;
const callsOf = async (): Promise<number> => {
  const { body } = await gateway.json('/api/usage?by=tool');
  const rows = body['rows'] as Json[];
  return rows
    .filter(({ key: of }) => String(of).endsWith('echo'))
    .reduce((sum, row) => sum + Number(row['calls']), 0);
};

describe('run_workflow in a chat', () => {
  it('[program-chat] asks the person who chats, runs the document once allowed, and each of its calls counts', async () => {
    const chat = new ChatClient(gateway, 'shop.one');
    const [before, counted] = [called(), await callsOf()];
    const asked = await chat.turn([question]);
    expect(toolParts(asked.message)).toMatchObject([{ state: 'approval-requested' }]);
    expect(called()).toBe(before);
    const { message, error } = await chat.turn([question, answered(asked.message, true)]);
    expect(error).toBeUndefined();
    expect(toolParts(message)).toMatchObject([
      { state: 'output-available', output: { structuredContent: { output: { told: 'both' } } } },
    ]);
    expect(textOf(message)).toBe('Done.');
    expect(called() - before).toBe(2);
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('tool@one');
    expect((await callsOf()) - counted).toBe(2);
  });

  it('[program-chat] has a person decide where the app says so, and is not there without the feature, nor at other servers', async () => {
    const before = called();
    const never = { approval: 'never' };
    const farm = new ChatClient(gateway, 'farm.one', never);
    const asked = await farm.turn([question]);
    expect(toolParts(asked.message)).toMatchObject([{ state: 'approval-requested' }]);
    const { message: denied } = await farm.turn([question, answered(asked.message, false)]);
    expect(toolParts(denied)).toMatchObject([{ state: 'output-denied' }]);
    for (const server of ['bare.one', 'one']) {
      const { message } = await new ChatClient(gateway, server, never).turn([question]);
      expect(JSON.stringify(message)).toContain("unavailable tool 'run_workflow'");
    }
    const bounded = { ...never, tools: { allow: ['echo'] } };
    const { message } = await new ChatClient(gateway, 'shop.one', bounded).turn([question]);
    expect(JSON.stringify(message)).toContain("unavailable tool 'run_workflow'");
    expect(called()).toBe(before);
  });

  it('[program-chat] runs as the key that chats, and tells the model what is wrong with a document', async () => {
    const chat = new ChatClient(key, 'shop.one', { approval: 'never' });
    const { message } = await chat.turn([question]);
    const [part] = toolParts(message) as unknown as [{ output: { structuredContent: Json } }];
    const { runId } = part.output.structuredContent;
    const { body } = await key.json(`/api/sdk/workflows/runs/${String(runId)}`);
    expect(body).toMatchObject({ status: 'completed', startedBy: { kind: 'key' } });
    const faulty = doing([{ one: { call: 'missing@one' } }]);
    model.otherwise = asksThenSays({ name: 'run_workflow', args: { document: faulty } }, 'Sorry.');
    const { message: told } = await chat.turn([question]);
    expect(toolParts(told)).toMatchObject([{ state: 'output-error' }]);
    expect(JSON.stringify(told)).toContain('cannot be run as it is written');
  });
});
