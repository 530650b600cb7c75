import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
} from '@modelcontextprotocol/client';
import { fileURLToPath } from 'node:url';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { NativeClient, type NativeAnswer } from '../../support/clients/native-client.js';
import { waitFor } from '../../support/wait-for.js';
import { NpmHttpServer, npmStdio } from '../../support/upstreams/npm-servers.js';
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
let everything: { http: NpmHttpServer; sse: NpmHttpServer };

beforeAll(async () => {
  legacy = await open(ScriptedHttp.start([echo]));
  modern = await open(ScriptedModern.start([echo]));
  legacy.intercept = answersOddly;
  modern.intercept = answersOddly;
  const [http, sse, sdk] = await Promise.all([
    open(NpmHttpServer.everything('streamableHttp')),
    open(NpmHttpServer.everything('sse')),
    open(SdkModern.start()),
  ]);
  everything = { http, sse };
  gateway = await open(
    startGateway({
      mcpServers: {
        legacy: { url: legacy.url },
        modern: { url: modern.url },
        odd: oddStdio,
        sdk: { url: sdk.url },
        everything: { url: http.url },
        'everything-sse': { url: sse.url },
        'everything-stdio': npmStdio.everything(),
      },
    }),
  );
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

const fetchWithToken = () => ({ requestInit: { headers: { authorization: `Bearer ${gateway.token}` } } });

describe('Real clients', () => {
  it.each(['everything', 'everything-stdio', 'everything-sse'])(
    '[native-sdk-v1] the SDK of the 2025 revisions: %s',
    async (server) => {
      const client = new ClientV1({ name: 'v1', version: '1.0.0' }, { capabilities: {} });
      await client.connect(new TransportV1(new URL(urlOf(server)), fetchWithToken()));
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain('echo');
      const progress: number[] = [];
      const result = await client.callTool(
        { name: 'trigger-long-running-operation', arguments: { duration: 0.2, steps: 2 } },
        undefined,
        { onprogress: ({ progress: at }) => progress.push(at) },
      );
      expect(JSON.stringify(result)).toContain('completed');
      expect(progress).toEqual([1, 2]);
      expect(
        await client.readResource({ uri: String((await client.listResources()).resources[0]?.uri) }),
      ).toHaveProperty('contents');
      expect((await client.listPrompts()).prompts.length).toBeGreaterThan(0);
      await client.close();
    },
  );

  it.each(['sdk', 'everything', 'everything-stdio', 'everything-sse'])(
    '[native-sdk-v2] the SDK of both eras, which negotiates 2026-07-28 whatever the server speaks: %s',
    async (server) => {
      const client = new ClientV2({ name: 'v2', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
      await client.connect(new TransportV2(new URL(urlOf(server)), fetchWithToken()));
      expect(client.getProtocolEra()).toBe('modern');
      const { tools } = await client.listTools();
      const [name, args] = tools.some((tool) => tool.name === 'add')
        ? ['add', { a: 1, b: 2 }]
        : ['echo', { message: '3' }];
      expect(JSON.stringify(await client.callTool({ name, arguments: args }))).toContain('3');
      await client.close();
    },
  );
});

describe('Sessions with real servers', () => {
  it.each(['http', 'sse'] as const)(
    '[native-restart-real] go on after server-everything was killed and started again: %s',
    async (transport) => {
      const client = through(transport === 'http' ? 'everything' : 'everything-sse');
      await client.initialize();
      await everything[transport].restart();
      const answer = await waitFor('an answer', async () => {
        const tried = await client.request('tools/call', { name: 'echo', arguments: { message: 'again' } });
        return tried.messages.some((message) => 'result' in message) ? tried : undefined;
      });
      expect(JSON.stringify(answer.messages)).toContain('again');
    },
  );
});
