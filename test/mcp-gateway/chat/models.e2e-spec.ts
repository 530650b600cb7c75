import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { echo, ScriptedHttp } from '../../support/upstreams/scripted-http.js';
import { operatorOf } from '../../support/clients/apps-client.js';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type GatewayOptions, type TestGateway } from '../../support/gateway.js';
import type { Answer } from '../../support/clients/gateway-client.js';
import { hangsAfter, ModelServer } from '../../support/models/model-server.js';
import { waitFor } from '../../support/wait-for.js';

const keep = closeAfterAll();
let model: ModelServer;
let upstream: ScriptedHttp;

beforeAll(async () => {
  model = await keep(ModelServer.start());
  upstream = await keep(ScriptedHttp.start([echo]));
});

const start = (env: NonNullable<GatewayOptions['env']>): Promise<TestGateway> =>
  keep(startGateway({ mcpServers: { desk: { url: upstream.url } }, env }));

const say = (gateway: TestGateway, name?: string): Promise<Answer> =>
  gateway.mcp(
    'desk',
    'chat',
    { messages: [{ role: 'user', content: 'hi' }], ...(name === undefined ? {} : { model: name }) },
    { headers: { accept: 'application/json' } },
  );

const features = async (gateway: TestGateway): Promise<unknown> => {
  const { slug } = await operatorOf(gateway).newApp('Some app');
  const { body } = await gateway.json(`/api/apps/${String(slug)}/resolve`);
  return (body['features'] as { chat: boolean }).chat;
};

const names = [
  'OPENAI_API_KEY',
  'ANTHROPIC_API_KEY',
  'CHAT_PROVIDERS',
  'CHAT_AUTODETECT_LOCAL',
  'CHAT_DEFAULT_MODEL',
];

it('[chat-not-configured] [chat-local] without a provider there is no chat: answer, log and resolve say so, and nobody is looked for', async () => {
  const gateway = await start({ CHAT_LOCAL_RUNTIMES: { box: model.url } });
  const { status, body } = await say(gateway);
  expect([status, body['code']]).toEqual([503, 'chat-not-configured']);
  for (const name of names) expect(body['detail']).toContain(name);
  expect(gateway.logs('chat.not-configured')).toMatchObject([{ variables: expect.arrayContaining(names) }]);
  expect(await features(gateway)).toBe(false);
  expect(model.requests).toEqual([]);
});

it('[chat-local] finds model servers on this machine, where it is asked to, and takes their model', async () => {
  const gateway = await start({
    CHAT_AUTODETECT_LOCAL: true,
    CHAT_LOCAL_RUNTIMES: { nothing: 'http://127.0.0.1:9/v1', box: model.url },
  });
  await waitFor('the model server to be found', () => gateway.logs('chat.ready').length > 0);
  expect(gateway.logs('chat.ready')).toMatchObject([{ providers: ['box'] }]);
  expect((await say(gateway)).status).toBe(200);
  expect(model.last.body['model']).toBe('tiny');
  expect(await features(gateway)).toBe(true);
});

describe('A gateway with an allowlist of models', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    process.env['CHAT_TEST_KEY'] = 'k-provider';
    gateway = await start({
      CHAT_PROVIDERS: { router: { baseUrl: model.url, apiKeyEnv: 'CHAT_TEST_KEY' } },
      CHAT_ALLOWED_MODELS: ['router/meta/*'],
      CHAT_MAX_STREAMS: 1,
    });
  });

  afterAll(() => {
    delete process.env['CHAT_TEST_KEY'];
  });

  it('[chat-models] uses only these, with the key that is named; the name of a model can contain slashes', async () => {
    expect((await say(gateway, 'router/meta/llama')).status).toBe(200);
    expect(model.last.body['model']).toBe('meta/llama');
    expect(model.last.headers.authorization).toBe('Bearer k-provider');
    const refused = await say(gateway, 'router/other/x');
    expect([refused.status, refused.body['code']]).toEqual([403, 'model-not-allowed']);
    const unnamed = await say(gateway);
    expect(unnamed.body['errors']).toEqual([
      { pointer: '/model', detail: expect.stringContaining('CHAT_DEFAULT_MODEL') },
    ]);
  });

  it('[chat-cap] refuses more chats than CHAT_MAX_STREAMS until one has ended', async () => {
    const leaving = new AbortController();
    model.next = [hangsAfter('Once')];
    await gateway.fetch('/api/servers/desk/mcp/chat', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [{ role: 'user', content: 'hi' }], model: 'router/meta/llama' }),
      signal: leaving.signal,
    });
    const { status, body, headers } = await say(gateway, 'router/meta/llama');
    expect([status, body['code'], headers.get('retry-after')]).toEqual([503, 'overloaded', '1']);
    leaving.abort();
    await waitFor('a place', async () => (await say(gateway, 'router/meta/llama')).status === 200);
  });
});

it('[chat-lazy] nothing that the start loads imports the language-model library', () => {
  const root = fileURLToPath(new URL('../../../src', import.meta.url));
  const seen = new Set<string>();
  const packages = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file) || !existsSync(file)) return;
    seen.add(file);
    const source = readFileSync(file, 'utf8');
    for (const [, target = ''] of source.matchAll(/^(?:import|export)(?! type)[^;]*? from '([^']+)';/gm)) {
      if (target.startsWith('.')) visit(join(dirname(file), target.replace(/\.js$/, '.ts')));
      else packages.add(target);
    }
  };
  visit(join(root, 'start/serve.ts'));
  expect(seen.size).toBeGreaterThan(200);
  expect(packages).toContain('undici');
  expect([...packages].filter((name) => /^(ai|@ai-sdk\/.*)$/.test(name))).toEqual([]);
});
