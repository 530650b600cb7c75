import { answers } from '../../support/upstreams/behaviours.js';
import { ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';
import { ChatClient, textOf, toolParts, user } from '../../support/clients/chat-client.js';
import { aiSdk7 } from '../ai-sdk-7.js';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { asksFor, asksThenSays, ModelServer, says } from '../../support/models/model-server.js';

const keep = closeAfterAll();
const harmless = { annotations: { readOnlyHint: true } };
const ok = (text: string): Json => ({ content: [{ type: 'text', text }] });
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
      },
    }),
  );
  chat = new ChatClient(gateway, 'desk', {}, aiSdk7);
});

beforeEach(() => {
  model.requests.length = 0;
  model.next = [];
  model.otherwise = says('ok');
});

/** Results of tools as the model got them. */
const told = () =>
  model.last.body.messages.filter(({ role }) => role === 'tool').map(({ content }) => content as string);

describe('A chat with the transport of AI SDK 7', () => {
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
    const limited = new ChatClient(gateway, 'desk', { maxSteps: 2 }, aiSdk7);
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
