import { closeAfterEach } from '../support/closing.js';
import { figure } from '../support/measures/figures.js';
import { startGateway, type GatewayOptions, type TestGateway } from '../support/gateway.js';
import { waitFor } from '../support/wait-for.js';
import {
  diesMidStream,
  endsStreamWithoutAnswer,
  hangs,
  refuses,
  text,
} from '../support/upstreams/behaviours.js';
import type { UpstreamStream } from '../support/upstreams/recording-server.js';
import { echo, ScriptedHttp, tool, type ScriptedTool } from '../support/upstreams/scripted-http.js';
import { stdioServer } from '../support/upstreams/stdio.js';

const open = closeAfterEach();

async function gatewayFor(
  tools: readonly ScriptedTool[],
  options: GatewayOptions = {},
): Promise<{ upstream: ScriptedHttp; gateway: TestGateway }> {
  const upstream = await open(ScriptedHttp.start(tools));
  const gateway = await open(startGateway({ mcpServers: { s: { url: upstream.url } }, ...options }));
  return { upstream, gateway };
}

/** A tool whose stream the test writes itself. */
function byHand(): { run: ScriptedTool; opened: Promise<{ stream: UpstreamStream; token: unknown }> } {
  let tell: (it: { stream: UpstreamStream; token: unknown }) => void = () => undefined;
  const opened = new Promise<{ stream: UpstreamStream; token: unknown }>((resolve) => (tell = resolve));
  const run = tool('by-hand', (exchange) => {
    tell({ stream: exchange.openStream(), token: exchange.progressToken });
  });
  return { run, opened };
}

describe('a streamed call', () => {
  it.each([true, false])(
    '[stream-progress] streams progress, log and the result (fast path: %s)',
    async (HOT_LANE) => {
      const { run, opened } = byHand();
      const { gateway } = await gatewayFor([run], { env: { HOT_LANE } });
      const reading = gateway.stream('s', 'by-hand');
      const { stream, token } = await opened;
      stream.notify('notifications/progress', {
        progressToken: token,
        progress: 1,
        total: 2,
        message: 'half',
      });
      stream.notify('notifications/message', { level: 'info', logger: 'l', data: { a: 1 } });
      stream.notify('notifications/progress', { progressToken: token, progress: 2, total: 2, 'x-odd': true });
      stream.result({ ...text('done'), 'x-odd': 1 });
      const reader = await reading;
      await reader.done;
      expect(reader.response.status).toBe(200);
      expect(reader.response.headers.get('content-type')).toMatch(/^text\/event-stream/);
      expect(reader.response.headers.get('x-request-id')).toEqual(expect.any(String));
      expect(reader.ended).toBe('properly');
      expect(reader.events.map(({ event, data }) => ({ event, data }))).toMatchObject([
        { event: 'progress', data: { progress: 1, total: 2, message: 'half' } },
        { event: 'message', data: { level: 'info', logger: 'l', data: { a: 1 } } },
        { event: 'progress', data: { progress: 2, total: 2, 'x-odd': true } },
        { event: 'result', data: { ...text('done'), 'x-odd': 1 } },
      ]);
    },
  );

  it('[stream-progress] passes on what the server tells of the call on its stream of its own', async () => {
    const { run, opened } = byHand();
    const { upstream, gateway } = await gatewayFor([run]);
    await gateway.mcp('s', 'tools');
    await waitFor('the stream of the server', () => upstream.listening === 1);
    const reading = gateway.stream('s', 'by-hand');
    const { stream, token } = await opened;
    const reader = await reading;
    upstream.broadcast('notifications/progress', { progressToken: 'of-another', progress: 9 });
    upstream.broadcast('notifications/progress', { progressToken: token, progress: 1 });
    upstream.broadcast('notifications/message', { level: 'info', data: 'hello' });
    await waitFor('both', () => reader.events.length === 2);
    stream.result(text('done'));
    await reader.done;
    expect(reader.events).toMatchObject([
      { event: 'progress', data: { progress: 1 } },
      { event: 'message', data: { level: 'info', data: 'hello' } },
      { event: 'result', data: text('done') },
    ]);
  });

  it('[first-progress-prompt] passes each progress on while the call still runs', async () => {
    const { run, opened } = byHand();
    const { gateway } = await gatewayFor([run]);
    const reading = gateway.stream('s', 'by-hand');
    const { stream, token } = await opened;
    const reader = await reading;
    for (let progress = 1; progress <= 20; progress++) {
      stream.notify('notifications/progress', { progressToken: token, progress });
      await waitFor('the event', () => reader.events.length === progress);
    }
    const delays = reader.events
      .map(({ at }, index) => at - (stream.sentAt[index] ?? 0))
      .sort((a, b) => a - b);
    expect(delays[10]).toBeLessThan(15);
    expect(reader.ended).toBeUndefined();
    stream.result(text('done'));
    await reader.done;
    expect(reader.events.at(-1)?.event).toBe('result');
  });

  it('[stream-progress] passes progress of a stdio server, in order and before the result', async () => {
    const gateway = await open(startGateway({ mcpServers: { s: stdioServer() } }));
    const reader = await gateway.stream('s', 'progress', { steps: 50 });
    await reader.done;
    expect(reader.named('progress').map(({ data }) => (data as { progress: number }).progress)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    );
    expect(reader.events.at(-1)?.event).toBe('result');
  });

  it('[stream-progress] keeps the progress of two callers apart', async () => {
    const named = tool('named', (exchange) => {
      const stream = exchange.openStream();
      stream.notify('notifications/progress', {
        progressToken: exchange.progressToken,
        progress: 1,
        message: exchange.args['who'],
      });
      stream.result(text(String(exchange.args['who'])));
    });
    const { gateway } = await gatewayFor([named]);
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const who = `caller-${String(index)}`;
        const reader = await gateway.stream('s', 'named', { who });
        await reader.done;
        expect(reader.events).toMatchObject([{ data: { message: who } }, { data: text(who) }]);
      }),
    );
  });

  it('[stream-keepalive] sends comments while nothing happens', async () => {
    const { run, opened } = byHand();
    const { gateway } = await gatewayFor([run], { env: { STREAM_HEARTBEAT_MS: 30 } });
    const reader = await gateway.stream('s', 'by-hand');
    const { stream } = await opened;
    await waitFor('three comments', () => reader.comments.length >= 3);
    expect(reader.events).toEqual([]);
    stream.result(text('done'));
    await reader.done;
    expect(reader.events.map(({ event }) => event)).toEqual(['result']);
  });
});

describe('a streamed call that fails', () => {
  const seen = { streams: 0, 'error events': 0, 'ended properly': 0, executions: 0 };

  afterAll(() => {
    if (seen.streams > 0) figure('stream-error', seen);
  });

  it.each([
    ['dies in the middle', diesMidStream, 502, 'upstream-error'],
    ['ends without an answer', endsStreamWithoutAnswer, 502, 'upstream-error'],
    ['says that something broke', refuses(-32603, 'broke'), 502, 'upstream-error'],
    ['refuses the arguments', refuses(-32602, 'wrong arguments'), 422, 'invalid-params'],
    ['says nothing', hangs, 504, 'upstream-timeout'],
  ])('[stream-error] ends with a problem when the upstream %s', async (_, behaviour, status, code) => {
    const { upstream, gateway } = await gatewayFor([tool('bad', behaviour), echo]);
    const reader = await gateway.stream('s', 'bad', {}, behaviour === hangs ? { timeoutMs: 300 } : {});
    await reader.done;
    expect(reader.response.status).toBe(200);
    expect(reader.ended).toBe('properly');
    const problems = reader.named('error');
    expect(problems).toHaveLength(1);
    expect(problems[0]?.data).toMatchObject({
      type: `${gateway.url}/problems/${code}`,
      advice: expect.any(String),
      code,
      status,
      title: expect.any(String),
      requestId: reader.response.headers.get('x-request-id'),
    });
    expect(reader.events.at(-1)).toBe(problems[0]);
    expect(upstream.executions('bad')).toBe(1);
    seen.streams++;
    seen['error events'] += problems.length;
    seen['ended properly'] += reader.ended === 'properly' ? 1 : 0;
    seen.executions += upstream.executions('bad');
    expect((await gateway.call('s', 'echo', {})).status).toBe(200);
  });

  it.each([
    ['a tool that does not exist', 's', { name: 'none' }, 404, 'tool-not-found'],
    ['a server that does not exist', 'none', { name: 'echo' }, 404, 'server-not-found'],
    ['a body that is not valid', 's', { nam: 'echo' }, 400, 'invalid-request'],
  ])('[stream-error] answers with a plain problem for %s', async (_, server, body, status, code) => {
    const { gateway } = await gatewayFor([echo]);
    const answer = await gateway.mcp(server, 'call', body, { headers: { accept: 'text/event-stream' } });
    expect(answer).toMatchObject({ status, body: { code } });
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  });

  it('[stream-slow-reader] cuts off a reader that takes nothing, and the upstream hears of it', async () => {
    const flood = tool('flood', (exchange) => {
      const stream = exchange.openStream();
      const message = 'x'.repeat(100_000);
      const timer = setInterval(() => {
        stream.notify('notifications/progress', {
          progressToken: exchange.progressToken,
          progress: 1,
          message,
        });
      }, 1);
      exchange.res.on('close', () => {
        clearInterval(timer);
      });
    });
    const { upstream, gateway } = await gatewayFor([flood], { env: { STREAM_WRITE_TIMEOUT_MS: 200 } });
    const response = await gateway.fetch('/api/servers/s/mcp/call', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ name: 'flood' }),
    });
    await waitFor('the upstream to be released', () => upstream.of('tools/call')[0]?.abortedAt);
    await expect(response.text()).rejects.toThrow();
  });
});
