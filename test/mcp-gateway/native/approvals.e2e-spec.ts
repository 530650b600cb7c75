import { decide, inboxOf } from '../../support/clients/approvals.js';
import { closeAfterAll } from '../../support/closing.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { errorOf, NativeClient, resultOf, type NativeAnswer } from '../../support/clients/native-client.js';
import { createApp, says, type TestApp } from '../../support/clients/sdk-apps.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { text } from '../../support/upstreams/behaviours.js';
import { ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';
import { ScriptedSse } from '../../support/upstreams/scripted-sse.js';
import { laneStdio } from '../../support/upstreams/stdio.js';
import { ScriptedModern } from '../../support/upstreams/scripted-modern.js';

const open = closeAfterAll();
/** Asks for a name first. */
const asks = tool('asks_drop', (exchange) => {
  const { inputResponses, requestState } = exchange.params as {
    inputResponses?: { who?: { content?: { name?: string } } };
    requestState?: string;
  };
  const params = { mode: 'form', message: 'Who?', requestedSchema: { type: 'object', properties: {} } };
  exchange.result(
    requestState === 'half'
      ? text(inputResponses?.who?.content?.name ?? 'nobody')
      : {
          resultType: 'input_required',
          inputRequests: { who: { method: 'elicitation/create', params } },
          requestState: 'half',
        },
  );
});
const complete = 'notifications/elicitation/complete';
const urlMode = { elicitation: { url: {} } };
let gateway: TestGateway;
let app: TestApp;
let upstreams: Readonly<Record<string, ScriptedHttp | ScriptedModern>>;

beforeAll(async () => {
  const tools = [says('drop', 'dropped')];
  const old = await open(ScriptedHttp.start(tools));
  const modern = await open(ScriptedModern.start([...tools, asks]));
  upstreams = { old, modern };
  const secret = says('secret', 'told');
  const sse = await open(new ScriptedSse().listen());
  sse.results['tools/list'] = { tools: [secret.definition] };
  sse.callResult = JSON.stringify(text('told'));
  gateway = await open(
    startGateway({
      mcpServers: {
        ...{ old: { url: old.url }, modern: { url: modern.url }, sse: { url: sse.url, type: 'sse' } },
        ...{ 'stdio-old': laneStdio('2025'), 'stdio-modern': laneStdio('2026') },
      },
    }),
  );
  const names = ['old', 'modern', 'sse', 'stdio-old', 'stdio-modern'];
  app = await createApp(gateway, 'shop', {
    mcpServers: Object.fromEntries(names.map((name) => [name, { use: name }])),
    policies: { requireApproval: ['*drop', '*__secret'] },
  });
});

const places = [
  ['a server of the 2025 revisions', 'servers/shop.old', 'drop', 'old'],
  ['a server of 2026-07-28', 'servers/shop.modern', 'drop', 'modern'],
  ['an app', 'apps/shop', 'old__drop', 'old'],
] as const;

describe.each(places)('A call at %s that needs an approval', (_what, path, name, upstream) => {
  const at = () => new NativeClient(`${gateway.url}/api/${path}/mcp`, app.token);
  const executed = () => upstreams[upstream]?.executions('drop') ?? 0;

  it('[approvals-modern] is asked about by address in 2026-07-28, and goes on when it is approved, once', async () => {
    const client = at();
    const before = executed();
    const params = { name, arguments: { n: `modern ${path}` } };
    const sending = { capabilities: urlMode };
    const asked = resultOf(await client.modern('tools/call', params, sending));
    const question = questionIn(asked);
    expect(asked['resultType']).toBe('input_required');
    expect(question).toMatchObject({
      method: 'elicitation/create',
      params: { mode: 'url', url: expect.stringMatching(/\/approvals\/apr_\w+$/) },
    });
    const { url, elicitationId: id } = question['params'] as { url: string; elicitationId: string };
    expect(url).toBe(`${gateway.url}/approvals/${id}`);
    const accepted = {
      ...params,
      requestState: asked['requestState'],
      inputResponses: { [keyIn(asked)]: { action: 'accept' } },
    };
    // That the client has opened the address decides nothing.
    const still = resultOf(
      await client.modern('tools/call', accepted, { ...sending, headers: { prefer: 'wait=1' } }),
    );
    expect(still['resultType']).toBe('input_required');
    expect(executed()).toBe(before);
    const declined = { ...accepted, inputResponses: { [keyIn(asked)]: { action: 'decline' } } };
    expect(refusalIn(await client.modern('tools/call', declined, sending))).toMatchObject({
      data: { code: 'approval-required' },
    });
    const other = { ...accepted, arguments: { n: 'other' } };
    expect(refusalIn(await client.modern('tools/call', other, sending))).toMatchObject({
      data: { code: 'approval-invalid' },
    });
    const waiting = client.modern('tools/call', accepted, { ...sending, headers: { prefer: 'wait=60' } });
    await decide(gateway, { id }, 'approve');
    expect(resultOf(await waiting)).toMatchObject(text('dropped'));
    expect(executed()).toBe(before + 1);
    expect(refusalIn(await client.modern('tools/call', accepted, sending))).toMatchObject({
      data: { code: 'approval-used' },
    });
    expect(executed()).toBe(before + 1);
  });

  it('[approvals-session] is -32042 in 2025-11-25, and the same call again uses its approval', async () => {
    const client = at();
    await client.initialize(urlMode);
    const stream = await open(client.stream());
    const before = executed();
    const params = { name, arguments: { n: `session ${path}` } };
    const asked = refusalIn(await client.request('tools/call', params));
    expect(asked).toMatchObject({
      code: -32042,
      data: { elicitations: [{ mode: 'url', url: expect.stringContaining('/approvals/apr_') }] },
    });
    const again = refusalIn(await client.request('tools/call', params));
    expect(idIn(again)).toBe(idIn(asked));
    await decide(gateway, { id: idIn(asked) }, 'approve');
    const done = await stream.received('the completion', ({ method }) => method === complete);
    expect(done['params']).toEqual({ elicitationId: idIn(asked) });
    expect(stream.of(complete)).toHaveLength(1);
    const made = await Promise.all(Array.from({ length: 20 }, () => client.request('tools/call', params)));
    expect(made.filter(hasResult).map(resultOf)).toMatchObject([text('dropped')]);
    expect(executed()).toBe(before + 1);
    for (const { id } of (await inboxOf(gateway)) as { id: string }[]) await decide(gateway, { id }, 'deny');
  });

  it('[approvals-session] tells once why it was denied, and asks anew after that', async () => {
    const client = at();
    await client.initialize(urlMode);
    const params = { name, arguments: { n: `denied ${path}` } };
    const id = idIn(refusalIn(await client.request('tools/call', params)));
    await decide(gateway, { id }, 'deny', { note: 'Read it first.' });
    expect(refusalIn(await client.request('tools/call', params))).toMatchObject({
      message: expect.stringContaining('Read it first.'),
      data: { code: 'approval-denied', note: 'Read it first.' },
    });
    const anew = idIn(refusalIn(await client.request('tools/call', params)));
    expect(anew).not.toBe(id);
    await decide(gateway, { id: anew }, 'deny');
  });

  it.each(['2025', '2026'])(
    '[approvals-no-address] is an error with the address for clients of %s that open none',
    async (era) => {
      const client = at();
      if (era === '2025') await client.initialize();
      const params = { name, arguments: { n: `plain ${era} ${path}` } };
      const use = () =>
        era === '2025' ? client.request('tools/call', params) : client.modern('tools/call', params);
      const error = refusalIn(await use());
      const { approval } = error['data'] as { approval: { id: string; url: string } };
      expect(error).toMatchObject({ code: -32603, message: expect.stringContaining(approval.url) });
      await decide(gateway, approval, 'approve');
      expect(resultOf(await use())).toMatchObject(text('dropped'));
    },
  );
});

describe('A server of 2026-07-28 that asks in the middle of a call that needs approvals', () => {
  it('[approvals-modern] gets its answer, which is asked about like every call', async () => {
    const client = new NativeClient(`${gateway.url}/api/servers/shop.modern/mcp`, app.token);
    const params = { name: 'asks_drop', arguments: {} };
    const sending = { capabilities: { elicitation: { url: {}, form: {} } } };
    const approved = async (more: Json): Promise<Json> => {
      const asked = resultOf(await client.modern('tools/call', { ...params, ...more }, sending));
      const { elicitationId: id } = questionIn(asked)['params'] as { elicitationId: string };
      await decide(gateway, { id }, 'approve');
      const { requestState } = asked;
      const again = { ...params, requestState, inputResponses: { approval: { action: 'accept' } } };
      return resultOf(await client.modern('tools/call', again, sending));
    };
    const question = await approved({});
    expect(question).toMatchObject({ resultType: 'input_required', inputRequests: { who: {} } });
    const inputResponses = { who: { action: 'accept', content: { name: 'Ada' } } };
    const made = await approved({ requestState: question['requestState'], inputResponses });
    expect(made).toMatchObject(text('Ada'));
  });
});

describe('The state of a question about an approval', () => {
  it('[approvals-modern] is refused for another call, another caller, or changed', async () => {
    const client = new NativeClient(`${gateway.url}/api/servers/shop.stdio-modern/mcp`, app.token);
    const sending = { capabilities: urlMode };
    const params = { name: 'secret', arguments: { by: 'state' } };
    const asked = resultOf(await client.modern('tools/call', params, sending));
    const requestState = String(asked['requestState']);
    const inputResponses = { approval: { action: 'accept' } };
    const operator = new NativeClient(`${gateway.url}/api/servers/shop.stdio-modern/mcp`, gateway.token);
    const refused = [
      await client.modern('tools/call', { ...params, name: 'echo', requestState, inputResponses }, sending),
      await operator.modern('tools/call', { ...params, requestState, inputResponses }, sending),
      await client.modern(
        'tools/call',
        { ...params, requestState: `${requestState.slice(0, -2)}AA`, inputResponses },
        sending,
      ),
      await client.modern('tools/call', { ...params, requestState: 'approval.' }, sending),
    ];
    for (const answer of refused)
      expect(errorOf(answer)).toMatchObject({ code: -32602, data: { code: 'invalid-request-state' } });
  });
});

describe.each(['stdio-old', 'stdio-modern', 'sse'])('A call at %s that needs an approval', (server) => {
  it.each(['2025', '2026'])(
    '[approvals-lanes] goes on once it is approved, for clients of %s',
    async (era) => {
      const client = new NativeClient(`${gateway.url}/api/servers/shop.${server}/mcp`, app.token);
      if (era === '2025') await client.initialize(urlMode);
      const params = { name: 'secret', arguments: { by: `${server} ${era}` } };
      const use = (more: Json = {}) =>
        era === '2025'
          ? client.request('tools/call', params)
          : client.modern('tools/call', { ...params, ...more }, { capabilities: urlMode });
      const first = await use();
      const asked = era === '2025' ? {} : resultOf(first);
      const { elicitationId: id } = (
        era === '2025' ? { elicitationId: idIn(refusalIn(first)) } : questionIn(asked)['params']
      ) as { elicitationId: string };
      await decide(gateway, { id }, 'approve');
      const { requestState } = asked;
      const made = await use({ requestState, inputResponses: { approval: { action: 'accept' } } });
      expect(resultOf(made)['content']).toBeDefined();
      expect(hasResult(await use())).toBe(era === '2026');
    },
  );
});

function refusalIn(answer: NativeAnswer): Json {
  return errorOf(answer) ?? {};
}

function hasResult({ messages }: NativeAnswer): boolean {
  return messages.some((message) => 'result' in message);
}

function keyIn(asked: Json): string {
  return Object.keys(asked['inputRequests'] as Json)[0] ?? '';
}

function questionIn(asked: Json): Json {
  return (asked['inputRequests'] as Json)[keyIn(asked)] as Json;
}

function idIn({ data }: Json): string {
  const [first] = (data as { elicitations: { elicitationId: string }[] }).elicitations;
  return first?.elicitationId ?? '';
}
