import { closeAfterEach } from '../support/closing.js';
import { startGateway, type GatewayOptions, type TestGateway } from '../support/gateway.js';
import { spawnGateway } from '../support/processes/gateway-process.js';
import { errorOf, NativeClient, resultOf } from '../support/clients/native-client.js';
import { refuses, type Behaviour } from '../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterEach();

async function gatewayFor(
  upstream: ScriptedHttp,
  entry: object = {},
  options: GatewayOptions = {},
): Promise<TestGateway> {
  return open(startGateway({ mcpServers: { s: { url: upstream.url, ...entry } }, ...options }));
}

const nativeOf = (gateway: TestGateway) =>
  new NativeClient(`${gateway.url}/api/servers/s/mcp`, gateway.token);

describe('a server that does not list its tools', () => {
  const ways: [string, Behaviour][] = [
    ['fails', refuses(-32603, 'no list')],
    [
      'repeats its cursor',
      (exchange) => {
        exchange.result({ tools: [echo.definition], nextCursor: 'again' });
      },
    ],
  ];

  it.each(ways)('[unlisted-call] can be called when its list %s', async (_, behaviour) => {
    const upstream = await open(ScriptedHttp.start([echo]));
    upstream.methods.set('tools/list', behaviour);
    const gateway = await gatewayFor(upstream);
    for (let round = 0; round < 3; round++)
      expect(await gateway.call('s', 'echo', { round })).toMatchObject({
        status: 200,
        body: { structuredContent: { round } },
      });
    expect((await gateway.call('s', 'missing', {})).status).toBe(422);
    expect((await gateway.mcp('s', 'tools')).status).toBe(502);
    const native = nativeOf(gateway);
    await native.initialize();
    const params = { name: 'echo', arguments: { a: 1 } };
    for (const answer of [
      await native.request('tools/call', params),
      await native.modern('tools/call', params),
    ])
      expect(resultOf(answer)).toMatchObject({ structuredContent: { a: 1 } });
  });

  it('[unlisted-call] but not past a rule, which needs the list', async () => {
    const upstream = await open(ScriptedHttp.start([echo]));
    upstream.methods.set('tools/list', refuses(-32603, 'no list'));
    const gateway = await gatewayFor(upstream, { tools: { deny: ['secret'] } });
    expect((await gateway.call('s', 'echo', {})).status).toBe(502);
    expect(upstream.executions('echo')).toBe(0);
  });
});

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
    expect(await refusal()).toContain('MAX_LIST_ITEM_BYTES');
    expect(pages).toBe(1);
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

  it('[list-bytes] makes room for others: what is kept of all lists is bounded', async () => {
    const large = 'd'.repeat(30_000);
    const upstream = await open(ScriptedHttp.start([tool('echo', echo.run, { description: large })]));
    const names = ['a', 'b', 'c', 'd'];
    const gateway = await open(
      startGateway({
        mcpServers: Object.fromEntries(names.map((name) => [name, { url: upstream.url }])),
        env: {
          ...{ ALL_LIST_BYTES: 100_000, ACCOUNT_LIST_BYTES: 90_000 },
          ...{ MAX_LIST_BYTES: 80_000, MAX_LIST_ITEM_BYTES: 40_000 },
        },
      }),
    );
    for (const name of names) expect((await gateway.mcp(name, 'tools')).status).toBe(200);
    expect(upstream.of('tools/list')).toHaveLength(4);
    // The first had to go, the last is there.
    expect((await gateway.mcp('d', 'tools')).status).toBe(200);
    expect(upstream.of('tools/list')).toHaveLength(4);
    expect((await gateway.mcp('a', 'tools')).status).toBe(200);
    expect(upstream.of('tools/list')).toHaveLength(5);
  });
});

describe('timeoutMs of a declaration', () => {
  it('[timeout-every-way] ends a call of a 2025 client at a 2025 server that streams nothing but comments', async () => {
    const upstream = await open(ScriptedHttp.start([echo]));
    let ticking: NodeJS.Timeout | undefined;
    upstream.tools.push(
      tool('endless', (exchange) => {
        const { res } = exchange.openStream();
        ticking = setInterval(() => res.write(': still here\n\n'), 20);
        res.on('close', () => {
          clearInterval(ticking);
        });
      }),
    );
    const gateway = await gatewayFor(upstream, { timeoutMs: 300 });
    const native = nativeOf(gateway);
    await native.initialize();
    const answer = await native.request('tools/call', { name: 'endless', arguments: {} });
    expect(JSON.stringify(errorOf(answer))).toContain('upstream-timeout');
    await upstream.received('notifications/cancelled');
    await waitFor('the stream to be closed', () => upstream.requests.some(({ abortedAt }) => abortedAt));
  });
});
