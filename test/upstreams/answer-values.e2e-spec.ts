import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { errorOf, NativeClient } from '../support/clients/native-client.js';
import { ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { ScriptedModern } from '../support/upstreams/scripted-modern.js';
import { stdioServer } from '../support/upstreams/stdio.js';

const open = closeAfterAll();
const most = 1000;
/** Of more than 64 KiB: shorter answers are not counted. */
const numbers = (count: number) => Array.from({ length: count }, () => 'x'.repeat(80_000 / count));
const plain = tool('plain', (exchange) => {
  exchange.result({ content: [], structuredContent: { list: numbers(exchange.args['count'] as number) } });
});
const streamed = tool('streamed', (exchange) => {
  const stream = exchange.openStream();
  stream.result({ content: [], structuredContent: { list: numbers(exchange.args['count'] as number) } });
});

let gateway: TestGateway;

beforeAll(async () => {
  const legacy = await open(ScriptedHttp.start([plain, streamed]));
  const modern = await open(ScriptedModern.start([plain, streamed]));
  gateway = await open(
    startGateway({
      env: { MAX_RESULT_ELEMENTS: most },
      mcpServers: { legacy: { url: legacy.url }, modern: { url: modern.url }, stdio: stdioServer() },
    }),
  );
});

it.each([
  ['legacy', 'plain'],
  ['legacy', 'streamed'],
  ['modern', 'plain'],
  ['modern', 'streamed'],
])(
  '[answer-values] with too many values an answer of %s, %s, is refused by the name of the limit',
  async (server, name) => {
    const few = await gateway.call(server, name, { count: 500 });
    const many = await gateway.call(server, name, { count: 2000 });
    expect([few.status, many.status, many.body['code']]).toEqual([200, 502, 'upstream-response-too-large']);
    expect(many.body['detail']).toContain('MAX_RESULT_ELEMENTS (1000)');
  },
);

it('[answer-values] a native client is told so, too', async () => {
  const client = new NativeClient(`${gateway.url}/api/servers/legacy/mcp`, gateway.token);
  await client.initialize();
  const answer = await client.request('tools/call', { name: 'plain', arguments: { count: 2000 } });
  expect(errorOf(answer)).toMatchObject({ code: -32603, data: { code: 'upstream-response-too-large' } });
});

it('[answer-values] a process is told apart by the id of its answer', async () => {
  const call = (count: number) => gateway.call('stdio', 'echo', { list: numbers(count) });
  const [few, many] = await Promise.all([call(500), call(2000)]);
  expect([few.status, many.status, many.body['code']]).toEqual([200, 502, 'upstream-response-too-large']);
  expect((await gateway.call('stdio', 'echo', {})).status).toBe(200);
});
