import type { Json } from '../support/clients/gateway-client.js';
import { errorOf, NativeClient, resultOf } from '../support/clients/native-client.js';
import { closeAfterAll, closeAfterEach } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { asked, textOf } from '../support/questions.js';
import { TestClock } from '../support/test-clock.js';
import { twoPeopleAt, type TwoPeople } from '../support/two-people.js';
import { ScriptedHttp } from '../support/upstreams/scripted-http.js';

const keep = closeAfterAll();
const open = closeAfterEach();
const clock = new TestClock();
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await keep(startGateway({ clock, env: { EGRESS_ALLOW: ['127.0.0.0/8'] } }));
});

const capabilities = { elicitation: { url: {} } };
const namesIn = (result: Json, kind = 'tools'): unknown[] => (result[kind] as Json[]).map(({ name }) => name);

/** The app `mix` with the server `notes` that nobody has connected, and perhaps others. */
async function mix(
  mcpServers: Json = {},
): Promise<TwoPeople & { readonly page: string; readonly url: string }> {
  const stage = await twoPeopleAt(open, { gateway, clock });
  await stage.owner.newApp('mix', { mcpServers: { notes: { use: 'notes' }, ...mcpServers } });
  const { url } = gateway;
  return { ...stage, page: `${url}/connect/mix.notes`, url: `${url}/api/apps/mix/mcp` };
}

describe('An app with a server that nobody has connected', () => {
  it('[connect-tool-app] is a tool at the endpoint of its app, beside the tools of the others', async () => {
    const other = await open(ScriptedHttp.start());
    const stage = await mix({ plain: { url: other.url } });
    const { ana, page, url } = stage;
    const session = new NativeClient(url, ana.token);
    await session.initialize();
    const stream = await open(session.stream());
    const names = async () => namesIn(await session.result('tools/list'));
    expect(await names()).toEqual(['plain__echo', 'connect_notes']);
    const told = await session.result('tools/call', { name: 'connect_notes' });
    expect([told['isError'], textOf(told)]).toEqual([undefined, expect.stringContaining(page)]);
    const modern = new NativeClient(url, ana.token);
    const call = { name: 'notes__whoami', arguments: {} };
    const question = resultOf(await modern.modern('tools/call', call, { capabilities }));
    expect(asked(question)).toMatchObject([['connect', { params: { mode: 'url', url: page } }]]);
    const more = {
      inputResponses: { connect: { action: 'accept' } },
      requestState: question['requestState'],
    };
    const second = modern.modern('tools/call', { ...call, ...more }, { capabilities });
    await stage.connectAs('ana', 'mix.notes');
    expect(textOf(resultOf(await second))).toBe('ana');
    await stream.received('list_changed', ({ method }) => method === 'notifications/tools/list_changed');
    expect(await names()).toEqual(['notes__whoami', 'plain__echo']);
    const done = await session.result('tools/call', { name: 'connect_notes' });
    expect(textOf(done)).toContain('is connected');
  });

  it('[connect-url-app] asks a session of 2025-11-25 by -32042, and tells it when that is done', async () => {
    const stage = await mix();
    const { ana, page, url } = stage;
    const session = new NativeClient(url, ana.token);
    await session.initialize(capabilities);
    const stream = await open(session.stream());
    const ids = new Set<unknown>();
    for (const name of ['connect_notes', 'notes__whoami']) {
      const error = errorOf(await session.request('tools/call', { name }));
      const [elicitation] = (error?.['data'] as { elicitations: Json[] }).elicitations;
      expect([error?.['code'], elicitation]).toEqual([
        -32042,
        expect.objectContaining({ mode: 'url', url: page }),
      ]);
      ids.add(elicitation?.['elicitationId']);
    }
    expect(ids.size).toBe(1);
    await stage.connectAs('ana', 'mix.notes');
    const done = await stream.received(
      'the completion',
      ({ method }) => method === 'notifications/elicitation/complete',
    );
    expect(done['params']).toEqual({ elicitationId: [...ids][0] });
    expect(textOf(await session.result('tools/call', { name: 'notes__whoami' }))).toBe('ana');
  });

  it('[told-app-parts] lists no resources and prompts of it but says why, and asks whoever wants one of its', async () => {
    const stage = await mix();
    const { ana, page, url } = stage;
    for (const path of ['resources', 'prompts']) {
      const { body } = await ana.json(`/api/sdk/${path}?app=mix`);
      expect([body[path], body['servers']]).toMatchObject([
        [],
        [{ name: 'notes', error: { code: 'upstream-auth-required', detail: expect.stringContaining(page) } }],
      ]);
    }
    const get = { name: 'notes__greet', arguments: { who: 'you' } };
    const uri = 'note://one';
    for (const [path, body] of [
      ['prompts/get', get],
      ['resources/read', { uri }],
      ['resources/read', { uri, server: 'notes' }],
    ] as const) {
      const refused = await ana.json(`/api/sdk/${path}?app=mix`, { body });
      expect([refused.status, refused.body['connectUrl']]).toEqual([409, page]);
    }
    const native = new NativeClient(url, ana.token);
    for (const kind of ['resources', 'prompts'])
      expect(resultOf(await native.modern(`${kind}/list`))[kind]).toEqual([]);
    for (const [method, params] of [
      ['prompts/get', get],
      ['resources/read', { uri }],
    ] as const) {
      expect(errorOf(await native.modern(method, params))).toMatchObject({
        message: expect.stringContaining(page),
        data: { code: 'upstream-auth-required', connectUrl: page, server: 'mix.notes' },
      });
      const question = resultOf(await native.modern(method, params, { capabilities }));
      expect(asked(question)).toMatchObject([['connect', { params: { mode: 'url', url: page } }]]);
    }
    await stage.connectAs('ana', 'mix.notes');
    expect(namesIn(resultOf(await native.modern('prompts/list')), 'prompts')).toEqual(['notes__greet']);
    expect(resultOf(await native.modern('prompts/get', get))).toMatchObject({ messages: [{}] });
    expect(resultOf(await native.modern('resources/read', { uri }))).toMatchObject({ contents: [{ uri }] });
  });
});
