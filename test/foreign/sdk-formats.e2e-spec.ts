import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { closeAfterEach } from '../support/closing.js';
import type { Json } from '../support/clients/gateway-client.js';
import { appWith, says } from '../support/clients/sdk-apps.js';
import { RecordingServer, type Exchange } from '../support/upstreams/recording-server.js';
import { echo } from '../support/upstreams/scripted-http.js';

const open = closeAfterEach();
const openAiRule = /^[a-zA-Z0-9_-]{1,64}$/;
const anthropicRule = /^[a-zA-Z0-9_-]{1,128}$/;

/** Stands in for a model provider's API and keeps what it was sent. */
class ProviderApi extends RecordingServer {
  protected answer(exchange: Exchange): void {
    exchange.send(
      200,
      JSON.stringify({
        id: 'x',
        object: 'chat.completion',
        type: 'message',
        model: 'm',
        choices: [],
        content: [],
      }),
    );
  }
}

describe('the formats of model providers', () => {
  const odd = [
    says('any_of', '', {
      inputSchema: {
        anyOf: [{ required: ['a'] }, { required: ['b'] }],
        properties: { a: {}, b: { type: 'array' } },
      },
    }),
    says('no_schema', '', { inputSchema: undefined }),
    says('long', '', { description: 'All about it. '.repeat(200) }),
    says('dotted.name', '', { title: 'Dotted', description: undefined }),
  ];

  it('[sdk-formats] openai: its SDK sends the tools as they are', async () => {
    const { app } = await appWith(open, { one: [echo, ...odd] });
    const { body } = await app.tools('?format=openai');
    const tools = body['tools'] as OpenAI.Chat.Completions.ChatCompletionFunctionTool[];
    const api = await open(new ProviderApi().listen());
    const client = new OpenAI({ apiKey: 'sk-test', baseURL: api.origin });
    await client.chat.completions.create({ model: 'm', messages: [{ role: 'user', content: 'hi' }], tools });
    const sent = (JSON.parse(api.requests[0]?.text ?? '{}') as Json)['tools'] as typeof tools;
    expect(sent).toEqual(tools);
    expect(sent).toHaveLength(5);
    for (const { type, function: made, ...rest } of sent) {
      expect([type, rest]).toEqual(['function', {}]);
      expect(made.name).toMatch(openAiRule);
      expect(made.description?.length ?? 0).toBeLessThanOrEqual(1024);
      expect(made.parameters).toMatchObject({ type: 'object', properties: expect.any(Object) });
      for (const refused of ['anyOf', 'oneOf', 'allOf', 'not', 'enum', '$ref'])
        expect(made.parameters).not.toHaveProperty(refused);
    }
    expect((await app.use(sent.at(-1)?.function.name ?? '')).status).toBe(200);
  });

  it('[sdk-formats] anthropic: its SDK sends the tools as they are', async () => {
    const { app } = await appWith(open, { one: [echo, ...odd] });
    const { body } = await app.tools('?format=anthropic');
    const tools = body['tools'] as Anthropic.Messages.Tool[];
    const api = await open(new ProviderApi().listen());
    const client = new Anthropic({ apiKey: 'sk-ant-test', baseURL: api.origin });
    await client.messages.create({
      ...{ model: 'm', max_tokens: 1, messages: [{ role: 'user', content: 'hi' }], tools },
    });
    const sent = (JSON.parse(api.requests[0]?.text ?? '{}') as Json)['tools'] as typeof tools;
    expect(sent).toEqual(tools);
    for (const made of sent) {
      expect(Object.keys(made).sort()).toEqual(
        made.description === undefined ? ['input_schema', 'name'] : ['description', 'input_schema', 'name'],
      );
      expect(made.name).toMatch(anthropicRule);
      expect(made.input_schema).toMatchObject({ type: 'object', properties: expect.any(Object) });
    }
    expect(sent.find(({ name }) => name === 'one__long')?.description).toBe('All about it. '.repeat(200));
  });

  it('search in these shapes too, without a score', async () => {
    const { app } = await appWith(open, { one: [echo, says('send_mail', '')] });
    const { body } = await app.tools('?format=anthropic&search=email');
    expect(body['tools']).toEqual([
      {
        name: 'one__send_mail',
        description: 'Tool send_mail',
        input_schema: { type: 'object', properties: {} },
      },
    ]);
  });
});
