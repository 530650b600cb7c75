import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
} from '@modelcontextprotocol/client';
import { closeAfterAll } from '../../support/closing.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { NativeClient } from '../../support/clients/native-client.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { NpmHttpServer, npmStdio } from '../../support/upstreams/npm-servers.js';
import { waitFor } from '../../support/wait-for.js';

const open = closeAfterAll();
let gateway: TestGateway;
let everything: { http: NpmHttpServer; sse: NpmHttpServer };

beforeAll(async () => {
  const [http, sse] = await Promise.all([
    open(NpmHttpServer.everything('streamableHttp')),
    open(NpmHttpServer.everything('sse')),
  ]);
  everything = { http, sse };
  const mcpServers = {
    everything: { url: http.url },
    'everything-sse': { url: sse.url },
    'everything-stdio': npmStdio.everything(),
  };
  gateway = await open(startGateway({ mcpServers }));
});

const urlOf = (server: string) => `${gateway.url}/api/servers/${server}/mcp`;
const through = (server: string) => new NativeClient(urlOf(server), gateway.token);
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

  it.each(['everything', 'everything-stdio', 'everything-sse'])(
    '[native-sdk-v2] the SDK of both eras, which negotiates 2026-07-28 whatever the server speaks: %s',
    async (server) => {
      const client = new ClientV2({ name: 'v2', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
      await client.connect(new TransportV2(new URL(urlOf(server)), fetchWithToken()));
      expect(client.getProtocolEra()).toBe('modern');
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain('echo');
      const echoed = await client.callTool({ name: 'echo', arguments: { message: '3' } });
      expect(JSON.stringify(echoed)).toContain('Echo: 3');
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

  it('[native-resume-kept] resume an answer with Last-Event-ID when the connection breaks: HTTP+SSE', async () => {
    const client = through('everything-sse');
    await client.initialize();
    const params = {
      ...{ name: 'trigger-long-running-operation', arguments: { duration: 0.6, steps: 3 } },
      _meta: { progressToken: 'p' },
    };
    const call = await client.sendAndRead({ jsonrpc: '2.0', id: 42, method: 'tools/call', params });
    const isProgress = ({ method }: Json) => method === 'notifications/progress';
    await call.received('the first progress', isProgress);
    await call.close();
    await waitFor('the end', () => call.ended);
    const resumed = await open(client.stream(call.lastEventId));
    const response = await resumed.received('the response', ({ id }) => id === 42);
    expect(response).toHaveProperty('result.content');
    const steps = [...call.messages, ...resumed.messages]
      .filter(isProgress)
      .map(({ params: told }) => (told as Json)['progress']);
    expect(steps).toEqual([1, 2, 3]);
  });
});
