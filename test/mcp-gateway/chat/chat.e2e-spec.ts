import { answers } from '../../support/upstreams/behaviours.js';
import { ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';
import { ChatClient, textOf, toolParts, user } from '../../support/clients/chat-client.js';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { asksFor, asksThenSays, ModelServer, says } from '../../support/models/model-server.js';

const keep = closeAfterAll();
const harmless = { annotations: { readOnlyHint: true } };
const ok = (text: string): Json => ({ content: [{ type: 'text', text }] });
const pixel = 'iVBORw0KGgo=';

const everyKind: Json = {
  content: [
    { type: 'text', text: 'a text' },
    { type: 'image', data: pixel, mimeType: 'image/png' },
    { type: 'audio', data: pixel, mimeType: 'audio/wav' },
    { type: 'resource', resource: { uri: 'note://a', mimeType: 'text/plain', text: 'noted' } },
    { type: 'resource', resource: { uri: 'file://b', mimeType: 'application/pdf', blob: pixel } },
    { type: 'resource_link', uri: 'note://c', name: 'c' },
    { type: 'hologram', depth: 3 },
  ],
  structuredContent: { degrees: 21 },
};

let model: ModelServer;
let upstream: ScriptedHttp;
let gateway: TestGateway;
let chat: ChatClient;

beforeAll(async () => {
  model = await keep(ModelServer.start());
  upstream = await keep(
    ScriptedHttp.start([
      tool(
        'weather',
        (exchange) => {
          exchange.result(ok(`sunny in ${String(exchange.args['city'])}`));
        },
        harmless,
      ),
      tool('broken', answers({ ...ok('the boiler is cold'), isError: true }), harmless),
      tool('everything', answers(everyKind), harmless),
      tool('only.structured/é', answers({ content: [], structuredContent: { degrees: 21 } }), harmless),
      tool('huge', answers(ok('x'.repeat(100_000))), harmless),
      tool(
        'giant',
        answers({ content: [{ type: 'image', data: 'A'.repeat(300_000), mimeType: 'image/png' }] }),
        harmless,
      ),
      tool(
        'slow',
        (exchange) => {
          const stream = exchange.openStream();
          const { progressToken } = exchange;
          stream.notify('notifications/progress', { progressToken, progress: 1, total: 2, message: 'half' });
          stream.result(ok('done'));
        },
        harmless,
      ),
    ]),
  );
  gateway = await keep(
    startGateway({
      mcpServers: { desk: { url: upstream.url } },
      env: {
        CHAT_PROVIDERS: { tiny: { baseUrl: model.url } },
        CHAT_DEFAULT_MODEL: 'tiny/one',
        ANTHROPIC_API_KEY: 'sk-ant-canary-0000000000',
        ANTHROPIC_BASE_URL: model.url,
        OPENAI_API_KEY: 'sk-canary-0000000000',
        OPENAI_BASE_URL: model.url,
        CHAT_MAX_TOOL_RESULT_BYTES: 200_000,
        CHAT_MAX_TOOL_TEXT: 10_000,
      },
    }),
  );
  chat = new ChatClient(gateway, 'desk');
});

beforeEach(() => {
  model.requests.length = 0;
  model.next = [];
  model.otherwise = says('ok');
});

/** Results of tools as the model got them. */
const told = () =>
  model.last.body.messages.filter(({ role }) => role === 'tool').map(({ content }) => content as string);

describe('a chat', () => {
  it('[chat-stream] runs two tools of one step side by side and answers with their results', async () => {
    model.next = [
      asksFor({ name: 'weather', args: { city: 'Rome' } }, { name: 'weather', args: { city: 'Oslo' } }),
      says('Both ', 'are sunny.'),
    ];
    const { message, error } = await chat.turn([user('How is it?')]);
    expect(error).toBeUndefined();
    expect(textOf(message)).toBe('Both are sunny.');
    expect(toolParts(message).map(({ toolName, state, output }) => [toolName, state, output])).toEqual([
      ['weather', 'output-available', ok('sunny in Rome')],
      ['weather', 'output-available', ok('sunny in Oslo')],
    ]);
    expect(message.metadata).toEqual({
      model: 'tiny/one',
      usage: { inputTokens: 20, outputTokens: 10, totalTokens: 30 },
      steps: 2,
    });
    expect(told()).toEqual(['sunny in Rome', 'sunny in Oslo']);
    const history = await chat.turn([user('How is it?'), message, user('And now?')]);
    expect(textOf(history.message)).toBe('ok');
    expect(told()).toEqual(['sunny in Rome', 'sunny in Oslo']);
  });

  it('[chat-tool-error] a tool that ran and failed is an error to model and caller', async () => {
    model.next = [asksFor({ name: 'broken' }), says('It failed.')];
    const { message } = await chat.turn([user('heat')]);
    expect(toolParts(message)).toMatchObject([{ state: 'output-error', errorText: 'the boiler is cold' }]);
    expect(told()).toEqual(['the boiler is cold']);
    expect(textOf(message)).toBe('It failed.');
  });

  it('[chat-bad-calls] tools that are not there and arguments that are no JSON object go back to the model', async () => {
    model.next = [
      asksFor(
        { name: 'constructor' },
        { name: 'weather', args: '{"city": "Ro' },
        { name: 'weather', args: '[1]' },
      ),
      says('Sorry.'),
    ];
    const { message, error } = await chat.turn([user('hm')]);
    expect(error).toBeUndefined();
    expect(textOf(message)).toBe('Sorry.');
    expect(toolParts(message).map(({ state }) => state)).toEqual(Array(3).fill('output-error'));
    expect(told()).toHaveLength(3);
    const calls = model.last.body.messages[1]?.['tool_calls'] as { function: { arguments: string } }[];
    expect(calls.map((call) => call.function.arguments)).toEqual(['{}', '{}', '{}']);
  });

  it('[chat-step-limit] the step limit is said in the metadata', async () => {
    model.otherwise = asksFor({ name: 'weather', args: { city: 'Bern' } });
    const limited = new ChatClient(gateway, 'desk', { maxSteps: 2 });
    const { message, error } = await limited.turn([user('go on')]);
    expect(error).toBeUndefined();
    expect(message.metadata).toMatchObject({ steps: 2, stepLimitReached: true });
    expect(model.requests).toHaveLength(2);
  });

  it('[chat-progress] progress of a tool comes as transient data parts', async () => {
    model.otherwise = asksThenSays({ name: 'slow' }, 'Done.');
    const { message, chunks } = await chat.turn([user('wait')]);
    const progress = chunks.filter(({ type }) => type === 'data-progress');
    expect(progress).toMatchObject([
      { transient: true, data: { toolName: 'slow', progress: 1, total: 2, message: 'half' } },
    ]);
    expect(message.parts.some(({ type }) => type.startsWith('data-'))).toBe(false);
  });
});

describe('what a model is told', () => {
  it('[chat-tool-content] all kinds of content reach the caller unchanged and Chat Completions as text', async () => {
    model.otherwise = asksThenSays({ name: 'everything' }, 'Seen.');
    const { message } = await chat.turn([user('show')]);
    expect(toolParts(message)[0]?.output).toEqual(everyKind);
    const [result] = told();
    expect(result?.split('\n')).toEqual([
      'a text',
      '[image image/png, 9 bytes; the user sees it, you cannot]',
      '[audio audio/wav, 9 bytes; the user sees it, you cannot]',
      '[resource <note://a>]',
      'noted',
      '[resource <file://b>] [file application/pdf, 9 bytes; the user sees it, you cannot]',
      '[resource c <note://c>]',
      '{"type":"hologram","depth":3}',
    ]);
    expect(result).not.toContain(pixel);
  });

  it('[chat-anthropic] Anthropic is spoken to in its own API and gets images as images', async () => {
    model.otherwise = asksThenSays({ name: 'everything' }, 'Seen.');
    const claude = new ChatClient(gateway, 'desk', { model: 'anthropic/claude-x', system: 'Be brief.' });
    const { message, error } = await claude.turn([user('show')]);
    expect(error).toBeUndefined();
    expect(textOf(message)).toBe('Seen.');
    const { body, headers, path } = model.last;
    expect(path).toBe('/v1/messages');
    expect(headers['x-api-key']).toBe('sk-ant-canary-0000000000');
    expect(JSON.stringify(body['system'])).toContain('Be brief.');
    const result = (body.messages.at(-1)?.['content'] as { content: Json[] }[])[0];
    expect(result?.content).toContainEqual({
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: pixel },
    });
  });

  it('[chat-openai] OpenAI gets our key, never that of the caller', async () => {
    const openai = new ChatClient(gateway, 'desk', { model: 'openai/gpt-x', temperature: 0.5 });
    expect(textOf((await openai.turn([user('hi')])).message)).toBe('ok');
    const { headers, path, body } = model.last;
    expect([path, headers.authorization]).toEqual(['/v1/chat/completions', 'Bearer sk-canary-0000000000']);
    expect(body).toMatchObject({ model: 'gpt-x', temperature: 0.5 });
  });

  it('[chat-tool-names] names that providers refuse go out under aliases and come back as they are', async () => {
    model.otherwise = (reply, request) => {
      const names = request.body.tools?.map((it) => (it['function'] as { name: string }).name) ?? [];
      const alias = names.find((name) => name.startsWith('only_structured'));
      return asksThenSays({ name: String(alias) }, 'Seen.')(reply, request);
    };
    const { message } = await chat.turn([user('show')]);
    const [part] = toolParts(message);
    expect(part).toMatchObject({ toolName: 'only.structured/é', state: 'output-available' });
    expect(told()).toEqual(['{"degrees":21}']);
    const names = model.last.body.tools?.map((it) => (it['function'] as { name: string }).name);
    expect(names?.every((name) => /^[A-Za-z0-9_-]{1,64}$/.test(name))).toBe(true);
  });

  it('[chat-caps] results are cut for the model and left out where they are too large for a chat', async () => {
    model.next = [asksFor({ name: 'huge' }, { name: 'giant' }), says('Much.')];
    const { message } = await chat.turn([user('all of it')]);
    const [huge = '', giant = ''] = told();
    expect(huge.length).toBeLessThan(10_100);
    expect(huge).toContain('[cut: 90000 more characters]');
    expect(giant).toBe('[left out: too large for the chat]');
    expect(JSON.stringify(message).length).toBeLessThan(110_000);
    expect(model.last.body['max_tokens']).toBe(8192);
  });

  it('[chat-attachments] resources and prompts come before the word of the user', async () => {
    const attachments = {
      resources: ['note://one'],
      prompts: [{ name: 'greet', arguments: { who: 'Ana' } }],
    };
    await new ChatClient(gateway, 'desk', { attachments }).turn([user('first'), user('now')]);
    expect(model.last.body.messages.map(({ content }) => content)).toEqual([
      'first',
      'Hello Ana',
      '[resource <note://one>]\na note',
      'now',
    ]);
    const missing = await gateway.mcp('desk', 'chat', {
      messages: [{ role: 'user', content: 'x' }],
      attachments: { resources: ['nope://x'] },
    });
    expect(missing.body['code']).toBe('resource-not-found');
  });

  it('[chat-tool-choice] tools can be chosen, allowed and denied for a chat', async () => {
    const choosy = new ChatClient(gateway, 'desk', {
      tools: { allow: ['w*', 'slow'], deny: ['slow'] },
      toolChoice: { type: 'tool', toolName: 'weather' },
    });
    model.otherwise = asksThenSays({ name: 'weather', args: { city: 'Rome' } }, 'Sunny.');
    await choosy.turn([user('hi')]);
    expect(model.requests.map(({ body }) => body['tool_choice'])).toEqual([
      { type: 'function', function: { name: 'weather' } },
      'auto',
    ]);
    expect(model.last.body.tools).toHaveLength(1);
    const wrong = await gateway.mcp('desk', 'chat', {
      messages: [{ role: 'user', content: 'x' }],
      toolChoice: { type: 'tool', toolName: 'nope' },
    });
    expect(wrong.body['code']).toBe('tool-not-found');
  });
});
