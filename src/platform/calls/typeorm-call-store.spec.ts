import { StorageGrowth } from '../storage/storage-growth.js';
import type { DataSource } from 'typeorm';
import { Database } from '../database/database.js';
import { GuardedDataSource } from '../database/guarded-data-source.js';
import { Calls1760000000321 } from '../database/migrations/third-edition/1760000000321-calls.js';
import { CallBlocks1760000000570 } from '../database/migrations/third-edition/1760000000570-call-blocks.js';
import { blocksOf } from './call-block.js';
import { CallBlockEntity } from './call-block.entity.js';
import type { CallPosition, PrintedCall } from './call-store.port.js';
import { TypeormCallStore } from './typeorm-call-store.repository.js';

const dayMs = 86_400_000;
const now = 20 * dayMs;
let dataSource: DataSource;
let store: TypeormCallStore;

beforeEach(async () => {
  const entities = [CallBlockEntity];
  dataSource = await new GuardedDataSource({
    ...{ type: 'better-sqlite3', database: ':memory:', entities },
  }).initialize();
  store = new TypeormCallStore(new Database(dataSource), new StorageGrowth());
  const runner = dataSource.createQueryRunner();
  await new Calls1760000000321().up(runner);
  await dataSource.query('INSERT INTO "calls" VALUES (?, ?, ?, ?, ?, ?, ?)', [
    ...['cal_old', 'acc_1', now - dayMs, 'old', 'usr_1'],
    JSON.stringify({
      ...{ caller: { kind: 'user', userId: 'usr_1' }, ms: 3, authMs: 1, upstreamMs: 2 },
      hops: [{ method: 'tools/call', queueMs: 0.5, connectMs: 0, ms: 1.5 }],
    }),
    '[{"arguments":{}}]',
  ]);
  await new CallBlocks1760000000570().up(runner);
  await dataSource.query('ALTER TABLE call_blocks ADD COLUMN "bytes" integer NOT NULL DEFAULT 0');
});

afterEach(() => dataSource.destroy());

function call(requestId: string, at: number, userId = 'usr_1'): PrintedCall {
  const outline = JSON.stringify({ caller: { kind: 'user', userId }, hops: [] });
  return { accountId: 'acc_1', at, requestId, times: [1, 0, 0], outline, content: null };
}

/** All of them, some at a time. */
async function listed(limit: number, since = 0, until = Infinity): Promise<string[]> {
  const names: string[] = [];
  for (let before: CallPosition | undefined; ;) {
    const page = await store.list('acc_1', since, until, limit, before);
    names.push(...page.map(({ requestId }) => requestId));
    if (page.length < limit) return names;
    before = page.at(-1);
  }
}

describe('TypeormCallStore', () => {
  it('lists calls of overlapping blocks by their age, whatever the size of a page', async () => {
    const all = Array.from({ length: 1200 }, (_, index) =>
      call(`r${String(index)}`, now + ((index * 7919) % 1200)),
    );
    for (let from = 0; from < all.length; from += 300)
      await store.append(blocksOf(all.slice(from, from + 300)));
    const newestFirst = [...all].sort((a, b) => b.at - a.at).map(({ requestId }) => requestId);
    for (const limit of [7, 250, 5000]) expect(await listed(limit)).toEqual([...newestFirst, 'old']);
    expect(await listed(50, now + 100, now + 200)).toEqual(newestFirst.slice(1000, 1100));
  });

  it('keeps a block once that is written again, as when nobody heard that it had been', async () => {
    const blocks = blocksOf([call('one', now), call('two', now + 1)]);
    await store.append(blocks);
    await store.append([...blocks, ...blocksOf([call('three', now + 2)])]);
    expect(await listed(10, now)).toEqual(['three', 'two', 'one']);
  });

  it('shows each of those that began at once, once', async () => {
    for (let block = 0; block < 6; block++)
      await store.append(
        blocksOf(Array.from({ length: 10 }, (_, index) => call(`${String(block)}/${String(index)}`, now))),
      );
    const names = await listed(4, now);
    expect(names).toHaveLength(60);
    expect(new Set(names).size).toBe(60);
  });

  it('lists a call of hours among those that began with it', async () => {
    await store.append(blocksOf([call('long', now), call('late', now + 7_200_000)]));
    await store.append(blocksOf([call('early', now + 1000)]));
    expect(await listed(1, now)).toEqual(['late', 'early', 'long']);
  });

  it('finds a call by its request id, days back, and one from before blocks', async () => {
    await store.append(blocksOf([call('lost', now - 9 * dayMs), call('other', now - 9 * dayMs)]));
    await store.append(blocksOf([call('new', now)]));
    expect(await store.find('acc_1', 'lost', 0)).toMatchObject({ at: now - 9 * dayMs, times: [1, 0, 0] });
    expect(await store.find('acc_1', 'lost', now - 8 * dayMs)).toBeUndefined();
    expect(await store.find('acc_2', 'lost', 0)).toBeUndefined();
    expect(await store.find('acc_1', 'old', 0)).toMatchObject({
      ...{ times: [3, 1, 2, 0.5, 0, 1.5], content: [{ arguments: {} }] },
      outline: { caller: { userId: 'usr_1' }, hops: [{ method: 'tools/call' }] },
    });
  });

  it('erases what a person has called, and nothing beside it', async () => {
    await store.append(blocksOf([call('mine', now), call('theirs', now, 'usr_2')]));
    await store.removeOf('acc_1', ['usr_1']);
    expect(await listed(10)).toEqual(['theirs']);
    expect(await store.find('acc_1', 'theirs', 0)).toMatchObject({ requestId: 'theirs' });
  });

  it('removes what is too old', async () => {
    await store.append(blocksOf([call('new', now)]));
    expect(await store.removeBefore(now)).toBe(true);
    expect(await store.removeBefore(now)).toBe(false);
    expect(await listed(10)).toEqual(['new']);
  });
});
