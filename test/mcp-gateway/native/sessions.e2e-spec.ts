import { closeAfterAll, closeAfterEach } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { errorOf, NativeClient, resultOf } from '../../support/clients/native-client.js';
import { anonymous } from '../../support/people.js';
import { personIn } from '../../support/clients/apps-client.js';
import { TestClock } from '../../support/test-clock.js';
import { waitFor } from '../../support/wait-for.js';
import { publish } from '../../support/upstreams/declared-servers.js';
import { diesMidStream, endsStreamWithoutAnswer } from '../../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';

const keep = closeAfterAll();
const open = closeAfterEach();
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await keep(startGateway());
});

/** A server that is published as `one` and `two` until the end of the test. */
async function stage(tools = [echo], at = gateway): Promise<{ server: ScriptedHttp; client: NativeClient }> {
  const server = await open(ScriptedHttp.start(tools));
  await publish(open, at, { url: server.url, headers: { 'x-own': 'secret' } }, 'one');
  await publish(open, at, { url: server.url }, 'two');
  return { server, client: clientOf('one', at) };
}

const clientOf = (server = 'one', { url, token } = gateway) =>
  new NativeClient(`${url}/api/servers/${server}/mcp`, token);

describe('A session of a 2025 client with a remote server', () => {
  it('[native-session] has an id of the gateway and carries requests, answers and their members', async () => {
    const { server, client } = await stage();
    const introduction = await client.initialize();
    expect(introduction).toMatchObject({ serverInfo: { name: 'scripted' }, protocolVersion: '2025-11-25' });
    expect(client.session).toMatch(/^[\w-]{32}$/);
    expect([...server.sessions]).not.toContain(client.session);
    const answer = await client.request('tools/call', { name: 'echo', arguments: { a: 1 } });
    expect(answer.headers.get('mcp-session-id')).toBe(client.session);
    expect(resultOf(answer)).toEqual({ content: [], structuredContent: { a: 1 } });
  });

  it('[native-session-bound] is 404 for another person, another server, a made-up id and once it has ended', async () => {
    const { client } = await stage();
    const { body } = await gateway.json('/api/cli/auth/me');
    const bob = await personIn(gateway, String((body['account'] as Json)['id']), 'member');
    await client.initialize();
    const strangers = [new NativeClient(client.url, bob.token), clientOf('two'), clientOf()];
    for (const stranger of strangers) stranger.session = client.session;
    (strangers[2] as NativeClient).session = 'made-up';
    for (const stranger of strangers) {
      const answer = await stranger.request('tools/list');
      expect([answer.status, errorOf(answer)]).toMatchObject([404, { code: -32001 }]);
      expect((await stranger.stream()).response.status).toBe(404);
    }
    const ended = await fetch(client.url, { method: 'DELETE', headers: client.headers() });
    expect(ended.status).toBe(200);
    expect((await client.request('tools/list')).status).toBe(404);
  });

  it('[native-end] ends at the server when the client ends it', async () => {
    const { server, client } = await stage();
    await client.initialize();
    const [theirs] = [...server.sessions].slice(-1);
    await fetch(client.url, { method: 'DELETE', headers: client.headers() });
    await waitFor('the end of the session', () => !server.sessions.has(theirs ?? ''));
  });

  it('[native-restart] survives a restart of the server, with subscriptions and log level, and runs each call once', async () => {
    const { server, client } = await stage();
    server.methods.set('resources/subscribe', (exchange) => {
      exchange.result({});
    });
    await client.initialize({ roots: {} });
    await client.result('logging/setLevel', { level: 'debug' });
    await client.result('resources/subscribe', { uri: 'note://one' });
    await server.restart();
    server.requests.length = 0;
    expect(await client.result('tools/call', { name: 'echo', arguments: { again: true } })).toMatchObject({
      structuredContent: { again: true },
    });
    expect(server.executions('echo')).toBe(1);
    const [greeting] = server
      .of('initialize')
      .filter(({ rpc }) => (rpc?.params['capabilities'] as Json)['roots'] !== undefined);
    expect(greeting?.rpc?.params['clientInfo']).toMatchObject({ name: 'by-hand' });
    expect(server.of('resources/subscribe')[0]?.rpc?.params).toEqual({ uri: 'note://one' });
    expect(server.of('logging/setLevel')[0]?.rpc?.params).toEqual({ level: 'debug' });
  });

  it('[native-restart] distinguishes a lost session that is reported as 400 from a refused request', async () => {
    const { server, client } = await stage();
    await client.initialize();
    server.lostSession = (exchange) => {
      exchange.error(-32000, 'Bad Request: No valid session ID provided', { status: 400 });
    };
    server.sessions.clear();
    expect(await client.result('tools/list')).toMatchObject({ tools: [{ name: 'echo' }] });
    server.methods.set('odd/method', (exchange) => {
      exchange.error(-32000, 'Bad Request: no', { status: 400 });
    });
    const before = server.of('initialize').length;
    const refused = await client.request('odd/method');
    expect([refused.status, errorOf(refused)]).toMatchObject([
      400,
      { code: -32000, message: 'Bad Request: no' },
    ]);
    expect(server.of('initialize')).toHaveLength(before);
  });

  it('[native-stream] keeps the stream for messages of the server over a restart of it', async () => {
    const { server, client } = await stage();
    await client.initialize();
    const stream = await open(client.stream());
    await waitFor('the stream at the server', () => server.listening >= 1);
    const announced = () => stream.of('notifications/message').length;
    await waitFor('a first broadcast', () => {
      server.broadcast('notifications/message', { level: 'info', data: 'before' });
      return announced() > 0;
    });
    await server.restart();
    const known = announced();
    await waitFor('a broadcast after the restart', () => {
      server.broadcast('notifications/message', { level: 'info', data: 'after' });
      return announced() > known;
    });
    expect(stream.ended).toBe(false);
  });

  it('[native-resume] forwards Last-Event-ID and ends a resumed stream when the server does', async () => {
    const { server, client } = await stage();
    await client.initialize();
    server.intercept = ({ record, res }) => {
      if (record.httpMethod !== 'GET' || record.headers['last-event-id'] === undefined) return false;
      res.writeHead(200, { 'content-type': 'text/event-stream' });
      res.end(
        `id: e2\nevent: message\ndata: {"jsonrpc":"2.0","id":7,"result":{"after":"${String(record.headers['last-event-id'])}"}}\n\n`,
      );
      return true;
    };
    const stream = await open(client.stream('e1'));
    expect(await stream.received('the rest', ({ id }) => id === 7)).toEqual({
      jsonrpc: '2.0',
      id: 7,
      result: { after: 'e1' },
    });
    await waitFor('the end', () => stream.ended);
  });

  it('[native-push] carries requests of the server to the client and its answers back', async () => {
    const { server, client } = await stage();
    let answered: Json | undefined;
    server.tools.push(
      tool('ask', async (exchange) => {
        const stream = exchange.openStream();
        stream.message({ id: 'q1', method: 'elicitation/create', params: { message: 'Who?', 'x-odd': 1 } });
        await waitFor('the answer', () => answered);
        stream.result({ content: [], structuredContent: answered ?? {} });
      }),
    );
    server.intercept = ({ record, res }) => {
      const body = record.httpMethod === 'POST' ? (JSON.parse(record.text) as Json) : {};
      if (body['id'] !== 'q1') return false;
      answered = body['result'] as Json;
      res.writeHead(202).end();
      return true;
    };
    await client.initialize({ elicitation: {} });
    const call = await open(
      client.sendAndRead({ jsonrpc: '2.0', id: 9, method: 'tools/call', params: { name: 'ask' } }),
    );
    const asked = await call.received('the question', ({ id }) => id === 'q1');
    expect(asked['params']).toEqual({ message: 'Who?', 'x-odd': 1 });
    expect(
      (await client.send({ jsonrpc: '2.0', id: 'q1', result: { action: 'accept', 'x-more': true } })).status,
    ).toBe(202);
    const response = await call.received('the result', ({ id }) => id === 9);
    expect(response['result']).toMatchObject({ structuredContent: { action: 'accept', 'x-more': true } });
  });

  it('[native-cut-stream] answers with an error when a stream breaks off, and with nothing when the server ends it', async () => {
    const { client } = await stage([tool('dies', diesMidStream), tool('ends', endsStreamWithoutAnswer)]);
    await client.initialize();
    const cut = await open(
      client.sendAndRead({ jsonrpc: '2.0', id: 5, method: 'tools/call', params: { name: 'dies' } }),
    );
    const farewell = await cut.received('the farewell', ({ id }) => id === 5);
    expect(farewell['error']).toMatchObject({ code: -32603, data: { code: 'upstream-error' } });
    const ended = await client.request('tools/call', { name: 'ends' });
    expect([ended.status, ended.messages]).toEqual([200, []]);
  });

  it('[native-cancel] closes the request at the server when the client leaves', async () => {
    const { server, client } = await stage([tool('wait', (exchange) => void exchange.openStream())]);
    await client.initialize();
    const call = await client.sendAndRead({
      jsonrpc: '2.0',
      id: 3,
      method: 'tools/call',
      params: { name: 'wait' },
    });
    await call.close();
    const record = await server.received('tools/call');
    await waitFor('the close', () => record.abortedAt);
  });

  it('[native-headers] forwards only the headers of MCP, and adds the credential of the server', async () => {
    const { server, client } = await stage();
    await client.initialize();
    await client.send(
      { jsonrpc: '2.0', id: 4, method: 'tools/list' },
      {
        cookie: 'a=b',
        'x-forwarded-for': '10.0.0.9',
        'x-api-key': 'k',
        'mcp-param-x': 'v',
        traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`,
      },
    );
    const headers: Record<string, unknown> = server.of('tools/list').at(-1)?.headers ?? {};
    expect(headers).toMatchObject({
      'x-own': 'secret',
      'mcp-param-x': 'v',
      'mcp-protocol-version': '2025-11-25',
    });
    expect(headers['traceparent']).toContain('1'.repeat(32));
    for (const name of ['cookie', 'x-forwarded-for', 'x-api-key', 'authorization'])
      expect(headers).not.toHaveProperty(name);
    expect(JSON.stringify(server.requests)).not.toContain(gateway.token);
  });

  it('[native-unauthorized] answers 401 with the challenge of the gateway, and forwards no challenge of a server', async () => {
    const { server } = await stage();
    const stranger = anonymous(gateway);
    const answer = await stranger.json('/api/servers/one/mcp', {
      body: { jsonrpc: '2.0', id: 1, method: 'ping' },
    });
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringMatching(/^Bearer resource_metadata="/),
    ]);
    server.lostSession = (exchange) => {
      exchange.send(401, '{}', { 'www-authenticate': 'Bearer realm="theirs"' });
    };
    const client = clientOf();
    await client.initialize();
    server.sessions.clear();
    const theirs = await client.request('tools/list');
    expect([theirs.status, theirs.headers.get('www-authenticate')]).toEqual([200, null]);
    expect(errorOf(theirs)).toMatchObject({ data: { code: 'upstream-auth-refused' } });
  });

  it('[native-limits] are limited to MAX_SESSIONS, and end after SESSION_IDLE_MS without a request', async () => {
    const clock = new TestClock();
    const limited = await open(startGateway({ env: { MAX_SESSIONS: 2, SESSION_IDLE_MS: 1000 }, clock }));
    const { client } = await stage([echo], limited);
    await client.initialize();
    await clientOf('one', limited).initialize();
    const third = await clientOf('one', limited).send({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {},
    });
    expect([third.status, third.headers.get('retry-after')]).toEqual([503, '5']);
    expect(errorOf(third)?.['message']).toContain('MAX_SESSIONS');
    clock.advance(2000);
    expect((await client.request('ping')).status).toBe(404);
    await client.initialize();
  });

  it('[native-malformed] refuses malformed messages with the codes of JSON-RPC, and duplicate members', async () => {
    const { client } = await stage();
    const refusals = [
      ['{', -32700],
      ['[]', -32600],
      ['{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600],
      ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","name":"b"}}', -32602],
    ] as const;
    for (const [body, code] of refusals) {
      const answer = await client.send(body);
      expect([answer.status, errorOf(answer)?.['code']]).toEqual([400, code]);
    }
    expect((await client.send('{}', { 'content-type': 'text/plain' })).status).toBe(415);
  });
});
