import { closeAfterAll } from '../../support/closing.js';
import type { Json } from '../../support/clients/gateway-client.js';
import {
  errorOf,
  NativeClient,
  type NativeAnswer,
  type NativeStream,
} from '../../support/clients/native-client.js';
import { createApp, type TestApp } from '../../support/clients/sdk-apps.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { HookReceiver } from '../../support/policies/hook-receiver.js';
import { accept, asked } from '../../support/questions.js';
import { AskingServer, askingStdio } from '../../support/upstreams/asking-server.js';
import { ScriptedHttp } from '../../support/upstreams/scripted-http.js';
import { asking, ScriptedModern } from '../../support/upstreams/scripted-modern.js';
import { waitFor } from '../../support/wait-for.js';

const open = closeAfterAll();
const secret = `ghp_${'a1'.repeat(12)}`;
const question = `Is ${secret} of ana@example.com?`;
const capabilities = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

/** Each kind of server, and what each of these policies makes of what it asks. */
const kinds = ['http', 'sse', 'stdio', 'modern'];
const outcomes = ['changed', 'denied', 'hooked'] as const;
type Outcome = (typeof outcomes)[number];

let hook: HookReceiver;
let gateway: TestGateway;
let app: TestApp;
let sly: ScriptedHttp;

beforeAll(async () => {
  hook = await open(HookReceiver.start());
  const http = await open(AskingServer.start('http', {}, [question]));
  const sse = await open(AskingServer.start('sse', {}, [question]));
  const modern = await open(ScriptedModern.start([asking(question)]));
  const policies: Record<Outcome, Json> = {
    changed: { checks: { secrets: 'redact', pii: ['email'] } },
    denied: { checks: { secrets: 'deny' } },
    hooked: { hooks: [{ on: ['tools/call'], phase: 'response', url: hook.url }] },
  };
  const servers = (outcome: Outcome): [string, object][] => [
    [`http-${outcome}`, { url: http.url, policies: policies[outcome] }],
    [`sse-${outcome}`, { url: sse.url, type: 'sse', policies: policies[outcome] }],
    [`stdio-${outcome}`, askingStdio({}, { policies: policies[outcome] }, [question])],
    [`modern-${outcome}`, { url: modern.url, policies: policies[outcome] }],
  ];
  sly = await open(ScriptedHttp.start());
  const mcpServers = Object.fromEntries(outcomes.flatMap(servers));
  gateway = await open(
    startGateway({ mcpServers: { ...mcpServers, sly: { url: sly.url, policies: policies.changed } } }),
  );
  const names = outcomes.map((outcome) => `http-${outcome}`);
  app = await createApp(gateway, 'shop', {
    mcpServers: Object.fromEntries(names.map((name) => [name, { use: name }])),
  });
});

beforeEach(() => {
  hook.asked.length = 0;
  hook.reply = ({ result }) =>
    JSON.stringify(result).includes('ana@example.com')
      ? { decision: 'deny', reason: 'Not by this hook.' }
      : { decision: 'pass' };
});

const clientOf = (path: string, token = gateway.token) => new NativeClient(`${gateway.url}${path}`, token);

/** What a client of 2025-11-25 is asked, and what it gets when it has answered. */
async function inSession(client: NativeClient, name: string): Promise<Json[]> {
  await client.initialize(capabilities);
  const body = { jsonrpc: '2.0', id: 'asked', method: 'tools/call', params: { name, arguments: {} } };
  const isQuestion = ({ method, id }: Json) => method !== undefined && id !== undefined;
  const stream = await client.sendAndRead(body);
  const first = await stream.received(
    'a question or the end',
    (one) => isQuestion(one) || one['id'] === 'asked',
  );
  if (!isQuestion(first)) return [first];
  const result =
    first['method'] === 'elicitation/create'
      ? accept('Ada')
      : { role: 'assistant', model: 'm', content: { type: 'text', text: 'Ada' } };
  await client.send({ jsonrpc: '2.0', id: first['id'], result });
  return [first, await stream.received('the end', ({ id }) => id === 'asked')];
}

async function modernly(client: NativeClient, name: string): Promise<NativeAnswer> {
  return client.modern('tools/call', { name, arguments: {} }, { capabilities });
}

const told: Record<Outcome, RegExp> = {
  changed: /Is \[redacted\] of \[email\]\?/,
  denied: /The result holds a secret \(policies\.checks\.secrets\)/,
  hooked: /A hook refuses this: Not by this hook\./,
};

describe.each(outcomes)('What a server asks, %s', (outcome) => {
  const seen = (text: string) => {
    expect(text).not.toContain(secret);
    expect(text).not.toContain('ana@example.com');
    expect(text).toMatch(told[outcome]);
  };

  it.each(kinds)('[checks-questions] by REST at %s', async (kind) => {
    const said = await gateway.call(`${kind}-${outcome}`, 'ask', {}, { capabilities });
    seen(said.text);
    const unsaid = await gateway.call(`${kind}-${outcome}`, 'ask', {});
    seen(unsaid.text);
  });

  it('[checks-questions] by the SDK', async () => {
    seen((await app.use(`http-${outcome}__ask`, {}, { capabilities })).text);
  });

  it.each(kinds)('[checks-questions] by a client of 2026-07-28 at %s', async (kind) => {
    seen((await modernly(clientOf(`/api/servers/${kind}-${outcome}/mcp`), 'ask')).text);
  });

  it.each(kinds)('[checks-questions] by a session of 2025-11-25 at %s', async (kind) => {
    const [first, last] = await inSession(clientOf(`/api/servers/${kind}-${outcome}/mcp`), 'ask');
    seen(JSON.stringify(first));
    if (outcome === 'changed') expect(JSON.stringify(last)).toContain('Hello Ada');
    else expect(first).toMatchObject({ id: 'asked', error: { data: { code: 'tool-denied' } } });
  });

  it('[checks-questions] by both at an app', async () => {
    const path = '/api/apps/shop/mcp';
    seen((await modernly(clientOf(path, app.token), `http-${outcome}__ask`)).text);
    const [first] = await inSession(clientOf(path, app.token), `http-${outcome}__ask`);
    seen(JSON.stringify(first));
  });
});

describe.each(['http', 'sse', 'stdio'])('What a server of 2025 asks over %s', (kind) => {
  it.each(['sample', 'unrelated'])('[checks-questions] in the way of the tool %s', async (name) => {
    const client = clientOf(`/api/servers/${kind}-changed/mcp`);
    const [first, last] = name === 'unrelated' ? await onStream(client) : await inSession(client, name);
    expect(JSON.stringify(first)).toMatch(told.changed);
    expect(JSON.stringify(last)).toContain('Ada');
  });
});

describe('What a server asks in an answer that is no stream', () => {
  const ask = { jsonrpc: '2.0', id: 'q', method: 'elicitation/create', params: { message: question } };
  it.each<[string, string, Json[] | Json]>([
    ['alone', 'resources/list', ask],
    ['in a list', 'resources/list', [ask, { jsonrpc: '2.0', id: 'asked', result: { resources: [] } }]],
    ['beside a result', 'tools/call', [ask, { jsonrpc: '2.0', id: 'asked', result: { content: [] } }]],
  ])('[checks-questions] %s', async (_, method, said) => {
    sly.methods.set(method, ({ res }) => {
      res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said));
    });
    const client = clientOf('/api/servers/sly/mcp');
    await client.initialize(capabilities);
    const answer = await client.send({ jsonrpc: '2.0', id: 'asked', method, params: { name: 'echo' } });
    expect(answer.text).not.toContain(secret);
    expect(errorOf(answer)).toMatchObject({ data: { code: 'upstream-error' } });
  });
});

/** The same where the server asks on the stream that is for what belongs to no call, or on that of the call. */
async function onStream(client: NativeClient): Promise<Json[]> {
  await client.initialize(capabilities);
  const stream = await open(client.stream());
  const params = { name: 'unrelated', arguments: {} };
  let told: NativeStream | undefined;
  const answer = client
    .sendAndRead({ jsonrpc: '2.0', id: 'asked', method: 'tools/call', params })
    .then((begun) => (told = begun));
  const isAsked = ({ method }: Json) => method === 'elicitation/create';
  const first = await waitFor('a question', () =>
    [...stream.messages, ...(told?.messages ?? [])].find(isAsked),
  );
  await client.send({ jsonrpc: '2.0', id: first['id'], result: accept('Ada') });
  return [first, await (await answer).received('the end', ({ id }) => id === 'asked')];
}

describe('A hook on results', () => {
  it.each(['http', 'stdio', 'modern'])(
    '[checks-questions] may change what is asked over %s',
    async (kind) => {
      hook.reply = ({ result }) => ({
        decision: 'change',
        result: JSON.parse(JSON.stringify(result).replaceAll(question, 'Who are you?')) as Json,
      });
      const [first, last] = await inSession(clientOf(`/api/servers/${kind}-hooked/mcp`), 'ask');
      expect(first).toMatchObject({ method: 'elicitation/create', params: { message: 'Who are you?' } });
      expect(JSON.stringify(last)).toContain('Hello Ada');
      const shown = hook.asked.map(({ body }) => body['result'] as Json);
      expect(asked(shown[0] as Json)).toMatchObject([
        [expect.any(String), { params: { message: question } }],
      ]);
    },
  );

  it.each(['http', 'stdio', 'modern'])(
    '[checks-questions] that does not decide refuses what is asked over %s',
    async (kind) => {
      hook.reply = () => ({ status: 500, text: 'no' });
      const answer = await inSession(clientOf(`/api/servers/${kind}-hooked/mcp`), 'ask');
      expect(errorOf({ messages: answer } as unknown as NativeAnswer)).toMatchObject({
        data: { code: 'tool-denied' },
      });
    },
  );
});
