import { closeAfterEach } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import type { RecordingServer } from '../../support/upstreams/recording-server.js';
import { waitFor } from '../../support/wait-for.js';
import { hangs, text, type Behaviour } from '../../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool, type ScriptedTool } from '../../support/upstreams/scripted-http.js';
import { ScriptedSse } from '../../support/upstreams/scripted-sse.js';

const open = closeAfterEach();

async function gatewayFor(
  tools: readonly ScriptedTool[],
): Promise<{ upstream: ScriptedHttp; gateway: TestGateway }> {
  const upstream = await open(ScriptedHttp.start([echo, ...tools]));
  const gateway = await open(
    startGateway({ mcpServers: { s: { url: upstream.url } }, env: { CONNECT_TIMEOUT_MS: 1000 } }),
  );
  await gateway.call('s', 'echo', {});
  return { upstream, gateway };
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
    const { upstream, gateway } = await gatewayFor([
      tool(
        'stays',
        answersAndThen(() => undefined),
      ),
      tool('floods', floods),
    ]);
    for (const name of ['stays', 'floods'])
      for (let n = 0; n < 20; n++) expect((await gateway.call('s', name, {})).status).toBe(200);
    const calls = upstream.of('tools/call').slice(1);
    expect(calls).toHaveLength(40);
    await waitFor('the streams to end', () => calls.every(({ abortedAt }) => abortedAt !== undefined));
  });

  it('[answer-end] leaves its connection to the next call when it ends', async () => {
    const { upstream, gateway } = await gatewayFor([
      tool(
        'ends',
        answersAndThen(({ res }) => res.end()),
      ),
    ]);
    for (let n = 0; n < 20; n++) await gateway.call('s', 'ends', {});
    expect(upstream.connections).toBeLessThanOrEqual(4);
  });

  it('[answer-end] is not resumed when it breaks', async () => {
    const breaks = answersAndThen(({ res, req }) => res.write(':', () => req.socket.resetAndDestroy()));
    const { upstream, gateway } = await gatewayFor([tool('breaks', breaks)]);
    for (let n = 0; n < 20; n++) expect((await gateway.call('s', 'breaks', {})).status).toBe(200);
    for (let n = 0; n < 20; n++) await gateway.call('s', 'echo', {});
    expect(upstream.requests.filter(({ headers }) => headers['last-event-id'] !== undefined)).toEqual([]);
  });
});

describe('a message that a server does not take', () => {
  it('[message-deadline] does not hold its connection for ever over Streamable HTTP', async () => {
    const { upstream, gateway } = await gatewayFor([tool('hangs', hangs)]);
    upstream.intercept = ({ record }) => record.rpc?.method === 'notifications/cancelled';
    await timeOut(gateway);
    await lettingGo(upstream);
  });

  it('[message-deadline] does not hold its connection for ever over HTTP+SSE', async () => {
    const upstream = await open(new ScriptedSse().listen());
    const gateway = await open(
      startGateway({
        mcpServers: { s: { url: upstream.url, type: 'sse' } },
        env: { CONNECT_TIMEOUT_MS: 1000 },
      }),
    );
    expect(await gateway.toolNames('s')).toEqual(['hangs']);
    await timeOut(gateway);
    await lettingGo(upstream);
  });
});

async function lettingGo(upstream: RecordingServer): Promise<void> {
  await upstream.received('notifications/cancelled', 20);
  const untaken = [...upstream.of('tools/call'), ...upstream.of('notifications/cancelled')].filter(
    ({ rpc }) => rpc?.params['name'] !== 'echo',
  );
  await waitFor('the connections to close', () => untaken.every(({ abortedAt }) => abortedAt !== undefined));
}

async function timeOut(gateway: TestGateway): Promise<void> {
  const calls = Array.from({ length: 20 }, () => gateway.call('s', 'hangs', {}, { timeoutMs: 100 }));
  for (const { status } of await Promise.all(calls)) expect(status).toBe(504);
}
