import { closeAfterAll } from '../../support/closing.js';
import { startGateway } from '../../support/gateway.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { errorOf, NativeClient, resultOf, type NativeAnswer } from '../../support/clients/native-client.js';
import { accept, answered, textOf } from '../../support/questions.js';
import { AskingServer, askingStdio } from '../../support/upstreams/asking-server.js';
import { waitFor } from '../../support/wait-for.js';

const open = closeAfterAll();
const all = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };
const mute = { questions: 'deny' };

/** One call of a tool by a client of 2026-07-28. */
function call(client: NativeClient, name: string, more: Json = {}): Promise<NativeAnswer> {
  return client.modern('tools/call', { name, arguments: {}, ...more }, { capabilities: all });
}

describe('A server that may not ask any more', () => {
  it.each(['stdio', 'http', 'sse'])(
    '[question-switched] ends the sessions that are open, their streams and calls too: %s',
    async (kind) => {
      const upstream = kind === 'stdio' ? undefined : await open(AskingServer.start(kind as 'http' | 'sse'));
      const entry = upstream === undefined ? askingStdio() : { url: upstream.url, type: kind };
      const other = await open(startGateway({ mcpServers: { s: entry, other: askingStdio() } }));
      const clients = ['s', 'other'].map(
        (server) => new NativeClient(`${other.url}/api/servers/${server}/mcp`, other.token),
      );
      const [client, neighbour] = clients as [NativeClient, NativeClient];
      for (const each of clients) await each.initialize(all);
      const stream = await client.stream();
      const params = { name: 'ask', arguments: {} };
      const asking = await client.sendAndRead({ jsonrpc: '2.0', id: 'c', method: 'tools/call', params });
      const told = () => [...asking.messages, ...stream.messages];
      await waitFor('the question', () => told().some(({ method }) => method === 'elicitation/create'));

      other.writeMcpConfig({ mcpServers: { s: { ...entry, ...mute }, other: askingStdio() } });
      await waitFor('the session to end', () => stream.ended && asking.ended);
      expect((await client.request('ping')).status).toBe(404);
      expect((await neighbour.request('ping')).status).toBe(200);
      await client.initialize(all);
      expect(textOf(resultOf(await client.request('tools/call', params)))).toBe('refused -32601');
    },
  );

  it('[question-switched] ends the calls that are held, those of an app too', async () => {
    const other = await open(startGateway({ mcpServers: { s: askingStdio() } }));
    const app = (questions: 'allow' | 'deny') => ({ mcpServers: { own: { use: 's', questions } } });
    await other.json('/api/cli/apps', { body: { name: 'App', slug: 'app', config: app('allow') } });
    const ways = ['/api/servers/s/mcp', '/api/servers/app.own/mcp', '/api/apps/app/mcp'];
    const [direct, ofApp, atApp] = ways.map((path) => new NativeClient(other.url + path, other.token)) as [
      NativeClient,
      NativeClient,
      NativeClient,
    ];
    const again = (result: Json) => answered(result, () => accept('Ada'));
    const first = resultOf(await call(direct, 'ask'));
    const second = resultOf(await call(ofApp, 'ask'));
    const third = resultOf(await call(atApp, 'own__ask'));
    const put = await other.json('/api/cli/apps/app/config', {
      method: 'PUT',
      headers: { 'if-match': '*' },
      body: { config: app('deny') },
    });
    expect(put.status).toBe(200);
    expect(errorOf(await call(ofApp, 'ask', again(second)))).toMatchObject({ code: -32602 });
    expect(errorOf(await call(atApp, 'own__ask', again(third)))).toMatchObject({ code: -32602 });
    expect(textOf(resultOf(await call(direct, 'ask', again(first))))).toBe('Hello Ada');
    const fourth = resultOf(await call(direct, 'ask'));
    other.writeMcpConfig({ mcpServers: { s: askingStdio({}, mute) } });
    await waitFor('the file to be read', () => other.logs('servers.loaded').length > 1);
    expect(errorOf(await call(direct, 'ask', again(fourth)))).toMatchObject({ code: -32602 });
  });
});
