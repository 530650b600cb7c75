import type { ServerResponse } from 'node:http';
import { AccountUsage } from '../../src/platform/usage/account-usage.service.js';
import { personIn } from '../support/clients/apps-client.js';
import type { GatewayClient } from '../support/clients/gateway-client.js';
import { errorOf, NativeClient, resultOf } from '../support/clients/native-client.js';
import { closeAfterAll, closeAfterEach } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { pagesForEver, refuses, type Behaviour } from '../support/upstreams/behaviours.js';
import { declareServers } from '../support/upstreams/declared-servers.js';
import { echo, ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { ScriptedModern } from '../support/upstreams/scripted-modern.js';
import { stdioServer } from '../support/upstreams/stdio.js';
import { waitFor } from '../support/wait-for.js';

const keep = closeAfterAll();
const open = closeAfterEach();
let gateway: TestGateway;

beforeAll(async () => {
  const env = {
    ...{ MAX_RESULT_ELEMENTS: 1000, ACCOUNT_ANSWER_BYTES: 900_000 },
    ...{ ALL_LIST_BYTES: 100_000, ACCOUNT_LIST_BYTES: 90_000 },
    ...{ MAX_LIST_BYTES: 80_000, MAX_LIST_ITEM_BYTES: 40_000 },
  };
  gateway = await keep(startGateway({ env }));
});

async function declared(upstream: ScriptedHttp, entry: object = {}): Promise<void> {
  await open(declareServers(gateway, { s: { url: upstream.url, ...entry } }));
}

const nativeOf = (server: string, client: GatewayClient = gateway) =>
  new NativeClient(`${gateway.url}/api/servers/${server}/mcp`, client.token);

describe('a server that does not list its tools', () => {
  const ways: [string, Behaviour][] = [
    ['fails', refuses(-32603, 'no list')],
    ['never ends', pagesForEver()],
  ];

  it.each(ways)('[unlisted-call] a server can be called when its list of tools %s', async (_, behaviour) => {
    const upstream = await open(ScriptedHttp.start([echo]));
    upstream.methods.set('tools/list', behaviour);
    await declared(upstream);
    for (let round = 0; round < 3; round++)
      expect(await gateway.call('s', 'echo', { round })).toMatchObject({
        status: 200,
        body: { structuredContent: { round } },
      });
    expect((await gateway.call('s', 'missing', {})).status).toBe(422);
    expect((await gateway.mcp('s', 'tools')).status).toBe(502);
    const native = nativeOf('s');
    await native.initialize();
    const params = { name: 'echo', arguments: { a: 1 } };
    for (const answer of [
      await native.request('tools/call', params),
      await native.modern('tools/call', params),
    ])
      expect(resultOf(answer)).toMatchObject({ structuredContent: { a: 1 } });
  });

  it('[unlisted-call] a server with a rule cannot be called without its list', async () => {
    const upstream = await open(ScriptedHttp.start([echo]));
    upstream.methods.set('tools/list', refuses(-32603, 'no list'));
    await declared(upstream, { tools: { deny: ['secret'] } });
    expect((await gateway.call('s', 'echo', {})).status).toBe(502);
    expect(upstream.executions('echo')).toBe(0);
  });
});

describe('a list without end', () => {
  it('[list-bytes] what is kept of all lists is bounded, and the oldest makes room', async () => {
    const large = 'd'.repeat(30_000);
    const upstream = await open(ScriptedHttp.start([tool('echo', echo.run, { description: large })]));
    const names = ['a', 'b', 'c', 'd'];
    const servers = Object.fromEntries(names.map((name) => [name, { url: upstream.url }]));
    await open(declareServers(gateway, servers));
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
  it('[server-requests-bound] a server that sends requests without waiting for answers fails the call', async () => {
    let isHonest = false;
    const upstream = await open(
      ScriptedHttp.start([
        tool('ask', (exchange) => {
          const stream = exchange.openStream();
          const count = isHonest ? 50 : 5000;
          for (let id = 0; id < count; id++) stream.message({ id: `q${String(id)}`, method: 'ping' });
          if (isHonest) stream.result({ content: [] });
        }),
      ]),
    );
    await declared(upstream);
    const refused = await gateway.call('s', 'ask');
    expect(refused.status).toBe(502);
    expect(refused.body).toMatchObject({ code: 'upstream-response-too-large' });
    expect(refused.text).toContain('more than 100 requests');
    expect(upstream.requests.length).toBeLessThan(300);
    isHonest = true;
    for (let round = 0; round < 5; round++) expect((await gateway.call('s', 'ask')).status).toBe(200);
  });

  it('[timeout-every-way] timeoutMs of a declaration ends a call whose stream has nothing but comments', async () => {
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
    await declared(upstream, { timeoutMs: 300 });
    const native = nativeOf('s');
    await native.initialize();
    const answer = await native.request('tools/call', { name: 'endless', arguments: {} });
    expect(JSON.stringify(errorOf(answer))).toContain('upstream-timeout');
    await upstream.received('notifications/cancelled');
    await waitFor('the stream to be closed', () => upstream.requests.some(({ abortedAt }) => abortedAt));
  });
});

describe('an answer with too many values', () => {
  /** Of more than 64 KiB: shorter answers are not counted. */
  const numbers = (count: number) => Array.from({ length: count }, () => 'x'.repeat(80_000 / count));
  const plain = tool('plain', (exchange) => {
    exchange.result({ content: [], structuredContent: { list: numbers(exchange.args['count'] as number) } });
  });
  const streamed = tool('streamed', (exchange) => {
    const stream = exchange.openStream();
    stream.result({ content: [], structuredContent: { list: numbers(exchange.args['count'] as number) } });
  });

  beforeEach(async () => {
    const legacy = await open(ScriptedHttp.start([plain, streamed]));
    const modern = await open(ScriptedModern.start([plain, streamed]));
    await open(
      declareServers(gateway, {
        ...{ legacy: { url: legacy.url }, modern: { url: modern.url } },
        stdio: stdioServer(),
      }),
    );
  });

  it.each([
    ['legacy', 'plain'],
    ['legacy', 'streamed'],
    ['modern', 'plain'],
    ['modern', 'streamed'],
  ])('[answer-values] an answer of %s, %s, is refused with the name of the limit', async (server, name) => {
    const few = await gateway.call(server, name, { count: 500 });
    const many = await gateway.call(server, name, { count: 2000 });
    expect([few.status, many.status, many.body['code']]).toEqual([200, 502, 'upstream-response-too-large']);
    expect(many.body['detail']).toContain('MAX_RESULT_ELEMENTS (1000)');
  });

  it('[answer-values] a native client receives the error of the limit', async () => {
    const client = nativeOf('legacy');
    await client.initialize();
    const answer = await client.request('tools/call', { name: 'plain', arguments: { count: 2000 } });
    expect(errorOf(answer)).toMatchObject({ code: -32603, data: { code: 'upstream-response-too-large' } });
  });

  it('[answer-values] an answer of a process is refused, and the other calls of that process go on', async () => {
    const call = (count: number) => gateway.call('stdio', 'echo', { list: numbers(count) });
    const [few, many] = await Promise.all([call(500), call(2000)]);
    expect([few.status, many.status, many.body['code']]).toEqual([200, 502, 'upstream-response-too-large']);
    expect((await gateway.call('stdio', 'echo', {})).status).toBe(200);
  });
});

describe('answers that are received at the same time', () => {
  const part = 'x'.repeat(400_000);
  /** Answers of which all but the end has been sent. */
  const unended: { readonly res: ServerResponse; readonly end: string }[] = [];

  /** Sends most of an answer, and the rest when the test says so. */
  const halves = (name: string, type: string, before: string, after: string) =>
    tool(name, ({ res, id }) => {
      res.writeHead(200, { 'content-type': type });
      res.write(
        `${before}{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[{"type":"text","text":"${part}`,
      );
      unended.push({ res, end: `"}]}}${after}` });
    });

  let one: GatewayClient & { readonly accountId: string };
  let other: GatewayClient;

  beforeAll(async () => {
    one = await personIn(gateway, 'one');
    other = await personIn(gateway, 'other');
  });

  beforeEach(async () => {
    const tools = [
      halves('plain', 'application/json', '', ''),
      halves('streamed', 'text/event-stream', 'data: ', '\n\n'),
    ];
    await declared(await open(ScriptedHttp.start(tools)));
  });

  const held = () => gateway.app.get(AccountUsage, { strict: false }).used('answerBytes', one.accountId);
  const native = async (client: GatewayClient) => {
    const session = nativeOf('s', client);
    await session.initialize();
    return session;
  };

  it.each(['plain', 'streamed'])(
    '[answer-room] answers that are received at once have a budget of their account: %s',
    async (name) => {
      await other.mcp('s', 'tools');
      const begun = [one.call('s', name), one.call('s', name)];
      await waitFor('two answers', () => held() > 650_000);
      const third = await one.call('s', name);
      expect([third.status, third.body['code']]).toEqual([502, 'upstream-response-too-large']);
      expect(third.body['detail']).toContain('ACCOUNT_ANSWER_BYTES');
      begun.push(other.call('s', name));
      await waitFor('the answer of somebody else', () => unended.length === 4);
      for (const { res, end } of unended.splice(0)) res.end(end);
      expect((await Promise.all(begun)).map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(held()).toBe(0);
    },
  );

  it('[answer-room] answers to native sessions count as well, and a call that its caller leaves gives its bytes back', async () => {
    const session = await native(one);
    const params = { name: 'plain', arguments: {} };
    const leaving = new AbortController();
    const left = [1, 2].map(() =>
      one.stream('s', 'plain', {}, { signal: leaving.signal }).catch(() => undefined),
    );
    await waitFor('two answers', () => held() > 650_000);
    expect(errorOf(await session.request('tools/call', params))).toMatchObject({
      data: { code: 'upstream-response-too-large' },
    });
    leaving.abort();
    await Promise.all(left);
    await waitFor('the room to be given back', () => held() === 0);
    const again = session.request('tools/call', params);
    await waitFor('the answer', () => held() > 300_000);
    for (const { res, end } of unended.splice(0)) res.end(end);
    expect(errorOf(await again)).toBeUndefined();
  });
});
