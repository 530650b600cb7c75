import { rmSync } from 'node:fs';
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Values } from '../../src/platform/config/variables.js';
import { closeAfterEach } from '../support/closing.js';
import { gatewayState, startGateway, type GatewayState, type TestGateway } from '../support/gateway.js';
import type { Json } from '../support/clients/gateway-client.js';
import { errorOf, NativeClient, resultOf, type NativeAnswer } from '../support/clients/native-client.js';
import { accept, answered, textOf } from '../support/questions.js';
import { createApp } from '../support/clients/sdk-apps.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { askingStdio } from '../support/upstreams/asking-server.js';
import { linesOf, stdioServer } from '../support/upstreams/stdio.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterEach();
const capabilities = { elicitation: { form: {} } };
const folder = temporaryFolder();

let state: GatewayState;
/** With the settings that are usual. */
let gateway: TestGateway;

const file = () => folder.file('events');
const mcpServers = () => ({
  asking: askingStdio({ EVENTS_FILE: file() }),
  plain: stdioServer({ EFFECTS_FILE: file() }),
});

beforeAll(async () => {
  state = await gatewayState();
  gateway = await startGateway({ state, mcpServers: mcpServers() });
});

beforeEach(() => {
  rmSync(file(), { force: true });
});

afterAll(async () => {
  await gateway.close();
  await state.remove();
  folder.remove();
});

/** What the servers have seen in this test. */
const events = () => linesOf(file());

/** One call of the server that asks, by a client of 2026-07-28. */
function call({ url, token }: TestGateway, name: string, more: Json = {}): Promise<NativeAnswer> {
  const client = new NativeClient(`${url}/api/servers/asking/mcp`, token);
  return client.modern('tools/call', { name, arguments: {}, ...more }, { capabilities });
}

const startWith = (env: Partial<Values>) => open(startGateway({ env, mcpServers: mcpServers() }));
const ada = (first: Json) => answered(first, () => accept('Ada'));

describe('A suspended call', () => {
  it('[question-limit] counts in its account: beyond MAX_HELD_CALLS calls are refused and end at the server', async () => {
    const limited = await startWith({ MAX_HELD_CALLS: 1 });
    const first = resultOf(await call(limited, 'ask'));
    expect(errorOf(await call(limited, 'twice'))).toMatchObject({
      code: -32603,
      data: { code: 'overloaded', limit: 'MAX_HELD_CALLS' },
    });
    await waitFor('the end of the other', () => events().includes('cancelled twice'));
    expect(textOf(resultOf(await call(limited, 'ask', ada(first))))).toBe('Hello Ada');
    expect(resultOf(await call(limited, 'twice'))['resultType']).toBe('input_required');
  });

  it('[question-limit] ends after HELD_CALL_MS, at the server too, and its state is no longer valid', async () => {
    const limited = await startWith({ HELD_CALL_MS: 200 });
    const first = resultOf(await call(limited, 'ask'));
    await waitFor('the end of the call', () => events().includes('cancelled ask'));
    expect(errorOf(await call(limited, 'ask', ada(first)))).toMatchObject({
      code: -32602,
      data: { code: 'invalid-request-state' },
    });
  });

  it('[question-limit] limits the upstream connections of an account; idle ones are closed first', async () => {
    const limited = await startWith({ ACCOUNT_OWN_CONNECTIONS: 1 });
    const first = resultOf(await call(limited, 'ask'));
    expect(errorOf(await call(limited, 'plain'))).toMatchObject({
      data: { code: 'overloaded', limit: 'ACCOUNT_OWN_CONNECTIONS' },
    });
    resultOf(await call(limited, 'ask', ada(first)));
    const other = { capabilities: { roots: {} } };
    expect((await limited.call('asking', 'plain', {}, other)).status).toBe(200);
  });

  it('[question-ends] ends with its key, at the server too', async () => {
    const app = await createApp(gateway, 'held', { mcpServers: { asking: { use: 'asking' } } });
    const { body } = await gateway.json('/api/cli/apps/held/keys');
    const [key] = body['keys'] as Json[];
    expect((await app.use('asking__ask', {}, { capabilities })).body['resultType']).toBe('input_required');
    await gateway.json(`/api/cli/apps/held/keys/${String(key?.['id'])}`, { method: 'DELETE' });
    await waitFor('the end of the call', () => events().includes('cancelled ask'));
  });

  it('[question-ends] is lost when the gateway restarts, and its caller gets an error that says so', async () => {
    const first = resultOf(await call(gateway, 'ask'));
    await gateway.close();
    gateway = await startGateway({ state, mcpServers: mcpServers() });
    expect(errorOf(await call(gateway, 'ask', ada(first)))).toMatchObject({
      code: -32603,
      data: { code: 'held-call-lost' },
    });
  });

  it('[question-ends] ends when its caller refuses the question of a session, and the server learns why', async () => {
    await createApp(gateway, 'refused', { mcpServers: { asking: { use: 'asking' } } });
    const client = new NativeClient(`${gateway.url}/api/apps/refused/mcp`, gateway.token);
    await client.initialize(capabilities);
    const call = {
      jsonrpc: '2.0',
      id: 7,
      method: 'tools/call',
      params: { name: 'asking__ask', arguments: {} },
    };
    const stream = await open(client.sendAndRead(call));
    const { id } = await stream.received('the question', ({ method }) => method === 'elicitation/create');
    await client.send({ jsonrpc: '2.0', id, error: { code: -32042, message: 'not now' } });
    const { result } = await stream.received('the result', (message) => message['id'] === 7);
    expect(textOf(result as Json)).toBe('refused -32042');
  });
});

describe('The SDKs', () => {
  it('[question-sdks] of both generations answer servers of 2025, directly and at an app', async () => {
    await createApp(gateway, 'sdks', { mcpServers: { asking: { use: 'asking' } } });
    const requestInit = { headers: { authorization: `Bearer ${gateway.token}` } };
    const texts = [];
    for (const [path, name] of [
      ['servers/asking', 'twice'],
      ['apps/sdks', 'asking__twice'],
    ] as const) {
      const url = new URL(`${gateway.url}/api/${path}/mcp`);
      const info = { name: 'sdk', version: '1.0.0' };
      const modern = new ModernClient(info, {
        capabilities,
        versionNegotiation: { mode: { pin: '2026-07-28' } },
      });
      modern.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { name: 'Ada' } }));
      await modern.connect(new ModernTransport(url, { requestInit }));
      texts.push(textOf(await modern.callTool({ name, arguments: {} })));
      await modern.close();
      const legacy = new Client(info, { capabilities });
      legacy.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: { name: 'Bob' } }));
      await legacy.connect(new StreamableHTTPClientTransport(url, { requestInit }));
      texts.push(textOf(await legacy.callTool({ name, arguments: {} })));
      await legacy.close();
    }
    expect(texts).toEqual(['Ada and Ada', 'Bob and Bob', 'Ada and Ada', 'Bob and Bob']);
  });
});

describe('A notification of a 2026-07-28 client', () => {
  it('[native-notify] reaches a server of 2025 that is a process', async () => {
    const client = new NativeClient(`${gateway.url}/api/servers/plain/mcp`, gateway.token);
    resultOf(await client.modern('tools/list'));
    const { jsonrpc, method, params } = client.modernMessage('notifications/announce');
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'notifications/announce' };
    expect((await client.send({ jsonrpc, method, params }, headers)).status).toBe(202);
    await waitFor('the notification', () => events().includes('told'));
  });
});
