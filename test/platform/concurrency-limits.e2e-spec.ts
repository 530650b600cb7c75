import { operatorOf, personIn } from '../support/clients/apps-client.js';
import { answered, ChatClient, user } from '../support/clients/chat-client.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { Answer, GatewayClient, Json } from '../support/clients/gateway-client.js';
import { asksThenSays, ModelServer } from '../support/models/model-server.js';
import { answers, hangs, text } from '../support/upstreams/behaviours.js';
import { ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';
import { call, doing } from '../support/workflows/workflow-app.js';

const open = closeAfterAll();
let model: ModelServer;
let upstream: ScriptedHttp;
let gateway: TestGateway;

/** Calls of `gated` that wait until they are let go, one by one. */
const running: { readonly who: unknown; go(): void }[] = [];
/** Whose calls came to the server, in order. */
const order: unknown[] = [];
const gated = tool('gated', (exchange) => {
  const { who } = exchange.args;
  order.push(who);
  const go = () => {
    exchange.result({ content: [] });
  };
  running.push({ who, go });
});

beforeAll(async () => {
  model = await open(ModelServer.start());
  upstream = await open(
    ScriptedHttp.start([tool('delete', answers(text('deleted'))), tool('hang', hangs), gated]),
  );
  const { url } = upstream;
  gateway = await open(
    startGateway({
      mcpServers: {
        desk: { url },
        shared: { url, maxConcurrency: 4, isolation: 'shared' },
        five: { url, maxConcurrency: 5 },
      },
      env: {
        ...{ MAX_STREAMS: 1, MAX_QUEUE: 4, ACCOUNT_CALLS: 9 },
        ...{ CHAT_PROVIDERS: { tiny: { baseUrl: model.url } }, CHAT_DEFAULT_MODEL: 'tiny/one' },
        EGRESS_ALLOW: ['127.0.0.0/8'],
      },
    }),
  );
  await operatorOf(gateway).newApp('Shop', {
    mcpServers: { one: { use: 'desk' } },
    workflows: { clear: doing([{ clear: call('delete') }]) },
  });
});

describe('Calls', () => {
  beforeEach(() => {
    order.length = 0;
  });

  const calls = (client: GatewayClient, server: string, who: string, count: number): Promise<Answer>[] =>
    Array.from({ length: count }, () => client.call(server, 'gated', { who }));
  const letGo = async (): Promise<void> => {
    const next = await waitFor('a call', () => running.shift());
    next.go();
  };
  const used = async (client: GatewayClient): Promise<unknown> => {
    const { body } = await client.json('/api/usage/limits');
    return (body['limits'] as Json[]).find(({ name }) => name === 'calls')?.['used'];
  };
  const settled = async (made: readonly Promise<Answer>[]): Promise<number[]> =>
    (await Promise.all(made)).map(({ status }) => status).sort();

  it('[calls-fair] of one account leave a quarter of the slots of a shared server free, and others wait in turn with them', async () => {
    const [one, other] = [await personIn(gateway, 'one'), await personIn(gateway, 'other')];
    const many = calls(one, 'shared', 'one', 7);
    await waitFor('the queue to be full', async () => order.length === 3 && (await used(one)) === 7);
    expect(order).toEqual(['one', 'one', 'one']);
    expect((await one.call('shared', 'gated', {})).body['code']).toBe('overloaded');
    const few = calls(other, 'shared', 'other', 3);
    await waitFor('a slot that was free', () => order.length === 4);
    expect(order.at(-1)).toBe('other');
    // Two of the four places in the queue went to the account that had none.
    await waitFor('the others to wait', async () => (await used(other)) === 3 && (await used(one)) === 5);
    for (let i = 0; i < 8; i++) await letGo();
    expect(await settled(few)).toEqual([200, 200, 200]);
    expect(await settled(many)).toEqual([200, 200, 200, 200, 200, 503, 503]);
    expect(order.slice(4)).toEqual(['one', 'other', 'one', 'other']);
  });

  it('[usage-calls] of all tokens of an account share its limit, and calls that wait count too', async () => {
    const one = await personIn(gateway, 'several');
    const two = await personIn(gateway, one.accountId, 'member');
    const other = await personIn(gateway, 'alone');
    const held = [...calls(one, 'five', 'one', 5), ...calls(two, 'five', 'two', 4)];
    await waitFor('all', async () => running.length === 5 && (await used(one)) === 9);
    expect(await two.call('desk', 'gated', {})).toMatchObject({
      status: 503,
      body: { code: 'overloaded', limit: 'ACCOUNT_CALLS' },
    });
    const another = calls(other, 'five', 'other', 1);
    for (let i = 0; i < 10; i++) await letGo();
    expect(await settled([...held, ...another])).toEqual(Array(10).fill(200));
    expect(await used(one)).toBe(0);
    expect(await (await gateway.fetch('/metrics')).text()).toMatch(/^gantry_usage\{limit="calls"\} 0$/m);
  });
});

describe('A caller whose streams are all in use', () => {
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
    '[chat-approval-kept] is refused a chat, which uses up no approval (%s)',
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

  it('[workflow-stream-refused] is refused a streamed workflow, which does not run', async () => {
    upstream.executed.length = 0;
    const run = (more: object) =>
      gateway.json('/api/sdk/workflows/execute?app=shop', { body: { workflow: 'clear', ...more } });
    expect(await whileStreaming(() => run({ mode: 'stream' }))).toMatchObject(refusal);
    expect((await gateway.json('/api/sdk/workflows/runs?app=shop')).body['runs']).toEqual([]);
    expect(outcome(await run({}))).toBe('200 completed');
    expect(deletions()).toBe(1);
  });
});
