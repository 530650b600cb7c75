import { once } from 'node:events';
import { connect } from 'node:net';
import { waitsFor } from '../../support/upstreams/behaviours.js';
import { ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';
import { ChatClient, textOf, user } from '../../support/clients/chat-client.js';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type GatewayOptions, type TestGateway } from '../../support/gateway.js';
import type { Answer, Json } from '../../support/clients/gateway-client.js';
import {
  asksFor,
  babblesAfter,
  failsAfter,
  hangsAfter,
  ModelServer,
  refusesWith,
  resetsAfter,
  says,
  stopsAfter,
  type ModelBehaviour,
} from '../../support/models/model-server.js';
import { waitFor } from '../../support/wait-for.js';

const keep = closeAfterAll();
const harmless = { annotations: { readOnlyHint: true } };
const never = new Promise<never>(() => undefined);
const patient = { CHAT_SILENCE_TIMEOUT_MS: 600_000, CHAT_TIMEOUT_MS: 600_000 };

let model: ModelServer;
let upstream: ScriptedHttp;
let gateway: TestGateway;
/** Does not wait for a model that falls silent. */
let hasty: TestGateway;
let chat: ChatClient;
const env = () => ({ CHAT_PROVIDERS: { tiny: { baseUrl: model.url } }, CHAT_DEFAULT_MODEL: 'tiny/one' });

/** No timeouts but these, so that nothing else ends a chat. */
const start = (limits: NonNullable<GatewayOptions['env']>): Promise<TestGateway> =>
  keep(
    startGateway({
      mcpServers: { desk: { url: upstream.url }, gone: { url: 'http://127.0.0.1:9/mcp' } },
      env: { ...env(), ANTHROPIC_BASE_URL: model.url, ...patient, ...limits },
    }),
  );

beforeAll(async () => {
  model = await keep(ModelServer.start());
  upstream = await keep(ScriptedHttp.start([tool('wait', waitsFor(never), harmless)]));
  gateway = await start({ STREAM_WRITE_TIMEOUT_MS: 300 });
  hasty = await start({ CHAT_SILENCE_TIMEOUT_MS: 100 });
  chat = new ChatClient(gateway, 'desk');
});

beforeEach(() => {
  model.requests.length = 0;
  model.next = [];
  model.otherwise = says('ok');
});

const hello = { messages: [{ role: 'user', content: 'hello' }] };
const asJson = (body: Json = hello, at = gateway): Promise<Answer> =>
  at.mcp('desk', 'chat', body, { headers: { accept: 'application/json' } });

describe('failures of the model', () => {
  const overloaded = { type: 'overloaded_error', message: 'PROVIDER-SECRET-TEXT' };
  const cases: readonly (readonly [string, ModelBehaviour, string, number])[] = [
    ['429 before the first token', refusesWith(429, { 'retry-after': '7' }), 'model-rate-limited', 503],
    ['529', refusesWith(529), 'model-rate-limited', 503],
    ['401', refusesWith(401), 'model-auth', 502],
    ['400', refusesWith(400), 'model-error', 502],
    ['500', refusesWith(500), 'model-error', 502],
    ['an end without a reason', stopsAfter('Half a'), 'model-error', 502],
    ['a connection that breaks', resetsAfter('Half a'), 'model-error', 502],
    ['an error in the stream', failsAfter('Half a', overloaded), 'model-rate-limited', 503],
    ['lines that mean nothing', babblesAfter('Half a'), 'model-error', 502],
    ['silence', hangsAfter('Half a'), 'timeout', 504],
  ];

  it.each(cases)(
    '[chat-model-failure] %s ends the stream with an error that has our words and code',
    async (_, behaviour, code, status) => {
      const at = code === 'timeout' ? hasty : gateway;
      for (const name of ['tiny/one', 'anthropic/claude-x']) {
        model.next = [behaviour];
        const { message, chunks, error } = await new ChatClient(at, 'desk', { model: name }).turn([
          user('hello'),
        ]);
        expect(error).toMatch(new RegExp(`^${code}: `));
        expect(chunks.filter(({ type }) => type === 'error')).toMatchObject([{ code }]);
        expect(JSON.stringify(chunks)).not.toContain('PROVIDER-SECRET-TEXT');
        expect(['', 'Half a']).toContain(textOf(message));
      }
      model.next = [behaviour];
      const { status: answered, body, headers } = await asJson(hello, at);
      expect([answered, body['code']]).toEqual([status, code]);
      if (code === 'model-rate-limited') expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(JSON.stringify(at.logs())).not.toContain('PROVIDER-SECRET-TEXT');
    },
  );

  it('[chat-cut-tools] tools that a broken answer has asked for do not run', async () => {
    upstream.executed.length = 0;
    model.next = [
      (reply) => {
        reply.toolCall('call_1', 'wait', '{}');
        reply.res.end();
      },
    ];
    const { error } = await chat.turn([user('hello')]);
    expect(error).toMatch(/^model-error: /);
    expect(upstream.executed).toEqual([]);
  });

  it('[chat-text-failure] text that has begun ends with the code', async () => {
    model.next = [stopsAfter('Half a')];
    const { text } = await gateway.mcp('desk', 'chat', hello, { headers: { accept: 'text/plain' } });
    expect(text).toMatch(/^Half a\n\n\[model-error: .+\]\n$/);
  });
});

describe('the end of a chat', () => {
  it('[chat-abort] stops the model when the client disconnects', async () => {
    const leaving = new AbortController();
    model.next = [hangsAfter('Once upon')];
    const stream = await chat.open([user('a story')], leaving.signal);
    await stream.getReader().read();
    await waitFor('the model to be asked', () => model.answering === 1);
    leaving.abort();
    await waitFor('the end of the request', () => model.answering === 0);
    expect(model.last.left).toBe(true);
  });

  it('[chat-abort-tool] cancels the running tool when the client disconnects, and no step follows', async () => {
    const leaving = new AbortController();
    model.next = [asksFor({ name: 'wait' })];
    upstream.executed.length = 0;
    await chat.open([user('wait')], leaving.signal);
    await waitFor('the tool to run', () => upstream.executions('wait') === 1);
    const call = upstream.requests.findLast(({ rpc }) => rpc?.method === 'tools/call');
    leaving.abort();
    await waitFor('the tool to be told', () => call?.abortedAt !== undefined);
    await waitFor(
      'the chat to end',
      () => gateway.logs('chat.finished').at(-1)?.['result'] === 'client-closed-request',
    );
    expect(model.requests).toHaveLength(1);
  });

  it('[chat-timeout] an answer that takes too long is ended, with its tools', async () => {
    const brief = await start({ CHAT_TIMEOUT_MS: 1000 });
    model.next = [asksFor({ name: 'wait' })];
    const { error } = await new ChatClient(brief, 'desk').turn([user('wait')]);
    expect(error).toMatch(/^timeout: /);
    const call = upstream.requests.findLast(({ rpc }) => rpc?.method === 'tools/call');
    await waitFor('the tool to be told', () => call?.abortedAt !== undefined);
  });

  it('[chat-slow-reader] a reader that takes nothing is cut off, and the model stops', async () => {
    let said = 0;
    model.next = [
      (reply) => {
        const speaking = setInterval(() => {
          said++;
          reply.text('x'.repeat(50_000));
        }, 2);
        reply.res.on('close', () => {
          clearInterval(speaking);
        });
      },
    ];
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const body = JSON.stringify(hello);
    socket.pause();
    socket.write(
      [
        'POST /api/servers/desk/mcp/chat HTTP/1.1',
        `Host: ${hostname}:${port}`,
        `Authorization: Bearer ${gateway.token}`,
        'Content-Type: application/json',
        `Content-Length: ${String(body.length)}`,
        '',
        body,
      ].join('\r\n'),
    );
    await waitFor('the model to speak', () => said > 0);
    await waitFor('the model to be left', () => model.answering === 0);
    socket.destroy();
  });

  it('[chat-heartbeat] [chat-drain] a silent stream has comments, and a stopping gateway ends it with a last event', async () => {
    const stopping = await startGateway({
      mcpServers: { desk: { url: upstream.url } },
      env: { ...env(), STREAM_HEARTBEAT_MS: 20, DRAIN_TIMEOUT_MS: 150 },
    });
    model.next = [hangsAfter('Once upon')];
    const response = await stopping.fetch('/api/servers/desk/mcp/chat', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(hello),
    });
    const text = response.text();
    await waitFor('the model to speak', () => model.answering === 1);
    await stopping.close();
    expect(await text).toContain(': keep-alive\n\n');
    expect((await text).trimEnd().split('\n\n').slice(-2)).toEqual([
      expect.stringContaining('"code":"shutting-down"'),
      'data: [DONE]',
    ]);
    await waitFor('the model to be left', () => model.answering === 0);
  });
});

describe('before the first byte', () => {
  it('[chat-checks] what can be checked is a problem of its own', async () => {
    const code = async (body: Json, server = 'desk') =>
      (await gateway.mcp(server, 'chat', body)).body['code'];
    const saying = (part: Json) => ({ messages: [{ id: 'm', role: 'user', parts: [part] }] });
    expect(await code({ messages: [] })).toBe('invalid-request');
    expect(await code({ ...hello, surprise: 1 })).toBe('invalid-request');
    expect(await code({ ...hello, maxSteps: 21 })).toBe('invalid-request');
    expect(await code(saying({ type: 'text', text: '' }))).toBe('invalid-request');
    expect(await code(saying({ type: 'file', mediaType: 'image/png', url: 'http://127.0.0.1:1/x' }))).toBe(
      'invalid-request',
    );
    expect(await code({ ...hello, model: 'nobody/x' })).toBe('model-not-found');
    expect(await code(hello, 'nothing')).toBe('server-not-found');
    expect(await code(hello, 'gone')).toBe('upstream-unavailable');
    expect(model.requests).toEqual([]);
  });

  it('[chat-use-chat] what useChat sends beside the messages is taken', async () => {
    const { status } = await asJson({ ...hello, id: 'c', trigger: 'regenerate-message', messageId: 'm' });
    expect(status).toBe(200);
  });

  it('[chat-files] files come as data URLs', async () => {
    const parts = [
      { type: 'text', text: 'see' },
      { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,iVBORw0KGgo=' },
    ];
    expect((await asJson({ messages: [{ id: 'm', role: 'user', parts }] })).status).toBe(200);
    expect(JSON.stringify(model.last.body.messages)).toContain('image_url');
  });
});
