import { fileURLToPath } from 'node:url';
import { closeAfterAll, closeAfterEach } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { errorOf, NativeClient, resultOf } from '../../support/clients/native-client.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { publish } from '../../support/upstreams/declared-servers.js';
import { linesOf } from '../../support/upstreams/stdio.js';
import { waitFor } from '../../support/wait-for.js';
import { echo, tool } from '../../support/upstreams/scripted-http.js';
import { asksForInput, ScriptedModern } from '../../support/upstreams/scripted-modern.js';

const keep = closeAfterAll();
const open = closeAfterEach();
const fixture = fileURLToPath(new URL('../../conformance/fixture/stdio.mjs', import.meta.url));
const folder = temporaryFolder();
/** The ids of the processes of `stdio`, oldest first. */
const children = () => linesOf(folder.file('children')).map(Number);
const stdio = {
  command: 'sh',
  args: ['-c', 'echo $$ >> "$0"; exec "$1" "$2"', folder.file('children'), process.execPath, fixture],
};
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await keep(startGateway({ mcpServers: { stdio } }));
});

afterAll(() => {
  folder.remove();
});

async function stage(): Promise<{ server: ScriptedModern; client: NativeClient }> {
  const server = await open(ScriptedModern.start([echo, asksForInput]));
  return { server, client: clientOf(await publish(open, gateway, { url: server.url })) };
}

const clientOf = (server: string, { url, token } = gateway) =>
  new NativeClient(`${url}/api/servers/${server}/mcp`, token);

describe('A client of 2026-07-28', () => {
  it('[native-modern] needs no session: discovers, lists, calls and answers what the server asks', async () => {
    const { server, client } = await stage();
    const discovered = await client.modern('server/discover');
    expect(discovered.headers.get('mcp-session-id')).toBeNull();
    expect(resultOf(discovered)).toMatchObject({ resultType: 'complete', supportedVersions: ['2026-07-28'] });
    expect(resultOf(await client.modern('tools/list'))).toMatchObject({
      ttlMs: 60_000,
      cacheScope: 'private',
    });
    const asked = resultOf(await client.modern('tools/call', { name: 'ask' }));
    expect(asked).toMatchObject({ resultType: 'input_required', requestState: 'state-1' });
    const inputResponses = { who: { action: 'accept', content: { name: 'Ada' } } };
    const done = await client.modern('tools/call', { name: 'ask', inputResponses, requestState: 'state-1' });
    expect(resultOf(done)).toMatchObject({ content: [{ text: 'Hello Ada' }] });
    const own = server.of('tools/call').at(-1)?.rpc?.params['_meta'];
    expect(own).toMatchObject({
      'io.modelcontextprotocol/clientInfo': { name: 'by-hand' },
      'io.modelcontextprotocol/clientCapabilities': {},
    });
  });

  it('[native-listen] keeps its subscription over a restart of the server, and is told once that it holds', async () => {
    const { server, client } = await stage();
    const stream = await open(client.listen({ toolsListChanged: true }, 'mine'));
    const isOpen = () =>
      server.of('subscriptions/listen').some(({ rpc }) => rpc?.id === 'mine') && server.listening > 0;
    await waitFor('the subscription', isOpen);
    server.announceToolsChanged();
    await stream.received('a change', ({ method }) => method === 'notifications/tools/list_changed');
    await server.close();
    server.requests.length = 0;
    await server.listen();
    await waitFor('the subscription again', isOpen);
    const known = stream.of('notifications/tools/list_changed').length;
    await waitFor('a change again', () => {
      server.announceToolsChanged();
      return stream.of('notifications/tools/list_changed').length > known;
    });
    expect(stream.of('notifications/subscriptions/acknowledged')).toHaveLength(1);
    expect(stream.ended).toBe(false);
  });

  it('[native-shared-child] shares one process with others: same ids and progress tokens do not meet', async () => {
    const [one, two] = [clientOf('stdio'), clientOf('stdio')];
    const call = (client: NativeClient) =>
      client.modern(
        'tools/call',
        { name: 'test_tool_with_progress', arguments: {} },
        { id: 'same', meta: { progressToken: 'token' } },
      );
    const answers = await Promise.all([call(one), call(two)]);
    for (const { messages, headers } of answers) {
      expect(headers.get('content-type')).toContain('text/event-stream');
      const progress = messages.flatMap(({ params }) => (params === undefined ? [] : [params as Json]));
      expect(progress.map(({ progress: at, progressToken }) => [at, progressToken])).toEqual([
        [0, 'token'],
        [50, 'token'],
        [100, 'token'],
      ]);
      expect(messages.at(-1)).toMatchObject({ id: 'same', result: { resultType: 'complete' } });
    }
    expect(children()).toHaveLength(1);
  });

  it('[native-shared-listen] subscribes on the shared process under an id of its own, and again on the next one', async () => {
    const client = clientOf('stdio');
    const [mine, other] = [
      await open(client.listen({ toolsListChanged: true }, 'mine')),
      await open(client.listen({ promptsListChanged: true }, 'other')),
    ];
    const changed = 'notifications/tools/list_changed';
    await client.modern('tools/call', { name: 'test_trigger_tool_change', arguments: {} });
    const told = await mine.received('the change', ({ method }) => method === changed);
    expect((told['params'] as Json)['_meta']).toEqual({ 'io.modelcontextprotocol/subscriptionId': 'mine' });
    expect(other.of(changed)).toEqual([]);
    process.kill(Number(children().at(-1)), 'SIGKILL');
    await waitFor('a change told by the next process', async () => {
      await client
        .modern('tools/call', { name: 'test_trigger_tool_change', arguments: {} })
        .catch(() => undefined);
      return mine.of(changed).length > 1;
    });
    expect(mine.of('notifications/subscriptions/acknowledged')).toHaveLength(1);
  });

  it('[native-modern-checks] has headers and envelope checked in front of a process, which never sees headers', async () => {
    const client = clientOf('stdio');
    const regional = { name: 'test_x_mcp_header', arguments: { region: 'us', level: 1 } };
    const cases: [string, Json, Record<string, string | undefined>, number, number | undefined][] = [
      ['tools/list', {}, { 'mcp-method': 'tools/call' }, 400, -32020],
      ['tools/list', {}, { 'mcp-protocol-version': '2025-11-25' }, 400, -32020],
      ['tools/call', { name: 'test_simple_text' }, { 'mcp-name': undefined }, 400, -32020],
      ['tools/call', regional, {}, 400, -32020],
      ['tools/call', regional, { 'mcp-param-region': 'eu' }, 400, -32020],
      ['tools/call', regional, { 'mcp-param-region': 'us' }, 200, undefined],
      ['tools/call', regional, { 'mcp-param-region': '=?base64?dXM=?=' }, 200, undefined],
      ['ping', {}, {}, 404, -32601],
    ];
    for (const [method, params, headers, status, code] of cases) {
      const answer = await client.modern(method, params, { headers });
      expect([method, headers, answer.status, errorOf(answer)?.['code']]).toEqual([
        method,
        headers,
        status,
        code,
      ]);
    }
    const bare = await client.send(
      { jsonrpc: '2.0', id: 8, method: 'tools/list' },
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' },
    );
    expect([bare.status, bare.messages[0]]).toMatchObject([400, { id: 8, error: { code: -32602 } }]);
    const future = await client.modern(
      'tools/list',
      {},
      {
        meta: { 'io.modelcontextprotocol/protocolVersion': '2099-01-01' },
        headers: { 'mcp-protocol-version': '2099-01-01' },
      },
    );
    expect(errorOf(future)).toMatchObject({
      code: -32022,
      data: { supported: ['2026-07-28'], requested: '2099-01-01' },
    });
  });

  it('[native-modern-cancel] cancels a call by disconnecting', async () => {
    const { server, client } = await stage();
    server.tools.push(tool('wait', (exchange) => void exchange.openStream()));
    const abort = new AbortController();
    const message = client.modernMessage('tools/call', { name: 'wait' });
    const call = fetch(client.url, {
      method: 'POST',
      signal: abort.signal,
      headers: client.headers({
        'content-type': 'application/json',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'wait',
      }),
      body: JSON.stringify(message),
    });
    const record = await server.received('tools/call');
    await call;
    abort.abort();
    await waitFor('the close', () => record.abortedAt);
  });

  it('[native-unavailable] gets a JSON-RPC error while the server is down', async () => {
    const { server, client } = await stage();
    await server.close();
    const answer = await client.modern('tools/list', {}, { id: 'x' });
    expect([answer.status, answer.messages[0]]).toMatchObject([
      200,
      { id: 'x', error: { code: -32603, data: { code: 'upstream-unavailable' } } },
    ]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('[native-drain] sees its streams end when the gateway stops, which does not wait for them', async () => {
    const server = await open(ScriptedModern.start());
    const stopping = await startGateway({
      // Longer than the time that a test may take.
      env: { DRAIN_TIMEOUT_MS: 600_000 },
      mcpServers: { http: { url: server.url }, stdio },
    });
    const session = clientOf('stdio', stopping);
    await session.initialize();
    const streams = [
      await open(session.stream()),
      await open(clientOf('http', stopping).listen({ toolsListChanged: true })),
      await open(clientOf('stdio', stopping).listen({ toolsListChanged: true })),
    ];
    await stopping.close();
    await waitFor('the ends', () => streams.every(({ ended }) => ended));
  });
});
