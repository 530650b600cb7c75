import { fileURLToPath } from 'node:url';
import { closeAfterEach } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { errorOf, NativeClient, resultOf } from '../../support/clients/native-client.js';
import { ownTime } from '../../support/measures/own-time.js';
import { descendantsOf } from '../../support/processes/processes.js';
import { waitFor } from '../../support/wait-for.js';
import { echo, tool } from '../../support/upstreams/scripted-http.js';
import { asksForInput, ScriptedModern } from '../../support/upstreams/scripted-modern.js';

const open = closeAfterEach();
const fixture = fileURLToPath(new URL('../../conformance/fixture/stdio.mjs', import.meta.url));
const stdio = { command: process.execPath, args: [fixture] };

async function stage(mcpServers: Json = {}): Promise<{ server: ScriptedModern; gateway: TestGateway }> {
  const server = await open(ScriptedModern.start([echo, asksForInput]));
  const gateway = await open(
    startGateway({ mcpServers: { http: { url: server.url }, stdio, ...mcpServers } }),
  );
  return { server, gateway };
}

const clientOf = (gateway: TestGateway, server: string) =>
  new NativeClient(`${gateway.url}/api/servers/${server}/mcp`, gateway.token);

describe('A client of 2026-07-28', () => {
  it('[native-modern] needs no session: discovers, lists, calls and answers what the server asks', async () => {
    const { gateway, server } = await stage();
    const client = clientOf(gateway, 'http');
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
    const { gateway, server } = await stage();
    const stream = await open(clientOf(gateway, 'http').listen({ toolsListChanged: true }, 'mine'));
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
    const { gateway } = await stage();
    const [one, two] = [clientOf(gateway, 'stdio'), clientOf(gateway, 'stdio')];
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
    const children = descendantsOf(process.pid).filter(({ command }) =>
      command.includes('fixture/stdio.mjs'),
    );
    expect(children).toHaveLength(1);
  });

  it('[native-shared-listen] subscribes on the shared process under an id of its own, and again on the next one', async () => {
    const { gateway } = await stage();
    const client = clientOf(gateway, 'stdio');
    const [mine, other] = [
      await open(client.listen({ toolsListChanged: true }, 'mine')),
      await open(client.listen({ promptsListChanged: true }, 'other')),
    ];
    const changed = 'notifications/tools/list_changed';
    await client.modern('tools/call', { name: 'test_trigger_tool_change', arguments: {} });
    const told = await mine.received('the change', ({ method }) => method === changed);
    expect((told['params'] as Json)['_meta']).toEqual({ 'io.modelcontextprotocol/subscriptionId': 'mine' });
    expect(other.of(changed)).toEqual([]);
    const [child] = descendantsOf(process.pid).filter(({ command }) => command.includes('fixture/stdio.mjs'));
    process.kill(child?.pid ?? 0, 'SIGKILL');
    await waitFor('a change told by the next process', async () => {
      await client
        .modern('tools/call', { name: 'test_trigger_tool_change', arguments: {} })
        .catch(() => undefined);
      return mine.of(changed).length > 1;
    });
    expect(mine.of('notifications/subscriptions/acknowledged')).toHaveLength(1);
  });

  it('[native-modern-checks] has headers and envelope checked in front of a process, which never sees headers', async () => {
    const { gateway } = await stage();
    const client = clientOf(gateway, 'stdio');
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

  it('[native-modern-cancel] cancels by leaving', async () => {
    const { gateway, server } = await stage();
    server.tools.push(tool('wait', (exchange) => void exchange.openStream()));
    const client = clientOf(gateway, 'http');
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

  it('[native-unavailable] is told of a server that is down by a JSON-RPC error in band', async () => {
    const { gateway, server } = await stage();
    await server.close();
    const answer = await clientOf(gateway, 'http').modern('tools/list', {}, { id: 'x' });
    expect([answer.status, answer.messages[0]]).toMatchObject([
      200,
      { id: 'x', error: { code: -32603, data: { code: 'upstream-unavailable' } } },
    ]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('[native-drain] is told goodbye on its streams as soon as the gateway stops, which does not wait for them', async () => {
    const server = await open(ScriptedModern.start());
    const gateway = await startGateway({
      env: { DRAIN_TIMEOUT_MS: 20_000 },
      mcpServers: { http: { url: server.url }, stdio },
    });
    const session = clientOf(gateway, 'stdio');
    await session.initialize();
    const streams = [
      await open(session.stream()),
      await open(clientOf(gateway, 'http').listen({ toolsListChanged: true })),
      await open(clientOf(gateway, 'stdio').listen({ toolsListChanged: true })),
    ];
    const startedAt = ownTime();
    await gateway.close();
    expect(ownTime() - startedAt).toBeLessThan(10_000);
    await waitFor('the ends', () => streams.every(({ ended }) => ended));
  });
});
