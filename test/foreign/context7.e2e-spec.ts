import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { foreignStdio, startContext7 } from './servers.js';

const open = closeAfterAll();
let gateway: TestGateway;

beforeAll(async () => {
  const http = await open(startContext7());
  gateway = await open(
    startGateway({
      mcpServers: { 'context7-http': { url: http.url }, 'context7-stdio': foreignStdio.context7() },
    }),
  );
});

describe.each(['http', 'stdio'])('context7 over %s', (transport) => {
  it('[modern-context7] speaks 2026-07-28 and gives its lists', async () => {
    const server = `context7-${transport}`;
    const tools = await gateway.toolNames(server);
    expect(tools).toEqual(expect.arrayContaining(['resolve-library-id', 'query-docs']));
    expect(await gateway.mcp(server, 'resources')).toMatchObject({
      status: 200,
      body: { resources: [], resourceTemplates: [] },
    });
    expect(await gateway.mcp(server, 'prompts')).toMatchObject({ status: 200, body: { prompts: [] } });
    expect(await gateway.mcp(server, 'ping')).toMatchObject({
      status: 200,
      body: { ok: true, protocolVersion: '2026-07-28', serverInfo: { name: 'Context7' }, transport },
    });
  });
});
