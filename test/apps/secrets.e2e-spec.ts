import { DataSource } from 'typeorm';
import { closeAfterAll, closeAfterEach } from '../support/closing.js';
import { personIn, type AppsClient } from '../support/clients/apps-client.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { Json } from '../support/clients/gateway-client.js';
import type { Behaviour } from '../support/upstreams/behaviours.js';
import { ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterAll();
const openHere = closeAfterEach();
let upstream: ScriptedHttp;
let gateway: TestGateway;
let ana: AppsClient;
let count = 0;

beforeAll(async () => {
  upstream = await open(ScriptedHttp.start());
  gateway = await open(startGateway({ env: { EGRESS_ALLOW: ['127.0.0.0/8'] } }));
  ana = await personIn(gateway, 'acme');
});

async function newApp(mcpServers: Json): Promise<{ id: string; slug: string }> {
  const { id, slug } = await ana.newApp(`app ${String(++count)}`, { mcpServers });
  return { id: String(id), slug: String(slug) };
}

describe('secrets', () => {
  it('[secrets-write-only] are set and listed by name, and never come back', async () => {
    const { id, slug } = await newApp({
      s: {
        url: upstream.url,
        headers: { Authorization: 'Bearer ${secret:PAT}', 'X-Two': '${secret:A}-${secret:B}' },
      },
    });
    expect(await ana.call(`${slug}.s`, 'echo', {})).toMatchObject({
      status: 409,
      body: { code: 'secret-not-set', detail: expect.stringContaining('PAT') },
    });
    const set = await ana.setSecret(id, 'PAT', 'canary-one');
    expect(set).toMatchObject({ status: 200, body: { name: 'PAT' } });
    await ana.setSecret(id, 'A', '${secret:B}');
    await ana.setSecret(id, 'B', 'canary-two');
    expect((await ana.call(`${slug}.s`, 'echo', {})).status).toBe(200);
    const { headers } = upstream.of('tools/call').at(-1) ?? {};
    expect(headers).toMatchObject({ authorization: 'Bearer canary-one', 'x-two': '${secret:B}-canary-two' });
    const listed = await ana.app(id, '/secrets');
    expect((listed.body['secrets'] as Json[]).map(({ name }) => name)).toEqual(['A', 'B', 'PAT']);
    for (const answer of [
      set,
      listed,
      await ana.app(id, '/config'),
      await ana.json('/api/servers?limit=200'),
    ])
      expect(answer.text).not.toMatch(/canary/);
    expect(JSON.stringify(gateway.logs())).not.toMatch(/canary/);
  });

  it('[secrets-paged] are listed in pages, and so are the keys of the app', async () => {
    const { id } = await newApp({});
    for (const name of ['C', 'A', 'B']) await ana.setSecret(id, name, 'x');
    for (let made = 0; made < 2; made++) await ana.app(id, '/keys', { body: {} });
    const names: unknown[] = [];
    let next = '';
    do {
      const { body } = await ana.app(id, `/secrets?limit=2${next}`);
      names.push((body['secrets'] as Json[]).map(({ name }) => name));
      const { nextCursor } = body;
      next = typeof nextCursor === 'string' ? `&cursor=${nextCursor}` : '';
    } while (next !== '');
    expect(names).toEqual([['A', 'B'], ['C']]);
    const keys = await ana.app(id, '/keys?limit=1');
    expect(keys.body).toEqual({ keys: [expect.anything()], nextCursor: expect.any(String) });
    for (const list of ['secrets', 'keys']) {
      expect((await ana.app(id, `/${list}?limit=201`)).body['code']).toBe('invalid-request');
      expect((await ana.app(id, `/${list}?cursor=made-up`)).body['code']).toBe('invalid-cursor');
    }
  });

  it('[secrets-renew] that change renew the connections that use them, and no others', async () => {
    const server = await openHere(ScriptedHttp.start());
    const { id, slug } = await newApp({
      s: { url: server.url, headers: { 'X-Key': '${secret:KEY}' } },
      plain: { url: upstream.url },
    });
    await ana.setSecret(id, 'KEY', 'one');
    await ana.call(`${slug}.s`, 'echo', {});
    await ana.call(`${slug}.plain`, 'echo', {});
    const greetings = upstream.of('initialize').length;
    await ana.setSecret(id, 'KEY', 'two');
    await ana.call(`${slug}.s`, 'echo', {});
    expect(server.of('tools/call').map(({ headers }) => headers['x-key'])).toEqual(['one', 'two']);
    expect(server.of('initialize').at(-1)?.headers['x-key']).toBe('two');
    await waitFor('the old session to be ended', () =>
      server.requests.some(
        ({ httpMethod, headers }) => httpMethod === 'DELETE' && headers['x-key'] === 'one',
      ),
    );
    await ana.call(`${slug}.plain`, 'echo', {});
    expect(upstream.of('initialize')).toHaveLength(greetings);
    expect((await ana.app(id, '/secrets/KEY', { method: 'DELETE' })).status).toBe(204);
    expect((await ana.call(`${slug}.s`, 'echo', {})).body['code']).toBe('secret-not-set');
    expect((await ana.app(id, '/secrets/KEY', { method: 'DELETE' })).body['code']).toBe('secret-not-found');
  });

  it('[secrets-header-safe] cannot break out of a header', async () => {
    const { id, slug } = await newApp({ s: { url: upstream.url, headers: { 'X-Key': '${secret:KEY}' } } });
    await ana.setSecret(id, 'KEY', 'a\r\nX-Evil: 1');
    expect(await ana.call(`${slug}.s`, 'echo', {})).toMatchObject({
      status: 409,
      body: { code: 'secret-not-set', detail: expect.stringContaining('X-Key') },
    });
  });

  it('[secrets-in-errors] are not shown to callers when a server quotes them in its errors', async () => {
    const { id, slug } = await newApp({
      s: {
        url: upstream.url,
        headers: { Authorization: 'Bearer ${secret:KEY}', 'X-Other': '"${secret:ODD}"' },
      },
    });
    await ana.setSecret(id, 'KEY', 'canary-quoted');
    await ana.setSecret(id, 'ODD', 'canary\\"odd');
    const quote: Behaviour = (exchange) => {
      const { authorization, 'x-other': other } = exchange.record.headers;
      exchange.error(-32602, `bad token ${String(authorization)} and ${String(other)}`, {
        data: { seen: authorization, other },
      });
    };
    upstream.tools.push(tool('quote', quote));
    upstream.methods.set('prompts/list', quote);
    for (const answer of [
      await ana.call(`${slug}.s`, 'quote', {}),
      await ana.mcp(`${slug}.s`, 'prompts'),
      await ana.mcp(`${slug}.s`, 'resources/read', { uri: 'x:y' }),
    ])
      expect(answer.text).not.toMatch(/canary/);
    expect((await ana.call(`${slug}.s`, 'quote', {})).body['detail']).toContain(
      'bad token Bearer [redacted]',
    );
    expect(JSON.stringify(gateway.logs())).not.toMatch(/canary/);
    upstream.methods.delete('prompts/list');
  });

  it('[secrets-at-rest] are sealed in the database', async () => {
    const { id } = await newApp({});
    await ana.setSecret(id, 'KEY', 'canary-at-rest');
    const all = await gateway.app.get(DataSource).query<Json[]>('SELECT * FROM app_secrets');
    const rows = all.filter(({ appId }) => appId === id);
    expect(rows).toHaveLength(1);
    expect(String(rows[0]?.['sealed'])).toMatch(/^v1\.[0-9a-f]{8}\./);
    const spellings = ['canary', Buffer.from('canary-at-rest').toString('base64')];
    const found = spellings.filter((spelling) => JSON.stringify(rows).includes(spelling));
    expect(found).toEqual([]);
  });

  it.each(['lower', '1A', 'A-B', 'A'.repeat(65), '__PROTO__'])(
    '[secrets-names] have names in capital letters, not %s',
    async (name) => {
      const { id } = await newApp({});
      expect((await ana.setSecret(id, name, 'x')).status).toBe(400);
    },
  );
});
