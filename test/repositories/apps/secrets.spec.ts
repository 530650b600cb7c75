import { TypeormAppStore } from '../../../src/apps/app/typeorm-app-store.repository.js';
import { TypeormAppSecretStore } from '../../../src/apps/secrets/typeorm-app-secret-store.repository.js';
import { TypeormSecretOriginStore } from '../../../src/apps/secrets/typeorm-secret-origin-store.repository.js';
import { closeAfterAll } from '../../support/closing.js';
import { lockOrder, oneAfterTheOther } from '../../support/repositories/lock-order.js';
import {
  repositoryDatabase,
  type RepositoryDatabase,
} from '../../support/repositories/repository-database.js';
import { now, oddText } from '../../support/repositories/stored-rows.js';

const open = closeAfterAll();
let db: RepositoryDatabase;
let secrets: TypeormAppSecretStore;
let origins: TypeormSecretOriginStore;
let appId: string, other: string;

beforeAll(async () => {
  db = await repositoryDatabase(open);
  secrets = new TypeormAppSecretStore(db.database);
  origins = new TypeormSecretOriginStore(db.database);
});

beforeEach(async () => {
  const accountId = await db.rows.account();
  [appId, other] = [await db.rows.app(accountId), await db.rows.app(accountId)];
});

const revision = async () => (await new TypeormAppStore(db.database).revisions([appId])).get(appId);
const value = (sealed: string, version = 'sev_1') => ({ sealed, version });

describe('AppSecretStore', () => {
  it('[repository-contract] keeps when a secret was first set, and counts each change as one of the app', async () => {
    const set = { name: 'KEY', createdAt: now, updatedAt: now };
    expect(await secrets.put(appId, 'KEY', value('v1.a'), now)).toEqual(set);
    const changed = { ...set, updatedAt: now + 1 };
    expect(await secrets.put(appId, 'KEY', value(oddText, 'sev_2'), now + 1)).toEqual(changed);
    expect(await secrets.list(appId)).toEqual([changed]);
    expect(await revision()).toBe(3);
    expect([await secrets.remove(appId, 'key'), await secrets.remove(other, 'KEY')]).toEqual([false, false]);
    const removed = await Promise.all([1, 2, 3].map(() => secrets.remove(appId, 'KEY')));
    expect(removed.filter(Boolean)).toHaveLength(1);
    expect(await revision()).toBe(4);
  });

  it('[repository-contract] lists the secrets of an app by name', async () => {
    for (const name of ['B', 'A_2', 'A', 'C']) await secrets.put(appId, name, value('v1.a'), now);
    await secrets.put(other, 'D', value('v1.a'), now);
    expect((await secrets.list(appId)).map(({ name }) => name)).toEqual(['A', 'A_2', 'B', 'C']);
  });

  it('[repository-contract] sets a secret once when several set it at the same time', async () => {
    await Promise.all([1, 2, 3].map((n) => secrets.put(appId, 'KEY', value(`v1.${String(n)}`), now)));
    expect(await secrets.list(appId)).toHaveLength(1);
    expect(await revision()).toBe(4);
  });

  it('[repository-contract] finds secrets sealed with another key, and replaces a seal unless the value has changed', async () => {
    await secrets.put(appId, 'OLD', value('v1.aaaaaaaa.x'), now);
    await secrets.put(appId, 'NEW', value('v1.bbbbbbbb.x'), now);
    const ofOthers = async () =>
      (await secrets.listOfOtherKeys('bbbbbbbb')).filter((one) => one.appId === appId);
    const [old] = await ofOthers();
    expect(old).toEqual({ appId, name: 'OLD', sealed: 'v1.aaaaaaaa.x' });
    await secrets.reseal({ appId, name: 'OLD', sealed: 'v1.aaaaaaaa.y' }, 'v1.bbbbbbbb.y');
    expect(await ofOthers()).toHaveLength(1);
    await secrets.reseal({ appId, name: 'OLD', sealed: 'v1.aaaaaaaa.x' }, 'v1.bbbbbbbb.x');
    expect(await ofOthers()).toEqual([]);
    expect(await revision()).toBe(3);
  });

  it('[repository-contract] counts a change beside the secret and makes other writers of the app wait', async () => {
    expect(await lockOrder(db, () => secrets.touch(appId))).toEqual(oneAfterTheOther);
    expect(await revision()).toBe(3);
  });
});

describe('SecretOriginStore', () => {
  it('[repository-contract] returns the origins of each secret in alphabetical order, until they are removed', async () => {
    const given = ['https://b.example', 'https://a.example', 'stdio:'].map((origin) => ({
      origin,
      usedAt: null,
    }));
    await origins.add(appId, 'KEY', given, now);
    await origins.add(appId, 'OTHER', [{ origin: 'https://a.example', usedAt: now + 3 }], now);
    await origins.add(other, 'KEY', [{ origin: 'https://c.example', usedAt: null }], now);
    await origins.add(appId, 'NONE', [], now);
    await origins.markUsed(appId, 'KEY', 'https://b.example', now + 7);
    expect(await origins.list(appId)).toEqual(
      new Map([
        [
          'KEY',
          [
            { origin: 'https://a.example', usedAt: null },
            { origin: 'https://b.example', usedAt: now + 7 },
            { origin: 'stdio:', usedAt: null },
          ],
        ],
        ['OTHER', [{ origin: 'https://a.example', usedAt: now + 3 }]],
      ]),
    );
    await origins.remove(appId, 'KEY', ['https://a.example', 'stdio:', 'https://none.example']);
    await origins.remove(appId, 'OTHER', []);
    const left = await origins.list(appId);
    expect([left.get('KEY')?.length, left.get('OTHER')?.length]).toEqual([1, 1]);
    expect(await origins.list('app_none')).toEqual(new Map());
  });

  it('[repository-contract] rejects an origin that a secret has already', async () => {
    await origins.add(appId, 'KEY', [{ origin: 'https://a.example', usedAt: null }], now);
    const again = origins.add(appId, 'KEY', [{ origin: 'https://a.example', usedAt: null }], now);
    await expect(again).rejects.toThrow();
  });
});
