import { closeAfterAll, closeAfterEach } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { Json } from '../support/clients/gateway-client.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { waitFor } from '../support/wait-for.js';
import { publish } from '../support/upstreams/declared-servers.js';
import { answers, hangs, progresses, sendsText, text, waitsFor } from '../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool, type ScriptedTool } from '../support/upstreams/scripted-http.js';
import { ScriptedModern } from '../support/upstreams/scripted-modern.js';
import { linesOf, stdioServer } from '../support/upstreams/stdio.js';

const keep = closeAfterAll();
const open = closeAfterEach();
const maxQueue = 3;
/** So long that only the client that disconnects can end the call. */
const never = { timeoutMs: 600_000 };
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await keep(startGateway({ env: { MAX_QUEUE: maxQueue } }));
});

async function serverWith(
  tools: readonly ScriptedTool[],
  entry: Json = {},
): Promise<{ upstream: ScriptedHttp; server: string }> {
  const upstream = await open(ScriptedHttp.start(tools));
  return { upstream, server: await publish(open, gateway, { url: upstream.url, ...entry }) };
}

function gate(): { opened: Promise<void>; open: () => void } {
  let release: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (release = resolve));
  return { opened, open: release };
}

/** Sends short calls until one of them is refused because the queue is full. */
function fullQueue(server: string, name: string): ReturnType<TestGateway['call']> {
  return waitFor('the queue to be full', async () => {
    const extra = await gateway.call(server, name, {}, { timeoutMs: 50 });
    return extra.status === 503 && extra;
  });
}

describe('a client that disconnects', () => {
  it('[call-cancel] cancels at a 2026 server by closing the request', async () => {
    const upstream = await open(ScriptedModern.start([tool('hang', hangs)]));
    const server = await publish(open, gateway, { url: upstream.url });
    const leaving = new AbortController();
    const stream = await gateway.stream(server, 'hang', {}, { signal: leaving.signal, ...never });
    const request = await upstream.received('tools/call');
    leaving.abort();
    await stream.done;
    await waitFor('the request to be closed', () => request.abortedAt);
  });

  it('[call-cancel] cancels at a stdio server and leaves its process alone', async () => {
    const folder = temporaryFolder();
    const EFFECTS_FILE = folder.file('effects');
    const server = await publish(open, gateway, stdioServer({ EFFECTS_FILE }));
    const pid = (await gateway.call(server, 'pid', {})).text;
    const leaving = new AbortController();
    const call = gateway.call(server, 'wait', {}, never, { signal: leaving.signal });
    await waitFor('the call to be under way', () => linesOf(EFFECTS_FILE).includes('waiting'));
    leaving.abort();
    await expect(call).rejects.toThrow();
    await waitFor('the server to be told', () => linesOf(EFFECTS_FILE).includes('cancelled'));
    expect((await gateway.call(server, 'pid', {})).text).toBe(pid);
    folder.remove();
  });
});

describe('time', () => {
  it('[call-timeout] answers 504, closes the requests at the server, and frees the slots', async () => {
    const slots = 4;
    const { opened, open: openGate } = gate();
    const tools = [tool('hang', hangs), tool('gated', waitsFor(opened))];
    const { upstream, server } = await serverWith(tools, { maxConcurrency: slots });
    const callers = Array.from({ length: slots }, () => 'caller');
    await gateway.toolNames(server);
    const calls = callers.map(() => gateway.call(server, 'hang', {}, { timeoutMs: 500 }));
    for (const { status, body } of await Promise.all(calls))
      expect({ status, code: body['code'] }).toEqual({ status: 504, code: 'upstream-timeout' });
    await upstream.received('notifications/cancelled', slots);
    const hung = upstream.of('tools/call');
    await waitFor('the requests to be closed', () => hung.every(({ abortedAt }) => abortedAt !== undefined));
    const next = callers.map(() => gateway.call(server, 'gated', {}));
    await upstream.received('tools/call', 2 * slots);
    openGate();
    for (const { status } of await Promise.all(next)) expect(status).toBe(200);
  });

  it('[call-timeout] ends a call while the gateway still connects, too', async () => {
    const { upstream, server } = await serverWith([echo]);
    upstream.intercept = () => true;
    const { status, body } = await gateway.call(server, 'echo', {}, { timeoutMs: 100 });
    expect({ status, code: body['code'] }).toEqual({ status: 504, code: 'upstream-timeout' });
    const stream = await gateway.stream(server, 'echo', {}, { timeoutMs: 100 });
    await stream.done;
    const { status: streamed } = (stream.events.at(-1)?.data as Json | undefined) ?? stream.response;
    expect(streamed).toBe(504);
    expect(upstream.executed).toEqual([]);
  });

  it('[call-timeout] uses timeoutMs of the server when the caller gives none', async () => {
    const { server } = await serverWith([tool('hang', hangs)], { timeoutMs: 100 });
    expect((await gateway.call(server, 'hang', {})).status).toBe(504);
  });

  it('[call-timeout] starts again with each progress', async () => {
    const slow = tool('slow', progresses(100, 15, text('slow but sure')));
    const { server } = await serverWith([slow]);
    const stream = await gateway.stream(server, 'slow', {}, { timeoutMs: 1000 });
    await stream.done;
    expect(stream.events.at(-1)).toMatchObject({ event: 'result', data: text('slow but sure') });
  });

  it('[call-timeout] refuses a timeoutMs that is not a positive integer in range', async () => {
    const { server } = await serverWith([echo]);
    for (const timeoutMs of [0, -1, 1.5, '10', 99_999_999_999, null])
      expect(await gateway.call(server, 'echo', {}, { timeoutMs })).toMatchObject({
        status: 400,
        body: { code: 'invalid-request', errors: [{ pointer: '/timeoutMs' }] },
      });
  });
});

describe('many calls at once', () => {
  it('[concurrency-queue] [problem-overloaded] limits the calls to maxConcurrency, queues some, and refuses the others', async () => {
    const { opened, open: openGate } = gate();
    const { upstream, server } = await serverWith([tool('gated', waitsFor(opened))], { maxConcurrency: 2 });
    const calls = Array.from({ length: 2 + maxQueue }, () => gateway.call(server, 'gated', {}));
    await upstream.received('tools/call', 2);
    const refused = await fullQueue(server, 'gated');
    expect(refused.body['code']).toBe('overloaded');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(upstream.executed).toHaveLength(2);
    openGate();
    for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
    expect(upstream.executed).toHaveLength(2 + maxQueue);
  });

  it('[concurrency-queue] ends the wait at the deadline of the call, which then never runs', async () => {
    const { opened, open: openGate } = gate();
    const { upstream, server } = await serverWith([tool('gated', waitsFor(opened)), echo], {
      maxConcurrency: 1,
    });
    const first = gateway.call(server, 'gated', {});
    await upstream.received('tools/call');
    const { status, body } = await gateway.call(server, 'echo', {}, { timeoutMs: 100 });
    expect({ status, code: body['code'] }).toEqual({ status: 504, code: 'upstream-timeout' });
    openGate();
    expect((await first).status).toBe(200);
    expect(upstream.executed).toEqual(['gated']);
  });

  it('[concurrency-queue] removes a caller that disconnects from the queue', async () => {
    const { opened, open: openGate } = gate();
    const { upstream, server } = await serverWith([tool('gated', waitsFor(opened)), echo], {
      maxConcurrency: 1,
    });
    const first = gateway.call(server, 'gated', {});
    await upstream.received('tools/call');
    const leaving = new AbortController();
    const { signal } = leaving;
    const waiting = Array.from({ length: maxQueue }, () => gateway.call(server, 'echo', {}, {}, { signal }));
    await fullQueue(server, 'echo');
    leaving.abort();
    for (const call of await Promise.allSettled(waiting)) expect(call.status).toBe('rejected');
    await waitFor('a free place', async () => {
      const { status } = await gateway.call(server, 'echo', {}, { timeoutMs: 50 });
      return status === 504;
    });
    openGate();
    expect((await first).status).toBe(200);
    expect(upstream.executed).toEqual(['gated']);
  });
});

describe('sizes', () => {
  it.each([
    ['100 KB', 102_400],
    ['5 MB', 5_242_880],
  ])('[big-body] takes arguments and results of %s, over HTTP and stdio', async (_, bytes) => {
    const { server: http } = await serverWith([echo, tool('big', sendsText(bytes))]);
    const stdio = await publish(open, gateway, stdioServer());
    const blob = 'ü'.repeat(bytes / 2);
    for (const server of [http, stdio]) {
      const echoed = await gateway.call(server, 'echo', { blob });
      expect(echoed.status).toBe(200);
      expect((echoed.body['structuredContent'] as Json)['blob'] === blob).toBe(true);
      const { status, text: body } = await gateway.call(server, 'big', { bytes });
      expect(status).toBe(200);
      expect(body.length).toBeGreaterThan(bytes);
    }
  });
});

describe('what comes back', () => {
  it('[call-result] returns results unchanged, errors of tools too', async () => {
    const failed = { content: [{ type: 'text', text: 'no such city' }], isError: true, _meta: { a: 1 } };
    const { server } = await serverWith([
      tool('fails', answers(failed)),
      tool('empty', answers({ content: [] })),
    ]);
    expect(await gateway.call(server, 'fails')).toMatchObject({ status: 200, body: failed });
    expect((await gateway.call(server, 'empty')).body).toEqual({ content: [] });
  });

  it('[call-result] changes no digit of a result, streamed or not', async () => {
    const numbers = '{"id": 9007199254740993,\r\n "huge":1e400, "zero":-0, "price":1.10}';
    const result = `{"content":[],"structuredContent":${numbers}}`;
    const exact = tool('exact', (exchange) => {
      exchange.send(200, `{"jsonrpc":"2.0","id":${String(exchange.id)},"result":${result}}`);
    });
    const { server } = await serverWith([exact]);
    expect((await gateway.call(server, 'exact')).text).toBe(result);
    const stream = await gateway.json(`/api/servers/${server}/mcp/call`, {
      body: { name: 'exact' },
      headers: { accept: 'text/event-stream' },
    });
    expect(stream.text).toContain(`data: ${result.replace('\r\n', '  ')}\n\n`);
  });
});
