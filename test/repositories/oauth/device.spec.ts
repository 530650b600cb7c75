import type { DeviceGrant } from '../../../src/oauth/device/device-grant.js';
import { TypeormGrantStore } from '../../../src/oauth/device/typeorm-grant-store.repository.js';
import { newId } from '../../../src/kernel/id.js';
import { closeAfterAll } from '../../support/closing.js';
import { lockOrder, oneAfterTheOther } from '../../support/repositories/lock-order.js';
import {
  repositoryDatabase,
  type RepositoryDatabase,
} from '../../support/repositories/repository-database.js';
import { now, oddText } from '../../support/repositories/stored-rows.js';

const open = closeAfterAll();
let db: RepositoryDatabase;
let store: TypeormGrantStore;

beforeAll(async () => {
  db = await repositoryDatabase(open);
  store = new TypeormGrantStore(db.database);
});

function grant(values: Partial<DeviceGrant> = {}): DeviceGrant {
  const id = newId('dev');
  return {
    ...{ id, deviceCodeDigest: `device ${id}`, userCodeDigest: `user ${id}`, clientId: null, scopes: [] },
    ...{
      device: { name: null, os: null, version: null },
      address: '127.0.0.1',
      state: 'pending',
      interval: 5,
    },
    ...{
      polledAt: null,
      userId: null,
      accountId: null,
      decidedAt: null,
      createdAt: now,
      expiresAt: now + 1000,
    },
    ...values,
  };
}

async function inserted(values: Partial<DeviceGrant> = {}): Promise<DeviceGrant> {
  const one = grant(values);
  await store.insert(one, 0);
  return one;
}

const stateOf = async ({ deviceCodeDigest }: DeviceGrant) =>
  (await store.findByDeviceCode(deviceCodeDigest))?.state;

describe('GrantStore', () => {
  it('[repository-contract] returns a device authorization as it was stored, by either code', async () => {
    const full = await inserted({
      ...{ clientId: 'gantry-cli', scopes: ['tools:read', 'account'], userCodeDigest: 'Case' },
      ...{ device: { name: oddText, os: '漢字 🦊', version: '1' }, state: 'approved', polledAt: now + 1 },
      ...{ userId: await db.rows.user(), accountId: await db.rows.account(), decidedAt: now + 2 },
    });
    const bare = await inserted();
    expect(await store.findByUserCode('Case')).toEqual(full);
    expect(await store.findByUserCode('case')).toBeUndefined();
    expect(await store.findByDeviceCode(bare.deviceCodeDigest)).toEqual(bare);
    expect([await store.isUserCodeTaken('Case'), await store.isUserCodeTaken('none')]).toEqual([true, false]);
    await expect(store.insert(grant({ userCodeDigest: 'Case' }), 0)).rejects.toThrow();
  });

  it('[repository-contract] removes device authorizations that expired before a time', async () => {
    const [old, last] = [await inserted({ expiresAt: 100 }), await inserted({ expiresAt: 101 })];
    await store.insert(grant(), 101);
    expect([await stateOf(old), await stateOf(last)]).toEqual([undefined, 'pending']);
  });

  it('[repository-contract] changes a device authorization once from each state', async () => {
    const one = await inserted({ scopes: ['account'] });
    const [userId, accountId] = [await db.rows.user(), await db.rows.account()];
    const approval = {
      state: 'approved',
      scopes: ['tools:read'],
      userId,
      accountId,
      decidedAt: now,
    } as const;
    const approved = await Promise.all([1, 2, 3].map(() => store.change(one.id, 'pending', approval)));
    expect(approved.filter(Boolean)).toHaveLength(1);
    expect(await store.change(one.id, 'approved', { polledAt: now + 1, interval: 10 })).toBe(true);
    expect(await store.findByDeviceCode(one.deviceCodeDigest)).toEqual({
      ...{ ...one, ...approval },
      ...{ polledAt: now + 1, interval: 10 },
    });
    expect(await store.change('dev_none', 'pending', { state: 'denied' })).toBe(false);
  });

  it('[repository-contract] makes another transaction wait that locks the same device authorization', async () => {
    const one = await inserted();
    expect(await db.database.write(() => store.lock(one.id))).toEqual(one);
    expect(await lockOrder(db, () => store.lock(one.id))).toEqual(oneAfterTheOther);
    expect(await db.database.write(() => store.lock('dev_none'))).toBeUndefined();
  });

  it('[repository-contract] denies what a person approved and no token was issued for, in one account or in all', async () => {
    const userId = await db.rows.user();
    const [a, b] = [await db.rows.account(), await db.rows.account()];
    const inA = await inserted({ userId, accountId: a, state: 'approved' });
    const inB = await inserted({ userId, accountId: b, state: 'pending' });
    const redeemed = await inserted({ userId, accountId: a, state: 'redeemed' });
    const states = async () => Promise.all([inA, inB, redeemed].map(stateOf));
    await store.denyApprovedOf(userId, a);
    expect(await states()).toEqual(['denied', 'pending', 'redeemed']);
    await store.denyApprovedOf(userId);
    expect(await states()).toEqual(['denied', 'denied', 'redeemed']);
  });

  it('[repository-contract] counts the wrong codes of a person without losing one of several at once', async () => {
    const userId = await db.rows.user();
    expect(await store.findEntries(userId)).toEqual({ wrong: 0, since: 0 });
    const enter = () =>
      db.database.write(async () => {
        const { wrong } = await store.lockEntries(userId);
        await store.saveEntries(userId, { wrong: wrong + 1, since: now });
      });
    await Promise.all(Array.from({ length: 6 }, enter));
    expect(await store.findEntries(userId)).toMatchObject({ wrong: 6, since: now });
  });
});
