import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { NativeClient, type NativeAnswer } from '../../support/clients/native-client.js';
import { createApp, says, type TestApp } from '../../support/clients/sdk-apps.js';
import { publish } from '../../support/upstreams/declared-servers.js';
import { ScriptedHttp } from '../../support/upstreams/scripted-http.js';
import { ScriptedModern } from '../../support/upstreams/scripted-modern.js';
import { laneStdio } from '../../support/upstreams/stdio.js';

const open = closeAfterAll();
/** Beyond the size from which on answers are taken apart only when somebody looks. */
const size = 70_000;
const rules = { tools: { deny: ['secret'] }, overrides: { wordy: { name: 'terse' } } };

let gateway: TestGateway;
let app: TestApp;
const kinds = ['http-2025', 'http-2026', 'stdio-2025', 'stdio-2026'] as const;

beforeAll(async () => {
  const filler = 'x'.repeat(size);
  const tools = [
    says('large', filler, { description: filler }),
    says('secret', 's'),
    says('wordy', 'y'),
    says('line', 'l'),
  ];
  const legacy = await open(ScriptedHttp.start(tools));
  const modern = await open(ScriptedModern.start(tools));
  const servers = {
    'http-2025': { url: legacy.url },
    'http-2026': { url: modern.url },
    'stdio-2025': laneStdio('2025', size),
    'stdio-2026': laneStdio('2026', size),
  };
  const ruled = Object.entries(servers).map(([name, server]) => [`ruled-${name}`, { ...server, ...rules }]);
  gateway = await open(
    startGateway({ mcpServers: { ...servers, ...(Object.fromEntries(ruled) as object) } }),
  );
  const uses = kinds.map((kind) => [kind, { use: `ruled-${kind}` }]);
  app = await createApp(gateway, 'lanes', { mcpServers: Object.fromEntries(uses) as object });
});

async function nativeList(server: string, era: string): Promise<NativeAnswer> {
  const client = new NativeClient(`${gateway.url}/api/servers/${server}/mcp`, gateway.token);
  if (era === '2026') return client.modern('tools/list');
  await client.initialize();
  return client.request('tools/list');
}

/** The SDK whose schemas refuse members that the protocol does not have, of one era, and the text of all that it was sent. */
async function clientAt(
  path: string,
  era: string,
  token: string,
): Promise<{ client: Client; seen: () => string }> {
  const texts: string[] = [];
  const client = new Client(
    { name: 'strict', version: '1.0.0' },
    { versionNegotiation: { mode: era === '2026' ? 'auto' : 'legacy' } },
  );
  const recording: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (!isStream || init?.method === 'POST')
      void response
        .clone()
        .text()
        .then((text) => texts.push(text));
    return response;
  };
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(gateway.url + path), { requestInit, fetch: recording }),
  );
  return { client, seen: () => texts.join('\n') };
}

const cells = kinds.flatMap((kind) => ['2025', '2026'].map((era) => [era, kind] as const));

describe.each(cells)('Answers of 64 KiB and more, for a client of %s from %s', (era, kind) => {
  it('[native-large-answers] hold what the server sent and nothing else', async () => {
    const { client, seen } = await clientAt(`/api/servers/${kind}/mcp`, era, gateway.token);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('secret');
    const result = await client.callTool({ name: 'large', arguments: {} });
    expect(result.content).toEqual([{ type: 'text', text: 'x'.repeat(size) }]);
    await client.close();
    expect(seen().includes('"Buffer"')).toBe(false);
    expect(seen().length).toBeLessThan(3 * size);
  });

  it('[native-large-rules] are subject to the rules', async () => {
    const { client, seen } = await clientAt(`/api/servers/ruled-${kind}/mcp`, era, gateway.token);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['large', 'terse', 'line']));
    expect(names).not.toEqual(expect.arrayContaining(['wordy']));
    await client.close();
    expect(seen().includes('secret')).toBe(false);
  });
});

describe.each(['2025', '2026'])('Answers of 64 KiB and more at an app, for a client of %s', (era) => {
  it('[native-large-answers] hold what the servers sent, and [native-large-rules] their rules hold', async () => {
    const { client, seen } = await clientAt('/api/apps/lanes/mcp', era, app.token);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    for (const kind of kinds) {
      expect(names).toEqual(expect.arrayContaining([`${kind}__large`, `${kind}__terse`]));
      const result = await client.callTool({ name: `${kind}__large`, arguments: {} });
      expect(result.content).toEqual([{ type: 'text', text: 'x'.repeat(size) }]);
    }
    await client.close();
    expect(seen().includes('secret')).toBe(false);
    expect(seen().includes('"Buffer"')).toBe(false);
  });
});

describe.each(kinds)('Answers of 64 KiB and more by REST, from %s', (kind) => {
  it('[native-large-answers] hold what the server sent, and [native-large-rules] its rules hold', async () => {
    const list = await gateway.mcp(`ruled-${kind}`, 'tools');
    const names = (list.body['tools'] as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['large', 'terse']));
    expect(list.text).not.toContain('secret');
    const called = await gateway.call(kind, 'large');
    expect(called.body['content']).toEqual([{ type: 'text', text: 'x'.repeat(size) }]);
    expect(called.text.length).toBeLessThan(size + 1000);
  });
});

describe('A malformed list of tools', () => {
  it.each(['2025', '2026'])(
    '[native-large-rules] is refused where rules hold, to a client of %s',
    async (era) => {
      const broken = await open(ScriptedHttp.start([says('secret', 's')]));
      const odd = await publish(open, gateway, { url: broken.url, ...rules });
      broken.methods.set('tools/list', (exchange) => {
        exchange.result({ tools: { secret: { name: 'secret' } } });
      });
      const answer = await nativeList(odd, era);
      expect(answer.text).not.toContain('secret');
      expect(answer.text).toContain('upstream-error');
    },
  );
});
