import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { EventReader } from '../support/clients/event-reader.js';
import type { Json } from '../support/clients/gateway-client.js';
import { createApp, says, shopAt, toolsOf, type TestApp } from '../support/clients/sdk-apps.js';
import { text, type Behaviour } from '../support/upstreams/behaviours.js';
import { echo, tool } from '../support/upstreams/scripted-http.js';

const open = closeAfterAll();
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await open(startGateway());
});

describe('the tools of an app', () => {
  it('[sdk-list] are those of all its servers, each under one name', async () => {
    const { app } = await shopAt(gateway, open, {
      one: [echo, says('search', 'one', { title: 'Search', outputSchema: { type: 'object' } })],
      two: [says('search', 'two', { description: undefined, 'x-odd': [1] })],
    });
    expect((await app.tools()).body).toEqual({
      tools: [
        {
          name: 'one__echo',
          server: 'one',
          tool: 'echo',
          description: 'Tool echo',
          inputSchema: { type: 'object' },
        },
        {
          ...{
            name: 'one__search',
            server: 'one',
            tool: 'search',
            title: 'Search',
            description: 'Tool search',
          },
          ...{ inputSchema: { type: 'object' }, outputSchema: { type: 'object' } },
        },
        {
          ...{ name: 'two__search', server: 'two', tool: 'search', description: '', 'x-odd': [1] },
          inputSchema: { type: 'object' },
        },
      ],
      servers: [
        { name: 'one', status: 'ready' },
        { name: 'two', status: 'ready' },
      ],
    });
    expect(toolsOf(await app.tools('?server=two'))).toHaveLength(1);
    expect(await app.tools('?server=three')).toMatchObject({
      status: 404,
      body: { code: 'server-not-found' },
    });
  });

  it('[sdk-call] are called by these names, at the right server, with everything a call can have', async () => {
    const { app, upstreams } = await shopAt(gateway, open, {
      one: [echo, says('search', 'one')],
      two: [says('search', 'two')],
    });
    expect((await app.use('two__search')).body).toEqual(text('two'));
    expect((await app.use('one__search')).body).toEqual(text('one'));
    const called = await app.use('one__echo', { a: 1 }, { _meta: { 'x/y': 1 }, timeoutMs: 5000 });
    expect(called).toMatchObject({ status: 200, body: { structuredContent: { a: 1 } } });
    expect(upstreams['one']?.of('tools/call').at(-1)?.rpc?.params).toMatchObject({
      name: 'echo',
      _meta: { 'x/y': 1 },
    });
    for (const name of ['one__nothing', 'three__echo', 'echo', 'one__', '__echo', 'x'.repeat(200)])
      expect(await app.use(name)).toMatchObject({ status: 404, body: { code: 'tool-not-found' } });
    expect(await app.use('one__echo', {}, { extra: 1 })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/extra' }] },
    });
  });

  it('[sdk-call] stream their progress', async () => {
    const slow: Behaviour = (exchange) => {
      const stream = exchange.openStream();
      stream.notify('notifications/progress', { progressToken: exchange.progressToken, progress: 1 });
      stream.result(text('done'));
    };
    const { app } = await shopAt(gateway, open, { one: [tool('slow', slow)] });
    const response = await app.fetch('/api/sdk/tools/call', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ name: 'one__slow' }),
    });
    const stream = new EventReader(response);
    await stream.done;
    expect(stream.events.map(({ event }) => event)).toEqual(['progress', 'result']);
    expect(stream.events[1]?.data).toEqual(text('done'));
  });

  it('[sdk-call] run once under one Idempotency-Key', async () => {
    const { app, upstreams } = await shopAt(gateway, open, { one: [echo, says('more', 'x')] });
    const call = (body: Json, key: string) =>
      app.json('/api/sdk/tools/call', { body, headers: { 'idempotency-key': key } });
    const body = { name: 'one__echo', arguments: { a: 1 } };
    const all = await Promise.all(Array.from({ length: 10 }, () => call(body, 'k1')));
    const [first] = all.filter(({ status }) => status === 200);
    expect(upstreams['one']?.executions('echo')).toBe(1);
    const again = await call(body, 'k1');
    expect(again).toMatchObject({ status: 200, text: first?.text });
    expect((await call({ ...body, name: 'one__more' }, 'k1')).body['code']).toBe('idempotency-mismatch');
    expect(upstreams['one']?.executed).toEqual(['echo']);
    await call(body, 'k2');
    expect(upstreams['one']?.executions('echo')).toBe(2);
  });

  it('[idempotency-keys-apart] run again for another key of the app under the same Idempotency-Key', async () => {
    const { app, owner, upstreams } = await shopAt(gateway, open, { one: [echo] });
    const sibling = await owner.withKey(app.slug);
    const sent = {
      body: { name: 'one__echo', arguments: { a: 1 } },
      headers: { 'idempotency-key': 'of-one-key' },
    };
    expect((await app.json('/api/sdk/tools/call', sent)).status).toBe(200);
    const other = await sibling.json('/api/sdk/tools/call', sent);
    expect([other.status, other.headers.get('idempotency-replayed')]).toEqual([200, null]);
    const again = await app.json('/api/sdk/tools/call', sent);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(upstreams['one']?.executions('echo')).toBe(2);
  });

  it('[sdk-policies] are allowed, denied, renamed and described as the app and the operator say, in lists and calls', async () => {
    const { app, owner } = await shopAt(
      gateway,
      open,
      { one: [echo, says('get_a', 'a'), says('get_b', 'b'), says('remove', 'gone')] },
      {
        options: {
          one: {
            tools: { allow: ['get_*', 'remove'], deny: ['get_b'] },
            overrides: { remove: { name: 'archive', description: 'Puts away' } },
          },
        },
      },
    );
    expect(await app.names()).toEqual(['one__get_a', 'one__archive']);
    expect(toolsOf(await app.tools())[1]).toMatchObject({ tool: 'archive', description: 'Puts away' });
    expect((await app.use('one__archive')).body).toEqual(text('gone'));
    expect((await app.use('one__get_b')).body['code']).toBe('tool-denied');
    expect((await app.use('one__remove')).body['code']).toBe('tool-not-found');
    expect((await owner.call('shop.one', 'get_b', {})).body['code']).toBe('tool-denied');
    expect(await owner.toolNames('shop.one')).toEqual(['get_a', 'archive']);
  });

  it('[approval-required] run only after an approval where the app wants one, whichever way they are called', async () => {
    const long = `delete_${'x'.repeat(80)}`;
    const { app, owner, published, upstreams } = await shopAt(
      gateway,
      open,
      {
        one: [echo, says('delete_all', 'x'), says('admin.delete', 'x'), says(long, 'x')],
        two: [says('delete_all', 'x')],
      },
      { config: { policies: { requireApproval: ['one__*delete*'] } } },
    );
    const names = (await app.names()).filter((name) => name.startsWith('one__') && name.includes('delete'));
    expect(names).toHaveLength(3);
    for (const name of names)
      expect(await app.use(name)).toMatchObject({
        status: 202,
        body: { approval: { id: expect.any(String) } },
      });
    for (const name of ['delete_all', 'admin.delete', long])
      expect((await owner.call('shop.one', name, {})).status).toBe(202);
    expect(upstreams['one']?.executed).toEqual([]);
    expect((await app.use('two__delete_all')).status).toBe(200);
    expect((await app.use('one__echo')).status).toBe(200);
    expect((await owner.call(String(published['one']), 'delete_all', {})).status).toBe(200);
  });

  it('[sdk-app-choice] are those of the key’s app, or of the app that a user names', async () => {
    const { app, owner } = await shopAt(gateway, open, { one: [echo] });
    await createApp(gateway, 'other', { mcpServers: {} }, owner);
    const as = async (client: { json: TestApp['json'] }, query: string) => {
      const { status, body } = await client.json(`/api/sdk/tools${query}`);
      return [status, body['code'] ?? toolsOf({ body }).length];
    };
    expect(await as(app, '')).toEqual([200, 1]);
    expect(await as(app, '?app=shop')).toEqual([200, 1]);
    expect(await as(app, `?app=${app.id}`)).toEqual([200, 1]);
    expect(await as(app, '?app=other')).toEqual([403, 'app-mismatch']);
    expect(await as(owner, '?app=shop')).toEqual([200, 1]);
    expect(await as(owner, '?app=other')).toEqual([200, 0]);
    expect(await as(owner, '')).toEqual([400, 'app-required']);
    expect(await as(owner, '?app=nobodys')).toEqual([404, 'app-not-found']);
    const call = { body: { name: 'one__echo' } };
    expect((await owner.json('/api/sdk/tools/call', call)).body['code']).toBe('app-required');
    expect((await owner.json('/api/sdk/tools/call?app=shop', call)).status).toBe(200);
    expect((await app.json('/api/sdk/tools/call?app=other', call)).body['code']).toBe('app-mismatch');
  });

  it('[sdk-pages] are paged, and validated by an ETag', async () => {
    const tools = Array.from({ length: 120 }, (_, i) => says(`tool_${String(i)}`, ''));
    const { app, owner, published, upstreams } = await shopAt(gateway, open, { one: tools });
    const twin = await createApp(gateway, 'twin', { mcpServers: { one: { use: published['one'] } } }, owner);
    const first = await app.tools();
    expect(toolsOf(first)).toHaveLength(50);
    expect((await app.names()).length).toBe(120);
    const cursor = String(first.body['nextCursor']);
    for (const query of ['&format=openai', '&search=tool', '&server=one'])
      expect((await app.tools(`?cursor=${cursor}${query}`)).body['code']).toBe('invalid-cursor');
    expect((await twin.tools(`?cursor=${cursor}`)).body['code']).toBe('invalid-cursor');
    const etag = String(first.headers.get('etag'));
    expect(await app.tools('', { headers: { 'if-none-match': etag } })).toMatchObject({
      status: 304,
      text: '',
    });
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    upstreams['one']?.tools.push(says('new', ''));
    const changed = await app.tools('?refresh=true', { headers: { 'if-none-match': etag } });
    expect(changed.status).toBe(304);
    expect((await app.names()).at(-1)).toBe('one__new');
  });

  it('refuse a query that cannot be used', async () => {
    const { app } = await shopAt(gateway, open, {});
    const long = `search=${'x'.repeat(501)}`;
    for (const query of [
      'limit=0',
      'limit=201',
      'format=xml',
      'search=',
      long,
      'server=',
      'q=1',
      'refresh=1',
    ])
      expect(await app.tools(`?${query}`)).toMatchObject({ status: 400, body: { code: 'invalid-request' } });
  });

  it('[lanes-alike] are the same with and without the fast path', async () => {
    const slow = await open(startGateway({ env: { HOT_LANE: false } }));
    for (const each of [gateway, slow]) {
      const { app } = await shopAt(each, open, { one: [echo] });
      expect(await app.names()).toEqual(['one__echo']);
      expect((await app.use('one__echo', { b: 2 })).body).toMatchObject({ structuredContent: { b: 2 } });
      expect((await app.tools('?limit=x')).body['code']).toBe('invalid-request');
      expect((await app.json('/api/sdk/tools/call', { body: '{' })).body['code']).toBe('malformed-json');
      expect((await app.json('/api/sdk/tools/call', { body: '[]' })).body['code']).toBe('invalid-request');
    }
  });
});
