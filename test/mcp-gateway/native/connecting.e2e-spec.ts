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
import { closeAfterAll, closeAfterEach } from '../../support/closing.js';
import type { GatewayClient, Json } from '../../support/clients/gateway-client.js';
import { errorOf, NativeClient, resultOf } from '../../support/clients/native-client.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { answered, asked, textOf } from '../../support/questions.js';
import { TestClock } from '../../support/test-clock.js';
import { twoPeopleAt, type TwoPeople } from '../../support/two-people.js';
import { tool } from '../../support/upstreams/scripted-http.js';
import { waitFor } from '../../support/wait-for.js';

const keep = closeAfterAll();
const open = closeAfterEach();
const clock = new TestClock();
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await keep(startGateway({ clock }));
});

const twoPeople = (): Promise<TwoPeople> => twoPeopleAt(open, { gateway, clock });
const opensAddresses = { elicitation: { form: {}, url: {} } };
const accepts = () => ({ action: 'accept' });

const clientOf = ({ token }: GatewayClient) =>
  new NativeClient(`${gateway.url}/api/servers/notes/mcp`, token);
const namesIn = (result: Json): unknown[] => (result['tools'] as Json[]).map(({ name }) => name);
const pageUrl = () => `${gateway.url}/connect/notes`;

/** Ends the connection of a person to `notes`. */
async function disconnect(client: GatewayClient): Promise<void> {
  const { body } = await client.json('/api/connections');
  const [own] = (body['connections'] as Json[]).filter(({ server }) => server === 'notes');
  const { status } = await client.json(`/api/connections/${String(own?.['id'])}`, { method: 'DELETE' });
  if (status >= 300) throw new Error(`DELETE: ${String(status)}`);
}

describe('A client of 2026-07-28 at a server that nobody has connected', () => {
  const call = (client: NativeClient, name: string, more: Json = {}, capabilities: Json = opensAddresses) =>
    client.modern('tools/call', { name, arguments: {}, ...more }, { capabilities });

  it('[connect-tool] finds the server there, with the one tool that connects it, and empty lists beside', async () => {
    const stage = await twoPeople();
    const client = clientOf(stage.ana);
    const found = resultOf(await client.modern('server/discover'));
    expect(found).toMatchObject({ capabilities: { tools: { listChanged: true } }, resultType: 'complete' });
    const listed = resultOf(await client.modern('tools/list'));
    expect(namesIn(listed)).toEqual(['connect']);
    expect(listed).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
    for (const [method, member] of [
      ['resources/list', 'resources'],
      ['resources/templates/list', 'resourceTemplates'],
      ['prompts/list', 'prompts'],
    ] as const)
      expect(resultOf(await client.modern(method))).toMatchObject({ [member]: [] });
    expect(errorOf(await client.modern('tasks/list'))).toMatchObject({ code: -32601 });
  });

  it.each(['connect', 'whoami'])(
    '[connect-url-modern] is asked to open our page when it calls %s, and goes on when that is done',
    async (name) => {
      const stage = await twoPeople();
      const client = clientOf(stage.ana);
      const first = resultOf(await call(client, name));
      expect(asked(first)).toEqual([
        [
          'connect',
          {
            method: 'elicitation/create',
            params: {
              ...{ mode: 'url', url: pageUrl(), elicitationId: expect.any(String) },
              message: expect.stringContaining('notes'),
            },
          },
        ],
      ]);
      const second = call(client, name, answered(first, accepts));
      await stage.connectAs('ana');
      const text = textOf(resultOf(await second));
      expect(text).toBe(
        name === 'whoami' ? 'ana' : '"notes" is connected. Its tools are in the list of tools.',
      );
      expect(namesIn(resultOf(await client.modern('tools/list')))).toEqual(['whoami']);
      expect(stage.server.requests.some(({ text: sent }) => sent.includes('requestState'))).toBe(false);
    },
  );

  it('[connect-url-modern] hears in the request that waited what the server says meanwhile', async () => {
    const stage = await twoPeople();
    const counting = tool('count', (exchange) => {
      const stream = exchange.openStream();
      stream.notify('notifications/message', { level: 'info', data: 'counting' });
      stream.notify('notifications/progress', { progressToken: exchange.progressToken, progress: 1 });
      stream.result({ content: [{ type: 'text', text: 'counted' }] });
    });
    stage.server.tools = [counting];
    const client = clientOf(stage.ana);
    const asks = { name: 'count', arguments: {} };
    const meta = { 'io.modelcontextprotocol/logLevel': 'info', progressToken: 'mine' };
    const told = { capabilities: opensAddresses, meta };
    const first = resultOf(await client.modern('tools/call', asks, told));
    const second = client.modern('tools/call', { ...asks, ...answered(first, accepts) }, told);
    await stage.connectAs('ana');
    const done = await second;
    expect(textOf(resultOf(done))).toBe('counted');
    expect(done.messages).toMatchObject([
      { method: 'notifications/message', params: { data: 'counting' } },
      { method: 'notifications/progress', params: { progressToken: 'mine', progress: 1 } },
      { result: {} },
    ]);
  });

  it('[connect-state] keeps the state for its caller, method and tool, and lets no server see it', async () => {
    const stage = await twoPeople();
    const first = resultOf(await call(clientOf(stage.ana), 'whoami'));
    expect(String(first['requestState'])).not.toContain('notes');
    await stage.connectAs('bo');
    const answers = answered(first, accepts);
    const state = String(first['requestState']);
    const changed = { ...answers, requestState: `${state.slice(0, -2)}AA` };
    const refused = [
      await call(clientOf(stage.bo), 'whoami', answers),
      await call(clientOf(stage.ana), 'connect', answers),
      await call(clientOf(stage.ana), 'whoami', changed),
    ];
    for (const answer of refused)
      expect(errorOf(answer)).toMatchObject({
        code: -32602,
        data: { code: 'invalid-request-state', reason: 'invalid_request_state' },
      });
    expect(stage.server.requests.some(({ text: sent }) => sent.includes('requestState'))).toBe(false);
  });

  it('[connect-in-words] reads the link where it has not said that it opens addresses', async () => {
    const stage = await twoPeople();
    const client = clientOf(stage.ana);
    for (const capabilities of [{}, { elicitation: {} }, { elicitation: { form: {} } }]) {
      const tried = resultOf(await call(client, 'whoami', {}, capabilities));
      expect([tried['isError'], textOf(tried)]).toEqual([true, expect.stringContaining(pageUrl())]);
      const wanted = resultOf(await call(client, 'connect', {}, capabilities));
      expect([wanted['isError'], textOf(wanted)]).toEqual([undefined, expect.stringContaining(pageUrl())]);
    }
    const read = await client.modern('resources/read', { uri: 'note://one' });
    expect(errorOf(read)).toMatchObject({
      message: expect.stringContaining(pageUrl()),
      data: { code: 'upstream-auth-required', connectUrl: pageUrl(), server: 'notes' },
    });
  });

  it('[connect-tool] hears of the new lists when somebody has connected it', async () => {
    const stage = await twoPeople();
    const stream = await open(clientOf(stage.ana).listen({ toolsListChanged: true }));
    const others = await open(clientOf(stage.bo).listen({ toolsListChanged: true }));
    await others.received('the acknowledgement', ({ method }) => String(method).endsWith('acknowledged'));
    await stream.received('the acknowledgement', ({ method }) => String(method).endsWith('acknowledged'));
    await stage.connectAs('ana');
    await stream.received('list_changed', ({ method }) => method === 'notifications/tools/list_changed');
    expect(others.of('notifications/tools/list_changed')).toEqual([]);
  });
});

describe('A client of the 2025 revisions at a server that nobody has connected', () => {
  it('[connect-tool] opens a session with the one tool, and goes on in it with the server itself', async () => {
    const stage = await twoPeople();
    const client = clientOf(stage.ana);
    const introduced = await client.initialize();
    expect(introduced).toMatchObject({ protocolVersion: '2025-11-25', serverInfo: { name: 'notes' } });
    expect(namesIn(await client.result('tools/list'))).toEqual(['connect']);
    const stream = await open(client.stream());
    await stage.connectAs('ana');
    await stream.received('list_changed', ({ method }) => method === 'notifications/tools/list_changed');
    expect(namesIn(await client.result('tools/list'))).toEqual(['whoami']);
    expect(textOf(await client.result('tools/call', { name: 'whoami' }))).toBe('ana');
    expect(await client.result('resources/read', { uri: 'note://one' })).toMatchObject({ contents: [{}] });
    expect(await client.result('prompts/get', { name: 'greet', arguments: { who: 'x' } })).toMatchObject({
      messages: [{}],
    });
    expect(errorOf(await client.request('tools/call', { name: 'nothing' }))).toMatchObject({ code: -32602 });
  });

  it('[connect-url-session] gets -32042, and is told by the same id when somebody has connected it', async () => {
    const stage = await twoPeople();
    const client = clientOf(stage.ana);
    await client.initialize(opensAddresses);
    const stream = await open(client.stream());
    const ids = new Set<unknown>();
    for (const name of ['connect', 'whoami']) {
      const error = errorOf(await client.request('tools/call', { name }));
      expect(error).toMatchObject({ code: -32042, message: expect.stringContaining(pageUrl()) });
      const [elicitation] = (error?.['data'] as { elicitations: Json[] }).elicitations;
      expect(elicitation).toMatchObject({ mode: 'url', url: pageUrl(), message: expect.any(String) });
      ids.add(elicitation?.['elicitationId']);
    }
    expect(ids.size).toBe(1);
    await stage.connectAs('ana');
    const done = await stream.received(
      'the completion',
      ({ method }) => method === 'notifications/elicitation/complete',
    );
    expect(done['params']).toEqual({ elicitationId: [...ids][0] });
    expect(textOf(await client.result('tools/call', { name: 'whoami' }))).toBe('ana');
    expect(stream.of('notifications/elicitation/complete')).toHaveLength(1);
  });

  it('[connect-in-words] reads the link in an older revision, whatever it declares, and where it declares nothing', async () => {
    const stage = await twoPeople();
    for (const [protocolVersion, capabilities] of [
      ['2025-06-18', opensAddresses],
      ['2025-03-26', {}],
      ['2025-11-25', { elicitation: {} }],
    ] as const) {
      const client = clientOf(stage.ana);
      const params = { protocolVersion, capabilities, clientInfo: { name: 'old', version: '1' } };
      const begun = await client.send({ jsonrpc: '2.0', id: 'i', method: 'initialize', params });
      expect(resultOf(begun)).toMatchObject({ protocolVersion });
      const headers = {
        'mcp-session-id': begun.headers.get('mcp-session-id') ?? '',
        'mcp-protocol-version': protocolVersion,
      };
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whoami' } };
      const tried = resultOf(await client.send(message, headers));
      expect([tried['isError'], textOf(tried)]).toEqual([true, expect.stringContaining(pageUrl())]);
    }
  });

  it('[connect-lost] goes on in a session with the server when its connection is ended and made again', async () => {
    const stage = await twoPeople();
    await stage.connectAs('ana');
    const client = clientOf(stage.ana);
    await client.initialize(opensAddresses);
    const stream = await open(client.stream());
    expect(textOf(await client.result('tools/call', { name: 'whoami' }))).toBe('ana');
    await disconnect(stage.ana);
    const refused = await waitFor('the end of the connection', async () => {
      const error = errorOf(await client.request('tools/call', { name: 'whoami' }));
      return error?.['code'] === -32042 && error;
    });
    const [elicitation] = (refused['data'] as { elicitations: Json[] }).elicitations;
    expect(namesIn(await client.result('tools/list'))).toEqual(['connect']);
    expect(await client.result('ping')).toEqual({});
    await stage.connectAs('ana');
    const done = await stream.received(
      'the completion',
      ({ method }) => method === 'notifications/elicitation/complete',
    );
    expect(done['params']).toEqual({ elicitationId: elicitation?.['elicitationId'] });
    expect(textOf(await client.result('tools/call', { name: 'whoami' }))).toBe('ana');
  });
});

describe('The MCP SDKs at a server that nobody has connected', () => {
  const capabilities = { elicitation: { url: {} } };
  const call = { name: 'whoami', arguments: {} };

  it('[connect-sdk] of the SDK for 2026-07-28 send their person to the page, and get the answer of the server', async () => {
    const stage = await twoPeople();
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
    const requestInit = { headers: { authorization: `Bearer ${stage.ana.token}` } };
    await client.connect(new TransportV2(new URL(`${gateway.url}/api/servers/notes/mcp`), { requestInit }));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['connect']);
    const { content } = await client.callTool(call);
    expect(content).toEqual([{ type: 'text', text: 'ana' }]);
    expect(opened).toMatchObject([{ mode: 'url', url: `${gateway.url}/connect/notes` }]);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['whoami']);
    await client.close();
  });

  it('[connect-sdk] of the SDK for the 2025 revisions read which page to open, and hear when that is done', async () => {
    const stage = await twoPeople();
    const client = new ClientV1({ name: 'v1', version: '1.0.0' }, { capabilities });
    const completed = new Promise((resolve) => {
      client.setNotificationHandler(ElicitationCompleteNotificationSchema, ({ params }) => {
        resolve(params.elicitationId);
      });
    });
    const requestInit = { headers: { authorization: `Bearer ${stage.ana.token}` } };
    await client.connect(new TransportV1(new URL(`${gateway.url}/api/servers/notes/mcp`), { requestInit }));
    const error: unknown = await client.callTool(call).catch((thrown: unknown) => thrown);
    if (!(error instanceof UrlElicitationRequiredError)) throw error;
    const [elicitation] = error.elicitations;
    expect(elicitation).toMatchObject({ mode: 'url', url: `${gateway.url}/connect/notes` });
    await stage.connectAs('ana');
    expect(await completed).toBe(elicitation?.elicitationId);
    expect((await client.callTool(call)).content).toEqual([{ type: 'text', text: 'ana' }]);
    await client.close();
  });
});
