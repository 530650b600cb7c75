import { closeAfterEach } from '../support/closing.js';
import { figure } from '../support/measures/figures.js';
import { startGateway, type GatewayOptions, type TestGateway } from '../support/gateway.js';
import type { Json } from '../support/clients/gateway-client.js';
import { ownTime } from '../support/measures/own-time.js';
import { timed } from '../support/measures/timed.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { waitFor } from '../support/wait-for.js';
import { answers, hangs, progresses, sendsText, text, waitsFor } from '../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool, type ScriptedTool } from '../support/upstreams/scripted-http.js';
import { ScriptedModern } from '../support/upstreams/scripted-modern.js';
import { linesOf, stdioServer } from '../support/upstreams/stdio.js';

timed();

const open = closeAfterEach();
const secondAfter = (at: number) => at + 1000;

async function gatewayFor(
  tools: readonly ScriptedTool[],
  { entry, ...options }: GatewayOptions & { entry?: Json } = {},
): Promise<{ upstream: ScriptedHttp; gateway: TestGateway }> {
  const upstream = await open(ScriptedHttp.start(tools));
  const gateway = await open(
    startGateway({ mcpServers: { s: { url: upstream.url, ...entry } }, ...options }),
  );
  return { upstream, gateway };
}

function gate(): { opened: Promise<void>; open: () => void } {
  let release: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (release = resolve));
  return { opened, open: release };
}

describe('a caller who leaves', () => {
  it.each([true, false])('[call-cancel] cancels at a 2025 server (fast path: %s)', async (HOT_LANE) => {
    const { upstream, gateway } = await gatewayFor([tool('hang', hangs), echo], { env: { HOT_LANE } });
    const leaving = new AbortController();
    const call = gateway.call('s', 'hang', {}, {}, { signal: leaving.signal });
    const { rpc } = await upstream.received('tools/call');
    leaving.abort();
    const leftAt = ownTime();
    await expect(call).rejects.toThrow();
    const cancelled = await upstream.received('notifications/cancelled');
    expect(cancelled.receivedAt).toBeLessThan(secondAfter(leftAt));
    expect(cancelled.rpc?.params).toMatchObject({ requestId: rpc?.id });
    await waitFor('the request to be closed', () => upstream.of('tools/call')[0]?.abortedAt);
    expect((await gateway.call('s', 'echo', {})).status).toBe(200);
    expect(upstream.of('initialize')).toHaveLength(1);
  });

  it('[call-cancel] cancels at a 2026 server by closing the request', async () => {
    const upstream = await open(ScriptedModern.start([tool('hang', hangs)]));
    const gateway = await open(startGateway({ mcpServers: { s: { url: upstream.url } } }));
    const leaving = new AbortController();
    const stream = await gateway.stream('s', 'hang', {}, { signal: leaving.signal });
    const request = await upstream.received('tools/call');
    leaving.abort();
    const leftAt = ownTime();
    await stream.done;
    const abortedAt = await waitFor('the request to be closed', () => request.abortedAt);
    expect(abortedAt).toBeLessThan(secondAfter(leftAt));
  });

  it('[call-cancel] cancels at a stdio server and leaves its process alone', async () => {
    const folder = temporaryFolder();
    const EFFECTS_FILE = folder.file('effects');
    const gateway = await open(startGateway({ mcpServers: { s: stdioServer({ EFFECTS_FILE }) } }));
    const pid = (await gateway.call('s', 'pid', {})).text;
    const leaving = new AbortController();
    const call = gateway.call('s', 'wait', {}, {}, { signal: leaving.signal });
    await waitFor('the call to be under way', () => linesOf(EFFECTS_FILE).includes('waiting'));
    leaving.abort();
    await expect(call).rejects.toThrow();
    await waitFor('the server to be told', () => linesOf(EFFECTS_FILE).includes('cancelled'), 1000);
    expect((await gateway.call('s', 'pid', {})).text).toBe(pid);
    folder.remove();
  });
});

describe('time', () => {
  it('[call-timeout] answers 504 in time, tells the upstream, and the slot is free', async () => {
    const [slots, timeoutMs] = [4, 2000];
    const { opened, open: openGate } = gate();
    const { upstream, gateway } = await gatewayFor([tool('hang', hangs), tool('gated', waitsFor(opened))], {
      entry: { maxConcurrency: slots },
    });
    const callers = Array.from({ length: slots }, () => 'caller');
    await gateway.toolNames('s');
    const [wall, startedAt] = [performance.now(), ownTime()];
    const answers = await Promise.all(callers.map(() => gateway.call('s', 'hang', {}, { timeoutMs })));
    const elapsed = performance.now() - wall;
    expect(elapsed).toBeGreaterThanOrEqual(timeoutMs - 10);
    for (const { status, body, ms } of answers) {
      expect({ status, code: body['code'] }).toEqual({ status: 504, code: 'upstream-timeout' });
      expect(ms).toBeLessThan(secondAfter(timeoutMs));
    }
    await upstream.received('notifications/cancelled', slots);
    const hung = upstream.of('tools/call');
    await waitFor('the requests to be closed', () => hung.every(({ abortedAt }) => abortedAt !== undefined));
    for (const { abortedAt = Infinity } of hung)
      expect(abortedAt - startedAt).toBeLessThan(secondAfter(timeoutMs));
    const next = callers.map(() => gateway.call('s', 'gated', {}));
    await upstream.received('tools/call', 2 * slots);
    figure('call-timeout', {
      ...{ 'deadline ms': timeoutMs, 'ms to 504': elapsed.toFixed(0) },
      'requests that the server saw closed': hung.length,
      'slots open afterwards': `${String(upstream.executions('gated'))} of ${String(slots)}`,
    });
    openGate();
    for (const { status } of await Promise.all(next)) expect(status).toBe(200);
  });

  it('[call-timeout] holds while the gateway still connects, too', async () => {
    const { upstream, gateway } = await gatewayFor([echo], { env: { CONNECT_TIMEOUT_MS: 3000 } });
    upstream.intercept = () => true;
    const { status, ms } = await gateway.call('s', 'echo', {}, { timeoutMs: 300 });
    expect([503, 504]).toContain(status);
    expect(ms).toBeLessThan(1300);
    const stream = await gateway.stream('s', 'echo', {}, { timeoutMs: 300 });
    await stream.done;
    expect([503, 504]).toContain(
      (stream.events.at(-1)?.data as Json | undefined)?.['status'] ?? stream.response.status,
    );
  });

  it('[call-timeout] takes timeoutMs of the server when the caller says nothing', async () => {
    const { gateway } = await gatewayFor([tool('hang', hangs)], { entry: { timeoutMs: 200 } });
    const { status, ms } = await gateway.call('s', 'hang', {});
    expect(status).toBe(504);
    expect(ms).toBeLessThan(1200);
  });

  it('[call-timeout] starts anew with each progress', async () => {
    const slow = tool('slow', progresses(100, 15, text('slow but sure')));
    const { gateway } = await gatewayFor([slow]);
    const stream = await gateway.stream('s', 'slow', {}, { timeoutMs: 1000 });
    await stream.done;
    expect(stream.events.at(-1)).toMatchObject({ event: 'result', data: text('slow but sure') });
  });

  it('[call-timeout] refuses a timeoutMs that is none', async () => {
    const { gateway } = await gatewayFor([echo]);
    for (const timeoutMs of [0, -1, 1.5, '10', 99_999_999_999, null])
      expect(await gateway.call('s', 'echo', {}, { timeoutMs })).toMatchObject({
        status: 400,
        body: { code: 'invalid-request', errors: [{ pointer: '/timeoutMs' }] },
      });
  });
});

describe('many calls at once', () => {
  it('[concurrency-queue] [problem-overloaded] keeps to maxConcurrency, lets some wait, and refuses the rest at once', async () => {
    const { opened, open: openGate } = gate();
    const { upstream, gateway } = await gatewayFor([tool('gated', waitsFor(opened))], {
      entry: { maxConcurrency: 2 },
      env: { MAX_QUEUE: 3 },
    });
    const calls = Array.from({ length: 5 }, () => gateway.call('s', 'gated', {}));
    await upstream.received('tools/call', 2);
    const refused = await waitFor('the line to be full', async () => {
      const extra = await gateway.call('s', 'gated', {}, { timeoutMs: 50 });
      return extra.status === 503 && extra;
    });
    expect(refused.body['code']).toBe('overloaded');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(refused.ms).toBeLessThan(100);
    expect(upstream.executed).toHaveLength(2);
    openGate();
    for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
    expect(upstream.executed).toHaveLength(5);
  });

  it('[concurrency-queue] ends the wait at the deadline of the call, which then never runs', async () => {
    const { opened, open: openGate } = gate();
    const { upstream, gateway } = await gatewayFor([tool('gated', waitsFor(opened)), echo], {
      entry: { maxConcurrency: 1 },
    });
    const first = gateway.call('s', 'gated', {});
    await upstream.received('tools/call');
    const { status, body } = await gateway.call('s', 'echo', {}, { timeoutMs: 100 });
    expect({ status, code: body['code'] }).toEqual({ status: 504, code: 'upstream-timeout' });
    openGate();
    expect((await first).status).toBe(200);
    expect(upstream.executed).toEqual(['gated']);
  });

  it('[concurrency-queue] takes a caller who leaves out of the line', async () => {
    const { opened, open: openGate } = gate();
    const { upstream, gateway } = await gatewayFor([tool('gated', waitsFor(opened)), echo], {
      entry: { maxConcurrency: 1 },
      env: { MAX_QUEUE: 1 },
    });
    const first = gateway.call('s', 'gated', {});
    await upstream.received('tools/call');
    const leaving = new AbortController();
    const second = gateway.call('s', 'echo', {}, {}, { signal: leaving.signal });
    await waitFor('the line to be full', async () => {
      const { status } = await gateway.call('s', 'echo', {}, { timeoutMs: 50 });
      return status === 503;
    });
    leaving.abort();
    await expect(second).rejects.toThrow();
    await waitFor('a free place', async () => {
      const { status } = await gateway.call('s', 'echo', {}, { timeoutMs: 50 });
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
    const upstream = await open(ScriptedHttp.start([echo, tool('big', sendsText(bytes))]));
    const gateway = await open(startGateway({ mcpServers: { s: { url: upstream.url }, io: stdioServer() } }));
    const blob = 'ü'.repeat(bytes / 2);
    for (const server of ['s', 'io']) {
      const echoed = await gateway.call(server, 'echo', { blob });
      expect(echoed.status).toBe(200);
      expect((echoed.body['structuredContent'] as Json)['blob'] === blob).toBe(true);
      const { status, text: body } = await gateway.call(server, 'big', { bytes });
      expect(status).toBe(200);
      expect(body.length).toBeGreaterThan(bytes);
    }
  });

  it('[big-body] refuses a body above MAX_BODY_BYTES', async () => {
    const { upstream, gateway } = await gatewayFor([echo], { env: { MAX_BODY_BYTES: 10_000 } });
    expect(await gateway.call('s', 'echo', { blob: 'x'.repeat(10_000) })).toMatchObject({
      status: 413,
      body: { code: 'body-too-large' },
    });
    expect(upstream.executed).toEqual([]);
  });
});

describe('what comes back', () => {
  it('[call-result] gives results as they came, errors of tools too', async () => {
    const failed = { content: [{ type: 'text', text: 'no such city' }], isError: true, _meta: { a: 1 } };
    const { gateway } = await gatewayFor([
      tool('fails', answers(failed)),
      tool('empty', answers({ content: [] })),
    ]);
    expect(await gateway.call('s', 'fails')).toMatchObject({ status: 200, body: failed });
    expect((await gateway.call('s', 'empty')).body).toEqual({ content: [] });
  });

  it('[call-result] changes no digit of a result, streamed or not', async () => {
    const numbers = '{"id": 9007199254740993,\r\n "huge":1e400, "zero":-0, "price":1.10}';
    const result = `{"content":[],"structuredContent":${numbers}}`;
    const exact = tool('exact', (exchange) => {
      exchange.send(200, `{"jsonrpc":"2.0","id":${String(exchange.id)},"result":${result}}`);
    });
    const { gateway } = await gatewayFor([exact]);
    expect((await gateway.call('s', 'exact')).text).toBe(result);
    const stream = await gateway.json('/api/servers/s/mcp/call', {
      body: { name: 'exact' },
      headers: { accept: 'text/event-stream' },
    });
    expect(stream.text).toContain(`data: ${result.replace('\r\n', '  ')}\n\n`);
  });
});
