import { closeAfterAll, closeAfterEach } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { Json } from '../support/clients/gateway-client.js';
import { waitFor } from '../support/wait-for.js';
import { answers, text } from '../support/upstreams/behaviours.js';
import { declareServers } from '../support/upstreams/declared-servers.js';
import { echo, ScriptedHttp, tool, type ScriptedTool } from '../support/upstreams/scripted-http.js';
import { ScriptedModern } from '../support/upstreams/scripted-modern.js';
import type { UpstreamStream } from '../support/upstreams/recording-server.js';

const keep = closeAfterAll();
const open = closeAfterEach();
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await keep(startGateway());
});

async function legacy(tools?: readonly ScriptedTool[]): Promise<ScriptedHttp> {
  const upstream = await open(ScriptedHttp.start(tools));
  await open(declareServers(gateway, { s: { url: upstream.url } }));
  return upstream;
}

async function modern(tools?: readonly ScriptedTool[]): Promise<ScriptedModern> {
  const upstream = await open(ScriptedModern.start(tools));
  await open(declareServers(gateway, { s: { url: upstream.url } }));
  return upstream;
}

/** Answers to requests of the upstream, as they arrived at it. */
function repliesTo(upstream: ScriptedHttp, id: string): Json[] {
  return upstream.requests
    .filter(({ httpMethod, rpc }) => httpMethod === 'POST' && rpc === undefined)
    .map(({ text: body }) => JSON.parse(body) as Json)
    .filter((reply) => reply['id'] === id);
}

describe('what a 2025-11-25 server asks of its client', () => {
  it.each([
    ['ping', { result: {} }],
    ['elicitation/create', { error: { code: -32601 } }],
    ['sampling/createMessage', { error: { code: -32601 } }],
    ['roots/list', { error: { code: -32601 } }],
  ])(
    '[upstream-requests] a request %s of a server in the stream of a call is answered',
    async (method, reply) => {
      let stream: UpstreamStream | undefined;
      const asking = tool('asking', (exchange) => {
        stream = exchange.openStream();
        stream.message({ id: 'from-upstream', method, params: {} });
      });
      const upstream = await legacy([asking]);
      const call = gateway.call('s', 'asking', {});
      const [first] = await waitFor('the reply', () => {
        const replies = repliesTo(upstream, 'from-upstream');
        return replies.length > 0 && replies;
      });
      expect(first).toMatchObject(reply);
      stream?.result(text('thanks'));
      // Of a caller who has not said that questions can be answered none is asked: the call ends.
      expect(await call).toMatchObject(
        method === 'ping'
          ? { status: 200, body: text('thanks') }
          : { status: 409, body: { code: 'input-required' } },
      );
    },
  );

  it('[upstream-requests] a 2025 connection declares no capability that REST callers cannot serve', async () => {
    const upstream = await legacy();
    await gateway.call('s', 'echo', {});
    const capabilities = upstream.of('initialize')[0]?.rpc?.params['capabilities'] as Json;
    for (const name of ['sampling', 'elicitation', 'roots']) expect(capabilities).not.toHaveProperty(name);
  });
});

describe('sessions of a 2025-11-25 server', () => {
  it('[session-end] the sessions of servers end when the gateway stops', async () => {
    const upstream = await open(ScriptedHttp.start());
    const stopping = await startGateway({ mcpServers: { s: { url: upstream.url } } });
    await stopping.call('s', 'echo', {});
    expect(upstream.sessions.size).toBe(1);
    await stopping.close();
    expect(upstream.sessions.size).toBe(0);
    await waitFor('the connections to be closed', () => upstream.openSockets === 0);
  });

  it('[list-changed] a list is requested again when the stream of notifications broke and is open again', async () => {
    const upstream = await legacy();
    expect(await gateway.toolNames('s')).toEqual(['echo']);
    await waitFor('the gateway to listen', () => upstream.listening > 0);
    upstream.hangUp();
    upstream.tools.push(tool('unheard', answers(text('ok'))));
    await waitFor('the gateway to listen again', () => upstream.listening > 0);
    await waitFor('the new tool', async () => (await gateway.toolNames('s')).includes('unheard'));
  });

  it('[stream-resume] a stream that breaks off after an event with an id is resumed', async () => {
    const resumable = tool('resumable', ({ req, res, progressToken }) => {
      const params = { progressToken, progress: 1 };
      const event = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params });
      res.writeHead(200, { 'content-type': 'text/event-stream' });
      res.write(`id: first\nretry: 10\ndata: ${event}\n\n`, () => req.socket.resetAndDestroy());
    });
    const upstream = await legacy([resumable]);
    upstream.intercept = (exchange) => {
      if (exchange.record.headers['last-event-id'] !== 'first') return false;
      const { rpc } = upstream.of('tools/call')[0] ?? {};
      exchange.openStream().message({ id: rpc?.id, result: text('resumed') });
      exchange.res.end();
      return true;
    };
    const stream = await gateway.stream('s', 'resumable');
    await stream.done;
    expect(stream.events.map(({ event }) => event)).toEqual(['progress', 'result']);
    expect(stream.events.at(-1)?.data).toEqual(text('resumed'));
    expect(upstream.executions('resumable')).toBe(1);
  });
});

describe('what a 2026-07-28 server says of its answers', () => {
  it('[list-ttl] a list with ttlMs 0 is requested each time, another is kept for its time', async () => {
    const upstream = await modern();
    upstream.capabilities = { tools: {} };
    upstream.caching = { ttlMs: 0, cacheScope: 'private' };
    await gateway.toolNames('s');
    const before = upstream.of('tools/list').length;
    for (let count = 0; count < 3; count++) await gateway.toolNames('s');
    expect(upstream.of('tools/list')).toHaveLength(before + 3);
    upstream.caching = { ttlMs: 60_000, cacheScope: 'private' };
    await gateway.toolNames('s');
    for (let count = 0; count < 3; count++) await gateway.toolNames('s');
    expect(upstream.of('tools/list')).toHaveLength(before + 4);
  });

  it('[param-headers] arguments that a tool wants as headers go as headers too', async () => {
    const properties = {
      region: { type: 'string', 'x-mcp-header': 'Region' },
      count: { type: 'integer', 'x-mcp-header': 'Count' },
      quiet: { type: 'boolean' },
    };
    const upstream = await modern([
      tool('regional', answers(text('ok')), { inputSchema: { type: 'object', properties } }),
      echo,
    ]);
    const args = { region: 'Zürich', count: 3, quiet: true };
    expect((await gateway.call('s', 'regional', args)).status).toBe(200);
    const { headers, rpc } = upstream.of('tools/call')[0] ?? {};
    expect(headers?.['mcp-param-region']).toBe(`=?base64?${Buffer.from('Zürich').toString('base64')}?=`);
    expect(headers?.['mcp-param-count']).toBe('3');
    expect(headers).not.toHaveProperty('mcp-param-quiet');
    expect(rpc?.params['arguments']).toEqual(args);
  });
});
