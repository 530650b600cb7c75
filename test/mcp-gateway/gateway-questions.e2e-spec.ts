import { ChatClient, user } from '../support/clients/chat-client.js';
import { closeAfterAll, closeAfterEach } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { Json } from '../support/clients/gateway-client.js';
import { asksFor, ModelServer, says } from '../support/models/model-server.js';
import { errorOf, NativeClient, resultOf, type NativeAnswer } from '../support/clients/native-client.js';
import { accept, answered, asked, textOf } from '../support/questions.js';
import { createApp, type TestApp } from '../support/clients/sdk-apps.js';
import { AskingServer, askingStdio } from '../support/upstreams/asking-server.js';
import { declareServers, publish } from '../support/upstreams/declared-servers.js';
import { waitFor } from '../support/wait-for.js';
import { doing, Workflows } from '../support/workflows/workflow-app.js';

const keep = closeAfterAll();
const open = closeAfterEach();
const all = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };
const mute = { questions: 'deny' };
const kinds = ['stdio', 'http', 'sse'] as const;

let gateway: TestGateway;
let model: ModelServer;
let mcpServers: Record<(typeof kinds)[number], object>;

beforeAll(async () => {
  model = await keep(ModelServer.start());
  model.otherwise = says('ok');
  const http = await keep(AskingServer.start('http'));
  const sse = await keep(AskingServer.start('sse'));
  mcpServers = { stdio: askingStdio(), http: { url: http.url }, sse: { url: sse.url, type: 'sse' } };
  const env = { CHAT_PROVIDERS: { tiny: { baseUrl: model.url } }, CHAT_DEFAULT_MODEL: 'tiny/one' };
  gateway = await keep(startGateway({ env, mcpServers }));
});

/** One call of a tool by a client of 2026-07-28. */
function call(
  client: NativeClient,
  name: string,
  more: Json = {},
  capabilities: Json = all,
): Promise<NativeAnswer> {
  return client.modern('tools/call', { name, arguments: {}, ...more }, { capabilities });
}

describe('REST and SDK', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createApp(gateway, 'asked', {
      mcpServers: {
        stdio: { use: 'stdio' },
        http: { use: 'http' },
        mute: { use: 'http', questions: 'deny' },
      },
    });
  });

  it.each(kinds)('[question-rest] ask who says what can be answered: %s', async (server) => {
    const first = await gateway.call(server, 'ask', {}, { capabilities: all });
    expect(first.status).toBe(200);
    const second = await gateway.call(
      server,
      'ask',
      {},
      answered(first.body, () => accept('Ada')),
    );
    expect(second.body).toMatchObject({ content: [{ text: 'Hello Ada' }] });
    const used = await gateway.call(
      server,
      'ask',
      {},
      answered(first.body, () => accept('Ada')),
    );
    expect([used.status, used.body['code']]).toEqual([422, 'invalid-request-state']);
  });

  it.each(kinds)(
    '[question-rest] are told 409 and what was asked when they say nothing, and the call ends: %s',
    async (server) => {
      const answer = await gateway.call(server, 'ask', { message: 'Who, then?' });
      expect([answer.status, answer.body['code']]).toEqual([409, 'input-required']);
      expect(answer.body['inputRequests']).toMatchObject({
        q1: { method: 'elicitation/create', params: { message: 'Who, then?' } },
      });
      const streamed = await (await gateway.stream(server, 'ask')).first('error');
      expect(streamed.data).toMatchObject({ code: 'input-required' });
      expect((await gateway.call(server, 'plain')).status).toBe(200);
    },
  );

  it('[question-rest] ask in the streamed call, too', async () => {
    const streamed = await gateway.stream('http', 'ask', {}, { capabilities: all });
    expect((await streamed.first('result')).data).toMatchObject({ resultType: 'input_required' });
  });

  it('[question-rest] ask at an app, and name the server there', async () => {
    const first = await app.use('stdio__ask', {}, { capabilities: all });
    expect(asked(first.body)).toMatchObject([['q1', { params: { message: 'stdio asks: Who?' } }]]);
    const more = answered(first.body, () => accept('Ada'));
    expect((await gateway.call('stdio', 'ask', {}, more)).body['code']).toBe('invalid-request-state');
    expect((await app.use('stdio__ask', {}, more)).body).toMatchObject({ content: [{ text: 'Hello Ada' }] });
    const mute = await app.use('mute__ask', {}, { capabilities: all });
    expect(mute.body).toMatchObject({ isError: true, content: [{ text: 'refused -32601' }] });
  });
});

describe('Workflows and chats', () => {
  it.each(kinds)('[question-nobody] are told that nobody can answer: %s', async (server) => {
    const flows = await createApp(gateway, `flows-${server}`, {
      mcpServers: { [server]: { use: server } },
      workflows: {
        asks: doing([{ ask: { call: `ask@${server}` } }]),
        plain: doing([{ plain: { call: `plain@${server}` } }]),
      },
    });
    const workflows = new Workflows(flows);
    expect((await workflows.execute('asks')).body).toMatchObject({
      status: 'failed',
      error: { code: 'tool-needs-input', status: 422, instance: '/do/0/ask', tool: `ask@${server}` },
    });
    expect((await workflows.execute('plain')).body).toMatchObject({ status: 'completed' });
    model.next = [asksFor({ name: 'ask' })];
    const { message } = await new ChatClient(gateway, server, { approval: 'never' }).turn([user('hello')]);
    expect(JSON.stringify(message)).toContain('tool-needs-input');
  });
});

describe('The endpoint of an app', () => {
  let url: string;

  beforeAll(async () => {
    await createApp(gateway, 'merged', { mcpServers: { one: { use: 'stdio' }, two: { use: 'http' } } });
    url = `${gateway.url}/api/apps/merged/mcp`;
  });

  it.each(['one', 'two'])(
    '[question-app] asks clients of 2026-07-28 in the name of its server: %s',
    async (name) => {
      const client = new NativeClient(url, gateway.token);
      const first = resultOf(await call(client, `${name}__ask`));
      const [[, question]] = asked(first) as [[string, Json]];
      expect(question).toMatchObject({
        params: { message: `${name} asks: Who?`, _meta: { 'gantry/server': name } },
      });
      const second = await call(
        client,
        `${name}__ask`,
        answered(first, () => accept('Ada')),
      );
      expect(textOf(resultOf(second))).toBe('Hello Ada');
      expect(
        errorOf(
          await call(
            client,
            `${name}__ask`,
            answered(first, () => accept('Ada')),
          ),
        ),
      ).toMatchObject({
        code: -32602,
      });
    },
  );

  it.each(['one', 'two'])(
    '[question-app] asks clients of 2025 on the stream of the call: %s',
    async (name) => {
      const clients = await Promise.all(
        ['Ada', 'Bob'].map(async (who) => {
          const client = new NativeClient(url, gateway.token);
          await client.initialize({ elicitation: {} });
          const params = { name: `${name}__ask`, arguments: { message: who } };
          const stream = await open(
            client.sendAndRead({ jsonrpc: '2.0', id: 7, method: 'tools/call', params }),
          );
          return { who, client, stream };
        }),
      );
      for (const { who, client, stream } of clients) {
        const question = await stream.received(
          'the question',
          ({ method }) => method === 'elicitation/create',
        );
        expect(question['params']).toMatchObject({ message: `${name} asks: ${who}` });
        await client.send({ jsonrpc: '2.0', id: question['id'], result: accept(who) });
        const { result } = await stream.received('the result', ({ id }) => id === 7);
        expect(textOf(result as Json)).toBe(`Hello ${who}`);
        expect(stream.of('elicitation/create')).toHaveLength(1);
      }
    },
  );

  it('[question-undeclared] asks nobody who has not declared it', async () => {
    const client = new NativeClient(url, gateway.token);
    await client.initialize({});
    const result = await client.result('tools/call', { name: 'one__ask', arguments: {} });
    expect(textOf(result)).toBe('refused -32601');
  });
});

describe('A server that loses the permission to ask', () => {
  it.each(kinds)('[question-switched] ends its open sessions, their streams and calls: %s', async (kind) => {
    const switched = await publish(open, gateway, mcpServers[kind]);
    const clients = [switched, 'stdio'].map(
      (server) => new NativeClient(`${gateway.url}/api/servers/${server}/mcp`, gateway.token),
    );
    const [client, neighbour] = clients as [NativeClient, NativeClient];
    for (const each of clients) await each.initialize(all);
    const stream = await client.stream();
    const params = { name: 'ask', arguments: {} };
    const asking = await client.sendAndRead({ jsonrpc: '2.0', id: 'c', method: 'tools/call', params });
    const told = () => [...asking.messages, ...stream.messages];
    await waitFor('the question', () => told().some(({ method }) => method === 'elicitation/create'));

    declareServers(gateway, { [switched]: { ...mcpServers[kind], ...mute } });
    await waitFor('the session to end', () => stream.ended && asking.ended);
    expect((await client.request('ping')).status).toBe(404);
    expect((await neighbour.request('ping')).status).toBe(200);
    await client.initialize(all);
    expect(textOf(resultOf(await client.request('tools/call', params)))).toBe('refused -32601');
  });

  it('[question-switched] ends its suspended calls, those of an app too', async () => {
    const server = await publish(open, gateway, askingStdio());
    const app = (questions: 'allow' | 'deny') => ({ mcpServers: { own: { use: server, questions } } });
    await gateway.json('/api/cli/apps', { body: { name: 'App', slug: 'app', config: app('allow') } });
    const ways = [`/api/servers/${server}/mcp`, '/api/servers/app.own/mcp', '/api/apps/app/mcp'];
    const [direct, ofApp, atApp] = ways.map(
      (path) => new NativeClient(gateway.url + path, gateway.token),
    ) as [NativeClient, NativeClient, NativeClient];
    const again = (result: Json) => answered(result, () => accept('Ada'));
    const first = resultOf(await call(direct, 'ask'));
    const second = resultOf(await call(ofApp, 'ask'));
    const third = resultOf(await call(atApp, 'own__ask'));
    const put = await gateway.json('/api/cli/apps/app/config', {
      method: 'PUT',
      headers: { 'if-match': '*' },
      body: { config: app('deny') },
    });
    expect(put.status).toBe(200);
    expect(errorOf(await call(ofApp, 'ask', again(second)))).toMatchObject({ code: -32602 });
    expect(errorOf(await call(atApp, 'own__ask', again(third)))).toMatchObject({ code: -32602 });
    expect(textOf(resultOf(await call(direct, 'ask', again(first))))).toBe('Hello Ada');
    const fourth = resultOf(await call(direct, 'ask'));
    declareServers(gateway, { [server]: askingStdio({}, mute) });
    expect(errorOf(await call(direct, 'ask', again(fourth)))).toMatchObject({ code: -32602 });
  });
});
