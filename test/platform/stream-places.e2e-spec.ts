import { operatorOf } from '../support/clients/apps-client.js';
import { answered, ChatClient, user } from '../support/clients/chat-client.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { Answer } from '../support/clients/gateway-client.js';
import { asksThenSays, ModelServer } from '../support/models/model-server.js';
import { answers, hangs, text } from '../support/upstreams/behaviours.js';
import { ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';
import { call, doing } from '../support/workflows/workflow-app.js';

const open = closeAfterAll();
let model: ModelServer;
let upstream: ScriptedHttp;
let gateway: TestGateway;

beforeAll(async () => {
  model = await open(ModelServer.start());
  upstream = await open(ScriptedHttp.start([tool('delete', answers(text('deleted'))), tool('hang', hangs)]));
  const env = {
    ...{ MAX_STREAMS: 1, CHAT_PROVIDERS: { tiny: { baseUrl: model.url } }, CHAT_DEFAULT_MODEL: 'tiny/one' },
    EGRESS_ALLOW: ['127.0.0.0/8'],
  };
  gateway = await open(startGateway({ mcpServers: { desk: { url: upstream.url } }, env }));
  await operatorOf(gateway).newApp('Shop', {
    mcpServers: { one: { use: 'desk' } },
    workflows: { clear: doing([{ clear: call('delete') }]) },
  });
});

/** Runs `use` while the only stream of the caller is taken, and waits until it is free again. */
async function whileStreaming<T>(use: () => Promise<T>): Promise<T> {
  const leaving = new AbortController();
  await gateway.stream('desk', 'hang', {}, { signal: leaving.signal });
  try {
    return await use();
  } finally {
    leaving.abort();
    const free = /^gantry_streams_open 0$/m;
    await waitFor('the stream to be over', async () =>
      free.test(await (await gateway.fetch('/metrics')).text()),
    );
  }
}

const deletions = (): number => upstream.executed.filter((name) => name === 'delete').length;
const refusal = { status: 503, body: { code: 'overloaded' } };
const outcome = ({ status, body }: Answer): string => `${String(status)} ${String(body['status'])}`;

it.each(['text/event-stream', 'text/plain'])(
  '[chat-approval-kept] a chat that is refused for want of a stream uses up no approval (%s)',
  async (accept) => {
    model.otherwise = asksThenSays({ name: 'delete', args: {} }, 'Gone.');
    upstream.executed.length = 0;
    const question = user('delete it');
    const { message } = await new ChatClient(gateway, 'desk').turn([question]);
    const messages = [question, answered(message, true)];
    const asked = model.requests.length;
    const send = () => gateway.mcp('desk', 'chat', { messages }, { headers: { accept } });
    expect(await whileStreaming(send)).toMatchObject(refusal);
    expect([model.requests.length, deletions()]).toEqual([asked, 0]);
    expect((await send()).status).toBe(200);
    expect(deletions()).toBe(1);
    expect(await send()).toMatchObject({ status: 409, body: { code: 'approval-used' } });
  },
);

it('[workflow-stream-refused] a workflow that is refused for want of a stream does not run', async () => {
  upstream.executed.length = 0;
  const run = (more: object) =>
    gateway.json('/api/sdk/workflows/execute?app=shop', { body: { workflow: 'clear', ...more } });
  expect(await whileStreaming(() => run({ mode: 'stream' }))).toMatchObject(refusal);
  expect((await gateway.json('/api/sdk/workflows/runs?app=shop')).body['runs']).toEqual([]);
  expect(outcome(await run({}))).toBe('200 completed');
  expect(deletions()).toBe(1);
});
