import { closeAfterAll, closeAfterEach } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { NativeClient, resultOf } from '../../support/clients/native-client.js';
import { createApp } from '../../support/clients/sdk-apps.js';
import { answers, pagesForEver, text, type Behaviour } from '../../support/upstreams/behaviours.js';
import { publish } from '../../support/upstreams/declared-servers.js';
import { echo, ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';
import { ScriptedModern } from '../../support/upstreams/scripted-modern.js';
import { pagedStdio } from '../../support/upstreams/stdio.js';

const keep = closeAfterAll();
const open = closeAfterEach();
const maxPages = 20;
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await keep(startGateway({ env: { MAX_LIST_PAGES: maxPages } }));
});

const clientOf = (server: string) =>
  new NativeClient(`${gateway.url}/api/servers/${server}/mcp`, gateway.token);

/** What a client of the 2025 revisions gets for its first `tools/list`. */
async function legacyList(server: string): Promise<Json> {
  const client = clientOf(server);
  await client.initialize();
  return client.result('tools/list');
}

const modernList = async (server: string): Promise<Json> =>
  resultOf(await clientOf(server).modern('tools/list'));
const namesIn = ({ tools }: Json): unknown[] => (tools as Json[]).map(({ name }) => name);
const sixteen = Array.from({ length: 16 }, (_, index) => `tool-${String(index)}`);
const sixteenTools = sixteen.map((name) => tool(name, answers(text('ok'))));

/** Tools on pages of five; a server of 2026-07-28 has an empty cursor on the first. */
const paged =
  (more: Json, way: 'json' | 'stream' = 'json'): Behaviour =>
  (exchange) => {
    const cursors = [more['resultType'] === undefined ? '1' : '', '2', '3'];
    const { cursor } = exchange.params;
    const page = cursor === undefined ? 0 : cursors.indexOf(cursor as string) + 1;
    const tools = sixteenTools.slice(page * 5, page * 5 + 5).map(({ definition }) => definition);
    const result = { ...more, tools, ...(page === 3 ? {} : { nextCursor: cursors[page] }) };
    if (way === 'json') exchange.result(result);
    else exchange.openStream().result(result);
  };

const modernMembers = { resultType: 'complete', ttlMs: 60_000, cacheScope: 'private' };

async function httpServer(era: 'legacy' | 'modern', list: Behaviour): Promise<string> {
  const started: Promise<ScriptedHttp | ScriptedModern> =
    era === 'legacy' ? ScriptedHttp.start([echo]) : ScriptedModern.start([echo]);
  const upstream = await open(started);
  upstream.methods.set('tools/list', list);
  return publish(open, gateway, { url: upstream.url });
}

const servers: readonly [string, () => Promise<string>][] = [
  ['Streamable HTTP of 2025-11-25', () => httpServer('legacy', paged({}))],
  ['the same with event streams', () => httpServer('legacy', paged({}, 'stream'))],
  ['Streamable HTTP of 2026-07-28', () => httpServer('modern', paged(modernMembers))],
  ['the same with event streams', () => httpServer('modern', paged(modernMembers, 'stream'))],
  ['stdio of 2025-11-25', () => publish(open, gateway, pagedStdio('2025'))],
  ['stdio of 2026-07-28', () => publish(open, gateway, pagedStdio('2026'))],
];

describe('The list of a server that sends it in pages', () => {
  it.each(servers)('[list-one-page] comes in one page to clients of both eras: %s', async (_, start) => {
    const server = await start();
    for (const list of [await legacyList(server), await modernList(server)]) {
      expect(namesIn(list)).toEqual(sixteen);
      expect(list).not.toHaveProperty('nextCursor');
    }
    expect(await gateway.toolNames(server)).toEqual(sixteen);
  });

  it('[list-one-page] still has pages for clients that give a cursor', async () => {
    const server = await httpServer('legacy', paged({}));
    const client = clientOf(server);
    await client.initialize();
    const page = await client.result('tools/list', { cursor: '2' });
    expect(namesIn(page)).toEqual(sixteen.slice(10, 15));
    expect(page['nextCursor']).toBe('3');
  });

  it('[list-one-page] keeps the cursor from which to go on where a limit or a failure ends it', async () => {
    const endless = await httpServer('legacy', pagesForEver());
    const list = await legacyList(endless);
    expect(namesIn(list)).toHaveLength(maxPages);
    expect(list['nextCursor']).toEqual(expect.any(String));
    const failing = await httpServer('legacy', (exchange) => {
      if (exchange.params['cursor'] === undefined)
        exchange.result({ tools: [echo.definition], nextCursor: 'x' });
      else exchange.error(-32603, 'no more');
    });
    expect(await legacyList(failing)).toMatchObject({ tools: [echo.definition], nextCursor: 'x' });
  });

  it('[list-one-page] is not read when it is one page: numbers and members stay as they are written', async () => {
    const body = '{"tools":[{"name":"a","inputSchema":{"type":"object"},"x":1.0}],"x":1e2}';
    const server = await httpServer('legacy', (exchange) => {
      exchange.send(200, `{"jsonrpc":"2.0","id":${JSON.stringify(exchange.id)},"result":${body}}`);
    });
    const client = clientOf(server);
    await client.initialize();
    expect((await client.request('tools/list')).text).toContain(body);
  });

  it('[list-repeats] ends where the cursor does not advance', async () => {
    const server = await httpServer('legacy', answers({ tools: [echo.definition], nextCursor: 'x' }));
    for (const list of [await legacyList(server), await modernList(server)]) {
      expect(namesIn(list)).toEqual(['echo']);
      expect(list).not.toHaveProperty('nextCursor');
    }
  });

  it('[list-one-page] has no cursor where the server writes null', async () => {
    const server = await httpServer('legacy', answers({ tools: [echo.definition], nextCursor: null }));
    for (const list of [await legacyList(server), await modernList(server)])
      expect(list).not.toHaveProperty('nextCursor');
  });
});

describe('A server that declares nothing', () => {
  it('[undeclared-lists] is asked once for each list, by REST, at an app and at its own endpoint', async () => {
    const upstream = await open(ScriptedHttp.start([echo]));
    upstream.capabilities = {};
    for (const kind of ['prompts/list', 'resources/list', 'resources/templates/list'])
      upstream.methods.set(kind, (exchange) => {
        exchange.error(-32000, 'what?');
      });
    const server = await publish(open, gateway, { url: upstream.url });
    for (let round = 0; round < 3; round++) {
      expect(await gateway.toolNames(server, '?refresh=true')).toEqual(['echo']);
      expect((await gateway.mcp(server, 'prompts?refresh=true')).body['prompts']).toEqual([]);
      expect((await gateway.mcp(server, 'resources?refresh=true')).body['resources']).toEqual([]);
    }
    expect(upstream.of('prompts/list')).toHaveLength(1);
    expect(upstream.of('resources/list')).toHaveLength(1);
    const app = await createApp(gateway, 'quiet', { mcpServers: { quiet: { use: server } } });
    expect(await app.names()).toEqual(['quiet__echo']);
    const discovered = resultOf(await clientOf(server).modern('server/discover'));
    expect(discovered['capabilities']).toEqual({ tools: {} });
  });

  it('[undeclared-lists] is not asked for what it does not declare, when it declares something', async () => {
    const upstream = await open(ScriptedHttp.start([echo]));
    upstream.capabilities = { tools: {} };
    const server = await publish(open, gateway, { url: upstream.url });
    expect((await gateway.mcp(server, 'prompts')).body['prompts']).toEqual([]);
    expect(upstream.of('prompts/list')).toEqual([]);
  });
});

describe('The result of a tool', () => {
  async function withResult(result: Json): Promise<{ server: string; app: NativeClient }> {
    const upstream = await open(ScriptedHttp.start([tool('odd', answers(result))]));
    const server = await publish(open, gateway, { url: upstream.url });
    const slug = `r-${server.slice(2)}`;
    const { token } = await createApp(gateway, slug, { mcpServers: { s: { use: server } } });
    return { server, app: new NativeClient(`${gateway.url}/api/apps/${slug}/mcp`, token) };
  }

  it('[result-completed] has the content that MCP requires, where the server sent none', async () => {
    const { server, app } = await withResult({ structuredContent: { content: 1 }, isError: null });
    const direct = resultOf(await clientOf(server).modern('tools/call', { name: 'odd', arguments: {} }));
    expect(direct).toMatchObject({ content: [], structuredContent: { content: 1 }, resultType: 'complete' });
    const modern = resultOf(await app.modern('tools/call', { name: 's__odd', arguments: {} }));
    expect(modern).toMatchObject({ content: [], structuredContent: { content: 1 } });
    await app.initialize();
    const old = await app.result('tools/call', { name: 's__odd', arguments: {} });
    expect(old).toEqual({ content: [], structuredContent: { content: 1 } });
    expect(modern).not.toHaveProperty('isError');
  });

  it('[result-completed] is text for clients of the 2025 revisions, where it is no object', async () => {
    const { app } = await withResult({ structuredContent: [1, 2], content: [] });
    const modern = resultOf(await app.modern('tools/call', { name: 's__odd', arguments: {} }));
    expect(modern['structuredContent']).toEqual([1, 2]);
    await app.initialize();
    const old = await app.result('tools/call', { name: 's__odd', arguments: {} });
    expect(old).toEqual({ content: [{ type: 'text', text: '[1,2]' }] });
  });

  it('[result-completed] passes byte by byte where it is complete', async () => {
    const upstream = await open(
      ScriptedHttp.start([
        tool('odd', (exchange) => {
          const result = '{"content":[],"structuredContent":{"a":1.0}}';
          exchange.send(200, `{"jsonrpc":"2.0","id":${JSON.stringify(exchange.id)},"result":${result}}`);
        }),
      ]),
    );
    const server = await publish(open, gateway, { url: upstream.url });
    const answer = await clientOf(server).modern('tools/call', { name: 'odd', arguments: {} });
    expect(answer.text).toContain('"content":[],"structuredContent":{"a":1.0}');
  });
});
