import type { UIMessage } from 'ai';
import { answers } from '../../support/upstreams/behaviours.js';
import { ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';
import { textOf } from '../../support/clients/chat-client.js';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { asksThenSays, ModelServer } from '../../support/models/model-server.js';
import { waitFor } from '../../support/wait-for.js';

const keep = closeAfterAll();
let model: ModelServer;
let gateway: TestGateway;

beforeAll(async () => {
  model = await keep(ModelServer.start());
  const sunny = answers({ content: [{ type: 'text', text: 'sunny in Rome' }] });
  const upstream = await keep(
    ScriptedHttp.start([tool('weather', sunny, { annotations: { readOnlyHint: true } })]),
  );
  gateway = await keep(
    startGateway({
      mcpServers: { desk: { url: upstream.url } },
      env: {
        CHAT_PROVIDERS: { tiny: { baseUrl: model.url } },
        CHAT_DEFAULT_MODEL: 'tiny/one',
        OPENAI_API_KEY: 'sk-canary-0000000000',
      },
    }),
  );
});

describe('forms of the answer', () => {
  const body = { messages: [{ role: 'user', content: 'How is Rome?' }] };
  const ask = (accept: string | undefined) =>
    gateway.json('/api/servers/desk/mcp/chat', { body, headers: accept === undefined ? {} : { accept } });

  beforeEach(() => {
    model.otherwise = asksThenSays({ name: 'weather', args: { city: 'Rome' } }, 'Sunny', ' there.');
  });

  it('[chat-json] application/json gives message, reason, usage and steps', async () => {
    const { status, body: answer } = await ask('application/json');
    expect(status).toBe(200);
    expect(textOf(answer['message'] as UIMessage)).toBe('Sunny there.');
    expect(answer).toMatchObject({
      finishReason: 'stop',
      usage: { inputTokens: 20, outputTokens: 10, totalTokens: 30 },
      steps: [{ finishReason: 'tool-calls', toolCalls: [{ toolName: 'weather' }] }, { finishReason: 'stop' }],
    });
  });

  it('[chat-text] text/plain gives the text, as it comes', async () => {
    const { headers, text } = await ask('text/plain');
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(text).toBe('Sunny there.\n');
  });

  it('[chat-accept] the stream is the default, and what cannot be had is 406', async () => {
    for (const accept of [undefined, '*/*', 'text/event-stream', 'text/plain;q=0.5, text/event-stream']) {
      const { headers, text } = await ask(accept);
      expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
      expect(headers.get('x-vercel-ai-ui-message-stream')).toBe('v1');
      expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
    }
    expect((await ask('application/json, text/plain, */*')).headers.get('content-type')).toContain('json');
    expect((await ask('image/png')).body['code']).toBe('not-acceptable');
  });

  it('[calls-booked] the time of model and tools is none of the gateway', async () => {
    const { headers } = await ask('application/json');
    const { body } = await gateway.json(`/api/calls/${String(headers.get('x-request-id'))}`);
    const { upstreamMs } = body['phases'] as { upstreamMs: number };
    expect(upstreamMs).toBeGreaterThanOrEqual(Number(gateway.logs('chat.finished').at(-1)?.['ms']) - 1);
  });

  it('[chat-records] log, metrics and audit say what was used and nothing of what was said', async () => {
    await ask('application/json');
    const used = {
      model: 'tiny/one',
      steps: 2,
      tools: ['weather'],
      inputTokens: 20,
      outputTokens: 10,
      result: 'stop',
    };
    expect(gateway.logs('chat.finished').at(-1)).toMatchObject({ server: 'desk', ...used });
    const { body: audit } = await waitFor('the audit record', async () => {
      const answer = await gateway.json('/api/audit?limit=1');
      return JSON.stringify(answer.body).includes('chat.finished') ? answer : undefined;
    });
    const events = audit['events'] as Json[];
    expect(events[0]).toMatchObject({ action: 'chat.finished', target: 'desk', details: used });
    const metrics = (await gateway.json('/metrics')).text;
    expect(metrics).toContain('gantry_chats_total{provider="tiny",result="stop"}');
    const written = JSON.stringify([gateway.logs(), audit]);
    for (const secret of ['How is Rome', 'Sunny there', 'sunny in Rome', 'canary-0000000000'])
      expect(written).not.toContain(secret);
  });
});
