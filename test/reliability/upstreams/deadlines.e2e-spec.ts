import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import type { Answer, Json } from '../../support/clients/gateway-client.js';
import { errorOf, NativeClient } from '../../support/clients/native-client.js';
import { hangs, progresses, refuses } from '../../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';

const open = closeAfterAll();
const timeoutMs = 1000;
const maxTimeoutMs = 2500;
/** Every request is answered so long after its deadline at the latest. */
const graceMs = 1000;

const names = ['silent', 'dripping', 'slow', 'deaf', 'promptless', 'chatty', 'patient'] as const;
/** What servers say of themselves, where it is not `timeoutMs`. */
const declared: Readonly<Record<string, number>> = { chatty: maxTimeoutMs, patient: 60_000 };
let upstreams: Record<(typeof names)[number], ScriptedHttp>;
let gateway: TestGateway;

/** Answers a list one page at a time and never ends. */
function drips(everyMs: number): (exchange: Parameters<typeof hangs>[0]) => void {
  let page = 0;
  return (exchange) => {
    setTimeout(() => {
      const name = `tool-${String(++page)}`;
      exchange.result({ tools: [{ name, inputSchema: { type: 'object' } }], nextCursor: String(page) });
    }, everyMs);
  };
}

beforeAll(async () => {
  const started = await Promise.all(
    names.map(async (name) => [
      name,
      await open(ScriptedHttp.start([echo, tool('hang', hangs), tool('chatter', progresses(100))])),
    ]),
  );
  upstreams = Object.fromEntries(started) as typeof upstreams;
  upstreams.silent.methods.set('tools/list', hangs);
  upstreams.dripping.methods.set('tools/list', drips(300));
  upstreams.slow.methods.set('tools/list', (exchange) => {
    setTimeout(() => {
      exchange.result({ tools: [{ name: 'hang', inputSchema: { type: 'object' } }] });
    }, 1500);
  });
  upstreams.deaf.intercept = () => true;
  upstreams.promptless.methods.set('prompts/list', hangs);
  upstreams.promptless.methods.set('prompts/get', refuses(-32602, 'Missing argument: who'));
  gateway = await open(
    startGateway({
      mcpServers: Object.fromEntries(
        names.map((name) => [name, { url: upstreams[name].url, timeoutMs: declared[name] ?? timeoutMs }]),
      ),
      env: { MAX_TOOL_TIMEOUT_MS: maxTimeoutMs, TOOL_TIMEOUT_MS: maxTimeoutMs },
    }),
  );
});

function expectInTime({ status, body, ms }: Answer, limitMs = timeoutMs): void {
  expect({ status, code: body['code'] }).toEqual({ status: 504, code: 'upstream-timeout' });
  expect(ms).toBeLessThan(limitMs + graceMs);
}

describe('the deadline of an operation', () => {
  it('[deadline-of-lists] ends a list that hangs and one that drips in at the time of the server', async () => {
    const [silent, dripping, deaf] = await Promise.all([
      gateway.mcp('silent', 'tools'),
      gateway.mcp('dripping', 'tools'),
      gateway.mcp('deaf', 'prompts'),
    ]);
    for (const answer of [silent, dripping, deaf]) expectInTime(answer);
    expect(upstreams.dripping.of('tools/list').length).toBeLessThan(6);
    expect(await gateway.mcp('silent', 'prompts')).toMatchObject({ status: 200 });
  });

  it('[deadline-whole] covers finding a tool and calling it together', async () => {
    expectInTime(await gateway.call('slow', 'hang', {}, { timeoutMs: 2000 }), 2000);
    expect(upstreams.slow.executions('hang')).toBeLessThanOrEqual(1);
  });

  it('[deadline-whole] covers the list of prompts that a refused prompt is looked up in', async () => {
    const { status, body, ms } = await gateway.mcp('promptless', 'prompts/get', { name: 'greet' });
    expect({ status, code: body['code'] }).toEqual({ status: 422, code: 'invalid-params' });
    expect(ms).toBeLessThan(timeoutMs + graceMs);
  });

  it('[deadline-whole] covers connecting, too', async () => {
    expectInTime(await gateway.mcp('deaf', 'ping'));
  });

  it('[deadline-ceiling] lets no progress go beyond MAX_TOOL_TIMEOUT_MS', async () => {
    await gateway.toolNames('chatty');
    const startedAt = performance.now();
    const stream = await gateway.stream('chatty', 'chatter', {}, { timeoutMs: 2000 });
    await stream.done;
    const elapsed = performance.now() - startedAt;
    expect((stream.events.at(-1)?.data as Json)['code']).toBe('upstream-timeout');
    expect(elapsed).toBeGreaterThanOrEqual(maxTimeoutMs - 10);
    expect(elapsed).toBeLessThan(maxTimeoutMs + graceMs);
  });
});

describe('a session of a native client', () => {
  it('[deadline-ceiling] waits no longer than MAX_TOOL_TIMEOUT_MS, whatever the declaration of the server says', async () => {
    const client = new NativeClient(`${gateway.url}/api/servers/patient/mcp`, gateway.token);
    await client.initialize();
    const startedAt = performance.now();
    const answer = await client.request('tools/call', { name: 'hang', arguments: {} });
    expect(errorOf(answer)?.['data']).toMatchObject({ code: 'upstream-timeout' });
    expect(performance.now() - startedAt).toBeLessThan(maxTimeoutMs + graceMs);
  });
});
