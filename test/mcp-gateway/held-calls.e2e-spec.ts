import { join } from 'node:path';
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Values } from '../../src/platform/config/variables.js';
import { closeAfterAll } from '../support/closing.js';
import { gatewayState, startGateway, type TestGateway } from '../support/gateway.js';
import type { Json } from '../support/clients/gateway-client.js';
import { errorOf, NativeClient, resultOf, type NativeAnswer } from '../support/clients/native-client.js';
import { accept, answered, textOf } from '../support/questions.js';
import { createApp, type TestApp } from '../support/clients/sdk-apps.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { askingStdio } from '../support/upstreams/asking-server.js';
import { linesOf, stdioServer } from '../support/upstreams/stdio.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterAll();
const capabilities = { elicitation: { form: {} } };

interface Held {
  readonly gateway: TestGateway;
  readonly events: () => string[];
  readonly call: (name: string, more?: Json) => Promise<NativeAnswer>;
}

/** A gateway with the server that asks, and what that server has seen. */
async function heldBy(env: Partial<Values> = {}): Promise<Held> {
  const folder = temporaryFolder();
  await open({
    close: async () => {
      folder.remove();
    },
  });
  const file = join(folder.path, 'events');
  const gateway = await open(
    startGateway({
      env,
      mcpServers: {
        asking: askingStdio({ EVENTS_FILE: file }),
        plain: stdioServer({ EFFECTS_FILE: file }),
      },
    }),
  );
  return {
    gateway,
    events: () => linesOf(file),
    call: (name, more = {}) =>
      new NativeClient(`${gateway.url}/api/servers/asking/mcp`, gateway.token).modern(
        'tools/call',
        { name, arguments: {}, ...more },
        { capabilities },
      ),
  };
}

describe('A held call', () => {
  it('[question-limit] counts in its account: beyond MAX_HELD_CALLS calls are refused and end at the server', async () => {
    const { call, events } = await heldBy({ MAX_HELD_CALLS: 1 });
    const first = resultOf(await call('ask'));
    expect(errorOf(await call('twice'))).toMatchObject({
      code: -32603,
      data: { code: 'overloaded', limit: 'MAX_HELD_CALLS' },
    });
    await waitFor('the end of the other', () => events().includes('cancelled twice'));
    const done = await call(
      'ask',
      answered(first, () => accept('Ada')),
    );
    expect(textOf(resultOf(done))).toBe('Hello Ada');
    expect(resultOf(await call('twice'))['resultType']).toBe('input_required');
  });

  it('[question-limit] ends after HELD_CALL_MS, at the server too, and its state is good no longer', async () => {
    const { call, events } = await heldBy({ HELD_CALL_MS: 1000 });
    const first = resultOf(await call('ask'));
    await waitFor('the end of the call', () => events().includes('cancelled ask'));
    expect(
      errorOf(
        await call(
          'ask',
          answered(first, () => accept('Ada')),
        ),
      ),
    ).toMatchObject({
      code: -32602,
      data: { code: 'invalid-request-state' },
    });
  });

  it('[question-limit] bounds the connections of an account; idle ones give way', async () => {
    const { call, gateway } = await heldBy({ ACCOUNT_OWN_CONNECTIONS: 1 });
    const first = resultOf(await call('ask'));
    expect(errorOf(await call('plain'))).toMatchObject({
      data: { code: 'overloaded', limit: 'ACCOUNT_OWN_CONNECTIONS' },
    });
    resultOf(
      await call(
        'ask',
        answered(first, () => accept('Ada')),
      ),
    );
    const other = { capabilities: { roots: {} } };
    expect((await gateway.call('asking', 'plain', {}, other)).status).toBe(200);
  });

  it('[question-ends] ends with its key, at the server too', async () => {
    const { gateway, events } = await heldBy();
    const app: TestApp = await createApp(gateway, 'held', { mcpServers: { asking: { use: 'asking' } } });
    const { body } = await gateway.json('/api/cli/apps/held/keys');
    const [key] = body['keys'] as Json[];
    expect((await app.use('asking__ask', {}, { capabilities })).body['resultType']).toBe('input_required');
    await gateway.json(`/api/cli/apps/held/keys/${String(key?.['id'])}`, { method: 'DELETE' });
    await waitFor('the end of the call', () => events().includes('cancelled ask'), 8000);
  });

  it('[question-ends] of a process that was started again is lost, and its caller is told so', async () => {
    const state = await gatewayState();
    await open({ close: () => state.remove() });
    const mcpServers = { asking: askingStdio() };
    const params = { name: 'ask', arguments: {} };
    const clientOf = ({ url, token }: TestGateway) =>
      new NativeClient(`${url}/api/servers/asking/mcp`, token);
    const before = await startGateway({ state, mcpServers });
    const first = resultOf(await clientOf(before).modern('tools/call', params, { capabilities }));
    await before.close();
    const after = clientOf(await open(startGateway({ state, mcpServers })));
    const more = { ...params, ...answered(first, () => accept('Ada')) };
    expect(errorOf(await after.modern('tools/call', more, { capabilities }))).toMatchObject({
      code: -32603,
      data: { code: 'held-call-lost' },
    });
  });

  it('[question-ends] ends when its caller refuses the question of a session, and the server learns why', async () => {
    const { gateway } = await heldBy();
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
    const { gateway } = await heldBy();
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
    const { gateway, events } = await heldBy();
    const client = new NativeClient(`${gateway.url}/api/servers/plain/mcp`, gateway.token);
    resultOf(await client.modern('tools/list'));
    const { jsonrpc, method, params } = client.modernMessage('notifications/announce');
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'notifications/announce' };
    expect((await client.send({ jsonrpc, method, params }, headers)).status).toBe(202);
    await waitFor('the notification', () => events().includes('told'));
  });
});
