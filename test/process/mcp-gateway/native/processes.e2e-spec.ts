import { closeAfterEach } from '../../../support/closing.js';
import { startGateway, type TestGateway } from '../../../support/gateway.js';
import type { Json } from '../../../support/clients/gateway-client.js';
import { errorOf, NativeClient } from '../../../support/clients/native-client.js';
import { descendantsOf } from '../../../support/processes/processes.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { waitFor } from '../../../support/wait-for.js';
import { ScriptedHttp } from '../../../support/upstreams/scripted-http.js';
import { linesOf, stdioServer } from '../../../support/upstreams/stdio.js';

const open = closeAfterEach();

async function stage(env = {}, script = {}): Promise<() => NativeClient> {
  const gateway: TestGateway = await open(startGateway({ env, mcpServers: { own: stdioServer(script) } }));
  return () => new NativeClient(`${gateway.url}/api/servers/own/mcp`, gateway.token);
}

const children = () =>
  descendantsOf(process.pid).filter(({ command }) => command.includes('stdio-server.mjs'));
const pidOf = async (client: NativeClient) => {
  const { content } = await client.result('tools/call', { name: 'pid' });
  return Number((content as Json[])[0]?.['text']);
};

describe('A 2025 session with a process', () => {
  it('[native-own-child] has one of its own, which goes when the session does', async () => {
    const client = await stage();
    const [one, two] = [client(), client()];
    await Promise.all([one.initialize(), two.initialize()]);
    const [first, second] = [await pidOf(one), await pidOf(two)];
    expect(first).not.toBe(second);
    await fetch(one.url, { method: 'DELETE', headers: one.headers() });
    await waitFor('the end of the process', () => !children().some(({ pid }) => pid === first));
    expect(children().map(({ pid }) => pid)).toContain(second);
  });

  it('[sessions-end-with-server] ends with its process when its server is removed or changed, also while its stream is open', async () => {
    const entry = stdioServer();
    const gateway = await open(startGateway({ mcpServers: { own: entry, other: stdioServer() } }));
    const at = (server: string) =>
      new NativeClient(`${gateway.url}/api/servers/${server}/mcp`, gateway.token);
    const [own, other] = [at('own'), at('other')];
    for (const client of [own, other]) await client.initialize();
    await open(own.stream());
    const [pid, stays] = [await pidOf(own), await pidOf(other)];
    gateway.writeMcpConfig({ mcpServers: { own: stdioServer({ GARBAGE: '1' }), other: stdioServer() } });
    await waitFor('the end of the process', () => !children().some((child) => child.pid === pid));
    expect(children().map((child) => child.pid)).toContain(stays);
    expect((await own.request('ping')).status).toBe(404);
    expect(await pidOf(other)).toBe(stays);
  });

  it('[native-refused-handshake] is refused in the words of the server, for a remote one too', async () => {
    const strict = `require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, params } = JSON.parse(line);
      const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'strict', version: '1' } };
      const error = { code: -32602, message: 'Invalid request parameters', data: 'clientInfo' };
      if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, ...(params?.clientInfo ? { result } : { error }) }));
    });`;
    const remote = await open(ScriptedHttp.start());
    remote.intercept = (exchange) => {
      const isFaulty =
        exchange.record.rpc?.method === 'initialize' && exchange.params['clientInfo'] === undefined;
      if (isFaulty) exchange.error(-32602, 'Invalid request parameters', { data: 'clientInfo' });
      return isFaulty;
    };
    const mcpServers = { own: { command: process.execPath, args: ['-e', strict] }, far: { url: remote.url } };
    const { url, token } = await open(startGateway({ mcpServers }));
    for (const server of ['own', 'far']) {
      const client = new NativeClient(`${url}/api/servers/${server}/mcp`, token);
      const params = { protocolVersion: '2025-11-25', capabilities: {} };
      const refused = await client.request('initialize', params);
      expect([refused.status, refused.messages]).toEqual([
        200,
        [
          {
            ...{ jsonrpc: '2.0', id: 1 },
            error: { code: -32602, message: 'Invalid request parameters', data: 'clientInfo' },
          },
        ],
      ]);
      await client.initialize();
    }
  });

  it('[native-child-restart] goes on with another process when its own was killed, and keeps its stream', async () => {
    const client = (await stage())();
    await client.initialize();
    const stream = await open(client.stream());
    const first = await pidOf(client);
    process.kill(first, 'SIGKILL');
    // A request that reaches a dying process may have been carried out, so it is not repeated: the next process has to be there.
    await waitFor('another process', () => children().some(({ pid }) => pid !== first));
    await waitFor('an answer of it', async () => {
      const { messages } = await client.request('ping');
      return messages.some((message) => 'result' in message);
    });
    expect(await pidOf(client)).not.toBe(first);
    await client.result('tools/call', { name: 'addTool', arguments: { name: 'late' } });
    await stream.received('the change', ({ method }) => method === 'notifications/tools/list_changed');
    const died = await client.request('tools/call', { name: 'exit' });
    expect(errorOf(died)).toMatchObject({ code: -32603, data: { code: 'upstream-error' } });
  });

  it('[native-child-cancel] hands a cancellation on in the words of the client and lets go of its answer', async () => {
    const folder = temporaryFolder();
    const EFFECTS_FILE = folder.file('effects');
    const client = (await stage({}, { EFFECTS_FILE }))();
    await client.initialize();
    const call = client.send({ jsonrpc: '2.0', id: 'w', method: 'tools/call', params: { name: 'wait' } });
    await waitFor('the call', () => linesOf(EFFECTS_FILE).includes('waiting'));
    const params = { requestId: 'w', reason: 'enough' };
    await client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
    await waitFor('the cancellation', () => linesOf(EFFECTS_FILE).includes('cancelled'));
    expect((await call).messages).toEqual([]);
    folder.remove();
  });

  it('[native-needs-session] is needed: other messages without one are refused', async () => {
    const client = (await stage())();
    const refused = await client.request('tools/list');
    expect([refused.status, errorOf(refused)?.['code']]).toEqual([400, -32000]);
    expect((await client.stream()).response.status).toBe(405);
  });
});

describe('The native endpoint behind Express', () => {
  it('[lanes-alike] works as it does on the fast path', async () => {
    const server = await open(ScriptedHttp.start());
    const env = { HOT_LANE: false };
    const gateway = await open(startGateway({ env, mcpServers: { one: { url: server.url } } }));
    const client = new NativeClient(`${gateway.url}/api/servers/one/mcp`, gateway.token);
    await client.initialize();
    const result = await client.result('tools/call', { name: 'echo', arguments: { a: 1 } });
    expect(result).toMatchObject({ structuredContent: { a: 1 } });
    const stream = await open(client.stream());
    await waitFor('a broadcast', () => {
      server.broadcast('notifications/message', { level: 'info', data: 'x' });
      return stream.of('notifications/message').length > 0;
    });
    expect((await client.modern('server/discover')).status).toBe(200);
    expect((await client.modern('ping')).status).toBe(404);
    const ended = await fetch(client.url, { method: 'DELETE', headers: client.headers() });
    expect(ended.status).toBe(200);
    expect((await client.request('ping')).status).toBe(404);
  });
});
