import type { IdempotencyRecord } from '../../../src/platform/idempotency/idempotency-store.port.js';
import { TypeormIdempotencyStore } from '../../../src/platform/idempotency/typeorm-idempotency-store.repository.js';
import type { KeptResult } from '../../../src/platform/results/kept-result-store.port.js';
import { KeptResultEntity } from '../../../src/platform/results/kept-result.entity.js';
import { TypeormKeptResultStore } from '../../../src/platform/results/typeorm-kept-result-store.repository.js';
import { newId } from '../../../src/kernel/id.js';
import { closeAfterAll } from '../../support/closing.js';
import {
  repositoryDatabase,
  type RepositoryDatabase,
} from '../../support/repositories/repository-database.js';
import { now, oddText } from '../../support/repositories/stored-rows.js';

const open = closeAfterAll();
let db: RepositoryDatabase;
let records: TypeormIdempotencyStore;
let results: TypeormKeptResultStore;

beforeAll(async () => {
  db = await repositoryDatabase(open);
  records = new TypeormIdempotencyStore(db.database);
  results = new TypeormKeptResultStore(db.database);
});

function record(values: Partial<IdempotencyRecord> = {}): IdempotencyRecord {
  return {
    ...{ id: newId('idem'), digest: 'digest', state: 'running', answer: null, leaseUntil: now + 10 },
    ...{ expiresAt: now + 1000, accountId: 'acc_1' },
    ...values,
  };
}

async function begun(values: Partial<IdempotencyRecord> = {}): Promise<IdempotencyRecord> {
  const one = record(values);
  await records.begin({ ...one }, now);
  return one;
}

const stateOf = async ({ id }: IdempotencyRecord) => (await records.find(id, now))?.state;

describe('IdempotencyStore', () => {
  it('[repository-contract] begins a request once, however often it comes at once', async () => {
    const one = record();
    const seen = await Promise.all([1, 2, 3, 4].map(() => records.begin(one, now)));
    expect(seen.filter((found) => found === undefined)).toHaveLength(1);
    expect(seen.find((found) => found !== undefined)).toMatchObject(one);
    expect(await records.find(one.id, now)).toMatchObject(one);
  });

  it('[repository-contract] begins a request again when its record has expired', async () => {
    const one = await begun({ expiresAt: now + 5 });
    expect(await records.find(one.id, now + 5)).toBeUndefined();
    const again = { ...one, digest: 'other', expiresAt: now + 2000 };
    const seen = await Promise.all([1, 2, 3].map(() => records.begin(again, now + 5)));
    expect(seen.filter((found) => found === undefined)).toHaveLength(1);
    expect(await records.find(one.id, now + 5)).toMatchObject(again);
  });

  it('[repository-contract] returns the answer as it was stored, and sums what an account has', async () => {
    const accountId = newId('acc');
    const [one, other] = [await begun({ accountId }), await begun({ accountId, expiresAt: now + 1 })];
    await begun({ accountId: null });
    expect(await records.sumOf(accountId, now)).toEqual({ count: 2, bytes: 0 });
    await records.finish(one.id, 'done', oddText);
    await records.finish(other.id, 'done', 'x');
    expect(await records.find(one.id, now)).toMatchObject({ ...one, state: 'done', answer: oddText });
    const bytes = Buffer.byteLength(oddText);
    expect(await records.sumOf(accountId, now)).toEqual({ count: 2, bytes: bytes + 1 });
    expect(await records.sumOf(accountId, now + 1)).toEqual({ count: 1, bytes });
    await records.finish(one.id, 'unknown', null);
    expect(await records.sumOf(accountId, now)).toEqual({ count: 2, bytes: 1 });
    expect(await records.sumOf('acc_none', now)).toEqual({ count: 0, bytes: 0 });
  });

  it('[repository-contract] forgets a request, and removes records that have expired', async () => {
    const [a, b, c] = [
      await begun(),
      await begun({ expiresAt: now + 1 }),
      await begun({ expiresAt: now + 2 }),
    ];
    await records.forget(a.id);
    await records.removeExpired(now + 1);
    expect(await Promise.all([a, b, c].map(stateOf))).toEqual([undefined, undefined, 'running']);
  });

  it('[repository-contract] marks running requests of dead processes as unknown', async () => {
    const [dead, alive, done] = [await begun(), await begun(), await begun()];
    await records.finish(done.id, 'done', null);
    await records.renew([alive.id, done.id], now + 100);
    await records.renew([], now);
    expect(await records.find(alive.id, now)).toMatchObject({ leaseUntil: now + 100 });
    expect(await records.find(done.id, now)).toMatchObject({ leaseUntil: now + 10 });
    await records.abandon(now + 10);
    // On SQLite there is one process, which has just started.
    const ofOthers = db.database.isPostgres ? 'running' : 'unknown';
    expect(await Promise.all([dead, alive, done].map(stateOf))).toEqual(['unknown', ofOthers, 'done']);
  });
});

function result(values: Partial<KeptResult> = {}): KeptResult {
  return {
    id: newId('res'),
    accountId: 'acc_1',
    sealed: 'v1.x',
    bytes: 10,
    expiresAt: now + 1000,
    ...values,
  };
}

describe('KeptResultStore', () => {
  it('[repository-contract] keeps a large result in parts, which count once, are found by none and go with it', async () => {
    const accountId = newId('acc');
    const sealed = Array.from({ length: 250_000 }, (_, index) => String(index).padStart(10, '.')).join('');
    const large = result({ accountId, sealed, bytes: sealed.length, expiresAt: now + 5 });
    const most = { count: 1, bytes: 3_000_000 };
    expect(await results.add(large, most, now)).toBe(true);
    expect((await results.find(large.id, now))?.sealed).toBe(sealed);
    expect(await results.find(`${large.id}.1`, now)).toBeUndefined();
    expect(await results.sumOf(accountId, now)).toEqual({ count: 1, bytes: sealed.length });
    const refused = result({ accountId, sealed, bytes: sealed.length, expiresAt: now + 5 });
    expect(await results.add(refused, most, now)).toBe(false);
    await results.removeExpired(now + 5, 1000);
    const left = await db.database.manager.countBy(KeptResultEntity, { accountId });
    expect(left).toBe(0);
  });

  it('[repository-contract] returns a kept result as it was stored, until it expires', async () => {
    const one = result({ sealed: oddText.repeat(100), bytes: 2 ** 31 - 1 });
    expect(await results.add(one, { count: 10, bytes: 2 ** 32 }, now)).toBe(true);
    expect(await results.find(one.id, now + 999)).toEqual(one);
    expect(await results.find(one.id, now + 1000)).toBeUndefined();
  });

  it('[repository-contract] keeps no more results and bytes of an account than it can have, even when several come at once', async () => {
    const accountId = newId('acc');
    const add = (most: { count: number; bytes: number }, at = now) =>
      results.add(result({ accountId }), most, at);
    const added = await Promise.all(Array.from({ length: 8 }, () => add({ count: 3, bytes: 1000 })));
    expect(added.filter(Boolean)).toHaveLength(3);
    expect(await results.sumOf(accountId, now)).toEqual({ count: 3, bytes: 30 });
    expect([await add({ count: 9, bytes: 39 }), await add({ count: 9, bytes: 40 })]).toEqual([false, true]);
    expect(await results.sumOf(accountId, now + 1000)).toEqual({ count: 0, bytes: 0 });
    expect(await add({ count: 1, bytes: 10 }, now + 1000)).toBe(true);
  });

  it('[repository-contract] removes expired results, a limited number at a time', async () => {
    await results.removeExpired(now + 10_000, 1000);
    const all = [result({ expiresAt: now + 1 }), result({ expiresAt: now + 1 }), result()];
    for (const one of all) await results.add(one, { count: 10, bytes: 1000 }, now);
    expect([await results.removeExpired(now + 1, 1), await results.removeExpired(now + 1, 9)]).toEqual([
      1, 1,
    ]);
    expect(await results.removeExpired(now + 1, 9)).toBe(0);
    expect(await results.find(String(all[2]?.id), now)).toEqual(all[2]);
  });
});
