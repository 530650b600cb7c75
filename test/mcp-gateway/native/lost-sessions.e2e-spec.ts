import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { errorOf, NativeClient } from '../../support/clients/native-client.js';
import {
  httpStatus,
  refuses,
  says,
  text,
  waitsFor,
  type Behaviour,
} from '../../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';

const open = closeAfterAll();

let upstream: ScriptedHttp;
let gateway: TestGateway;
let native: NativeClient;

beforeAll(async () => {
  upstream = await open(ScriptedHttp.start([echo]));
  gateway = await open(startGateway({ mcpServers: { s: { url: upstream.url } } }));
  native = new NativeClient(`${gateway.url}/api/servers/s/mcp`, gateway.token);
  await native.initialize();
});

describe('A server that forgot a session', () => {
  const inPython = (id: string): Behaviour => {
    const error = '{"code":-32600,"message":"Session not found"}';
    return (exchange) => {
      exchange.send(404, `{"jsonrpc":"2.0","id":${id},"error":${error}}`);
    };
  };

  it.each<readonly [string, Behaviour]>([
    ['404 of the Python SDK', inPython('null')],
    ['404 of the Python SDK with an id of its own', inPython('"server-error"')],
    ['400 of older Python SDKs', says(400, 'Bad Request: No valid session ID provided')],
    ['400 of mcp-go', says(400, 'Invalid session ID\n')],
    ['404 without a body', httpStatus(404)],
  ])('[http-restart] [native-restart] may say so as %s: it gets each call once', async (_, behaviour) => {
    upstream.lostSession = behaviour;
    const before = { runs: upstream.executions('echo'), greetings: upstream.of('initialize').length };
    expect((await gateway.call('s', 'echo', { a: 0 })).status).toBe(200);
    upstream.sessions.clear();
    expect(await gateway.call('s', 'echo', { a: 1 })).toMatchObject({
      status: 200,
      body: { structuredContent: { a: 1 } },
    });
    expect(await native.result('tools/call', { name: 'echo', arguments: { a: 2 } })).toMatchObject({
      structuredContent: { a: 2 },
    });
    expect(upstream.executions('echo')).toBe(before.runs + 3);
    expect(upstream.of('initialize')).toHaveLength(before.greetings + 2);
  });

  it('[http-restart] ends the calls that it still has', async () => {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    upstream.tools = [echo, tool('slow', waitsFor(gate))];
    upstream.requests.length = 0;
    await gateway.mcp('s', 'tools?refresh=true');
    const slow = gateway.call('s', 'slow', {});
    await upstream.received('tools/call');
    upstream.sessions.clear();
    expect((await gateway.call('s', 'echo', {})).status).toBe(200);
    release();
    expect(await slow).toMatchObject({ status: 200, body: text('done') });
    expect(upstream.executions('slow')).toBe(1);
  });
});

describe('A tool whose error reads like a lost session', () => {
  it.each<readonly [string, Behaviour, number, number]>([
    ['500 with its code', refuses(-32000, 'database error after insert', 500), 502, 200],
    ['200 with its code', refuses(-32001, 'Session not found'), 502, 200],
    ['400 with its code', refuses(-32000, 'Bad Request: No valid session', 400), 502, 400],
    ['400 in its words', says(400, 'the session of the database has ended'), 502, 200],
    ['404 with an error', refuses(-32602, 'no such row', 404), 422, 200],
    ['404 without an error', httpStatus(404), 502, 200],
  ])(
    '[session-errors-of-tools] as %s runs once, and calls of others go on',
    async (form, behaviour, status, nativeStatus) => {
      let release: () => void = () => undefined;
      const gate = new Promise<void>((resolve) => (release = resolve));
      upstream.tools = [echo, tool('slow', waitsFor(gate)), tool('fails', behaviour)];
      await Promise.all([gateway.mcp('s', 'tools?refresh=true'), native.request('ping')]);
      upstream.requests.length = 0;
      upstream.executed.length = 0;
      const slow = gateway.call('s', 'slow', {});
      await upstream.received('tools/call');
      const headers = { 'idempotency-key': form };
      expect((await gateway.call('s', 'fails', {})).status).toBe(status);
      for (let asked = 0; asked < 2; asked++)
        expect((await gateway.call('s', 'fails', {}, {}, { headers })).status).toBe(status);
      const answer = await native.request('tools/call', { name: 'fails' });
      expect([answer.status, errorOf(answer)]).toEqual([nativeStatus, expect.anything()]);
      release();
      expect(await slow).toMatchObject({ status: 200, body: text('done') });
      expect([upstream.executions('fails'), upstream.executions('slow')]).toEqual([3, 1]);
      expect(upstream.of('initialize')).toEqual([]);
      expect(upstream.requests.filter(({ httpMethod }) => httpMethod === 'DELETE')).toEqual([]);
    },
  );
});
