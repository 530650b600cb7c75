import type { ConfigVersion } from '../../../src/apps/app/app-store.port.js';
import { TypeormAppStore } from '../../../src/apps/app/typeorm-app-store.repository.js';
import type { App } from '../../../src/apps/document/app.js';
import { TypeormAppSecretStore } from '../../../src/apps/secrets/typeorm-app-secret-store.repository.js';
import { TypeormSecretOriginStore } from '../../../src/apps/secrets/typeorm-secret-origin-store.repository.js';
import { UserEntity } from '../../../src/accounts/people/user.entity.js';
import { newId } from '../../../src/kernel/id.js';
import { closeAfterAll } from '../../support/closing.js';
import { lockOrder, oneAfterTheOther } from '../../support/repositories/lock-order.js';
import {
  repositoryDatabase,
  type RepositoryDatabase,
} from '../../support/repositories/repository-database.js';
import { now, oddJson, oddText } from '../../support/repositories/stored-rows.js';

const open = closeAfterAll();
let db: RepositoryDatabase;
let store: TypeormAppStore;
let accountId: string;

beforeAll(async () => {
  db = await repositoryDatabase(open);
  store = new TypeormAppStore(db.database);
});

beforeEach(async () => {
  accountId = await db.rows.account();
});

function version(number: number, values: Partial<ConfigVersion> = {}): ConfigVersion {
  return {
    ...{ version: number, content: '{}', etag: `"v${String(number)}"`, authorId: null, message: null },
    ...{ restoredFrom: null, createdAt: now + number, blankedAt: null },
    ...values,
  };
}

function app(values: Partial<App> = {}): App {
  const id = newId('app');
  return {
    ...{ id, accountId, slug: id.replace('_', '-'), name: 'App', description: '', createdAt: now },
    ...{ updatedAt: now, config: { version: 1, etag: '"v1"', updatedAt: now + 1, authorId: null } },
    ...values,
  };
}

async function inserted(values: Partial<App> = {}, first: Partial<ConfigVersion> = {}): Promise<App> {
  const one = app(values);
  await store.insert(one, version(1, first));
  return one;
}

const revisionOf = async (id: string) => (await store.revisions([id])).get(id);

describe('AppStore', () => {
  it('[repository-contract] returns an app with its config as it was stored', async () => {
    const content = JSON.stringify(oddJson);
    const one = await inserted({ name: '漢字 🦊', description: oddText }, { content });
    expect(await store.findState(one.id)).toEqual({ app: one, revision: 1, content, secrets: new Map() });
    expect(await store.findState('app_none')).toBeUndefined();
  });

  it('[repository-contract] returns the secrets of an app with the places they can go to', async () => {
    const [one, other] = [await inserted(), await inserted()];
    const secrets = new TypeormAppSecretStore(db.database);
    const origins = new TypeormSecretOriginStore(db.database);
    await secrets.put(one.id, 'KEY', { sealed: 'v1.a', version: 'sev_1' }, now);
    await secrets.put(one.id, 'ALONE', { sealed: 'v1.b', version: 'sev_2' }, now);
    await secrets.put(other.id, 'KEY', { sealed: 'v1.c', version: 'sev_3' }, now);
    await origins.add(one.id, 'KEY', [{ origin: 'https://a.example', usedAt: null }], now);
    const states = await store.listStates(accountId);
    expect(states.map((state) => state.app.id)).toEqual([other.id, one.id]);
    expect(states[1]?.secrets).toEqual(
      new Map([
        [
          'KEY',
          { sealed: 'v1.a', version: 'sev_1', origins: [{ origin: 'https://a.example', usedAt: null }] },
        ],
        ['ALONE', { sealed: 'v1.b', version: 'sev_2', origins: [] }],
      ]),
    );
    expect([...(states[0]?.secrets.keys() ?? [])]).toEqual(['KEY']);
  });

  it('[repository-contract] gives each slug of an account to one app, even when several ask at once', async () => {
    const tries = [1, 2, 3].map(() => store.insert(app({ slug: 'shop' }), version(1)).catch(() => false));
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1);
    expect(await store.insert(app({ slug: 'shop' }), version(1))).toBe(false);
    expect(await store.insert(app({ slug: 'shop', accountId: await db.rows.account() }), version(1))).toBe(
      true,
    );
    const [id] = await store.listIds(accountId);
    expect(await store.findIdBySlug(accountId, 'shop')).toBe(id);
    expect(await store.findIdBySlug(accountId, 'Shop')).toBeUndefined();
    const other = await inserted({ slug: 'other' });
    expect(await store.update(other.id, { slug: 'shop' }, now)).toBe('taken');
    expect(await store.count(accountId)).toBe(2);
  });

  it('[repository-contract] lists apps newest first, page by page', async () => {
    const [a, b, c] = [await inserted(), await inserted(), await inserted()];
    await inserted({ accountId: await db.rows.account() });
    expect(await store.list(accountId, { limit: 2 })).toEqual([c, b]);
    expect(await store.list(accountId, { limit: 2, cursor: b.id })).toEqual([a]);
    expect(await store.listIds(accountId)).toEqual([c.id, b.id, a.id]);
    expect(await store.slugsOf([a.id, 'app_none'])).toEqual(new Map([[a.id, a.slug]]));
    expect(await store.revisions([])).toEqual(new Map());
    expect(await store.list('acc_none', { limit: 2 })).toEqual([]);
  });

  it('[repository-contract] changes an app and counts the change', async () => {
    const one = await inserted();
    expect(await store.update(one.id, { name: oddText.slice(0, 100), slug: one.slug }, now + 9)).toBe(true);
    expect((await store.findState(one.id))?.app).toEqual({
      ...one,
      ...{ name: oddText.slice(0, 100), updatedAt: now + 9 },
    });
    expect(await revisionOf(one.id)).toBe(2);
    expect(await store.update('app_none', { name: 'x' }, now)).toBe(false);
    expect([await store.remove(one.id), await store.remove(one.id)]).toEqual([true, false]);
    expect(await store.findState(one.id)).toBeUndefined();
    expect(await store.findVersion(one.id, 1)).toBeUndefined();
  });

  it('[repository-contract] makes another transaction wait that locks the same app', async () => {
    const { id } = await inserted();
    expect(await lockOrder(db, () => store.lock(id))).toEqual(oneAfterTheOther);
    expect(await store.lock('app_none')).toBe(false);
    expect(await revisionOf(id)).toBe(1);
  });
});

describe('AppStore on versions of a config', () => {
  it('[repository-contract] accepts one successor of each version, even when several come at once', async () => {
    const { id } = await inserted();
    const next = [1, 2, 3].map((n) => version(2, { content: `{"n":${String(n)}}` }));
    const saved = await Promise.all(next.map((one) => store.advance(id, one)));
    expect(saved.filter(Boolean)).toHaveLength(1);
    const state = await store.findState(id);
    expect(state).toMatchObject({ revision: 2, content: next[saved.indexOf(true)]?.content });
    expect(state?.app).toMatchObject({
      ...{ updatedAt: now + 2, config: { version: 2, etag: '"v2"', updatedAt: now + 2 } },
    });
    expect(await store.advance(id, version(4))).toBe(false);
    expect(await store.advance('app_none', version(2))).toBe(false);
  });

  it('[repository-contract] returns a version as it was stored, with its author for as long as that user exists', async () => {
    const authorId = await db.rows.user({ email: 'author@example.com', name: oddText.slice(0, 100) });
    const first = { content: JSON.stringify(oddJson), authorId, message: oddText, etag: '"ü"' };
    const { id } = await inserted({}, first);
    const author = { id: authorId, email: 'author@example.com', name: oddText.slice(0, 100) };
    expect(await store.findVersion(id, 1)).toMatchObject({ ...version(1, first), author });
    await db.database.write((manager) => manager.delete(UserEntity, { id: authorId }));
    expect(await store.findVersion(id, 1)).toMatchObject({ authorId: null, author: undefined });
    expect(await store.findVersion(id, 2)).toBeUndefined();
  });

  it('[repository-contract] lists versions newest first, page by page, without their content', async () => {
    const { id } = await inserted();
    await store.advance(id, version(2, { message: 'two', restoredFrom: 1 }));
    await store.advance(id, version(3));
    const page = await store.listVersions(id, 2, undefined);
    expect(page.map((one) => one.version)).toEqual([3, 2]);
    expect(page[1]).toMatchObject({ message: 'two', restoredFrom: 1, createdAt: now + 2, author: undefined });
    expect(page[1]).toMatchObject({ content: undefined });
    expect((await store.listVersions(id, 2, 2)).map((one) => one.version)).toEqual([1]);
  });

  it('[repository-contract] counts the bytes of versions, erases contents and removes versions', async () => {
    const content = '"äöü🦊"';
    const { id } = await inserted({}, { content });
    await inserted({}, { content: '{}' });
    await store.advance(id, version(2, { content: '{}' }));
    await store.advance(id, version(3, { content: '{}' }));
    const bytes = Buffer.byteLength(content);
    expect(await store.versionSizes(id)).toMatchObject([{ bytes: 2 }, { bytes: 2 }, { version: 1, bytes }]);
    expect(await store.configBytes(accountId)).toBe(bytes + 6);
    await store.blankVersion(id, 1, now + 50);
    expect(await store.findVersion(id, 1)).toMatchObject({ content: '', blankedAt: now + 50 });
    await store.removeVersions(id, [2, 9]);
    await store.removeVersions(id, []);
    expect((await store.versionSizes(id)).map((one) => one.version)).toEqual([3, 1]);
    expect(await store.configBytes(accountId)).toBe(4);
    expect(await store.configBytes('acc_none')).toBe(0);
  });
});
