import { closeAfterAll } from '../support/closing.js';
import { operatorOf, type AppsClient } from '../support/clients/apps-client.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { Json } from '../support/clients/gateway-client.js';
import { ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { ScriptedModern } from '../support/upstreams/scripted-modern.js';

const open = closeAfterAll();
const era = { resultType: 'complete', ttlMs: 5, cacheScope: 'private' };
const plain = {
  content: [{ type: 'text', text: 'said', ttlMs: 1 }],
  _meta: { 'x/y': { resultType: 'mine' } },
};
const large = { content: [{ type: 'text', text: 'x'.repeat(70_000) }], structuredContent: { n: 1 } };
let gateway: TestGateway;
let client: AppsClient;

const tools = () => [
  tool('small', (exchange) => {
    exchange.result({ ...era, ...plain });
  }),
  tool('large', (exchange) => {
    exchange.result({ ...large, ...era });
  }),
];

beforeAll(async () => {
  const old = await open(ScriptedHttp.start(tools()));
  const modern = await open(ScriptedModern.start(tools()));
  gateway = await open(
    startGateway({
      env: { EGRESS_ALLOW: ['127.0.0.0/8'] },
      mcpServers: { old: { url: old.url }, modern: { url: modern.url } },
    }),
  );
  client = operatorOf(gateway);
  await client.newApp('a', { mcpServers: { old: { url: old.url }, modern: { url: modern.url } } });
});

const post = async (path: string, body: Json): Promise<Json> => (await client.json(path, { body })).body;

describe.each(['old', 'modern'])('a result of the %s server', (server) => {
  it('[rest-one-shape] has one shape at REST and SDK, streamed or not', async () => {
    for (const [name, expected] of [
      ['small', plain],
      ['large', large],
    ] as const) {
      expect(await post(`/api/servers/${server}/mcp/call`, { name })).toEqual(expected);
      expect(await post('/api/sdk/tools/call?app=a', { name: `${server}__${name}` })).toEqual(expected);
      const streamed = await client.stream(server, name, {});
      expect((await streamed.first('result')).data).toEqual(expected);
    }
    const read = { uri: 'note://one' };
    const contents = await post(`/api/servers/${server}/mcp/resources/read`, read);
    expect(contents).toHaveProperty('contents');
    for (const member of Object.keys(era)) expect(contents).not.toHaveProperty(member);
    expect(await post('/api/sdk/resources/read?app=a', { ...read, server })).toEqual(contents);
    for (const list of ['tools', 'resources', 'prompts']) {
      const { body } = await client.mcp(server, list);
      for (const member of Object.keys(era)) expect(body).not.toHaveProperty(member);
    }
  });

  it('[rest-raw] is all that the server said with raw=true', async () => {
    expect(await post(`/api/servers/${server}/mcp/call?raw=true`, { name: 'small' })).toEqual({
      ...era,
      ...plain,
    });
    expect(await post('/api/sdk/tools/call?app=a&raw=true', { name: `${server}__large` })).toEqual({
      ...large,
      ...era,
    });
    expect(await post(`/api/servers/${server}/mcp/call?raw=maybe`, { name: 'small' })).toMatchObject({
      code: 'invalid-request',
    });
  });
});
