import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { errorOf, NativeClient, resultOf, type NativeAnswer } from '../../support/clients/native-client.js';
import { createApp, says, type TestApp } from '../../support/clients/sdk-apps.js';
import { waitFor } from '../../support/wait-for.js';
import { publish } from '../../support/upstreams/declared-servers.js';
import { echo, ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';
import { asksForInput, ScriptedModern } from '../../support/upstreams/scripted-modern.js';
import { laneStdio } from '../../support/upstreams/stdio.js';

const open = closeAfterAll();
const counting = tool('count', (exchange) => {
  const stream = exchange.openStream();
  for (const progress of [1, 2])
    stream.notify('notifications/progress', { progressToken: exchange.progressToken, progress });
  stream.result({ content: [{ type: 'text', text: 'counted' }] });
});

let old: ScriptedHttp;
let modern: ScriptedModern;
let gateway: TestGateway;
let app: TestApp;
const uses = { old: { use: 'old', tools: { deny: ['hidden'] } }, new: { use: 'new' }, down: { use: 'down' } };

beforeAll(async () => {
  old = await open(ScriptedHttp.start([echo, counting, says('hidden', 'x'), says('delete_all', 'gone')]));
  modern = await open(ScriptedModern.start([echo, asksForInput]));
  old.methods.set('completion/complete', (exchange) => {
    exchange.result({ completion: { values: [String((exchange.params['ref'] as Json)['name'])] } });
  });
  gateway = await open(
    startGateway({
      mcpServers: {
        old: { url: old.url },
        new: { url: modern.url },
        down: { url: 'http://127.0.0.1:9/mcp' },
        stdio: laneStdio('2025'),
      },
    }),
  );
  app = await createApp(gateway, 'shop', {
    mcpServers: uses,
    policies: { requireApproval: ['*__delete_*'] },
  });
});

const client = (token = app.token) => new NativeClient(`${gateway.url}/api/apps/shop/mcp`, token);

describe('The native endpoint of an app', () => {
  it('[app-native-lists] merges the lists of its servers under prefixed names, without the one that is down', async () => {
    const result = resultOf(await client().modern('tools/list'));
    const tools = result['tools'] as Json[];
    expect(tools.map(({ name }) => name)).toEqual([
      'old__echo',
      'old__count',
      'old__delete_all',
      'new__echo',
      'new__ask',
    ]);
    expect(tools[0]).not.toHaveProperty('server');
    expect(result).toMatchObject({ resultType: 'complete', cacheScope: 'private' });
    expect(result['ttlMs']).toBeLessThanOrEqual(60_000);
    const session = client();
    expect(await session.initialize()).toMatchObject({
      serverInfo: { name: 'shop' },
      capabilities: { tools: { listChanged: true } },
    });
    expect((await session.result('tools/list'))['tools']).toHaveLength(5);
    expect((await session.result('resources/list'))['resources']).toHaveLength(2);
    expect((await session.result('prompts/list'))['prompts']).toMatchObject([
      { name: 'old__greet' },
      { name: 'new__greet' },
    ]);
    const discovered = resultOf(await client().modern('server/discover'));
    expect(discovered).toMatchObject({ supportedVersions: ['2026-07-28'], capabilities: { prompts: {} } });
  });

  it('[app-native-calls] calls, reads, prompts and completes at the right server, with progress', async () => {
    const session = client();
    await session.initialize();
    for (const name of ['old__echo', 'new__echo']) {
      expect(await session.result('tools/call', { name, arguments: { a: 1 } })).toMatchObject({
        structuredContent: { a: 1 },
      });
      expect(resultOf(await client().modern('tools/call', { name, arguments: { b: 1 } }))).toMatchObject({
        structuredContent: { b: 1 },
      });
    }
    const counted = await session.request('tools/call', {
      name: 'old__count',
      _meta: { progressToken: 'mine' },
    });
    expect(counted.messages.map(({ params }) => (params as Json | undefined)?.['progressToken'])).toEqual([
      'mine',
      'mine',
      undefined,
    ]);
    expect(
      resultOf(await client().modern('prompts/get', { name: 'old__greet', arguments: { who: 'Ada' } })),
    ).toHaveProperty('messages');
    const completed = await session.result('completion/complete', {
      ref: { type: 'ref/prompt', name: 'old__greet' },
      argument: { name: 'who', value: '' },
    });
    expect(completed).toEqual({ completion: { values: ['greet'] } });
    const unknown = await session.request('tools/call', { name: 'old__nothing' });
    expect(errorOf(unknown)).toMatchObject({ code: -32602, data: { code: 'tool-not-found' } });
    expect((await client().modern('resources/subscribe', { uri: 'a' })).status).toBe(404);
  });

  it('[app-native-policy] refuses what the app denies or wants approved', async () => {
    for (const [name, code] of [
      ['old__hidden', 'tool-denied'],
      ['old__delete_all', 'approval-required'],
    ]) {
      const refused = await client().modern('tools/call', { name, arguments: {} });
      expect([name, errorOf(refused)?.['data']]).toMatchObject([name, { code }]);
    }
    expect(old.executions('hidden') + old.executions('delete_all')).toBe(0);
  });

  it('[app-native-state] seals what a server wants back, for its tool and caller only', async () => {
    const capabilities = { elicitation: {} };
    const asked = resultOf(await client().modern('tools/call', { name: 'new__ask' }, { capabilities }));
    expect(asked['resultType']).toBe('input_required');
    const { requestState } = asked;
    expect(String(requestState)).not.toContain('state-1');
    const inputResponses = { who: { action: 'accept', content: { name: 'Ada' } } };
    const answer = (name: string, state: unknown, as = client()) =>
      as.modern('tools/call', { name, inputResponses, requestState: state }, { capabilities });
    expect(resultOf(await answer('new__ask', requestState))).toMatchObject({
      content: [{ text: 'Hello Ada' }],
    });
    for (const wrong of [
      await answer('new__ask', 'state-1'),
      await answer('old__echo', requestState),
      await answer('new__ask', requestState, client(gateway.token)),
    ])
      expect(errorOf(wrong)).toMatchObject({ code: -32602, data: { reason: 'invalid_request_state' } });
  });

  it('[app-native-input] asks a 2025 client in its own way', async () => {
    const session = client();
    await session.initialize({ elicitation: {} });
    const call = await open(
      session.sendAndRead({ jsonrpc: '2.0', id: 5, method: 'tools/call', params: { name: 'new__ask' } }),
    );
    const question = await call.received('the question', ({ method }) => method === 'elicitation/create');
    await session.send({
      jsonrpc: '2.0',
      id: question['id'],
      result: { action: 'accept', content: { name: 'Eva' } },
    });
    expect((await call.received('the result', ({ id }) => id === 5))['result']).toMatchObject({
      content: [{ text: 'Hello Eva' }],
    });
    const meta = modern.of('tools/call').at(-1)?.rpc?.params['_meta'];
    expect(meta).toMatchObject({
      'io.modelcontextprotocol/clientInfo': { name: 'by-hand' },
      'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
    });
  });

  it('[app-native-changes] tells clients of both eras when a list of any server or the app itself changes', async () => {
    const session = client();
    await session.initialize();
    await session.result('tools/list');
    const [stream, listening] = [
      await open(session.stream()),
      await open(client().listen({ toolsListChanged: true }, 'mine')),
    ];
    const changed = 'notifications/tools/list_changed';
    const grows = async (what: string, act: () => unknown) => {
      const before = [stream.of(changed).length, listening.of(changed).length] as const;
      await waitFor(what, async () => {
        await act();
        return stream.of(changed).length > before[0] && listening.of(changed).length > before[1];
      });
    };
    await grows('a change of the old server', () => {
      old.broadcast(changed);
    });
    await grows('a change of the new server', () => {
      modern.announceToolsChanged();
    });
    let once = false;
    await grows('a change of the app', async () => {
      if (!once) await app.configure({ mcpServers: { old: uses.old, new: uses.new } });
      once = true;
    });
    expect((listening.of(changed)[0]?.['params'] as Json)['_meta']).toEqual({
      'io.modelcontextprotocol/subscriptionId': 'mine',
    });
  });

  it('[app-native-lazy] shows three tools with "tools": {"mode": "search"}, which find and call the others', async () => {
    const lazy = await createApp(gateway, 'lazy', {
      mcpServers: { old: { use: 'old' } },
      tools: { mode: 'search' },
    });
    const v1 = new ClientV1({ name: 'v1', version: '1.0.0' });
    const requestInit = { headers: { authorization: `Bearer ${lazy.token}` } };
    const transport = new TransportV1(new URL(`${gateway.url}/api/apps/lazy/mcp`), { requestInit });
    await v1.connect(transport);
    expect((await v1.listTools()).tools.map(({ name }) => name)).toEqual([
      'search_tools',
      'describe_tool',
      'call_tool',
    ]);
    const found = await v1.callTool({ name: 'search_tools', arguments: { query: 'echo', limit: 1 } });
    expect(found.structuredContent).toMatchObject({ tools: [{ name: 'old__echo' }] });
    const described = await v1.callTool({ name: 'describe_tool', arguments: { name: 'old__echo' } });
    expect(described.structuredContent).toMatchObject({ name: 'old__echo', inputSchema: { type: 'object' } });
    const called = await v1.callTool({
      name: 'call_tool',
      arguments: { name: 'old__echo', arguments: { a: 2 } },
    });
    expect(called.structuredContent).toEqual({ a: 2 });
    await v1.close();
  });

  it("[app-native-mine] is another account's 404, and its sessions are its owner's", async () => {
    const session = client();
    await session.initialize();
    const stranger = client(gateway.token);
    stranger.session = session.session;
    expect((await stranger.request('tools/list')).status).toBe(404);
    const other = await createApp(gateway, 'other', {});
    expect((await client(other.token).modern('tools/list')).status).toBe(404);
  });
});

describe.each(['http', 'stdio'])('Log messages of a server of an app, over %s,', (server) => {
  let http: ScriptedHttp;
  let logs: TestApp;

  beforeAll(async () => {
    /** Says who called, once all calls have arrived. */
    const log = tool('log', async (exchange) => {
      const stream = exchange.openStream();
      stream.notify('notifications/message', { level: 'info', data: exchange.args['who'] });
      await http.received('tools/call', Number(exchange.args['calls']));
      stream.result({ content: [] });
    });
    http = await open(ScriptedHttp.start([log]));
    const used = server === 'http' ? await publish(open, gateway, { url: http.url }) : 'stdio';
    logs = await createApp(gateway, `logs-${server}`, { mcpServers: { [server]: { use: used } } });
  });

  async function session(level?: string): Promise<NativeClient> {
    const made = new NativeClient(`${gateway.url}/api/apps/${logs.slug}/mcp`, logs.token);
    await made.initialize();
    if (level !== undefined) await made.result('logging/setLevel', { level });
    return made;
  }

  const call = (by: NativeClient, who: string, calls: number): Promise<NativeAnswer> =>
    by.request('tools/call', { name: `${server}__log`, arguments: { who, calls } });

  /** Whose messages came with the answers of a session. */
  const heard = (...answers: NativeAnswer[]): unknown[] =>
    answers
      .flatMap(({ messages }) => messages)
      .filter(({ method }) => method === 'notifications/message')
      .map(({ params }) => (params as Json)['data'])
      .sort();

  const callsSoFar = () => http.of('tools/call').length;

  it('[app-native-logs] reach the one session of a key whose call caused them, once', async () => {
    const [one, two] = [await session('info'), await session('info')];
    const calls = callsSoFar() + 3;
    const [first, second, other] = await Promise.all([
      call(one, 'one-a', calls),
      call(one, 'one-b', calls),
      call(two, 'two', calls),
    ]);
    expect(heard(first, second)).toEqual(['one-a', 'one-b']);
    expect(heard(other)).toEqual(['two']);
  });

  it('[app-native-logs] never reach another session, be it that nobody gets them', async () => {
    const [one, two] = [await session(), await session()];
    const calls = callsSoFar() + 2;
    const [first, second] = await Promise.all([call(one, 'one', calls), call(two, 'two', calls)]);
    expect([[], ['one']]).toContainEqual(heard(first));
    expect([[], ['two']]).toContainEqual(heard(second));
  });

  it('[app-native-logs] reach a session without a level, too, while it is alone', async () => {
    expect(heard(await call(await session(), 'alone', callsSoFar() + 1))).toEqual(['alone']);
  });
});
