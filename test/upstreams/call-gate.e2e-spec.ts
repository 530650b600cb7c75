import { callerOf, type ConnectionOwner } from '../../src/kernel/caller.js';
import { CallScope } from '../../src/kernel/call-scope.js';
import { Problem } from '../../src/kernel/problems/problem.js';
import type { CallHook } from '../../src/upstreams/tools/gate/call-hook.js';
import { OperatorServers } from '../../src/upstreams/declared/operator-servers.service.js';
import { Upstreams } from '../../src/upstreams/tools/upstreams.service.js';
import { answered, ChatClient, toolParts, user } from '../support/clients/chat-client.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { GatewayClient, Json } from '../support/clients/gateway-client.js';
import { asksThenSays, ModelServer } from '../support/models/model-server.js';
import { errorOf, NativeClient, resultOf } from '../support/clients/native-client.js';
import { createApp, says, type TestApp } from '../support/clients/sdk-apps.js';
import { echo, ScriptedHttp } from '../support/upstreams/scripted-http.js';
import { ScriptedModern } from '../support/upstreams/scripted-modern.js';
import { ScriptedSse } from '../support/upstreams/scripted-sse.js';
import { laneStdio } from '../support/upstreams/stdio.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterAll();
const secret = says('secret', 'told');
const isOf = (params: Json, name: string) => params['name'] === name;

/** Refuses one tool, wants an approval for another, and changes what a third is called with and what it says. */
const hooks: readonly CallHook[] = [
  {
    methods: ['tools/call'],
    request: ({ params }) => {
      if (isOf(params, 'secret'))
        return { kind: 'refused', problem: new Problem('tool-denied', 'Not today.') };
      return isOf(params, 'grave') ? { kind: 'ask' } : { kind: 'pass' };
    },
  },
  {
    methods: ['tools/call'],
    request: ({ params }) =>
      Promise.resolve(
        isOf(params, 'echo')
          ? { kind: 'changed', value: { name: 'secret', arguments: { a: 'changed' } } }
          : { kind: 'pass' },
      ),
    response: ({ params }, result) =>
      isOf(params, 'echo')
        ? { kind: 'changed', value: { ...result, _meta: { seen: params['arguments'] } } }
        : { kind: 'pass' },
  },
];

let old: ScriptedHttp;
let modern: ScriptedModern;
let model: ModelServer;
let gateway: TestGateway;
let app: TestApp;

beforeAll(async () => {
  const tools = [echo, secret, says('grave', 'done')];
  old = await open(ScriptedHttp.start(tools));
  modern = await open(ScriptedModern.start(tools));
  const sse = await open(new ScriptedSse().listen());
  sse.results['tools/list'] = { tools: [secret.definition] };
  model = await open(ModelServer.start());
  gateway = await open(
    startGateway({
      mcpServers: {
        ...{ old: { url: old.url }, modern: { url: modern.url }, sse: { url: sse.url, type: 'sse' } },
        ...{ 'stdio-old': laneStdio('2025'), 'stdio-modern': laneStdio('2026') },
      },
      env: { CHAT_PROVIDERS: { tiny: { baseUrl: model.url } }, CHAT_DEFAULT_MODEL: 'tiny/model' },
      hooks,
    }),
  );
  app = await createApp(gateway, 'shop', { mcpServers: { one: { use: 'old' } } });
});

/** What the call log tells of a request, once it has ended. */
async function recorded(client: GatewayClient, requestId: unknown): Promise<Json[]> {
  return waitFor(`${String(requestId)} to be recorded`, async () => {
    const { status, body } = await client.json(`/api/calls/${String(requestId)}`);
    return status === 200 && (body['hops'] as Json[]);
  });
}

async function expectRefused(client: GatewayClient, requestId: unknown): Promise<void> {
  expect(await recorded(client, requestId)).toContainEqual(
    expect.objectContaining({
      ...{ method: 'tools/call', target: 'secret' },
      ...{ outcome: 'refused', problem: 'tool-denied' },
    }),
  );
  expect([old, modern].map((server) => server.executions('secret'))).toEqual([0, 0]);
}

describe('A hook that refuses a tool', () => {
  it.each(['old', 'modern', 'sse', 'stdio-old', 'stdio-modern'])(
    '[call-gate] a refusal holds at %s in plain HTTP, whole and streamed',
    async (server) => {
      const whole = await gateway.call(server, 'secret');
      expect(whole).toMatchObject({ status: 403, body: { code: 'tool-denied', detail: 'Not today.' } });
      await expectRefused(gateway, whole.headers.get('x-request-id'));
    },
  );

  // `gate/rules-table.e2e-spec.ts` has every server with every revision, and workflows.
  it.each([
    ['old', '2025'],
    ['modern', '2026'],
    ['sse', '2025'],
    ['stdio-old', '2026'],
    ['stdio-modern', '2025'],
  ])('[call-gate] a refusal holds at %s for native clients of %s', async (server, era) => {
    const client = new NativeClient(`${gateway.url}/api/servers/${server}/mcp`, gateway.token);
    if (era === '2025') await client.initialize();
    const params = { name: 'secret', arguments: {} };
    const refused = await (era === '2025'
      ? client.request('tools/call', params)
      : client.modern('tools/call', params));
    expect(errorOf(refused)).toMatchObject({ code: -32602, data: { code: 'tool-denied' } });
    await expectRefused(gateway, refused.headers.get('x-request-id'));
  });

  it('[call-gate] a refusal holds for the SDK', async () => {
    const refused = await app.use('one__secret');
    expect(refused).toMatchObject({ status: 403, body: { code: 'tool-denied' } });
    await expectRefused(app, refused.headers.get('x-request-id'));
  });

  it('[call-gate] a refusal holds at the endpoint of an app', async () => {
    const client = new NativeClient(`${gateway.url}/api/apps/shop/mcp`, app.token);
    const refused = await client.modern('tools/call', { name: 'one__secret', arguments: {} });
    expect(errorOf(refused)).toMatchObject({ code: -32602, data: { code: 'tool-denied' } });
    await expectRefused(app, refused.headers.get('x-request-id'));
  });

  it('[call-gate] a refusal holds in a chat, which goes on', async () => {
    model.otherwise = asksThenSays({ name: 'secret' }, 'It is secret.');
    const answer = await gateway.mcp(
      'old',
      'chat',
      { messages: [{ role: 'user', content: 'Tell me.' }], approval: 'never' },
      { headers: { accept: 'application/json' } },
    );
    expect(answer.text).toContain('Not today.');
    expect(answer.text).toContain('It is secret.');
    await expectRefused(gateway, answer.headers.get('x-request-id'));
  });
});

describe('A hook that changes a call', () => {
  const seen = { structuredContent: { a: 'changed' }, _meta: { seen: { a: 'changed' } } };

  it('[call-gate-changes] a hook changes what the server and the caller receive, not the tool, in plain HTTP', async () => {
    expect((await gateway.call('old', 'echo', { a: 'given' })).body).toMatchObject(seen);
    expect((await app.use('one__echo', { a: 'given' })).body).toMatchObject(seen);
  });

  it.each([
    ['old', '2025'],
    ['old', '2026'],
    ['modern', '2025'],
    ['modern', '2026'],
  ])(
    '[call-gate-changes] a hook changes what is sent and received at %s for native clients of %s',
    async (server, era) => {
      const client = new NativeClient(`${gateway.url}/api/servers/${server}/mcp`, gateway.token);
      if (era === '2025') await client.initialize();
      const params = { name: 'echo', arguments: { a: 'given' } };
      const answer = await (era === '2025'
        ? client.request('tools/call', params)
        : client.modern('tools/call', params));
      expect(resultOf(answer)).toMatchObject(seen);
    },
  );
});

describe('A hook that asks', () => {
  it('[call-gate-asks] a hook keeps a plain call until somebody approves it', async () => {
    const refused = await gateway.call('old', 'grave');
    expect(refused).toMatchObject({ status: 202, body: { approval: { id: expect.any(String) } } });
    expect(await recorded(gateway, refused.headers.get('x-request-id'))).toMatchObject([
      { target: 'grave', outcome: 'waiting', problem: 'approval-required' },
    ]);
  });

  it('[call-gate-asks] a hook asks the person in a chat, and the call goes on with a yes', async () => {
    model.otherwise = asksThenSays({ name: 'grave' }, 'It is done.');
    const chat = new ChatClient(gateway, 'old', { approval: 'never' });
    const question = user('Do it.');
    const asked = await chat.turn([question]);
    expect(toolParts(asked.message)).toMatchObject([{ state: 'approval-requested' }]);
    expect(old.executions('grave')).toBe(0);
    const { message } = await chat.turn([question, answered(asked.message, true)]);
    expect(toolParts(message)).toMatchObject([{ state: 'output-available' }]);
    expect(old.executions('grave')).toBe(1);
  });
});

describe('Connections', () => {
  it('[connection-owner] connections are one for each owner: an account, and each of two people in it', async () => {
    const server = gateway.app.get(OperatorServers).find('old');
    const upstreams = gateway.app.get(Upstreams);
    if (server === undefined) throw new Error('no server');
    const accountId = 'acc_owners';
    const { principal } = callerOf({
      ...{ kind: 'app', tokenId: 'tok_1', appId: 'app_1', accountId, scopes: new Set() },
    });
    const greet = (owner: ConnectionOwner) =>
      upstreams.ping({ principal, owner }, server, CallScope.of(accountId, 'owners'));
    const before = old.sessions.size;
    for (let again = 0; again < 2; again++) {
      await greet({ kind: 'account', accountId });
      await greet({ kind: 'person', accountId, userId: 'usr_ana' });
      await greet({ kind: 'person', accountId, userId: 'usr_ben' });
    }
    expect(old.sessions.size - before).toBe(3);
  });
});
