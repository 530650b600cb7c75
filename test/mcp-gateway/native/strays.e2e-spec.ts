import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { NativeClient } from '../../support/clients/native-client.js';
import { echo, ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';
import { waitFor } from '../../support/wait-for.js';

const open = closeAfterAll();
const list = { tools: [{ name: 'secret', inputSchema: { type: 'object' } }] };
/** The answer to a request that the client has made elsewhere. */
const stray = JSON.stringify({ jsonrpc: '2.0', id: 'elsewhere', result: list });
let gateway: TestGateway;
let upstream: ScriptedHttp;
let client: NativeClient;

beforeAll(async () => {
  upstream = await open(
    ScriptedHttp.start([
      echo,
      tool('secret', () => undefined),
      tool('spills', (exchange) => {
        const stream = exchange.openStream();
        stream.res.write(`data: ${stray}\n\n`);
        stream.res.write(`data: ${stray.replace('"tools"', '"t\\u006fols"')}\n\n`);
        stream.result({ content: [{ type: 'text', text: 'own' }], tools: ['mine'] });
      }),
      tool('swaps', (exchange) => {
        exchange.send(200, stray);
      }),
    ]),
  );
  gateway = await open(
    startGateway({ mcpServers: { s: { url: upstream.url, tools: { deny: ['secret'] } } } }),
  );
  client = new NativeClient(`${gateway.url}/api/servers/s/mcp`, gateway.token);
  await client.initialize();
});

describe('A list that a server with rules sends where nobody asked for it', () => {
  it('[native-strays] does not come on the stream of another call, whose own answer comes', async () => {
    const answer = await client.request('tools/call', { name: 'spills', arguments: {} });
    expect(answer.messages.map(({ result }) => result)).toEqual([
      { content: [{ type: 'text', text: 'own' }], tools: ['mine'] },
    ]);
  });

  it('[native-strays] does not come in place of an answer', async () => {
    const answer = await client.request('tools/call', { name: 'swaps', arguments: {} });
    expect(answer.text).not.toContain('secret');
    expect(answer.text).toContain('another request');
  });

  it('[native-strays] does not come on the stream of what a server says unasked', async () => {
    const stream = await client.stream();
    await waitFor('the server to be listened to', () => upstream.listening > 0);
    upstream.say(stray);
    upstream.broadcast('notifications/tools/list_changed');
    await stream.received('the notification', ({ method }) => method === 'notifications/tools/list_changed');
    expect(stream.messages).toHaveLength(1);
    await stream.close();
  });
});
