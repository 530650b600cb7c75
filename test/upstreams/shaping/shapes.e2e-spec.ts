import { operatorOf } from '../../support/clients/apps-client.js';
import { ChatClient, toolParts, user } from '../../support/clients/chat-client.js';
import type { GatewayClient, Json } from '../../support/clients/gateway-client.js';
import { errorOf, resultOf } from '../../support/clients/native-client.js';
import { says, toolsOf } from '../../support/clients/sdk-apps.js';
import { closeAfterAll, closeAfterEach } from '../../support/closing.js';
import { gatewayState, startGateway } from '../../support/gateway.js';
import { asksThenSays } from '../../support/models/model-server.js';
import { stored } from '../../support/stored.js';
import { TestClock } from '../../support/test-clock.js';
import { text } from '../../support/upstreams/behaviours.js';
import { declareServers } from '../../support/upstreams/declared-servers.js';
import { ScriptedHttp } from '../../support/upstreams/scripted-http.js';
import {
  asWritten,
  everyDoor,
  filler,
  linkIn,
  outputSchema,
  shape,
  ShapedStage,
  shapedServers,
} from '../../support/upstreams/shaped-stage.js';
import { laneStdio } from '../../support/upstreams/stdio.js';
import { Workflows } from '../../support/workflows/workflow-app.js';

const keep = closeAfterAll();
const open = closeAfterEach();
let stage: ShapedStage;

beforeAll(async () => {
  stage = await ShapedStage.start(keep);
});

async function cutId(client: GatewayClient = stage.gateway): Promise<string> {
  return linkIn((await client.call('old', 'large')).body).id;
}

describe('A result that is larger than its shape', () => {
  it.each(everyDoor)(
    '[shape-cut] a large result of %s is cut by %s, and says where the whole is',
    async (server, door) => {
      const result = await stage.through[door](server, 'large');
      expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(600);
      expect(result).toMatchObject({
        content: [
          { type: 'text', text: expect.stringMatching(/^x{100,}$/) as string },
          { type: 'resource_link', mimeType: 'application/json' },
        ],
      });
      const whole = await stage.gateway.json(`/api/results/${linkIn(result).id}`);
      expect(whole).toMatchObject({ status: 200, body: text(filler) });
    },
  );

  it.each(shapedServers)(
    '[shape-read] a cut result of %s can be read whole as a resource, in both revisions',
    async (server) => {
      const { uri } = linkIn((await stage.gateway.call(server, 'large')).body);
      const contents = [
        { uri, mimeType: 'application/json', text: expect.stringContaining(filler) as string },
      ];
      const client = stage.native(`servers/${server}`);
      expect(resultOf(await client.modern('resources/read', { uri }))).toMatchObject({
        ...{ resultType: 'complete', cacheScope: 'private', contents },
      });
      await client.initialize();
      expect(await client.result('resources/read', { uri })).toEqual({ contents });
      expect((await stage.gateway.mcp(server, 'resources/read', { uri })).body).toEqual({ contents });
    },
  );

  it('[shape-read] a cut result can be read at the endpoint of an app and by its SDK', async () => {
    const { uri } = linkIn((await stage.app.use('one__large')).body);
    const contents = [{ uri, mimeType: 'application/json', text: expect.stringContaining(filler) as string }];
    const client = stage.native('apps/shop', stage.app.token);
    expect(resultOf(await client.modern('resources/read', { uri }))).toMatchObject({ contents });
    await client.initialize();
    expect(await client.result('resources/read', { uri })).toEqual({ contents });
    expect((await stage.app.json('/api/sdk/resources/read', { body: { uri } })).body).toEqual({ contents });
  });

  it('[shape-holder] a cut result can be read only by the caller', async () => {
    const id = await cutId();
    const uri = `gantry://results/${id}`;
    expect(await stage.app.json(`/api/results/${id}`)).toMatchObject({
      status: 404,
      body: { code: 'result-not-found' },
    });
    const client = stage.native('apps/shop', stage.app.token);
    expect(errorOf(await client.modern('resources/read', { uri }))).toMatchObject({
      data: { code: 'resource-not-found' },
    });
    const { id: ofKey, uri: keyUri } = linkIn((await stage.app.use('one__large')).body);
    const sibling = await operatorOf(stage.gateway).withKey('shop');
    expect((await stage.app.json(`/api/results/${ofKey}`)).status).toBe(200);
    expect((await sibling.json(`/api/results/${ofKey}`)).status).toBe(404);
    expect((await sibling.json('/api/sdk/resources/read', { body: { uri: keyUri } })).status).toBe(404);
    const unknown = await stage.gateway.json('/api/results/res_0');
    expect(unknown).toMatchObject({ status: 404, body: { code: 'result-not-found' } });
  });

  it('[shape-overflow] the whole is not kept where the shape says so', async () => {
    const { body } = await stage.gateway.call('old', 'broken');
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(500);
    expect(body).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^x+$/) as string }, { type: 'text' }],
    });
    expect(JSON.stringify(body)).not.toContain('gantry://');
  });

  it('[shape-layers] the shapes of the operator and of the app both apply', async () => {
    const { body } = await stage.app.use('two__large');
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(400);
    expect((await stage.app.use('two__rows')).body['structuredContent']).toEqual({ ids: [1, 2, 3] });
  });
});

describe('Parts of the whole', () => {
  const part = async (id: string, headers: Record<string, string>) => {
    const answer = await stage.gateway.fetch(`/api/results/${id}`, { headers });
    return { status: answer.status, range: answer.headers.get('content-range'), text: await answer.text() };
  };

  it('[shape-ranges] parts of a cut result are read by byte ranges', async () => {
    const id = await cutId();
    const whole = await stage.gateway.fetch(`/api/results/${id}`);
    const all = await whole.text();
    const of = `/${String(all.length)}`;
    expect(whole.headers.get('accept-ranges')).toBe('bytes');
    expect(await part(id, { range: 'bytes=0-9' })).toEqual({
      ...{ status: 206, range: `bytes 0-9${of}`, text: all.slice(0, 10) },
    });
    expect(await part(id, { range: 'bytes=-5' })).toMatchObject({ status: 206, text: all.slice(-5) });
    expect(await part(id, { range: 'bytes=4000-' })).toMatchObject({ status: 206, text: all.slice(4000) });
    expect(await part(id, { range: 'bytes=999999-' })).toMatchObject({ status: 416, range: `bytes *${of}` });
    expect(await part(id, { range: 'bytes=9-0' })).toMatchObject({ status: 200, text: all });
    const etag = String(whole.headers.get('etag'));
    expect(await part(id, { range: 'bytes=0-0', 'if-range': etag })).toMatchObject({ status: 206 });
    expect(await part(id, { range: 'bytes=0-0', 'if-range': '"another"' })).toMatchObject({ status: 200 });
  });
});

describe('What is kept', () => {
  it('[shape-after-checks] the kept whole is what checks have left', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const upstream = await open(ScriptedHttp.start([says('large', `${secret} ${filler}`)]));
    const checked = stage.gateway;
    await open(
      declareServers(checked, {
        s: {
          url: upstream.url,
          tools: { shape },
          policies: { checks: { secrets: 'redact', urls: ['https://example.com/*'] } },
        },
      }),
    );
    const { body } = await checked.call('s', 'large');
    const whole = await checked.json(`/api/results/${linkIn(body).id}`);
    expect(whole.text).toContain(filler);
    expect(whole.text).not.toContain(secret);
    expect(JSON.stringify(body)).not.toContain(secret);
  });

  it('[shape-kept] [shape-room] a kept result survives a restart, sealed, and ends after an hour; without room a result is cut and says so', async () => {
    const state = await gatewayState();
    await open({ close: () => state.remove() });
    const clock = new TestClock();
    const mcpServers = { old: { url: stage.upstream.url, tools: { shape } } };
    const env = { ACCOUNT_KEPT_RESULTS: 1 };
    const first = await startGateway({ state, clock, mcpServers, env });
    const id = await cutId(first);
    const { body } = await first.call('old', 'large');
    expect(JSON.stringify(body)).toContain('ACCOUNT_KEPT_RESULTS');
    expect(JSON.stringify(body)).not.toContain('gantry://');
    const { body: limits } = await first.json('/api/usage/limits');
    expect(limits['limits']).toContainEqual(
      expect.objectContaining({ name: 'keptResults', variable: 'ACCOUNT_KEPT_RESULTS', used: 1, max: 1 }),
    );
    await first.close();
    expect(JSON.stringify(await stored(state))).not.toContain(filler.slice(0, 100));
    const second = await open(startGateway({ state, clock, env }));
    clock.advance(59 * 60_000);
    expect((await second.json(`/api/results/${id}`)).body).toMatchObject(text(filler));
    clock.advance(60_000);
    expect((await second.json(`/api/results/${id}`)).status).toBe(404);
  });
});

describe('What an expression picks', () => {
  // Cutting is tested through every door; one door for each server shows that picking takes the same way.
  it.each(everyDoor.filter((_, index) => index % 5 === 0))(
    '[shape-pick] only the picked part of a result of %s is returned by %s',
    async (server, door) => {
      expect(await stage.through[door](server, 'fine')).toMatchObject({
        content: [{ type: 'text', text: 'F' }],
      });
    },
  );

  const ids = { ids: [1, 2, 3] };

  it.each(everyDoor.slice(0, 4))(
    '[shape-pick] the picked part of a result of %s is structured content too, by %s',
    async (server, door) => {
      const result = await stage.through[door](server, 'rows');
      expect(result).toMatchObject({ content: [{ text: JSON.stringify(ids) }], structuredContent: ids });
      expect(JSON.stringify(result)).not.toContain('s1');
    },
  );

  it('[shape-pick] a shape applies by the SDK and at the endpoint of an app', async () => {
    expect((await stage.app.use('one__lines')).body['structuredContent']).toEqual(ids);
    const client = stage.native('apps/shop', stage.app.token);
    const params = { name: 'one__lines', arguments: {} };
    expect(resultOf(await client.modern('tools/call', params))).toMatchObject({ structuredContent: ids });
    await client.initialize();
    expect(await client.result('tools/call', params)).toMatchObject({ structuredContent: ids });
  });

  it('[shape-pick] a shape applies in a chat', async () => {
    stage.model.otherwise = asksThenSays({ name: 'rows' }, 'Three rows.');
    const { message } = await new ChatClient(stage.gateway, 'old', { approval: 'never' }).turn([
      user('Rows?'),
    ]);
    expect(toolParts(message)).toMatchObject([{ output: { structuredContent: ids } }]);
    expect(JSON.stringify(message)).not.toContain('s1');
  });

  it('[shape-pick] a shape applies in a workflow', async () => {
    const { body } = await new Workflows(stage.app).execute('picked');
    expect(body).toMatchObject({ status: 'completed', output: ids });
  });
});

describe('An expression that fails', () => {
  it('[shape-fails] an expression that fails withholds the result', async () => {
    const { status, body, text: said } = await stage.gateway.call('old', 'faulty');
    expect({ status, body }).toMatchObject({ status: 502, body: { code: 'result-not-shaped' } });
    expect(said).not.toContain('secret');
  });

  it('[shape-fails] an expression that fails withholds the result in a stream, from native clients and in a workflow', async () => {
    const stream = await stage.gateway.stream('old', 'faulty');
    expect((await stream.first('error')).data).toMatchObject({ code: 'result-not-shaped' });
    const client = stage.native('servers/old');
    const modern = await client.modern('tools/call', { name: 'faulty', arguments: {} });
    expect(errorOf(modern)).toMatchObject({ data: { code: 'result-not-shaped' } });
    await client.initialize();
    const legacy = await client.request('tools/call', { name: 'faulty', arguments: {} });
    expect(errorOf(legacy)).toMatchObject({ data: { code: 'result-not-shaped' } });
    const { text: run } = await new Workflows(stage.app).execute('failing');
    for (const said of [modern.text, legacy.text, run]) expect(said).not.toContain('secret');
  });

  it.each(['stdio-old', 'stdio-modern'])(
    '[shape-fails] an expression over a number that it cannot represent fails, at %s',
    async (server) => {
      await open(
        declareServers(stage.gateway, {
          s: {
            ...laneStdio(server === 'stdio-old' ? '2025' : '2026'),
            tools: { shape: { line: { pick: 'big' } } },
          },
        }),
      );
      expect((await stage.gateway.call('s', 'line')).body).toMatchObject({ code: 'result-not-shaped' });
    },
  );
});

describe('A shape that is saved', () => {
  const save = (of: Json) =>
    stage.gateway.json('/api/cli/apps/shop/config?dryRun=true', {
      method: 'PUT',
      body: { config: { mcpServers: { one: { use: 'plain', tools: { shape: of } } } } },
      headers: { 'if-match': '*' },
    });

  it('[shape-saved] faults in a shape are reported with their place', async () => {
    const faulty = await save({ 'fine/~': { pick: 'a.[' }, rows: { pick: '$nothing' } });
    expect(faulty).toMatchObject({ status: 422, body: { code: 'invalid-config' } });
    expect(faulty.body['errors']).toMatchObject([
      { pointer: '/mcpServers/one/tools/shape/fine~1~0/pick' },
      {
        pointer: '/mcpServers/one/tools/shape/rows/pick',
        detail: expect.stringContaining('$nothing') as string,
      },
    ]);
    const unknown = await save({ rows: { picks: 'a' } });
    expect(unknown.body['errors']).toMatchObject([{ pointer: '/mcpServers/one/tools/shape/rows/picks' }]);
    const unused = await save({ never: { maxBytes: 10 } });
    expect(unused.body['warnings']).toMatchObject([
      { code: 'pattern-matches-nothing', pointer: '/mcpServers/one/tools/shape/never' },
    ]);
  });
});

describe('Lists', () => {
  const named = (list: readonly Json[], name: string) => list.find((one) => one['name'] === name);

  it('[shape-lists] lists omit the output schema of shaped tools, on every path', async () => {
    const client = stage.native('servers/old');
    const modern = resultOf(await client.modern('tools/list'))['tools'] as Json[];
    await client.initialize();
    const legacy = (await client.result('tools/list'))['tools'] as Json[];
    const rest = toolsOf(await stage.gateway.mcp('old', 'tools'));
    for (const list of [modern, legacy, rest]) {
      expect(named(list, 'rows')).not.toHaveProperty('outputSchema');
      expect(named(list, 'unshaped')).toMatchObject({ outputSchema });
    }
    const sdk = toolsOf(await stage.app.tools());
    expect(named(sdk, 'one__lines')).not.toHaveProperty('outputSchema');
    expect(named(sdk, 'one__unshaped')).toMatchObject({ outputSchema });
  });
});

describe('A tool without a shape', () => {
  it('[shape-unread] a result without a shape is passed on as it was written', async () => {
    const client = stage.native('servers/old');
    await client.initialize();
    const { text: told } = await client.request('tools/call', { name: 'unshaped', arguments: {} });
    expect(told).toContain(asWritten);
    expect((await stage.gateway.call('old', 'unshaped')).text).toContain('as \\u0077ritten');
  });
});
