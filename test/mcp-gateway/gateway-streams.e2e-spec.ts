import { closeAfterAll, closeAfterEach } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { waitFor } from '../support/wait-for.js';
import { publish } from '../support/upstreams/declared-servers.js';
import {
  diesMidStream,
  endsStreamWithoutAnswer,
  hangs,
  refuses,
  text,
} from '../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool, type ScriptedTool } from '../support/upstreams/scripted-http.js';
import { stdioServer } from '../support/upstreams/stdio.js';
import { byHand } from './by-hand.js';

const keep = closeAfterAll();
const open = closeAfterEach();
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await keep(startGateway({ env: { STREAM_HEARTBEAT_MS: 30, STREAM_WRITE_TIMEOUT_MS: 200 } }));
});

async function serverWith(
  ...tools: readonly ScriptedTool[]
): Promise<{ upstream: ScriptedHttp; server: string }> {
  const upstream = await open(ScriptedHttp.start(tools));
  return { upstream, server: await publish(open, gateway, { url: upstream.url }) };
}

describe('a streamed call', () => {
  it('[stream-progress] passes on what the server sends about the call on its standalone stream', async () => {
    const { run, opened } = byHand();
    const { upstream, server } = await serverWith(run);
    await gateway.mcp(server, 'tools');
    await waitFor('the stream of the server', () => upstream.listening === 1);
    const reading = gateway.stream(server, 'by-hand');
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
    const { server } = await serverWith(run);
    const reading = gateway.stream(server, 'by-hand');
    const { stream, token } = await opened;
    const reader = await reading;
    for (let progress = 1; progress <= 20; progress++) {
      stream.notify('notifications/progress', { progressToken: token, progress });
      await waitFor('the event', () => reader.events.length === progress);
    }
    expect(reader.ended).toBeUndefined();
    stream.result(text('done'));
    await reader.done;
    expect(reader.events.at(-1)?.event).toBe('result');
  });

  it('[stream-progress] passes progress of a stdio server, in order and before the result', async () => {
    const server = await publish(open, gateway, stdioServer());
    const reader = await gateway.stream(server, 'progress', { steps: 50 });
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
    const { server } = await serverWith(named);
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const who = `caller-${String(index)}`;
        const reader = await gateway.stream(server, 'named', { who });
        await reader.done;
        expect(reader.events).toMatchObject([{ data: { message: who } }, { data: text(who) }]);
      }),
    );
  });

  it('[stream-keepalive] sends comments while nothing happens', async () => {
    const { run, opened } = byHand();
    const { server } = await serverWith(run);
    const reader = await gateway.stream(server, 'by-hand');
    const { stream } = await opened;
    await waitFor('three comments', () => reader.comments.length >= 3);
    expect(reader.events).toEqual([]);
    stream.result(text('done'));
    await reader.done;
    expect(reader.events.map(({ event }) => event)).toEqual(['result']);
  });
});

describe('a streamed call that fails', () => {
  it.each([
    ['dies in the middle', diesMidStream, 502, 'upstream-error'],
    ['ends without an answer', endsStreamWithoutAnswer, 502, 'upstream-error'],
    ['says that something broke', refuses(-32603, 'broke'), 502, 'upstream-error'],
    ['refuses the arguments', refuses(-32602, 'wrong arguments'), 422, 'invalid-params'],
    ['says nothing', hangs, 504, 'upstream-timeout'],
  ])('[stream-error] ends with a problem when the upstream %s', async (_, behaviour, status, code) => {
    const { upstream, server } = await serverWith(tool('bad', behaviour), echo);
    // While the gateway still connects, a timeout is a plain answer.
    await gateway.call(server, 'echo', {});
    const reader = await gateway.stream(server, 'bad', {}, behaviour === hangs ? { timeoutMs: 500 } : {});
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
    expect((await gateway.call(server, 'echo', {})).status).toBe(200);
  });

  it.each([
    ['a tool that does not exist', { name: 'none' }, 404, 'tool-not-found'],
    ['a server that does not exist', { name: 'echo' }, 404, 'server-not-found'],
    ['a body that is not valid', { nam: 'echo' }, 400, 'invalid-request'],
  ])('[stream-error] answers with a plain problem for %s', async (_, body, status, code) => {
    const { server } = await serverWith(echo);
    const called = code === 'server-not-found' ? 'none' : server;
    const answer = await gateway.mcp(called, 'call', body, { headers: { accept: 'text/event-stream' } });
    expect(answer).toMatchObject({ status, body: { code } });
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  });

  it('[stream-slow-reader] cuts off a client that reads nothing, and cancels the upstream request', async () => {
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
    const { upstream, server } = await serverWith(flood);
    const response = await gateway.fetch(`/api/servers/${server}/mcp/call`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ name: 'flood' }),
    });
    await waitFor('the upstream to be released', () => upstream.of('tools/call')[0]?.abortedAt);
    await expect(response.text()).rejects.toThrow();
  });
});
