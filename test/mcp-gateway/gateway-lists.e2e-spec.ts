import { closeAfterAll, closeAfterEach } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { Json } from '../support/clients/gateway-client.js';
import { waitFor } from '../support/wait-for.js';
import { publish } from '../support/upstreams/declared-servers.js';
import { answers, text } from '../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool, type ScriptedTool } from '../support/upstreams/scripted-http.js';
import { stdioServer } from '../support/upstreams/stdio.js';

const keep = closeAfterAll();
const open = closeAfterEach();
const maxPages = 20;
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await keep(startGateway({ env: { MAX_LIST_PAGES: maxPages } }));
});

async function serverWith(
  tools?: readonly ScriptedTool[],
  entry: Json = {},
): Promise<{ upstream: ScriptedHttp; server: string }> {
  const upstream = await open(ScriptedHttp.start(tools));
  return { upstream, server: await publish(open, gateway, { url: upstream.url, ...entry }) };
}

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => tool(`tool-${String(index)}`, answers(text('ok'))));

/** Follows `nextCursor` to the end. */
async function walk(server: string, list: string, limit: number): Promise<Json[]> {
  const pages: Json[] = [];
  let cursor: string | undefined;
  do {
    const query = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { status, body } = await gateway.mcp(server, `${list}?limit=${String(limit)}${query}`);
    expect(status).toBe(200);
    pages.push(body);
    cursor = body['nextCursor'] as string | undefined;
  } while (cursor !== undefined && pages.length < 100);
  return pages;
}

const namesIn = (pages: readonly Json[], member: string, key = 'name') =>
  pages.flatMap((page) => (page[member] as Json[] | undefined) ?? []).map((item) => String(item[key]));

describe('lists over many upstream pages', () => {
  it('[list-pages-complete] reads all pages of the upstream and paginates them itself', async () => {
    const { upstream, server } = await serverWith(many(25));
    upstream.pageSize = 2;
    const expected = upstream.tools.map(({ definition }) => definition.name);
    expect(await gateway.toolNames(server)).toEqual(expected);
    const pages = await walk(server, 'tools', 10);
    expect(pages.map(({ tools }) => (tools as unknown[]).length)).toEqual([10, 10, 5]);
    expect(namesIn(pages, 'tools')).toEqual(expected);
  });

  it('[list-pages-complete] requests the pages once for many callers at the same time', async () => {
    const { upstream, server } = await serverWith(many(4));
    upstream.pageSize = 2;
    await Promise.all(Array.from({ length: 20 }, () => gateway.toolNames(server)));
    expect(upstream.of('tools/list')).toHaveLength(2);
  });

  it('[list-pages-complete] paginates resources with their templates, and prompts', async () => {
    const { upstream, server } = await serverWith();
    upstream.pageSize = 3;
    upstream.resources = Array.from({ length: 11 }, (_, i) => ({ uri: `note://${String(i)}`, name: 'n' }));
    upstream.resourceTemplates = [{ uriTemplate: 'a://{x}' }, { uriTemplate: 'b://{x}' }];
    upstream.prompts = Array.from({ length: 7 }, (_, i) => ({ name: `p${String(i)}` }));
    const pages = await walk(server, 'resources', 4);
    expect(namesIn(pages, 'resources', 'uri')).toEqual(upstream.resources.map(({ uri }) => uri));
    expect(namesIn(pages, 'resourceTemplates', 'uriTemplate')).toEqual(['a://{x}', 'b://{x}']);
    expect(namesIn(await walk(server, 'prompts', 2), 'prompts')).toHaveLength(7);
  });

  it('[list-pages-complete] refuses an invalid limit or cursor', async () => {
    const { server } = await serverWith();
    for (const query of ['limit=0', 'limit=201', 'limit=x', 'cursor=made-up'])
      expect(await gateway.mcp(server, `tools?${query}`)).toMatchObject({
        status: 400,
        body: { code: query.startsWith('cursor') ? 'invalid-cursor' : 'invalid-request' },
      });
  });

  it('[list-repeats] ends a list where its cursor does not advance, and says so', async () => {
    const { upstream, server } = await serverWith(many(4));
    upstream.methods.set('tools/list', answers({ tools: [echo.definition], nextCursor: 'again' }));
    expect(await gateway.toolNames(server)).toEqual(['echo']);
    expect(upstream.of('tools/list')).toHaveLength(2);
    expect((await gateway.server(server))?.['listFaults']).toEqual([
      {
        ...{ list: 'tools', effect: 'incomplete' },
        detail: 'The server repeats a page or its cursor: the list is what came before.',
      },
    ]);
  });

  it('[list-repeats] ends a list of which a page comes again under another cursor', async () => {
    const { upstream, server } = await serverWith();
    let page = 0;
    upstream.methods.set('tools/list', (exchange) => {
      const [name, nextCursor] = [page === 0 ? 'one' : 'two', String(++page)];
      exchange.result({ tools: [{ name, inputSchema: { type: 'object' } }, { name: 5 }], nextCursor });
    });
    expect(await gateway.toolNames(server)).toEqual(['one', 'two']);
    expect(page).toBe(3);
  });

  it('[list-repeats] goes on after a page without items', async () => {
    const { upstream, server } = await serverWith();
    upstream.methods.set('resources/list', (exchange) => {
      const { cursor } = exchange.params;
      if (cursor === undefined) exchange.result({ resources: [], nextCursor: 'a' });
      else if (cursor === 'a') exchange.result({ resources: [], nextCursor: 'b' });
      else exchange.result({ resources: [{ uri: 'x://1', name: '1' }] });
    });
    const { body } = await gateway.mcp(server, 'resources');
    expect((body['resources'] as Json[]).map(({ uri }) => uri)).toEqual(['x://1']);
  });

  it('[cursor-forever] gives up on a list that never ends', async () => {
    const { upstream, server } = await serverWith(many(4));
    let page = 0;
    upstream.methods.set('tools/list', (exchange) => {
      const name = `tool-${String(++page)}`;
      exchange.result({ tools: [{ name, inputSchema: { type: 'object' } }], nextCursor: String(page) });
    });
    const { status, body } = await gateway.mcp(server, 'tools');
    expect({ status, code: body['code'] }).toEqual({ status: 502, code: 'upstream-response-too-large' });
    expect(upstream.of('tools/list')).toHaveLength(maxPages);
    expect(await gateway.mcp(server, 'ping')).toMatchObject({ status: 200 });
  });
});

describe('freshness of lists', () => {
  it('[list-etag] sends an ETag and answers 304 while nothing changed', async () => {
    const { upstream, server } = await serverWith();
    for (const list of ['tools', 'resources', 'prompts']) {
      const first = await gateway.mcp(server, list);
      const etag = String(first.headers.get('etag'));
      expect(etag).toMatch(/^(W\/)?"[^"]+"$/);
      const again = await gateway.mcp(server, list, undefined, { headers: { 'if-none-match': etag } });
      expect(again).toMatchObject({ status: 304, text: '' });
      expect(again.headers.get('etag')).toBe(etag);
      for (const other of [`"x", ${etag}`, '*'])
        expect(
          (await gateway.mcp(server, list, undefined, { headers: { 'if-none-match': other } })).status,
        ).toBe(304);
    }
    const { headers } = await gateway.mcp(server, 'tools');
    upstream.tools.push(tool('new', answers(text('ok'))));
    const changed = await gateway.mcp(server, 'tools?refresh=true', undefined, {
      headers: { 'if-none-match': String(headers.get('etag')) },
    });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(headers.get('etag'));
  });

  it('[list-etag] gives each page its own ETag', async () => {
    const { server } = await serverWith(many(5));
    const all = await gateway.mcp(server, 'tools');
    const page = await gateway.mcp(server, 'tools?limit=2', undefined, {
      headers: { 'if-none-match': String(all.headers.get('etag')) },
    });
    expect(page.status).toBe(200);
  });

  it('[list-refresh] requests the list again only with refresh=true', async () => {
    const { upstream, server } = await serverWith();
    await gateway.toolNames(server);
    upstream.tools.push(tool('new', answers(text('ok'))));
    expect(await gateway.toolNames(server)).toEqual(['echo']);
    expect(await gateway.toolNames(server, '?refresh=true')).toEqual(['echo', 'new']);
    expect(await gateway.toolNames(server)).toEqual(['echo', 'new']);
    expect(upstream.of('tools/list')).toHaveLength(2);
  });

  it('[list-changed] reads the lists again when an HTTP upstream announces a change', async () => {
    const { upstream, server } = await serverWith();
    await gateway.toolNames(server);
    await waitFor('the gateway to listen', () => upstream.listening > 0);
    upstream.tools.push(tool('new', answers(text('ok'))));
    upstream.broadcast('notifications/tools/list_changed');
    await waitFor('the new tool', async () => (await gateway.toolNames(server)).includes('new'));
    upstream.prompts.push({ name: 'second' });
    await gateway.mcp(server, 'prompts');
    upstream.prompts.push({ name: 'third' });
    upstream.broadcast('notifications/prompts/list_changed');
    await waitFor('the new prompt', async () =>
      namesIn([(await gateway.mcp(server, 'prompts')).body], 'prompts').includes('third'),
    );
  });

  it('[list-changed] reads the list again when a stdio upstream announces a change', async () => {
    const server = await publish(open, gateway, stdioServer());
    expect(await gateway.toolNames(server)).not.toContain('late');
    await gateway.call(server, 'addTool', { name: 'late' });
    await waitFor('the new tool', async () => (await gateway.toolNames(server)).includes('late'));
  });

  it('[list-last-known] serves the last known list while the upstream is down', async () => {
    const { upstream, server } = await serverWith();
    await gateway.toolNames(server);
    await upstream.close();
    expect((await gateway.call(server, 'echo', {})).status).toBeGreaterThanOrEqual(502);
    expect(await gateway.toolNames(server)).toEqual(['echo']);
    expect((await gateway.server(server))?.['status']).not.toBe('ready');
  });
});

describe('overrides of tools by the operator', () => {
  it('[tool-overrides] lists and calls a tool under the name that the operator gave it', async () => {
    const { upstream, server } = await serverWith(undefined, {
      overrides: {
        echo: { name: 'say', title: 'Say', description: 'Says it', annotations: { readOnlyHint: true } },
      },
    });
    const { body } = await gateway.mcp(server, 'tools');
    expect(body['tools']).toEqual([
      {
        name: 'say',
        title: 'Say',
        description: 'Says it',
        annotations: { readOnlyHint: true },
        inputSchema: { type: 'object' },
      },
    ]);
    expect((await gateway.call(server, 'say', { a: 1 })).body).toMatchObject({ structuredContent: { a: 1 } });
    expect(upstream.of('tools/call')[0]?.rpc?.params['name']).toBe('echo');
    expect((await gateway.call(server, 'echo', {})).body['code']).toBe('tool-not-found');
  });
});

it('[unknown-members-kept] keeps every member that it does not know', async () => {
  const odd = { 'x-odd': { deep: [1, null, 'é'] } };
  const content = [
    { type: 'hologram', layers: [{ z: 1 }], ...odd },
    { type: 'text', text: 'plain', annotations: { audience: ['user'], ...odd }, _meta: { 'a/b': 1 } },
    { type: 'resource', resource: { uri: 'note://x', text: 'x', ...odd } },
  ];
  const result = { content, structuredContent: [1, 2, 3], _meta: { 'com.example/trace': 'T' }, ...odd };
  const definition = {
    title: 'Odd',
    outputSchema: { type: 'array', items: { type: 'number' }, ...odd },
    annotations: { readOnlyHint: true, ...odd },
    execution: { taskSupport: 'optional' },
    icons: [{ src: 'data:,x', ...odd }],
    _meta: { 'ui/resourceUri': 'ui://x' },
    ...odd,
  };
  const { upstream, server } = await serverWith([tool('odd', answers(result), definition)]);
  upstream.serverInfo = { name: 'odd', version: '1', websiteUrl: 'https://example.com', ...odd };
  upstream.capabilities = { ...upstream.capabilities, tasks: { list: {} }, ...odd };
  upstream.resources = [{ uri: 'note://one', name: 'one', size: 3, ...odd }];
  upstream.prompts = [{ name: 'greet', icons: [], ...odd }];
  upstream.methods.set(
    'resources/read',
    answers({ contents: [{ uri: 'note://one', text: 'x', ...odd }], ...odd }),
  );
  upstream.methods.set(
    'prompts/get',
    answers({ messages: [{ role: 'user', content: { type: 'hologram', ...odd }, ...odd }], ...odd }),
  );
  expect((await gateway.mcp(server, 'tools')).body).toEqual({ tools: [upstream.tools[0]?.definition] });
  expect((await gateway.call(server, 'odd', {})).body).toEqual(result);
  expect((await gateway.mcp(server, 'resources')).body['resources']).toEqual(upstream.resources);
  expect((await gateway.mcp(server, 'prompts')).body['prompts']).toEqual(upstream.prompts);
  expect((await gateway.mcp(server, 'resources/read', { uri: 'note://one' })).body).toEqual({
    contents: [{ uri: 'note://one', text: 'x', ...odd }],
    ...odd,
  });
  expect((await gateway.mcp(server, 'prompts/get', { name: 'greet' })).body).toMatchObject(odd);
  expect((await gateway.mcp(server, 'ping')).body['serverInfo']).toEqual(upstream.serverInfo);
  expect(await gateway.server(server)).toMatchObject({
    serverInfo: upstream.serverInfo,
    capabilities: upstream.capabilities,
  });
  const stream = await gateway.stream(server, 'odd');
  expect((await stream.first('result')).data).toEqual(result);
});
