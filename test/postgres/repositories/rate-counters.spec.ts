import { newId } from '../../../src/kernel/id.js';
import { PostgresRateCounterStore } from '../../../src/platform/rate-limits/postgres-rate-counter-store.repository.js';
import { RateCounterEntity } from '../../../src/platform/rate-limits/rate-counter.entity.js';
import { closeAfterAll } from '../../support/closing.js';
import {
  repositoryDatabase,
  type RepositoryDatabase,
} from '../../support/repositories/repository-database.js';

const open = closeAfterAll();
const windowMs = 600_000;
let db: RepositoryDatabase;
let store: PostgresRateCounterStore;

beforeAll(async () => {
  db = await repositoryDatabase(open);
  store = new PostgresRateCounterStore(db.database);
});

const expire = (key: string) =>
  db.database.write((manager) => manager.update(RateCounterEntity, { key }, { expiresAt: 1 }));

describe('RateCounterStore', () => {
  it('[repository-contract] adds the counts of several processes without losing one', async () => {
    const keys = [newId('a'), newId('b'), newId('c')];
    const count = (order: readonly string[]) => store.add(order.map((key) => ({ key, points: 2, windowMs })));
    await Promise.all([count(keys), count([...keys].reverse()), count(keys), count([...keys].reverse())]);
    for (const key of keys) expect(await store.find(key)).toMatchObject({ key, points: 8 });
    const [total] = await store.add([{ key: String(keys[0]), points: 1, windowMs: 5 }]);
    expect(total).toMatchObject({ key: keys[0], points: 9 });
    expect(total?.msLeft).toBeGreaterThan(5);
    expect(total?.msLeft).toBeLessThanOrEqual(windowMs);
    expect(await store.add([])).toEqual([]);
  });

  it('[repository-contract] begins a new window when the old one is over', async () => {
    const key = newId('k');
    await store.add([{ key, points: 5, windowMs }]);
    await expire(key);
    expect(await store.find(key)).toBeUndefined();
    expect(await store.add([{ key, points: 1, windowMs }])).toMatchObject([{ key, points: 1 }]);
  });

  it('[repository-contract] removes counters whose window is over', async () => {
    const [over, open_] = [newId('k'), newId('k')];
    await store.add([over, open_].map((key) => ({ key, points: 1, windowMs })));
    await expire(over);
    await store.removeExpired();
    const rows = await db.database.manager.find(RateCounterEntity);
    expect(rows.map(({ key }) => key).filter((key) => [over, open_].includes(key))).toEqual([open_]);
    expect(await store.find('none')).toBeUndefined();
  });
});
