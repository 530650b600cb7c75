import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
} from '@modelcontextprotocol/client';
import { fileURLToPath } from 'node:url';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { NativeClient, type NativeAnswer } from '../../support/clients/native-client.js';
import type { Exchange } from '../../support/upstreams/recording-server.js';
import { echo, ScriptedHttp } from '../../support/upstreams/scripted-http.js';
import { ScriptedModern } from '../../support/upstreams/scripted-modern.js';
import { SdkModern } from '../../support/upstreams/sdk-modern.js';

const open = closeAfterAll();
const script = fileURLToPath(new URL('../../support/upstreams/odd-stdio.mjs', import.meta.url));
const oddStdio = { command: process.execPath, args: [script] };

/** Answers that are legal and that a client or server library would change or refuse, by the method that asks for them. */
const odd: Readonly<Record<string, Json>> = {
  'odd/members': {
    jsonrpc: '2.0',
    'x-top': { deep: [1, { 'x-er': null }] },
    result: { content: [{ type: 'text', text: 'a', 'x-block': 1 }], _meta: { 'x/y': [] }, 'x-result': {} },
  },
  'odd/blocks': {
    jsonrpc: '2.0',
    result: { content: [{ type: 'hologram', matrix: [[1]] }, { type: 'text' }] },
  },
  'odd/task': {
    jsonrpc: '2.0',
    result: { resultType: 'task', task: { taskId: 't1', status: 'working', ttlMs: 5 } },
  },
  'odd/schema': {
    jsonrpc: '2.0',
    result: {
      tools: [
        { name: 'a', inputSchema: true, outputSchema: { type: 'array', items: { pattern: '(a+)+$' } } },
      ],
    },
  },
  'odd/error': {
    jsonrpc: '2.0',
    error: { code: -31999, message: 'own', data: { why: ['x', null], 'x-e': 1 }, 'x-err': 2 },
  },
  'odd/app': {
    jsonrpc: '2.0',
    result: {
      contents: [
        {
          uri: 'ui://form',
          mimeType: 'text/html;profile=mcp-app',
          text: '<b>ž</b>',
          _meta: { ui: { csp: {} } },
        },
      ],
    },
  },
  'odd/text': { jsonrpc: '2.0', result: { text: '\u2028 \\u0000 🎈 \\ud83d', ključ: '', '': 1 } },
  'odd/numbers': { jsonrpc: '2.0', result: { small: 1e-7, negative: -0.5, large: 9007199254740991 } },
};

function answersOddly(exchange: Exchange): boolean {
  const message = odd[exchange.record.rpc?.method ?? ''];
  if (message === undefined) return false;
  exchange.send(200, JSON.stringify({ ...message, id: exchange.id }));
  return true;
}

let gateway: TestGateway;
let legacy: ScriptedHttp;
let modern: ScriptedModern;

beforeAll(async () => {
  legacy = await open(ScriptedHttp.start([echo]));
  modern = await open(ScriptedModern.start([echo]));
  legacy.intercept = answersOddly;
  modern.intercept = answersOddly;
  const sdk = await open(SdkModern.start());
  const mcpServers = {
    legacy: { url: legacy.url },
    modern: { url: modern.url },
    odd: oddStdio,
    sdk: { url: sdk.url },
  };
  gateway = await open(startGateway({ mcpServers }));
});

const urlOf = (server: string) => `${gateway.url}/api/servers/${server}/mcp`;
const through = (server: string) => new NativeClient(urlOf(server), gateway.token);

/** What must be the same: status and every message, whatever id it has. */
const seen = ({ status, messages }: NativeAnswer) => ({
  status,
  messages: messages.map((message) => ({ ...message, id: 0 })),
});

describe('Odd but legal messages', () => {
  it.each(Object.keys(odd))(
    '[native-fidelity] arrive as the server sent them, in both eras: %s',
    async (method) => {
      const params = { 'x-param': { 'x-deep': [1] }, _meta: { 'x/own': true } };
      const [direct, gatewayed] = [new NativeClient(legacy.url), through('legacy')];
      await Promise.all([direct.initialize(), gatewayed.initialize()]);
      expect(seen(await gatewayed.request(method, params))).toEqual(
        seen(await direct.request(method, params)),
      );
      const sent = legacy.of(method).map(({ rpc }) => rpc?.params);
      expect(sent[0]).toEqual(sent[1]);
      expect(seen(await through('modern').modern(method, params))).toEqual(
        seen(await new NativeClient(modern.url).modern(method, params)),
      );
      const asked = modern.of(method).map(({ rpc }) => rpc?.params);
      expect(asked[0]).toEqual(asked[1]);
    },
  );

  it.each(['legacy', 'modern'] as const)(
    '[native-fidelity] arrive unchanged from a process too: %s',
    async (era) => {
      const client = through('odd');
      const ask = async (method: string) =>
        era === 'legacy' ? client.request(method) : client.modern(method);
      if (era === 'legacy') expect(await client.initialize()).toMatchObject({ serverInfo: { 'x-build': 7 } });
      for (const [method, message] of Object.entries(odd))
        expect((await ask(method)).messages.map((it) => ({ ...it, id: 0 }))).toEqual([{ ...message, id: 0 }]);
    },
  );

  it('[native-first-byte] comes in pieces as the server writes them', async () => {
    const client = through('legacy');
    await client.initialize();
    let finish: () => void = () => undefined;
    legacy.methods.set('slow/stream', (exchange) => {
      const stream = exchange.openStream();
      stream.notify('notifications/message', { level: 'info', data: 'first' });
      finish = () => {
        stream.result({ done: true });
      };
    });
    const stream = await open(client.sendAndRead({ jsonrpc: '2.0', id: 'slow', method: 'slow/stream' }));
    await stream.received('the first message', ({ method }) => method === 'notifications/message');
    expect(stream.ended).toBe(false);
    finish();
    await stream.received('the result', ({ id }) => id === 'slow');
  });
});

describe('The SDK of both eras', () => {
  it.each(['sdk', 'legacy'])(
    '[native-sdk-v2] negotiates 2026-07-28, whatever the server speaks: %s',
    async (server) => {
      const client = new ClientV2({ name: 'v2', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
      const requestInit = { headers: { authorization: `Bearer ${gateway.token}` } };
      await client.connect(new TransportV2(new URL(urlOf(server)), { requestInit }));
      expect(client.getProtocolEra()).toBe('modern');
      const name = server === 'sdk' ? 'add' : 'echo';
      expect((await client.listTools()).tools.map((tool) => tool.name)).toContain(name);
      expect(JSON.stringify(await client.callTool({ name, arguments: { a: 1, b: 2 } }))).toContain(
        server === 'sdk' ? '"3"' : '{"a":1,"b":2}',
      );
      await client.close();
    },
  );
});
