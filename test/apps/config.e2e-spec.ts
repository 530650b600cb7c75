import { closeAfterAll } from '../support/closing.js';
import { personIn, type AppsClient } from '../support/clients/apps-client.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { Json } from '../support/clients/gateway-client.js';
import { says } from '../support/clients/sdk-apps.js';
import { ScriptedHttp } from '../support/upstreams/scripted-http.js';

const open = closeAfterAll();
let upstream: ScriptedHttp;
let gateway: TestGateway;
let ana: AppsClient;
let count = 0;

beforeAll(async () => {
  upstream = await open(ScriptedHttp.start([says('search_code', 'x')]));
  gateway = await open(startGateway({ env: { EGRESS_ALLOW: ['127.0.0.1'], MAX_CONFIG_BYTES: 300_000 } }));
  ana = await personIn(gateway, 'acme');
});

async function newApp(config?: Json): Promise<string> {
  return String((await ana.newApp(`App ${String(++count)}`, config))['id']);
}

const remote = (more: Json = {}): Json => ({ mcpServers: { s: { url: upstream.url, ...more } } });

describe('a config', () => {
  it('[config-versions] is saved as a new version on top of the one that was seen', async () => {
    const app = await newApp();
    const before = await ana.app(app, '/config');
    expect(before.status).toBe(200);
    expect(before.headers.get('etag')).toBe(before.body['etag']);
    const saved = await ana.save(app, remote(), {
      message: 'first servers',
      headers: { 'if-match': String(before.body['etag']) },
    });
    expect(saved.status).toBe(200);
    expect(saved.body).toMatchObject({
      version: 2,
      changes: [{ op: 'add', path: '/mcpServers/s', after: { url: upstream.url } }],
      warnings: [],
      config: remote(),
    });
    expect(saved.headers.get('etag')).toBe(saved.body['etag']);
    const read = await ana.app(app, '/config');
    expect(read.body).toEqual({
      version: 2,
      etag: saved.body['etag'],
      updatedAt: expect.stringMatching(/Z$/),
      updatedBy: { id: expect.stringMatching(/^usr_/), email: expect.any(String), name: 'Member of acme' },
      message: 'first servers',
      config: remote(),
    });
    const old = await ana.app(app, '/config?version=1');
    expect(old.body).toMatchObject({ version: 1, etag: before.body['etag'], config: { mcpServers: {} } });
    expect(await ana.app(app, '/config?version=9')).toMatchObject({
      status: 404,
      body: { code: 'config-version-not-found' },
    });
    expect((await ana.app(app)).body['config']).toEqual({
      version: 2,
      etag: saved.body['etag'],
      updatedAt: read.body['updatedAt'],
    });
  });

  it('[config-not-modified] is not sent again to who has it', async () => {
    const app = await newApp();
    const { body } = await ana.app(app, '/config');
    const etag = String(body['etag']);
    for (const header of [etag, `"x", ${etag}`, `W/${etag}`, '*']) {
      const again = await ana.app(app, '/config', { headers: { 'if-none-match': header } });
      expect(again.status).toBe(304);
      expect(again.headers.get('etag')).toBe(etag);
      expect(again.text).toBe('');
    }
    const changed = await ana.app(app, '/config', { headers: { 'if-none-match': '"x"' } });
    expect(changed.status).toBe(200);
  });

  it('[config-precondition] must say what it builds on, by ETag or version', async () => {
    const app = await newApp();
    const { body } = await ana.app(app, '/config');
    const none = await ana.save(app, remote(), { headers: {} });
    expect(none).toMatchObject({ status: 428, body: { code: 'precondition-required' } });
    for (const base of [
      { headers: { 'if-match': '"0-wrong"' } },
      { headers: { 'if-match': `W/${String(body['etag'])}` } },
      { version: 7 },
      { version: 2, headers: { 'if-match': String(body['etag']) } },
      { version: 7, headers: { 'if-match': '*' } },
    ]) {
      const stale = await ana.save(app, remote(), base);
      expect(stale).toMatchObject({
        status: 412,
        body: { code: 'config-changed', currentVersion: 1, currentEtag: body['etag'] },
      });
    }
    expect((await ana.save(app, remote(), { version: 1 })).body['version']).toBe(2);
    const both = {
      version: 2,
      headers: { 'if-match': String((await ana.app(app, '/config')).body['etag']) },
    };
    expect((await ana.save(app, { mcpServers: {} }, both)).body['version']).toBe(3);
    const several = {
      headers: { 'if-match': `"x", ${String((await ana.app(app, '/config')).body['etag'])}` },
    };
    expect((await ana.save(app, remote(), several)).body['version']).toBe(4);
    expect((await ana.save(app, { 'x-a': 1 }, { headers: { 'if-match': '*' } })).body['version']).toBe(5);
  });

  it('[config-unchanged] with the same content keeps its version, whatever the order of its members', async () => {
    const app = await newApp({
      mcpServers: { a: { url: upstream.url, timeoutMs: 5 } },
      'x-b': [1, { c: 2, d: 3 }],
    });
    const same = await ana.save(app, {
      'x-b': [1, { d: 3, c: 2 }],
      mcpServers: { a: { timeoutMs: 5, url: upstream.url } },
    });
    expect(same).toMatchObject({ status: 200, body: { version: 1, changes: [] } });
    expect((await ana.app(app, '/config/versions')).body['versions']).toHaveLength(1);
  });

  it('[config-dry-run] changes nothing when it is only tried', async () => {
    const app = await newApp({ mcpServers: {}, chat: { maxSteps: 3, model: 'openai/x' } });
    const wanted = { ...remote(), chat: { maxSteps: 5 }, policies: { requireApproval: ['s__search*'] } };
    const tried = await ana.save(app, wanted, { query: '?dryRun=true' });
    expect(tried).toMatchObject({ status: 200, body: { version: 2, warnings: [], config: wanted } });
    expect(tried.body['changes']).toEqual([
      { op: 'add', path: '/mcpServers/s', after: { url: upstream.url } },
      { op: 'replace', path: '/chat/maxSteps', before: 3, after: 5 },
      { op: 'remove', path: '/chat/model', before: 'openai/x' },
      { op: 'add', path: '/policies', after: { requireApproval: ['s__search*'] } },
    ]);
    expect((await ana.app(app, '/config')).body['version']).toBe(1);
    const saved = await ana.save(app, wanted);
    expect(saved.body).toEqual(tried.body);
    expect((await ana.save(app, wanted, { query: '?dryRun=true', version: 1, headers: {} })).status).toBe(
      412,
    );
  });

  it('[config-history] keeps all versions with author and message; a rollback is a new one', async () => {
    const app = await newApp({ 'x-n': 1 });
    await ana.save(app, { 'x-n': 2 }, { message: 'two' });
    await ana.save(app, { 'x-n': 3 }, { message: 'three' });
    const back = await ana.app(app, '/config/rollback', { body: { version: 1 } });
    expect(back).toMatchObject({
      status: 200,
      body: {
        version: 4,
        changes: [{ op: 'replace', path: '/x-n', before: 3, after: 1 }],
        config: { 'x-n': 1 },
      },
    });
    const { body } = await ana.app(app, '/config/versions?limit=3');
    expect(body['versions']).toMatchObject([
      {
        version: 4,
        message: 'Rollback to version 1',
        restoredFrom: 1,
        updatedBy: { name: 'Member of acme' },
      },
      { version: 3, message: 'three' },
      { version: 2, message: 'two' },
    ]);
    const rest = await ana.app(app, `/config/versions?cursor=${String(body['nextCursor'])}`);
    expect(rest.body).toMatchObject({ versions: [{ version: 1 }] });
    expect(rest.body).not.toHaveProperty('nextCursor');
    const stale = await ana.app(app, '/config/rollback', {
      body: { version: 1 },
      headers: { 'if-match': '"x"' },
    });
    expect(stale.status).toBe(412);
    expect(await ana.app(app, '/config/rollback', { body: { version: 77 } })).toMatchObject({
      status: 404,
      body: { code: 'config-version-not-found' },
    });
    expect((await ana.app(app, '/config/rollback', { body: { version: 4 } })).body['version']).toBe(4);
  });

  it('[config-one-winner] is saved by exactly one of fifty writers that build on the same state', async () => {
    const app = await newApp();
    const { body } = await ana.app(app, '/config');
    const seen = { headers: { 'if-match': String(body['etag']) } };
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        ana.save(app, { 'x-writer': n }, n % 2 === 0 ? { version: 1 } : seen),
      ),
    );
    const won = answers.filter(({ status }) => status === 200);
    const lost = answers.filter(({ status, body }) => status === 412 && body['code'] === 'config-changed');
    expect([won.length, lost.length]).toEqual([1, 49]);
    expect((await ana.app(app, '/config')).body['version']).toBe(2);
  });

  it('[config-one-winner] is overwritten by all fifty that do not mind, one after the other', async () => {
    const app = await newApp();
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => ana.save(app, { 'x-writer': n })));
    expect(answers.map(({ body }) => Number(body['version'])).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, n) => n + 2),
    );
  });

  it('[config-too-large] is at most MAX_CONFIG_BYTES long', async () => {
    const app = await newApp();
    const large = await ana.save(app, { 'x-a': 'y'.repeat(300_000) });
    expect(large).toMatchObject({ status: 413, body: { code: 'body-too-large' } });
    expect((await ana.save(app, { 'x-a': 'y'.repeat(290_000) })).status).toBe(200);
  });
});
