import { readFileSync, writeFileSync } from 'node:fs';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { NpmHttpServer, npmStdio } from '../../support/upstreams/npm-servers.js';

const open = closeAfterAll();
const folder = temporaryFolder();
let gateway: TestGateway;

beforeAll(async () => {
  const [http, sse] = await Promise.all([
    open(NpmHttpServer.everything('streamableHttp')),
    open(NpmHttpServer.everything('sse')),
  ]);
  writeFileSync(folder.file('hello.txt'), 'hello from a file');
  gateway = await open(
    startGateway({
      mcpServers: {
        stdio: npmStdio.everything(),
        http: { url: http.url },
        sse: { type: 'sse', url: sse.url },
        files: npmStdio.filesystem(folder.path),
        memory: npmStdio.memory(folder.file('memory.jsonl')),
      },
    }),
  );
});

afterAll(() => {
  folder.remove();
});

describe.each([
  ['all-operations-stdio', 'stdio', 'stdio'],
  ['all-operations-http', 'http', 'http'],
  ['all-operations-sse', 'sse', 'sse'],
])('%s: server-everything', (id, server, transport) => {
  it(`[${id}] lists the tools with their schemas`, async () => {
    const { status, body } = await gateway.mcp(server, 'tools');
    expect(status).toBe(200);
    expect(body['tools']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'echo', inputSchema: expect.objectContaining({ type: 'object' }) }),
        expect.objectContaining({ name: 'get-structured-content', outputSchema: expect.any(Object) }),
      ]),
    );
  });

  it(`[${id}] calls tools`, async () => {
    const echoed = await gateway.call(server, 'echo', { message: 'hi' });
    expect(echoed).toMatchObject({
      status: 200,
      body: { content: [{ type: 'text', text: 'Echo: hi' }] },
    });
    const structured = await gateway.call(server, 'get-structured-content', { location: 'Chicago' });
    expect(structured.body['structuredContent']).toEqual({
      temperature: 36,
      conditions: 'Light rain / drizzle',
      humidity: 82,
    });
  });

  it(`[${id}] gives images and annotations back as they came`, async () => {
    const { body } = await gateway.call(server, 'get-tiny-image', {});
    expect(body['content']).toContainEqual(
      expect.objectContaining({ type: 'image', mimeType: 'image/png', data: expect.any(String) }),
    );
  });

  it(`[${id}] lists resources and templates together`, async () => {
    const { status, body } = await gateway.mcp(server, 'resources');
    expect(status).toBe(200);
    expect(body['resources']).toContainEqual(
      expect.objectContaining({ uri: 'demo://resource/static/document/features.md' }),
    );
    expect(body['resourceTemplates']).toContainEqual(
      expect.objectContaining({ uriTemplate: 'demo://resource/dynamic/text/{resourceId}' }),
    );
  });

  it(`[${id}] reads resources, those of templates too`, async () => {
    const listed = await gateway.mcp(server, 'resources/read', {
      uri: 'demo://resource/static/document/features.md',
    });
    expect(listed).toMatchObject({ status: 200, body: { contents: [{ mimeType: 'text/markdown' }] } });
    const templated = await gateway.mcp(server, 'resources/read', { uri: 'demo://resource/dynamic/text/7' });
    expect(templated).toMatchObject({
      status: 200,
      body: { contents: [{ text: expect.stringContaining('Resource 7') }] },
    });
  });

  it(`[${id}] lists and fills prompts`, async () => {
    const { body } = await gateway.mcp(server, 'prompts');
    expect(body['prompts']).toContainEqual(expect.objectContaining({ name: 'args-prompt' }));
    const filled = await gateway.mcp(server, 'prompts/get', {
      name: 'args-prompt',
      arguments: { city: 'Bern' },
    });
    expect(filled).toMatchObject({
      status: 200,
      body: { messages: [{ role: 'user', content: { text: "What's weather in Bern?" } }] },
    });
  });

  it(`[${id}] pings`, async () => {
    expect(await gateway.mcp(server, 'ping')).toMatchObject({
      status: 200,
      body: {
        ok: true,
        latencyMs: expect.any(Number),
        protocolVersion: sseOr2025(transport),
        serverInfo: { name: 'mcp-servers/everything', version: '2.0.0' },
        transport,
      },
    });
  });

  it(`[${id}] shows the server as ready in GET /api/servers`, async () => {
    await gateway.mcp(server, 'tools');
    const row = await gateway.server(server);
    expect(row).toMatchObject({
      id: expect.stringMatching(/^srv_/),
      handle: server,
      name: server,
      transport,
      status: 'ready',
      protocolVersion: sseOr2025(transport),
      serverInfo: { name: 'mcp-servers/everything' },
      capabilities: { tools: expect.any(Object) },
      toolCount: expect.any(Number),
      urls: {
        rest: `${gateway.url}/api/servers/${server}/mcp`,
        mcp: `${gateway.url}/api/servers/${server}/mcp`,
      },
    });
    expect(row).not.toHaveProperty('lastError');
    const byId = await gateway.mcp(String(row?.['id']), 'ping');
    expect(byId.status).toBe(200);
  });
});

/** Any revision with a handshake: SDKs answer with the one that was asked for. */
function sseOr2025(transport: string): unknown {
  return transport === 'sse' ? expect.stringMatching(/^202[45]-/) : '2025-11-25';
}

it('[real-filesystem] reads files, writes files and names what is outside its folder', async () => {
  const read = await gateway.call('files', 'read_text_file', { path: folder.file('hello.txt') });
  expect(read).toMatchObject({ status: 200, body: { content: [{ text: 'hello from a file' }] } });
  const written = await gateway.call('files', 'write_file', {
    path: folder.file('new.txt'),
    content: 'written',
  });
  expect(written.body['isError']).not.toBe(true);
  expect(readFileSync(folder.file('new.txt'), 'utf8')).toBe('written');
  const outside = await gateway.call('files', 'read_text_file', { path: '/etc/passwd' });
  expect(outside).toMatchObject({ status: 200, body: { isError: true } });
});

it('[real-memory] keeps what it was told from one call to the next', async () => {
  const created = await gateway.call('memory', 'create_entities', {
    entities: [{ name: 'Gantry', entityType: 'crane', observations: ['lifts'] }],
  });
  expect(created.status).toBe(200);
  const found = await gateway.call('memory', 'search_nodes', { query: 'crane' });
  expect(found.body['structuredContent']).toMatchObject({ entities: [{ name: 'Gantry' }] });
});
