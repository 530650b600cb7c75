import { fileURLToPath } from 'node:url';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { errorOf, NativeClient, resultOf } from '../../support/clients/native-client.js';
import { waitFor } from '../../support/wait-for.js';
import { echo, ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';
import { asksForInput, ScriptedModern } from '../../support/upstreams/scripted-modern.js';
import { stdioServer } from '../../support/upstreams/stdio.js';

const open = closeAfterAll();
const odd = fileURLToPath(new URL('../../support/upstreams/odd-stdio.mjs', import.meta.url));

const counting = tool('count', (exchange) => {
  const stream = exchange.openStream();
  for (const progress of [1, 2])
    stream.notify('notifications/progress', { progressToken: exchange.progressToken, progress });
  stream.result({ content: [{ type: 'text', text: 'counted' }] });
});

/** A 2025 tool that asks the client in the middle of its call, and tells what came of it. */
const pushing = tool('push', async (exchange) => {
  const stream = exchange.openStream();
  stream.message({
    id: 'push-1',
    method: 'elicitation/create',
    params: { message: 'Who?', requestedSchema: {} },
  });
  const refused = () => legacy.requests.find(({ text }) => text.includes('push-1') && text.includes('error'));
  await waitFor('the refusal', refused);
  stream.message({ id: exchange.id, error: { code: -32603, message: 'the client cannot be asked' } });
  exchange.res.end();
});

let legacy: ScriptedHttp;
let modern: ScriptedModern;
let gateway: TestGateway;

beforeAll(async () => {
  legacy = await open(ScriptedHttp.start([echo, counting, pushing]));
  modern = await open(ScriptedModern.start([echo, asksForInput, counting]));
  const ruled = { tools: { deny: ['count'] }, overrides: { echo: { name: 'say', description: 'Says it' } } };
  gateway = await open(
    startGateway({
      mcpServers: {
        legacy: { url: legacy.url },
        modern: { url: modern.url },
        'modern-stdio': { command: process.execPath, args: [odd], env: { MODERN_ONLY: '1' } },
        'legacy-stdio': stdioServer(),
        'ruled-legacy': { url: legacy.url, ...ruled },
        'ruled-modern': { url: modern.url, ...ruled },
        'ruled-stdio': stdioServer({}, { tools: { allow: ['echo'] }, overrides: ruled.overrides }),
      },
    }),
  );
});

const clientOf = (server: string) =>
  new NativeClient(`${gateway.url}/api/servers/${server}/mcp`, gateway.token);

async function session(server: string, capabilities: Json = {}): Promise<NativeClient> {
  const client = clientOf(server);
  await client.initialize(capabilities);
  return client;
}

describe('A 2025 client with a server that speaks 2026-07-28 only', () => {
  it('[native-up] shakes hands, lists and calls, and the server learns who asks', async () => {
    const client = clientOf('modern');
    expect(await client.initialize({ sampling: {} })).toMatchObject({
      protocolVersion: '2025-11-25',
      serverInfo: { name: 'scripted-modern', version: '2.0.0', icons: [{ src: 'data:,x' }] },
      capabilities: { tools: { listChanged: true }, logging: {} },
    });
    expect(client.session).toBeDefined();
    expect(await client.result('ping')).toEqual({});
    expect((await client.result('tools/list'))['tools']).toHaveLength(3);
    const result = await client.result('tools/call', { name: 'echo', arguments: { a: 1 } });
    expect(result['structuredContent']).toEqual({ a: 1 });
    expect(modern.of('tools/call').at(-1)?.rpc?.params['_meta']).toMatchObject({
      'io.modelcontextprotocol/clientInfo': { name: 'by-hand' },
      'io.modelcontextprotocol/clientCapabilities': { sampling: {} },
    });
    const unknown = await client.request('tools/call', { name: 'nothing' });
    expect(errorOf(unknown)).toMatchObject({ code: -32602 });
  });

  it('[native-up-input] is asked in the middle of a call what the server wants to know', async () => {
    const client = await session('modern', { elicitation: {} });
    const call = await open(
      client.sendAndRead({ jsonrpc: '2.0', id: 77, method: 'tools/call', params: { name: 'ask' } }),
    );
    const question = await call.received('the question', ({ method }) => method === 'elicitation/create');
    expect(question['params']).toMatchObject({ message: 'Who?' });
    const answer = { action: 'accept', content: { name: 'Ada' } };
    expect((await client.send({ jsonrpc: '2.0', id: question['id'], result: answer })).status).toBe(202);
    const response = await call.received('the result', ({ id }) => id === 77);
    expect(response['result']).toMatchObject({ content: [{ text: 'Hello Ada' }] });
  });

  it('[question-undeclared] is not asked what it has not declared: the call fails, the server is not blamed', async () => {
    const client = await session('modern', {});
    for (let i = 0; i < 6; i++)
      expect(errorOf(await client.request('tools/call', { name: 'ask' }))).toMatchObject({
        code: -32603,
        data: { code: 'upstream-error', detail: expect.stringContaining('elicitation/create') as string },
      });
    expect(
      (await client.result('tools/call', { name: 'echo', arguments: { a: 2 } }))['structuredContent'],
    ).toEqual({
      a: 2,
    });
  });

  it('[native-up-changes] gets progress with its call and changes on its stream', async () => {
    const client = await session('modern');
    const { messages } = await client.request('tools/call', { name: 'count', _meta: { progressToken: 'p' } });
    expect(messages.map(({ params }) => (params as Json | undefined)?.['progress'])).toEqual([
      1,
      2,
      undefined,
    ]);
    const stream = await open(client.stream());
    await waitFor('a change', () => {
      modern.announceToolsChanged();
      return stream.of('notifications/tools/list_changed').length > 0;
    });
  });

  it('[native-up-stdio] is understood by a process too', async () => {
    const client = clientOf('modern-stdio');
    expect(await client.initialize()).toMatchObject({
      serverInfo: { name: 'odd', 'x-build': 7 },
      instructions: 'odd',
    });
    expect((await client.request('odd/error')).messages[0]).toMatchObject({
      error: { code: -31999, data: { 'x-e': 1 } },
    });
  });
});

describe.each(['legacy', 'legacy-stdio'])('A 2026-07-28 client with a server of 2025: %s', (server) => {
  it('[native-down] discovers, lists with hints for caching, and calls with progress', async () => {
    const client = clientOf(server);
    const discovered = resultOf(await client.modern('server/discover'));
    expect(discovered).toMatchObject({
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      cacheScope: 'private',
    });
    expect(discovered['_meta']).toHaveProperty(['io.modelcontextprotocol/serverInfo', 'name']);
    expect(resultOf(await client.modern('tools/list'))).toMatchObject({
      resultType: 'complete',
      ttlMs: 0,
      cacheScope: 'private',
    });
    const name = server === 'legacy' ? 'count' : 'progress';
    const { messages } = await client.modern(
      'tools/call',
      { name, arguments: { steps: 2 } },
      { meta: { progressToken: 'mine' } },
    );
    expect(messages.slice(0, 2).map(({ params }) => params)).toMatchObject([
      { progress: 1, progressToken: 'mine' },
      { progress: 2, progressToken: 'mine' },
    ]);
    expect(messages[2]).toMatchObject({ result: { resultType: 'complete', content: [{ type: 'text' }] } });
    const removed = await client.modern('ping');
    expect([removed.status, errorOf(removed)?.['code']]).toEqual([404, -32601]);
  });

  it('[native-down-listen] hears of changes', async () => {
    const client = clientOf(server);
    await client.modern('tools/list');
    const stream = await open(client.listen({ toolsListChanged: true, promptsListChanged: false }, 'mine'));
    const granted = await stream.received(
      'the acknowledgement',
      ({ method }) => method === 'notifications/subscriptions/acknowledged',
    );
    expect(granted['params']).toEqual({
      _meta: { 'io.modelcontextprotocol/subscriptionId': 'mine' },
      notifications: { toolsListChanged: true },
    });
    await waitFor('a change', async () => {
      if (server === 'legacy') legacy.broadcast('notifications/tools/list_changed');
      else
        await client.modern('tools/call', {
          name: 'addTool',
          arguments: { name: `t${String(Math.random())}` },
        });
      return stream.of('notifications/tools/list_changed').length > 0;
    });
  });
});

describe('A 2026-07-28 client', () => {
  it('[native-down-push] gets a clean error from a 2025 server that wants to ask its client something', async () => {
    const answer = await clientOf('legacy').modern('tools/call', { name: 'push' });
    expect([answer.status, errorOf(answer)]).toMatchObject([
      200,
      { code: -32603, message: 'the client cannot be asked' },
    ]);
  });
});

describe.each([
  ['ruled-legacy', 'legacy'],
  ['ruled-legacy', 'modern'],
  ['ruled-modern', 'modern'],
  ['ruled-modern', 'legacy'],
  ['ruled-stdio', 'legacy'],
  ['ruled-stdio', 'modern'],
] as const)('The rules of a server: %s for a %s client', (server, era) => {
  it('[native-policy] hide, rename and refuse tools as they do elsewhere', async () => {
    const client = era === 'legacy' ? await session(server) : clientOf(server);
    const ask = (method: string, params?: Json) =>
      era === 'legacy' ? client.request(method, params) : client.modern(method, params);
    const tools = resultOf(await ask('tools/list'))['tools'] as Json[];
    const names = tools.map(({ name }) => name);
    expect(names).toContain('say');
    expect(names).not.toContain('echo');
    expect(names).not.toContain('count');
    expect(tools.find(({ name }) => name === 'say')).toMatchObject({
      description: 'Says it',
      inputSchema: { type: 'object' },
    });
    expect(resultOf(await ask('tools/call', { name: 'say', arguments: { a: 1 } }))).toMatchObject({
      structuredContent: { a: 1 },
    });
    const ran = [legacy, modern].map((it) => it.executions('count'));
    for (const [name, code] of [
      ['count', 'tool-denied'],
      ['echo', 'tool-not-found'],
    ] as const) {
      const refused = await ask('tools/call', { name, arguments: {} });
      const expected = server === 'ruled-stdio' && name === 'count' ? 'tool-not-found' : code;
      expect([name, refused.status, errorOf(refused)]).toMatchObject([
        name,
        200,
        { code: -32602, data: { code: expected } },
      ]);
    }
    expect([legacy, modern].map((it) => it.executions('count'))).toEqual(ran);
  });
});
