import { closeAfterAll } from '../support/closing.js';
import {
  letMembersConfigure,
  operatorOf,
  personIn,
  type AppsClient,
} from '../support/clients/apps-client.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { GatewayClient, type Json } from '../support/clients/gateway-client.js';

const open = closeAfterAll();
let gateway: TestGateway;
let ana: AppsClient & { readonly accountId: string };

beforeAll(async () => {
  gateway = await open(startGateway({ env: { MAX_APPS: 20, MAX_APP_SECRETS: 5 } }));
  ana = await personIn(gateway, 'acme');
});

describe('apps', () => {
  it('[apps-create] are made with a slug of their name and a config of version 1', async () => {
    const made = await ana.json('/api/cli/apps', { body: { name: 'Über Träume!', description: 'd' } });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.stringMatching(/^app_/),
      slug: 'uber-traume',
      name: 'Über Träume!',
      description: 'd',
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      updatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      config: {
        version: 1,
        etag: expect.stringMatching(/^"1-.{16}"$/),
        updatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    });
    expect(made.headers.get('location')).toBe(`/api/cli/apps/${String(made.body['id'])}`);
    expect((await ana.json(String(made.headers.get('location')))).body).toEqual(made.body);
    expect((await ana.app('uber-traume')).body).toEqual(made.body);
    expect((await ana.app('uber-traume', '/config')).body['config']).toEqual({ mcpServers: {} });
  });

  it('[apps-slug-taken] have a slug that no other app of the account has', async () => {
    await ana.newApp('Shop');
    const again = await ana.json('/api/cli/apps', { body: { name: 'shop' } });
    expect(again).toMatchObject({ status: 409, body: { code: 'slug-taken' } });
    const many = await Promise.all(
      Array.from({ length: 20 }, () => ana.json('/api/cli/apps', { body: { name: 'x', slug: 'race' } })),
    );
    expect(many.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(many.filter(({ body }) => body['code'] === 'slug-taken')).toHaveLength(19);
    const other = await personIn(gateway, 'umbrella');
    expect((await other.newApp('Shop'))['slug']).toBe('shop');
  });

  it('[apps-list] are listed newest first, in pages, each in its own account', async () => {
    const bob = await personIn(gateway, 'bobs');
    const slugs: string[] = [];
    for (let i = 0; i < 5; i++) slugs.unshift(String((await bob.newApp(`App ${String(i)}`))['slug']));
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await bob.json(`/api/cli/apps?limit=2${cursor}`);
      seen.push(...(body['apps'] as { slug: string }[]).map(({ slug }) => slug));
      cursor = body['nextCursor'] === undefined ? '' : `&cursor=${body['nextCursor'] as string}`;
    } while (cursor !== '');
    expect(seen).toEqual(slugs);
    const { body } = await bob.json('/api/cli/apps?limit=2');
    const stolen = await ana.json(`/api/cli/apps?cursor=${String(body['nextCursor'])}`);
    expect(stolen).toMatchObject({ status: 400, body: { code: 'invalid-cursor' } });
  });

  it('[apps-update] are renamed and described; a new slug moves the handles', async () => {
    const { id } = await ana.newApp('Old name', undefined, { slug: 'old-name' });
    const patched = await ana.app('old-name', '', {
      method: 'PATCH',
      body: { name: 'New', slug: 'new-name', description: 'x' },
    });
    expect(patched).toMatchObject({
      status: 200,
      body: { id, name: 'New', slug: 'new-name', description: 'x' },
    });
    expect((await ana.app('old-name')).status).toBe(404);
    expect((await ana.app('new-name')).body['id']).toBe(id);
    await ana.newApp('Taken');
    const taken = await ana.app(id, '', { method: 'PATCH', body: { slug: 'taken' } });
    expect(taken).toMatchObject({ status: 409, body: { code: 'slug-taken' } });
    expect(await ana.app(id, '', { method: 'PATCH', body: {} })).toMatchObject({ status: 200, body: { id } });
  });

  it('[apps-delete] go away with their configs, secrets and keys, which die at once', async () => {
    const { id } = await ana.newApp('Doomed');
    await ana.setSecret(id, 'TOKEN', 'v');
    const key = await ana.withKey(id);
    expect((await key.json('/api/servers')).status).toBe(200);
    expect((await ana.app('doomed', '', { method: 'DELETE' })).status).toBe(204);
    expect((await key.json('/api/servers')).status).toBe(401);
    for (const rest of ['', '/config', '/config/versions', '/secrets', '/keys'])
      expect(await ana.app(id, rest)).toMatchObject({ status: 404, body: { code: 'app-not-found' } });
    expect((await ana.app(id, '', { method: 'DELETE' })).status).toBe(404);
  });

  it('[apps-limit] are at most MAX_APPS per account', async () => {
    const crowd = await personIn(gateway, 'crowd');
    for (let i = 0; i < 20; i++) await crowd.newApp(`App ${String(i)}`);
    expect(await crowd.json('/api/cli/apps', { body: { name: 'one more' } })).toMatchObject({
      status: 409,
      body: { code: 'too-many-apps' },
    });
  });

  it('[apps-limit-at-once] and so are their secrets, also of those that come at once', async () => {
    const rush = await personIn(gateway, 'rush');
    const many = Array.from({ length: 40 }, (_, index) => String(index));
    const apps = await Promise.all(
      many.map((index) => rush.json('/api/cli/apps', { body: { name: `App ${index}` } })),
    );
    expect(apps.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(apps.filter(({ body }) => body['code'] === 'too-many-apps')).toHaveLength(20);
    const { slug } = apps.find(({ status }) => status === 201)?.body ?? {};
    const secrets = await Promise.all(many.map((index) => rush.setSecret(String(slug), `KEY_${index}`, 'x')));
    expect(secrets.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(secrets.filter(({ body }) => body['code'] === 'too-many-secrets')).toHaveLength(35);
  });

  it.each([
    [{}, '/name'],
    [{ name: ' ' }, '/name'],
    [{ name: 'a\u0000b' }, '/name'],
    [{ name: 'x'.repeat(101) }, '/name'],
    [{ name: 'x', slug: 'Not a slug' }, '/slug'],
    [{ name: 'x', slug: 'constructor' }, '/slug'],
    [{ name: '工具' }, '/slug'],
    [{ name: 'x', colour: 'red' }, '/colour'],
    [{ name: 'x', description: '\u0000' }, '/description'],
  ])('[problem-invalid-request] are not made of %j', async (body, pointer) => {
    const refused = await ana.json('/api/cli/apps', { body });
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid-request' } });
    expect((refused.body['errors'] as Json[]).map((fault) => fault['pointer'])).toContain(pointer);
  });

  it('[apps-unknown] are 404 under every name that none of them has', async () => {
    for (const name of [
      'nobody',
      'app_nobody',
      '%00',
      'a%00b',
      '%F0%9F%98%80',
      'A',
      '..%2f..',
      '%27%20OR%201=1',
    ])
      for (const rest of ['', '/config', '/keys'])
        expect(await ana.app(name, rest)).toMatchObject({ status: 404, body: { code: 'app-not-found' } });
    expect((await ana.mcp('%00.x', 'tools')).body['code']).toBe('server-not-found');
    expect((await ana.mcp('srv_%00', 'tools')).body['code']).toBe('server-not-found');
  });

  it('[apps-roles] let members read, and change configs where the account allows it; deleting apps and creating keys takes an owner or admin', async () => {
    const { id } = await ana.newApp('Team');
    const member = await personIn(gateway, ana.accountId, 'member');
    const admin = await personIn(gateway, ana.accountId, 'admin');
    expect((await member.app(id)).status).toBe(200);
    expect((await member.save(id, { mcpServers: {} })).status).toBe(403);
    await letMembersConfigure(gateway, ana.accountId);
    expect((await member.save(id, { mcpServers: {}, 'x-by': 'member' })).status).toBe(200);
    expect((await member.setSecret(id, 'A', 'b')).status).toBe(200);
    expect((await member.app(id, '/keys')).status).toBe(200);
    for (const [rest, sending] of [
      ['/keys', { body: {} }],
      ['/keys/tok_x', { method: 'DELETE' }],
      ['', { method: 'DELETE' }],
    ] as const)
      expect(await member.app(id, rest, sending)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await admin.app(id, '/keys', { body: {} })).status).toBe(201);
    expect((await admin.app(id, '', { method: 'DELETE' })).status).toBe(204);
  });

  it('[apps-people-only] are not open to app keys', async () => {
    const { id } = await ana.newApp('Closed');
    const key = await ana.withKey(id);
    for (const path of ['', `/${String(id)}`, `/${String(id)}/config`, `/${String(id)}/secrets`])
      expect((await key.json(`/api/cli/apps${path}`)).status).toBe(403);
  });

  it('[apps-audit] leave a record of each change, without contents', async () => {
    const { id } = await ana.newApp('Watched');
    await ana.save(id, { mcpServers: {}, 'x-a': 1 });
    await ana.setSecret(id, 'CANARY', 'canary-in-a-secret');
    await ana.app(id, '/secrets/CANARY', { method: 'DELETE' });
    await ana.app(id, '/config/rollback', { body: { version: 1 } });
    await ana.app(id, '', { method: 'PATCH', body: { name: 'W' } });
    const made = await ana.app(id, '/keys', { body: { name: 'ci' } });
    await ana.app(id, `/keys/${String(made.body['id'])}`, { method: 'DELETE' });
    await ana.app(id, '', { method: 'DELETE' });
    const { body, text } = await ana.json('/api/audit?limit=200');
    const actions = (body['events'] as Json[])
      .filter(({ target }) => target === id)
      .map(({ action }) => action);
    expect(actions).toEqual([
      ...['app.deleted', 'app-key.revoked', 'app-key.created', 'app.updated', 'config.rolled-back'],
      ...['secret.deleted', 'secret.set', 'config.saved', 'app.created'],
    ]);
    expect(text).not.toContain('canary-in-a-secret');
    expect(text).not.toContain(String(made.body['key']));
  });
});

describe('app keys', () => {
  it('[app-keys] are shown once, at most two live, and end by revocation or expiry', async () => {
    const { id } = await ana.newApp('Keyed');
    const first = await ana.app(id, '/keys', { body: { name: 'ci' } });
    expect(first.status).toBe(201);
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect(first.body).toMatchObject({ kind: 'app', name: 'ci', scopes: ['tools:read', 'tools:call'] });
    expect(String(first.body['key'])).toMatch(/^gta_[0-9A-Za-z]{38}$/);
    await ana.withKey(id, { scopes: ['tools:read'] });
    expect(await ana.app(id, '/keys', { body: {} })).toMatchObject({
      status: 409,
      body: { code: 'too-many-keys' },
    });
    const listed = await ana.app(id, '/keys');
    expect(listed.body['keys']).toHaveLength(2);
    expect(listed.text).not.toContain(String(first.body['key']));
    const revoked = await ana.app(id, `/keys/${String(first.body['id'])}`, { method: 'DELETE' });
    expect(revoked.status).toBe(204);
    const dead = new GatewayClient(gateway.url, String(first.body['key']));
    expect((await dead.json('/api/servers')).status).toBe(401);
    expect(await ana.app(id, `/keys/${String(first.body['id'])}`, { method: 'DELETE' })).toMatchObject({
      status: 404,
      body: { code: 'key-not-found' },
    });
    const past = await ana.app(id, '/keys', { body: { expiresAt: '2020-01-01T00:00:00Z' } });
    expect(past).toMatchObject({ status: 400, body: { code: 'invalid-request' } });
  });

  it('[app-keys] are at most two however many are asked for at once', async () => {
    const { id } = await ana.newApp('Keys in a race');
    const many = await Promise.all(Array.from({ length: 10 }, () => ana.app(id, '/keys', { body: {} })));
    expect(many.map(({ status }) => status).sort()).toEqual([201, 201, ...Array<number>(8).fill(409)]);
  });

  it('[app-keys-bound] belong to one app: keys of others are not theirs to revoke', async () => {
    const one = await ana.newApp('One');
    const two = await ana.newApp('Two');
    const made = await ana.app(one['id'], '/keys', { body: {} });
    const foreign = await ana.app(two['id'], `/keys/${String(made.body['id'])}`, { method: 'DELETE' });
    expect(foreign).toMatchObject({ status: 404, body: { code: 'key-not-found' } });
  });

  it('[app-keys-scopes] can do no more than who made them', async () => {
    const { id } = await ana.newApp('Scoped');
    const reader = await ana.withKey(id, { scopes: ['tools:read'] });
    expect((await reader.json('/api/servers')).status).toBe(200);
    expect((await reader.call('scoped.x', 'y')).body['code']).toBe('insufficient-scope');
    expect((await ana.app(id, '/keys', { body: { scopes: ['apps:write'] } })).status).toBe(400);
    expect((await operatorOf(gateway).app(id)).status).toBe(404);
  });
});
