import { closeAfterAll, closeAfterEach } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { Answer, Json } from '../support/clients/gateway-client.js';
import { errorOf, NativeClient } from '../support/clients/native-client.js';
import { hangs, progresses, refuses, text } from '../support/upstreams/behaviours.js';
import { declareServers } from '../support/upstreams/declared-servers.js';
import { echo, ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';

const keep = closeAfterAll();
const open = closeAfterEach();
const timeoutMs = 1000;
const maxTimeoutMs = 1200;

const names = ['silent', 'dripping', 'slow', 'deaf', 'promptless', 'chatty', 'patient'] as const;
/** What servers say of themselves, where it is not `timeoutMs`. */
const declared: Readonly<Record<string, number>> = {
  chatty: maxTimeoutMs,
  patient: 60_000,
  deaf: 300,
  dripping: 500,
};
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
      await keep(ScriptedHttp.start([echo, tool('hang', hangs), tool('chatter', progresses(50))])),
    ]),
  );
  upstreams = Object.fromEntries(started) as typeof upstreams;
  upstreams.silent.methods.set('tools/list', hangs);
  upstreams.dripping.methods.set('tools/list', drips(100));
  upstreams.slow.methods.set('tools/list', (exchange) => {
    setTimeout(() => {
      exchange.result({ tools: [{ name: 'hang', inputSchema: { type: 'object' } }] });
    }, 400);
  });
  upstreams.deaf.intercept = () => true;
  upstreams.promptless.methods.set('prompts/list', hangs);
  upstreams.promptless.methods.set('prompts/get', refuses(-32602, 'Missing argument: who'));
  gateway = await keep(
    startGateway({
      mcpServers: Object.fromEntries(
        names.map((name) => [name, { url: upstreams[name].url, timeoutMs: declared[name] ?? timeoutMs }]),
      ),
      env: { MAX_TOOL_TIMEOUT_MS: maxTimeoutMs, TOOL_TIMEOUT_MS: maxTimeoutMs, LIST_DEADLINE_MS: 1000 },
    }),
  );
});

const seen = ({ status, body }: Answer) => ({ status, code: body['code'] });
const timedOut = { status: 504, code: 'upstream-timeout' };

describe('the deadline of an operation', () => {
  it('[deadline-of-lists] a list that hangs and one that drips in end at the timeout of the server', async () => {
    const answers = await Promise.all([
      gateway.mcp('silent', 'tools'),
      gateway.mcp('dripping', 'tools'),
      gateway.mcp('deaf', 'prompts'),
    ]);
    for (const answer of answers) expect(seen(answer)).toEqual(timedOut);
    expect(upstreams.dripping.of('tools/list').length).toBeLessThanOrEqual(6);
    expect(await gateway.mcp('silent', 'prompts')).toMatchObject({ status: 200 });
  });

  it('[deadline-whole] one deadline covers finding a tool and calling it', async () => {
    expect(seen(await gateway.call('slow', 'hang', {}, { timeoutMs: 700 }))).toEqual(timedOut);
    expect(upstreams.slow.executions('hang')).toBeLessThanOrEqual(1);
  });

  it('[deadline-whole] one deadline covers a refused prompt and the list that it is looked up in', async () => {
    const answer = await gateway.mcp('promptless', 'prompts/get', { name: 'greet' });
    expect(seen(answer)).toEqual({ status: 422, code: 'invalid-params' });
  });

  it('[deadline-ceiling] progress does not extend a call beyond MAX_TOOL_TIMEOUT_MS', async () => {
    await gateway.toolNames('chatty');
    const stream = await gateway.stream('chatty', 'chatter');
    await stream.done;
    expect((stream.events.at(-1)?.data as Json)['code']).toBe('upstream-timeout');
  });
});

describe('a session of a native client', () => {
  it('[deadline-ceiling] a session waits no longer than MAX_TOOL_TIMEOUT_MS, whatever the server declares', async () => {
    const client = new NativeClient(`${gateway.url}/api/servers/patient/mcp`, gateway.token);
    await client.initialize();
    const answer = await client.request('tools/call', { name: 'hang', arguments: {} });
    expect(errorOf(answer)?.['data']).toMatchObject({
      code: 'upstream-timeout',
      detail: expect.stringContaining(`${String(maxTimeoutMs)} ms`) as string,
    });
  });
});

describe('a list that hangs', () => {
  it('[list-trouble] a list that hangs is named in GET /api/servers, which waits for it once', async () => {
    const upstream = await open(ScriptedHttp.start());
    upstream.methods.set('tools/list', hangs);
    await open(declareServers(gateway, { s: { url: upstream.url } }));
    expect((await gateway.mcp('s', 'ping')).status).toBe(200);
    const hanging = { status: 'degraded', lastError: { code: 'upstream-timeout' } };
    expect(await gateway.server('s')).toMatchObject(hanging);
    expect(await gateway.server('s')).toMatchObject(hanging);
    expect(upstream.of('tools/list')).toHaveLength(1);
  });

  it('[list-trouble] a list that hangs is named until it answers', async () => {
    await gateway.mcp('silent', 'tools');
    expect(await gateway.server('silent')).toMatchObject({
      status: 'degraded',
      lastError: { code: 'upstream-timeout', detail: expect.stringContaining(`${String(timeoutMs)} ms`) },
    });
    upstreams.silent.methods.delete('tools/list');
    expect(await gateway.toolNames('silent')).toContain('echo');
    expect(await gateway.server('silent')).toMatchObject({ status: 'ready' });
    expect(await gateway.server('silent')).not.toHaveProperty('lastError');
  });
});

describe('a tool that the server has dropped', () => {
  it.each([
    ['an error', refuses(-32602, 'Unknown tool: gone')],
    [
      'a result',
      (exchange: Parameters<typeof hangs>[0]) => {
        exchange.result({ ...text('Unknown tool: gone'), isError: true });
      },
    ],
  ])(
    '[tool-gone] a dropped tool is 404, and the list is requested once, when the server reports it by %s',
    async (_, denial) => {
      const upstream = await open(
        ScriptedHttp.start([
          echo,
          tool('gone', denial),
          tool('stays', refuses(-32602, 'Unknown tool: stays')),
        ]),
      );
      await open(declareServers(gateway, { s: { url: upstream.url } }));
      await gateway.toolNames('s');
      upstream.tools = upstream.tools.filter(({ definition }) => definition.name !== 'gone');
      upstream.methods.set('tools/call', (exchange) => {
        upstream.executed.push(String(exchange.params['name']));
        return denial(exchange);
      });
      const answers = await Promise.all([gateway.call('s', 'gone', {}), gateway.call('s', 'gone', {})]);
      for (const { status, body } of answers)
        expect({ status, code: body['code'] }).toEqual({ status: 404, code: 'tool-not-found' });
      expect(upstream.executions('gone')).toBe(2);
      expect(upstream.of('tools/list')).toHaveLength(2);
      upstream.methods.delete('tools/call');
      const still = await gateway.call('s', 'stays', {});
      expect({ status: still.status, code: still.body['code'] }).toEqual({
        status: 422,
        code: 'invalid-params',
      });
      expect(upstream.of('tools/list')).toHaveLength(2);
    },
  );
});
