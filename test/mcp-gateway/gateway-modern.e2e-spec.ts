import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { Json } from '../support/clients/gateway-client.js';
import { waitFor } from '../support/wait-for.js';
import { echo, tool } from '../support/upstreams/scripted-http.js';
import { asksForInput, ScriptedModern } from '../support/upstreams/scripted-modern.js';
import { SdkModern } from '../support/upstreams/sdk-modern.js';

const open = closeAfterAll();
let scripted: ScriptedModern;
let gateway: TestGateway;

const counting = tool('count', (exchange) => {
  const stream = exchange.openStream();
  for (let progress = 1; progress <= 3; progress++)
    stream.notify('notifications/progress', {
      progressToken: exchange.progressToken,
      progress,
      total: 3,
      message: `step ${String(progress)}`,
    });
  stream.result({ content: [{ type: 'text', text: 'counted' }] });
});

beforeAll(async () => {
  scripted = await open(ScriptedModern.start([echo, asksForInput, counting]));
  const sdk = await open(SdkModern.start());
  gateway = await open(
    startGateway({
      mcpServers: { scripted: { url: scripted.url }, sdk: { url: sdk.url } },
    }),
  );
});

describe('a hand-written 2026-07-28 server', () => {
  it('[modern-scripted] serves all operations and its identity', async () => {
    expect(await gateway.toolNames('scripted')).toEqual(['echo', 'ask', 'count']);
    expect((await gateway.call('scripted', 'echo', { a: 1 })).body).toMatchObject({
      structuredContent: { a: 1 },
    });
    expect((await gateway.mcp('scripted', 'resources')).body).toMatchObject({
      resources: [{ uri: 'note://one', name: 'one' }],
      resourceTemplates: [],
    });
    expect((await gateway.mcp('scripted', 'resources/read', { uri: 'note://one' })).body).toMatchObject({
      contents: [{ uri: 'note://one', text: 'a modern note' }],
    });
    expect((await gateway.mcp('scripted', 'prompts')).body).toMatchObject({ prompts: [{ name: 'greet' }] });
    expect((await gateway.mcp('scripted', 'prompts/get', { name: 'greet' })).status).toBe(200);
    expect((await gateway.mcp('scripted', 'ping')).body).toMatchObject({
      ok: true,
      protocolVersion: '2026-07-28',
      serverInfo: { name: 'scripted-modern', icons: [{ src: 'data:,x' }] },
      transport: 'http',
    });
    expect(scripted.of('initialize')).toHaveLength(0);
  });

  it('[modern-scripted] gets the envelope and headers that the revision demands', async () => {
    await gateway.call('scripted', 'echo', {});
    const request = scripted.of('tools/call').at(-1);
    expect(request?.headers).toMatchObject({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'echo',
      'content-type': 'application/json',
    });
    expect(request?.rpc?.params['_meta']).toMatchObject({
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: expect.any(String), version: expect.any(String) },
      'io.modelcontextprotocol/clientCapabilities': expect.any(Object),
    });
  });

  it('[modern-scripted] hands names that are no header text on encoded', async () => {
    const name = 'größe';
    scripted.tools.push(
      tool(name, (exchange) => {
        exchange.result({ content: [] });
      }),
    );
    await gateway.toolNames('scripted', '?refresh=true');
    expect((await gateway.call('scripted', name, {})).status).toBe(200);
  });

  it('[stream-progress] passes progress of a modern server', async () => {
    const stream = await gateway.stream('scripted', 'count');
    await stream.done;
    expect(stream.events.map(({ event }) => event)).toEqual(['progress', 'progress', 'progress', 'result']);
    expect(stream.events[0]?.data).toMatchObject({ progress: 1, total: 3, message: 'step 1' });
  });

  it('[list-changed] follows the subscription of a modern server', async () => {
    await gateway.toolNames('scripted');
    await waitFor('a subscription', () => scripted.listening > 0);
    scripted.tools.push(
      tool('late', (exchange) => {
        exchange.result({ content: [] });
      }),
    );
    scripted.announceToolsChanged();
    await waitFor('the new tool', async () => (await gateway.toolNames('scripted')).includes('late'));
  });
});

describe('a server that asks for input', () => {
  it('[input-required] hands the question to the caller and his answer back with the state', async () => {
    const asked = await gateway.call('scripted', 'ask', {});
    expect(asked).toMatchObject({
      status: 200,
      body: {
        resultType: 'input_required',
        inputRequests: { who: { method: 'elicitation/create', params: { message: 'Who?' } } },
        requestState: 'state-1',
      },
    });
    const answered = await gateway.call(
      'scripted',
      'ask',
      {},
      {
        inputResponses: { who: { action: 'accept', content: { name: 'Ada' } } },
        requestState: asked.body['requestState'],
      },
    );
    expect(answered).toMatchObject({ status: 200, body: { content: [{ text: 'Hello Ada' }] } });
  });

  it('[input-required] works with the SDK server, which wants the capability declared', async () => {
    const asked = await gateway.call('sdk', 'deploy', { env: 'prod' });
    expect(asked).toMatchObject({ status: 200, body: { resultType: 'input_required' } });
    const { requestState } = asked.body as { requestState?: string };
    const more: Json = { inputResponses: { confirm: { action: 'accept', content: { confirm: true } } } };
    const answered = await gateway.call(
      'sdk',
      'deploy',
      { env: 'prod' },
      { ...more, ...(requestState === undefined ? {} : { requestState }) },
    );
    expect(answered.body).toMatchObject({ content: [{ text: 'deployed to prod' }] });
  });
});

it('[modern-sdk] serves a server made with the SDK', async () => {
  expect((await gateway.call('sdk', 'add', { a: 2, b: 3 })).body).toMatchObject({ content: [{ text: '5' }] });
  const stream = await gateway.stream('sdk', 'count', { steps: 2 });
  await stream.done;
  expect(stream.named('progress').map(({ data }) => data)).toMatchObject([
    { progress: 1, total: 2 },
    { progress: 2, total: 2 },
  ]);
  expect((await gateway.mcp('sdk', 'resources/read', { uri: 'note://one' })).status).toBe(200);
  expect((await gateway.mcp('sdk', 'prompts/get', { name: 'hello' })).status).toBe(200);
  expect(await gateway.server('sdk')).toMatchObject({ status: 'ready', protocolVersion: '2026-07-28' });
});
