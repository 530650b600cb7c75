import { closeAfterEach } from '../support/closing.js';
import { figure } from '../support/measures/figures.js';
import { startGateway, type GatewayOptions, type TestGateway } from '../support/gateway.js';
import type { Json } from '../support/clients/gateway-client.js';
import { waitFor } from '../support/wait-for.js';
import { answers, text } from '../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool, type ScriptedTool } from '../support/upstreams/scripted-http.js';
import { stdioServer } from '../support/upstreams/stdio.js';

const open = closeAfterEach();

async function gatewayFor(
  tools?: readonly ScriptedTool[],
  options: GatewayOptions & { entry?: Json } = {},
): Promise<{ upstream: ScriptedHttp; gateway: TestGateway }> {
  const upstream = await open(ScriptedHttp.start(tools));
  const { entry, ...rest } = options;
  const gateway = await open(startGateway({ mcpServers: { s: { url: upstream.url, ...entry } }, ...rest }));
  return { upstream, gateway };
}

/** As `MAX_LIST_PAGES` is when nobody says otherwise. */
const maxPages = 1000;

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => tool(`tool-${String(index)}`, answers(text('ok'))));

/** Follows `nextCursor` to the end. */
async function walk(gateway: TestGateway, list: string, limit: number): Promise<Json[]> {
  const pages: Json[] = [];
  let cursor: string | undefined;
  do {
    const query = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { status, body } = await gateway.mcp('s', `${list}?limit=${String(limit)}${query}`);
    expect(status).toBe(200);
    pages.push(body);
    cursor = body['nextCursor'] as string | undefined;
  } while (cursor !== undefined && pages.length < 100);
  return pages;
}

const namesIn = (pages: readonly Json[], member: string, key = 'name') =>
  pages.flatMap((page) => (page[member] as Json[] | undefined) ?? []).map((item) => String(item[key]));

describe('lists over many upstream pages', () => {
  it('[list-pages-complete] gathers all pages of the upstream and pages them itself', async () => {
    const { upstream, gateway } = await gatewayFor(many(25));
    upstream.pageSize = 2;
    const expected = upstream.tools.map(({ definition }) => definition.name);
    expect(await gateway.toolNames('s')).toEqual(expected);
    const pages = await walk(gateway, 'tools', 10);
    expect(pages.map(({ tools }) => (tools as unknown[]).length)).toEqual([10, 10, 5]);
    expect(namesIn(pages, 'tools')).toEqual(expected);
  });

  it('[list-pages-complete] asks the upstream once for many readers', async () => {
    const { upstream, gateway } = await gatewayFor(many(4));
    upstream.pageSize = 2;
    await Promise.all(Array.from({ length: 20 }, () => gateway.toolNames('s')));
    expect(upstream.of('tools/list')).toHaveLength(2);
  });

  it('[list-pages-complete] pages resources with their templates, and prompts', async () => {
    const { upstream, gateway } = await gatewayFor();
    upstream.pageSize = 3;
    upstream.resources = Array.from({ length: 11 }, (_, i) => ({ uri: `note://${String(i)}`, name: 'n' }));
    upstream.resourceTemplates = [{ uriTemplate: 'a://{x}' }, { uriTemplate: 'b://{x}' }];
    upstream.prompts = Array.from({ length: 7 }, (_, i) => ({ name: `p${String(i)}` }));
    const pages = await walk(gateway, 'resources', 4);
    expect(namesIn(pages, 'resources', 'uri')).toEqual(upstream.resources.map(({ uri }) => uri));
    expect(namesIn(pages, 'resourceTemplates', 'uriTemplate')).toEqual(['a://{x}', 'b://{x}']);
    expect(namesIn(await walk(gateway, 'prompts', 2), 'prompts')).toHaveLength(7);
  });

  it('[list-pages-complete] refuses a limit or cursor that is none', async () => {
    const { gateway } = await gatewayFor();
    for (const query of ['limit=0', 'limit=201', 'limit=x', 'cursor=made-up'])
      expect(await gateway.mcp('s', `tools?${query}`)).toMatchObject({
        status: 400,
        body: { code: query.startsWith('cursor') ? 'invalid-cursor' : 'invalid-request' },
      });
  });

  it('[cursor-forever] gives up on an upstream whose cursor never moves', async () => {
    const { upstream, gateway } = await gatewayFor(many(4), { env: { MAX_LIST_PAGES: 20 } });
    upstream.methods.set('tools/list', answers({ tools: [echo.definition], nextCursor: 'again' }));
    const { status, body } = await gateway.mcp('s', 'tools');
    expect(status).toBe(502);
    expect(['upstream-error', 'upstream-response-too-large']).toContain(body['code']);
    expect(body['detail']).toEqual(expect.any(String));
    expect(upstream.of('tools/list').length).toBeLessThanOrEqual(20);
    figure('cursor-forever', {
      'pages asked of a cursor that never moves': upstream.of('tools/list').length,
    });
  });

  it('[cursor-forever] gives up on a list that never ends', async () => {
    const { upstream, gateway } = await gatewayFor(many(4));
    let page = 0;
    upstream.methods.set('tools/list', (exchange) => {
      const name = `tool-${String(++page)}`;
      exchange.result({ tools: [{ name, inputSchema: { type: 'object' } }], nextCursor: String(page) });
    });
    const { status, body, ms } = await gateway.mcp('s', 'tools');
    expect({ status, code: body['code'] }).toEqual({ status: 502, code: 'upstream-response-too-large' });
    expect(upstream.of('tools/list')).toHaveLength(maxPages);
    figure('cursor-forever', { 'and of a list that never ends': page, status, ms: ms.toFixed(0) });
    expect(await gateway.mcp('s', 'ping')).toMatchObject({ status: 200 });
  });
});

describe('freshness of lists', () => {
  it('[list-etag] sends an ETag and answers 304 while nothing changed', async () => {
    const { upstream, gateway } = await gatewayFor();
    for (const list of ['tools', 'resources', 'prompts']) {
      const first = await gateway.mcp('s', list);
      const etag = String(first.headers.get('etag'));
      expect(etag).toMatch(/^(W\/)?"[^"]+"$/);
      const again = await gateway.mcp('s', list, undefined, { headers: { 'if-none-match': etag } });
      expect(again).toMatchObject({ status: 304, text: '' });
      expect(again.headers.get('etag')).toBe(etag);
      for (const other of [`"x", ${etag}`, '*'])
        expect(
          (await gateway.mcp('s', list, undefined, { headers: { 'if-none-match': other } })).status,
        ).toBe(304);
    }
    const { headers } = await gateway.mcp('s', 'tools');
    upstream.tools.push(tool('new', answers(text('ok'))));
    const changed = await gateway.mcp('s', 'tools?refresh=true', undefined, {
      headers: { 'if-none-match': String(headers.get('etag')) },
    });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(headers.get('etag'));
  });

  it('[list-etag] tells pages apart', async () => {
    const { gateway } = await gatewayFor(many(5));
    const all = await gateway.mcp('s', 'tools');
    const page = await gateway.mcp('s', 'tools?limit=2', undefined, {
      headers: { 'if-none-match': String(all.headers.get('etag')) },
    });
    expect(page.status).toBe(200);
  });

  it('[list-refresh] asks again only when told to', async () => {
    const { upstream, gateway } = await gatewayFor();
    await gateway.toolNames('s');
    upstream.tools.push(tool('new', answers(text('ok'))));
    expect(await gateway.toolNames('s')).toEqual(['echo']);
    expect(await gateway.toolNames('s', '?refresh=true')).toEqual(['echo', 'new']);
    expect(await gateway.toolNames('s')).toEqual(['echo', 'new']);
    expect(upstream.of('tools/list')).toHaveLength(2);
  });

  it('[list-changed] takes over what an HTTP upstream announces', async () => {
    const { upstream, gateway } = await gatewayFor();
    await gateway.toolNames('s');
    await waitFor('the gateway to listen', () => upstream.listening > 0);
    upstream.tools.push(tool('new', answers(text('ok'))));
    upstream.broadcast('notifications/tools/list_changed');
    await waitFor('the new tool', async () => (await gateway.toolNames('s')).includes('new'));
    upstream.prompts.push({ name: 'second' });
    await gateway.mcp('s', 'prompts');
    upstream.prompts.push({ name: 'third' });
    upstream.broadcast('notifications/prompts/list_changed');
    await waitFor('the new prompt', async () =>
      namesIn([(await gateway.mcp('s', 'prompts')).body], 'prompts').includes('third'),
    );
  });

  it('[list-changed] takes over what a stdio upstream announces', async () => {
    const gateway = await open(startGateway({ mcpServers: { s: stdioServer() } }));
    expect(await gateway.toolNames('s')).not.toContain('late');
    await gateway.call('s', 'addTool', { name: 'late' });
    await waitFor('the new tool', async () => (await gateway.toolNames('s')).includes('late'));
  });

  it('[list-last-known] serves the last known list while the upstream is down', async () => {
    const { upstream, gateway } = await gatewayFor();
    await gateway.toolNames('s');
    await upstream.close();
    expect((await gateway.call('s', 'echo', {})).status).toBeGreaterThanOrEqual(502);
    expect(await gateway.toolNames('s')).toEqual(['echo']);
    expect((await gateway.server('s'))?.['status']).not.toBe('ready');
  });
});

describe('what the operator says about tools', () => {
  it('[tool-overrides] lists and calls a tool under the name that the operator gave it', async () => {
    const { upstream, gateway } = await gatewayFor(undefined, {
      entry: {
        overrides: {
          echo: { name: 'say', title: 'Say', description: 'Says it', annotations: { readOnlyHint: true } },
        },
      },
    });
    const { body } = await gateway.mcp('s', 'tools');
    expect(body['tools']).toEqual([
      {
        name: 'say',
        title: 'Say',
        description: 'Says it',
        annotations: { readOnlyHint: true },
        inputSchema: { type: 'object' },
      },
    ]);
    expect((await gateway.call('s', 'say', { a: 1 })).body).toMatchObject({ structuredContent: { a: 1 } });
    expect(upstream.of('tools/call')[0]?.rpc?.params['name']).toBe('echo');
    expect((await gateway.call('s', 'echo', {})).body['code']).toBe('tool-not-found');
  });
});

it('[unknown-members-kept] hands on every member that it does not know', async () => {
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
  const { upstream, gateway } = await gatewayFor([tool('odd', answers(result), definition)]);
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
  expect((await gateway.mcp('s', 'tools')).body).toEqual({ tools: [upstream.tools[0]?.definition] });
  expect((await gateway.call('s', 'odd', {})).body).toEqual(result);
  expect((await gateway.mcp('s', 'resources')).body['resources']).toEqual(upstream.resources);
  expect((await gateway.mcp('s', 'prompts')).body['prompts']).toEqual(upstream.prompts);
  expect((await gateway.mcp('s', 'resources/read', { uri: 'note://one' })).body).toEqual({
    contents: [{ uri: 'note://one', text: 'x', ...odd }],
    ...odd,
  });
  expect((await gateway.mcp('s', 'prompts/get', { name: 'greet' })).body).toMatchObject(odd);
  expect((await gateway.mcp('s', 'ping')).body['serverInfo']).toEqual(upstream.serverInfo);
  expect(await gateway.server('s')).toMatchObject({
    serverInfo: upstream.serverInfo,
    capabilities: upstream.capabilities,
  });
  const stream = await gateway.stream('s', 'odd');
  expect((await stream.first('result')).data).toEqual(result);
});
