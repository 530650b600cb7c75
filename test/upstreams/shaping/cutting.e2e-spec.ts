import type { GatewayClient } from '../../support/clients/gateway-client.js';
import { errorOf, resultOf } from '../../support/clients/native-client.js';
import { closeAfterAll } from '../../support/closing.js';
import { gatewayState, startGateway } from '../../support/gateway.js';
import { says } from '../../support/clients/sdk-apps.js';
import { stored } from '../../support/stored.js';
import {
  everyDoor,
  filler,
  linkIn,
  shape,
  ShapedStage,
  shapedServers,
} from '../../support/upstreams/shaped-stage.js';
import { TestClock } from '../../support/test-clock.js';
import { text } from '../../support/upstreams/behaviours.js';
import { ScriptedHttp } from '../../support/upstreams/scripted-http.js';

const open = closeAfterAll();
let stage: ShapedStage;

beforeAll(async () => {
  stage = await ShapedStage.start(open);
});

async function cutId(client: GatewayClient = stage.gateway): Promise<string> {
  return linkIn((await client.call('old', 'large')).body).id;
}

describe('A result that is larger than its shape', () => {
  it.each(everyDoor)('[shape-cut] of %s is cut by %s, and says where the whole is', async (server, door) => {
    const result = await stage.through[door](server, 'large');
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(600);
    expect(result).toMatchObject({
      content: [
        { type: 'text', text: expect.stringMatching(/^x{100,}$/) as string },
        { type: 'resource_link', mimeType: 'application/json' },
      ],
    });
    const whole = await stage.gateway.json(`/api/results/${linkIn(result).id}`);
    expect(whole).toMatchObject({ status: 200, body: text(filler) });
  });

  it.each(shapedServers)(
    '[shape-read] of %s can be read whole as a resource, in both eras',
    async (server) => {
      const { uri } = linkIn((await stage.gateway.call(server, 'large')).body);
      const contents = [
        { uri, mimeType: 'application/json', text: expect.stringContaining(filler) as string },
      ];
      const client = stage.native(`servers/${server}`);
      expect(resultOf(await client.modern('resources/read', { uri }))).toMatchObject({
        ...{ resultType: 'complete', cacheScope: 'private', contents },
      });
      await client.initialize();
      expect(await client.result('resources/read', { uri })).toEqual({ contents });
      expect((await stage.gateway.mcp(server, 'resources/read', { uri })).body).toEqual({ contents });
    },
  );

  it('[shape-read] can be read at the endpoint of an app and by its SDK', async () => {
    const { uri } = linkIn((await stage.app.use('one__large')).body);
    const contents = [{ uri, mimeType: 'application/json', text: expect.stringContaining(filler) as string }];
    const client = stage.native('apps/shop', stage.app.token);
    expect(resultOf(await client.modern('resources/read', { uri }))).toMatchObject({ contents });
    await client.initialize();
    expect(await client.result('resources/read', { uri })).toEqual({ contents });
    expect((await stage.app.json('/api/sdk/resources/read', { body: { uri } })).body).toEqual({ contents });
  });

  it('[shape-holder] is there for whoever made the call, and for nobody else', async () => {
    const id = await cutId();
    const uri = `gantry://results/${id}`;
    expect(await stage.app.json(`/api/results/${id}`)).toMatchObject({
      status: 404,
      body: { code: 'result-not-found' },
    });
    const client = stage.native('apps/shop', stage.app.token);
    expect(errorOf(await client.modern('resources/read', { uri }))).toMatchObject({
      data: { code: 'resource-not-found' },
    });
    const unknown = await stage.gateway.json('/api/results/res_0');
    expect(unknown).toMatchObject({ status: 404, body: { code: 'result-not-found' } });
  });

  it('[shape-overflow] is gone where the shape says so', async () => {
    const { body } = await stage.gateway.call('old', 'broken');
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(500);
    expect(body).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^x+$/) as string }, { type: 'text' }],
    });
    expect(JSON.stringify(body)).not.toContain('gantry://');
  });

  it('[shape-layers] is held to what the operator says and to what the app says', async () => {
    const { body } = await stage.app.use('two__large');
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(400);
    expect((await stage.app.use('two__rows')).body['structuredContent']).toEqual({ ids: [1, 2, 3] });
  });
});

describe('Parts of the whole', () => {
  const part = async (id: string, headers: Record<string, string>) => {
    const answer = await stage.gateway.fetch(`/api/results/${id}`, { headers });
    return { status: answer.status, range: answer.headers.get('content-range'), text: await answer.text() };
  };

  it('[shape-ranges] are read by bytes', async () => {
    const id = await cutId();
    const whole = await stage.gateway.fetch(`/api/results/${id}`);
    const all = await whole.text();
    const of = `/${String(all.length)}`;
    expect(whole.headers.get('accept-ranges')).toBe('bytes');
    expect(await part(id, { range: 'bytes=0-9' })).toEqual({
      ...{ status: 206, range: `bytes 0-9${of}`, text: all.slice(0, 10) },
    });
    expect(await part(id, { range: 'bytes=-5' })).toMatchObject({ status: 206, text: all.slice(-5) });
    expect(await part(id, { range: 'bytes=4000-' })).toMatchObject({ status: 206, text: all.slice(4000) });
    expect(await part(id, { range: 'bytes=999999-' })).toMatchObject({ status: 416, range: `bytes *${of}` });
    expect(await part(id, { range: 'bytes=9-0' })).toMatchObject({ status: 200, text: all });
    const etag = String(whole.headers.get('etag'));
    expect(await part(id, { range: 'bytes=0-0', 'if-range': etag })).toMatchObject({ status: 206 });
    expect(await part(id, { range: 'bytes=0-0', 'if-range': '"another"' })).toMatchObject({ status: 200 });
  });
});

describe('What is kept', () => {
  it('[shape-after-checks] is what checks have left, with an address that none of them takes for one', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const upstream = await open(ScriptedHttp.start([says('large', `${secret} ${filler}`)]));
    const checked = await open(
      startGateway({
        mcpServers: {
          s: {
            url: upstream.url,
            tools: { shape },
            policies: { checks: { secrets: 'redact', urls: ['https://example.com/*'] } },
          },
        },
      }),
    );
    const { body } = await checked.call('s', 'large');
    const whole = await checked.json(`/api/results/${linkIn(body).id}`);
    expect(whole.text).toContain(filler);
    expect(whole.text).not.toContain(secret);
    expect(JSON.stringify(body)).not.toContain(secret);
  });

  it('[shape-kept] survives a restart, sealed, and ends after an hour', async () => {
    const state = await gatewayState();
    const clock = new TestClock();
    const mcpServers = { old: { url: stage.upstream.url, tools: { shape } } };
    const first = await startGateway({ state, clock, mcpServers });
    const id = await cutId(first);
    await first.close();
    expect(JSON.stringify(await stored(state))).not.toContain(filler.slice(0, 100));
    const second = await startGateway({ state, clock });
    clock.advance(59 * 60_000);
    expect((await second.json(`/api/results/${id}`)).body).toMatchObject(text(filler));
    clock.advance(60_000);
    expect((await second.json(`/api/results/${id}`)).status).toBe(404);
    await second.close();
    await state.remove();
  });

  it('[shape-room] is bounded by account; a result for which there is no room is cut and says so', async () => {
    const small = await open(
      startGateway({
        mcpServers: { old: { url: stage.upstream.url, tools: { shape } } },
        env: { ACCOUNT_KEPT_RESULTS: 1 },
      }),
    );
    const kept = await cutId(small);
    const { body } = await small.call('old', 'large');
    expect(JSON.stringify(body)).toContain('ACCOUNT_KEPT_RESULTS');
    expect(JSON.stringify(body)).not.toContain('gantry://');
    expect((await small.json(`/api/results/${kept}`)).status).toBe(200);
    const { body: limits } = await small.json('/api/usage/limits');
    expect(limits['limits']).toContainEqual(
      expect.objectContaining({ name: 'keptResults', variable: 'ACCOUNT_KEPT_RESULTS', used: 1, max: 1 }),
    );
  });
});
