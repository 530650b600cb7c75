import { closeAfterEach } from '../../support/closing.js';
import { spawnGateway } from '../../support/processes/gateway-process.js';
import { echo, ScriptedHttp } from '../../support/upstreams/scripted-http.js';

const open = closeAfterEach();

describe('a list without end', () => {
  it('[list-bytes] is refused by its bytes, and a gateway with a heap of 400 MB survives it', async () => {
    const upstream = await open(ScriptedHttp.start([echo]));
    const page = (bytes: number, cursor: string) =>
      JSON.stringify({
        tools: [{ name: cursor, inputSchema: { type: 'object', description: 'd'.repeat(bytes) } }],
        nextCursor: cursor,
      });
    let itemBytes = 8 * 1_048_576;
    let cursorBytes = 8;
    let pages = 0;
    upstream.methods.set('tools/list', (exchange) => {
      const result = page(itemBytes, String(++pages).padStart(cursorBytes, '0'));
      exchange.send(200, `{"jsonrpc":"2.0","id":${JSON.stringify(exchange.id)},"result":${result}}`);
    });
    const gateway = await spawnGateway({
      mcpServers: { s: { url: upstream.url } },
      nodeOptions: ['--max-old-space-size=400'],
    });
    await open({
      close: async () => {
        await gateway.stop('SIGKILL');
      },
    });
    const client = await gateway.ready();
    const refusal = async () => {
      const { status, body } = await client.mcp('s', 'tools?refresh=true');
      expect({ status, code: body['code'] }).toEqual({ status: 502, code: 'upstream-response-too-large' });
      return body['detail'];
    };
    expect(await refusal()).toContain('MAX_LIST_BYTES');
    expect(pages).toBeLessThan(4);
    pages = 0;
    itemBytes = 1_000_000;
    expect(await refusal()).toContain('MAX_LIST_BYTES');
    expect(pages).toBeLessThan(20);
    itemBytes = 10;
    cursorBytes = 20_000;
    expect(await refusal()).toContain('MAX_CURSOR_BYTES');
    itemBytes = 8 * 1_048_576;
    await Promise.all(Array.from({ length: 20 }, refusal));
    expect((await client.call('s', 'echo', { a: 1 })).status).toBe(200);
  });
});
