import { closeAfterAll, closeAfterEach } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { NativeClient } from '../../support/clients/native-client.js';
import { publish } from '../../support/upstreams/declared-servers.js';
import type { RecordingServer } from '../../support/upstreams/recording-server.js';
import { waitFor } from '../../support/wait-for.js';
import { hangs, text, type Behaviour } from '../../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool, type ScriptedTool } from '../../support/upstreams/scripted-http.js';
import { ScriptedSse } from '../../support/upstreams/scripted-sse.js';

const keep = closeAfterAll();
const open = closeAfterEach();
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await keep(startGateway({ env: { CONNECT_TIMEOUT_MS: 500 } }));
});

async function serverWith(
  tools: readonly ScriptedTool[],
): Promise<{ upstream: ScriptedHttp; server: string }> {
  const upstream = await open(ScriptedHttp.start([echo, ...tools]));
  const server = await publish(open, gateway, { url: upstream.url });
  await gateway.call(server, 'echo', {});
  return { upstream, server };
}

/** Sends the response as an event with an id, then does the rest. */
const answersAndThen =
  (rest: (exchange: Parameters<Behaviour>[0]) => void): Behaviour =>
  (exchange) => {
    const { res } = exchange.openStream();
    const response = JSON.stringify({ jsonrpc: '2.0', id: exchange.id, result: text('done') });
    res.write(`id: 7\nretry: 0\ndata: ${response}\n\n`);
    rest(exchange);
  };

describe('an event stream behind its response', () => {
  it('[answer-end] is ended in a moment when the server does not end it, however much it goes on', async () => {
    const floods = answersAndThen(({ res }) => {
      const timer = setInterval(() => res.write(`data: {"jsonrpc":"2.0","method":"notifications/x"}\n\n`), 5);
      res.on('close', () => {
        clearInterval(timer);
      });
    });
    const { upstream, server } = await serverWith([
      tool(
        'stays',
        answersAndThen(() => undefined),
      ),
      tool('floods', floods),
    ]);
    for (const name of ['stays', 'floods'])
      for (let n = 0; n < 5; n++) expect((await gateway.call(server, name, {})).status).toBe(200);
    const calls = upstream.of('tools/call').slice(1);
    expect(calls).toHaveLength(10);
    await waitFor('the streams to end', () => calls.every(({ abortedAt }) => abortedAt !== undefined));
  });

  it('[answer-end] leaves its connection to the next call when it ends', async () => {
    const { upstream, server } = await serverWith([
      tool(
        'ends',
        answersAndThen(({ res }) => res.end()),
      ),
    ]);
    for (let n = 0; n < 20; n++) await gateway.call(server, 'ends', {});
    expect(upstream.connections).toBeLessThanOrEqual(4);
  });

  it('[answer-end] is not resumed when it breaks', async () => {
    const breaks = answersAndThen(({ res, req }) => res.write(':', () => req.socket.resetAndDestroy()));
    const { upstream, server } = await serverWith([tool('breaks', breaks)]);
    for (let n = 0; n < 10; n++) expect((await gateway.call(server, 'breaks', {})).status).toBe(200);
    for (let n = 0; n < 10; n++) await gateway.call(server, 'echo', {});
    expect(upstream.requests.filter(({ headers }) => headers['last-event-id'] !== undefined)).toEqual([]);
  });
});

describe('a message that a server does not take', () => {
  it('[message-deadline] does not hold its connection for ever over Streamable HTTP', async () => {
    const { upstream, server } = await serverWith([tool('hangs', hangs)]);
    upstream.intercept = ({ record }) => record.rpc?.method === 'notifications/cancelled';
    await timeOut(server);
    await lettingGo(upstream);
  });

  it('[message-deadline] does not hold its connection for ever over HTTP+SSE', async () => {
    const upstream = await open(new ScriptedSse().listen());
    const server = await publish(open, gateway, { url: upstream.url, type: 'sse' });
    expect(await gateway.toolNames(server)).toEqual(['hangs']);
    await timeOut(server);
    await lettingGo(upstream);
  });
});

describe('A list that a server with rules sends unasked', () => {
  const list = { tools: [{ name: 'secret', inputSchema: { type: 'object' } }] };
  /** The answer to a request that the client has made elsewhere. */
  const stray = JSON.stringify({ jsonrpc: '2.0', id: 'elsewhere', result: list });
  let upstream: ScriptedHttp;
  let client: NativeClient;

  beforeAll(async () => {
    upstream = await keep(
      ScriptedHttp.start([
        tool('secret', () => undefined),
        tool('spills', (exchange) => {
          const stream = exchange.openStream();
          stream.res.write(`data: ${stray}\n\n`);
          stream.res.write(`data: ${stray.replace('"tools"', '"t\\u006fols"')}\n\n`);
          stream.result({ content: [{ type: 'text', text: 'own' }], tools: ['mine'] });
        }),
        tool('swaps', (exchange) => {
          exchange.send(200, stray);
        }),
      ]),
    );
    const server = await publish(keep, gateway, { url: upstream.url, tools: { deny: ['secret'] } });
    client = new NativeClient(`${gateway.url}/api/servers/${server}/mcp`, gateway.token);
    await client.initialize();
  });

  it('[native-strays] does not come on the stream of another call, whose own answer comes', async () => {
    const answer = await client.request('tools/call', { name: 'spills', arguments: {} });
    expect(answer.messages.map(({ result }) => result)).toEqual([
      { content: [{ type: 'text', text: 'own' }], tools: ['mine'] },
    ]);
  });

  it('[native-strays] does not come in place of an answer', async () => {
    const answer = await client.request('tools/call', { name: 'swaps', arguments: {} });
    expect(answer.text).not.toContain('secret');
    expect(answer.text).toContain('another request');
  });

  it('[native-strays] does not come on the stream of what a server says unasked', async () => {
    const stream = await client.stream();
    await waitFor('the server to be listened to', () => upstream.listening > 0);
    upstream.say(stray);
    upstream.broadcast('notifications/tools/list_changed');
    await stream.received('the notification', ({ method }) => method === 'notifications/tools/list_changed');
    expect(stream.messages).toHaveLength(1);
    await stream.close();
  });
});

async function lettingGo(upstream: RecordingServer): Promise<void> {
  await upstream.received('notifications/cancelled', 20);
  const untaken = [...upstream.of('tools/call'), ...upstream.of('notifications/cancelled')].filter(
    ({ rpc }) => rpc?.params['name'] !== 'echo',
  );
  await waitFor('the connections to close', () => untaken.every(({ abortedAt }) => abortedAt !== undefined));
}

async function timeOut(server: string): Promise<void> {
  const calls = Array.from({ length: 20 }, () => gateway.call(server, 'hangs', {}, { timeoutMs: 100 }));
  for (const { status } of await Promise.all(calls)) expect(status).toBe(504);
}
