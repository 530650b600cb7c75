import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
} from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  ElicitationCompleteNotificationSchema,
  UrlElicitationRequiredError,
} from '@modelcontextprotocol/sdk/types.js';
import { closeAfterEach } from '../../support/closing.js';
import { twoPeople } from '../../support/two-people.js';

const open = closeAfterEach();
const capabilities = { elicitation: { url: {} } };
const whoami = { name: 'whoami', arguments: {} };

describe('Clients of others at a server that nobody has connected', () => {
  it('[connect-sdk] of the SDK for 2026-07-28 send their person to the page, and get the answer of the server', async () => {
    const stage = await twoPeople(open);
    const { ana, gateway } = stage;
    const client = new ClientV2(
      { name: 'v2', version: '1.0.0' },
      { capabilities, versionNegotiation: { mode: 'auto' } },
    );
    const opened: unknown[] = [];
    client.setRequestHandler('elicitation/create', ({ params }) => {
      opened.push(params);
      void stage.connectAs('ana');
      return { action: 'accept' };
    });
    const requestInit = { headers: { authorization: `Bearer ${ana.token}` } };
    await client.connect(new TransportV2(new URL(`${gateway.url}/api/servers/notes/mcp`), { requestInit }));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['connect']);
    const { content } = await client.callTool(whoami);
    expect(content).toEqual([{ type: 'text', text: 'ana' }]);
    expect(opened).toMatchObject([{ mode: 'url', url: `${gateway.url}/connect/notes` }]);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['whoami']);
    await client.close();
  });

  it('[connect-sdk] of the SDK for the 2025 revisions read which page to open, and hear when that is done', async () => {
    const stage = await twoPeople(open);
    const { ana, gateway } = stage;
    const client = new ClientV1({ name: 'v1', version: '1.0.0' }, { capabilities });
    const completed = new Promise((resolve) => {
      client.setNotificationHandler(ElicitationCompleteNotificationSchema, ({ params }) => {
        resolve(params.elicitationId);
      });
    });
    const requestInit = { headers: { authorization: `Bearer ${ana.token}` } };
    await client.connect(new TransportV1(new URL(`${gateway.url}/api/servers/notes/mcp`), { requestInit }));
    const error: unknown = await client.callTool(whoami).catch((thrown: unknown) => thrown);
    if (!(error instanceof UrlElicitationRequiredError)) throw error;
    const [elicitation] = error.elicitations;
    expect(elicitation).toMatchObject({ mode: 'url', url: `${gateway.url}/connect/notes` });
    await stage.connectAs('ana');
    expect(await completed).toBe(elicitation?.elicitationId);
    expect((await client.callTool(whoami)).content).toEqual([{ type: 'text', text: 'ana' }]);
    await client.close();
  });
});
