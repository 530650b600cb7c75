import { ChatClient, toolParts, user } from '../../support/clients/chat-client.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { errorOf, resultOf } from '../../support/clients/native-client.js';
import { toolsOf } from '../../support/clients/sdk-apps.js';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway } from '../../support/gateway.js';
import { asksThenSays } from '../../support/models/model-server.js';
import { asWritten, everyDoor, outputSchema, ShapedStage } from '../../support/upstreams/shaped-stage.js';
import { laneStdio } from '../../support/upstreams/stdio.js';
import { Workflows } from '../../support/workflows/workflow-app.js';

const open = closeAfterAll();
let stage: ShapedStage;

beforeAll(async () => {
  stage = await ShapedStage.start(open);
});

describe('What an expression picks', () => {
  it.each(everyDoor)('[shape-pick] of a result of %s is all that is shown by %s', async (server, door) => {
    expect(await stage.through[door](server, 'fine')).toMatchObject({
      content: [{ type: 'text', text: 'F' }],
    });
  });

  const ids = { ids: [1, 2, 3] };

  it.each(everyDoor.slice(0, 4))(
    '[shape-pick] of %s is structured content too, by %s',
    async (server, door) => {
      const result = await stage.through[door](server, 'rows');
      expect(result).toMatchObject({ content: [{ text: JSON.stringify(ids) }], structuredContent: ids });
      expect(JSON.stringify(result)).not.toContain('s1');
    },
  );

  it('[shape-pick] holds for the SDK and at the endpoint of an app', async () => {
    expect((await stage.app.use('one__lines')).body['structuredContent']).toEqual(ids);
    const client = stage.native('apps/shop', stage.app.token);
    const params = { name: 'one__lines', arguments: {} };
    expect(resultOf(await client.modern('tools/call', params))).toMatchObject({ structuredContent: ids });
    await client.initialize();
    expect(await client.result('tools/call', params)).toMatchObject({ structuredContent: ids });
  });

  it('[shape-pick] holds in a chat', async () => {
    stage.model.otherwise = asksThenSays({ name: 'rows' }, 'Three rows.');
    const { message } = await new ChatClient(stage.gateway, 'old', { approval: 'never' }).turn([
      user('Rows?'),
    ]);
    expect(toolParts(message)).toMatchObject([{ output: { structuredContent: ids } }]);
    expect(JSON.stringify(message)).not.toContain('s1');
  });

  it('[shape-pick] holds in a workflow', async () => {
    const { body } = await new Workflows(stage.app).execute('picked');
    expect(body).toMatchObject({ status: 'completed', output: ids });
  });
});

describe('An expression that fails', () => {
  it('[shape-fails] shows nothing of the result', async () => {
    const { status, body, text: said } = await stage.gateway.call('old', 'faulty');
    expect({ status, body }).toMatchObject({ status: 502, body: { code: 'result-not-shaped' } });
    expect(said).not.toContain('secret');
  });

  it('[shape-fails] shows nothing in a stream, to native clients, in a workflow', async () => {
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
    '[shape-fails] is one with a number that it cannot hold, at %s',
    async (server) => {
      const shaped = await open(
        startGateway({
          mcpServers: {
            s: {
              ...laneStdio(server === 'stdio-old' ? '2025' : '2026'),
              tools: { shape: { line: { pick: 'big' } } },
            },
          },
        }),
      );
      expect((await shaped.call('s', 'line')).body).toMatchObject({ code: 'result-not-shaped' });
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

  it('[shape-saved] has its faults told with their places', async () => {
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

  it('[shape-lists] do not tell the output of tools that are shaped, on any way', async () => {
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
  it('[shape-unread] has its result passed as it was written', async () => {
    const client = stage.native('servers/old');
    await client.initialize();
    const { text: told } = await client.request('tools/call', { name: 'unshaped', arguments: {} });
    expect(told).toContain(asWritten);
    expect((await stage.gateway.call('old', 'unshaped')).text).toContain('as \\u0077ritten');
  });
});
