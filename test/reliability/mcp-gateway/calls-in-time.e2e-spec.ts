import { ChatClient, user } from '../../support/clients/chat-client.js';
import { closeAfterAll, closeAfterEach } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { figure } from '../../support/measures/figures.js';
import { ownTime } from '../../support/measures/own-time.js';
import { hangsAfter, ModelServer } from '../../support/models/model-server.js';
import { publish } from '../../support/upstreams/declared-servers.js';
import { hangs, text, waitsFor } from '../../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool, type ScriptedTool } from '../../support/upstreams/scripted-http.js';
import { ScriptedModern } from '../../support/upstreams/scripted-modern.js';
import { waitFor } from '../../support/wait-for.js';
import { byHand } from '../../mcp-gateway/by-hand.js';

const keep = closeAfterAll();
const open = closeAfterEach();
const maxQueue = 3;

let model: ModelServer;
let hot: TestGateway;
let cold: TestGateway;

beforeAll(async () => {
  model = await keep(ModelServer.start());
  const env = {
    ...{ CHAT_PROVIDERS: { tiny: { baseUrl: model.url } }, CHAT_DEFAULT_MODEL: 'tiny/one' },
    MAX_QUEUE: maxQueue,
  };
  hot = await keep(startGateway({ env }));
  cold = await keep(startGateway({ env: { HOT_LANE: false } }));
});

async function serverWith(
  tools: readonly ScriptedTool[],
  entry: Json = {},
  gateway = hot,
): Promise<{ upstream: ScriptedHttp; server: string }> {
  const upstream = await open(ScriptedHttp.start(tools));
  return { upstream, server: await publish(open, gateway, { url: upstream.url, ...entry }) };
}

/** What the promise resolves to, and the `ownTime` until then. */
async function timed<T>(result: Promise<T>): Promise<{ result: T; ms: number }> {
  const startedAt = ownTime();
  return { result: await result, ms: ownTime() - startedAt };
}

function gate(): { opened: Promise<void>; open: () => void } {
  let release: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (release = resolve));
  return { opened, open: release };
}

describe('a client that disconnects', () => {
  it.each([
    ['the fast path', () => hot],
    ['Express', () => cold],
  ])('[call-cancel] cancels at a 2025 server within a second (%s)', async (_, gatewayOf) => {
    const gateway = gatewayOf();
    const { upstream, server } = await serverWith([tool('hang', hangs), echo], {}, gateway);
    const leaving = new AbortController();
    const call = gateway.call(server, 'hang', {}, {}, { signal: leaving.signal });
    await upstream.received('tools/call');
    leaving.abort();
    const leftAt = ownTime();
    await expect(call).rejects.toThrow();
    await upstream.received('notifications/cancelled');
    expect(ownTime() - leftAt).toBeLessThan(1000);
  });

  it('[call-cancel] cancels at a 2026 server within a second', async () => {
    const upstream = await open(ScriptedModern.start([tool('hang', hangs)]));
    const server = await publish(open, hot, { url: upstream.url });
    const leaving = new AbortController();
    const stream = await hot.stream(server, 'hang', {}, { signal: leaving.signal });
    const request = await upstream.received('tools/call');
    leaving.abort();
    const leftAt = ownTime();
    await stream.done;
    await waitFor('the request to be closed', () => request.abortedAt);
    expect(ownTime() - leftAt).toBeLessThan(1000);
  });

  it('[chat-abort] stops the model within a second', async () => {
    const { server } = await serverWith([echo]);
    const leaving = new AbortController();
    model.next = [hangsAfter('Once upon')];
    const stream = await new ChatClient(hot, server).open([user('a story')], leaving.signal);
    await stream.getReader().read();
    await waitFor('the request to the model', () => model.answering === 1);
    const leftAt = ownTime();
    leaving.abort();
    await waitFor('the end of the request', () => model.answering === 0);
    expect(ownTime() - leftAt).toBeLessThan(1000);
  });
});

describe('time', () => {
  it('[call-timeout] answers 504 in time, tells the upstream, and the slot is free', async () => {
    const [slots, timeoutMs] = [4, 2000];
    const { opened, open: openGate } = gate();
    const { upstream, server } = await serverWith([tool('hang', hangs), tool('gated', waitsFor(opened))], {
      maxConcurrency: slots,
    });
    const callers = Array.from({ length: slots }, () => 'caller');
    await hot.toolNames(server);
    const [wall, startedAt] = [performance.now(), ownTime()];
    const answers = await Promise.all(callers.map(() => timed(hot.call(server, 'hang', {}, { timeoutMs }))));
    const elapsed = performance.now() - wall;
    expect(elapsed).toBeGreaterThanOrEqual(timeoutMs - 10);
    for (const { result, ms } of answers) {
      expect(result).toMatchObject({ status: 504, body: { code: 'upstream-timeout' } });
      expect(ms).toBeLessThan(timeoutMs + 1000);
    }
    await upstream.received('notifications/cancelled', slots);
    const hung = upstream.of('tools/call');
    await waitFor('the requests to be closed', () => hung.every(({ abortedAt }) => abortedAt !== undefined));
    expect(ownTime() - startedAt).toBeLessThan(timeoutMs + 1000);
    const next = callers.map(() => hot.call(server, 'gated', {}));
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
    const { upstream, server } = await serverWith([echo]);
    upstream.intercept = () => true;
    const { result, ms } = await timed(hot.call(server, 'echo', {}, { timeoutMs: 300 }));
    expect(result.status).toBe(504);
    expect(ms).toBeLessThan(1300);
  });

  it('[call-timeout] takes timeoutMs of the server when the caller says nothing', async () => {
    const { server } = await serverWith([tool('hang', hangs)], { timeoutMs: 200 });
    const { result, ms } = await timed(hot.call(server, 'hang', {}));
    expect(result.status).toBe(504);
    expect(ms).toBeLessThan(1200);
  });

  it('[concurrency-queue] [problem-overloaded] refuses calls at once while the queue is full', async () => {
    const { opened, open: openGate } = gate();
    const { server } = await serverWith([tool('gated', waitsFor(opened))], { maxConcurrency: 2 });
    const calls = Array.from({ length: 2 + maxQueue }, () => hot.call(server, 'gated', {}));
    const refused = await waitFor('the queue to be full', async () => {
      const extra = await timed(hot.call(server, 'gated', {}, { timeoutMs: 50 }));
      return extra.result.status === 503 && extra;
    });
    expect(refused.ms).toBeLessThan(100);
    openGate();
    for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
  });

  it('[first-progress-prompt] passes each progress on within 15 ms, as the median', async () => {
    const { run, opened } = byHand();
    const { server } = await serverWith([run]);
    const reading = hot.stream(server, 'by-hand');
    const { stream, token } = await opened;
    const reader = await reading;
    const delays: number[] = [];
    for (let progress = 1; progress <= 20; progress++) {
      const sentAt = ownTime();
      stream.notify('notifications/progress', { progressToken: token, progress });
      while (reader.events.length < progress) await new Promise(setImmediate);
      delays.push(ownTime() - sentAt);
    }
    delays.sort((a, b) => a - b);
    expect(delays[10]).toBeLessThan(15);
    stream.result(text('done'));
    await reader.done;
  });
});
