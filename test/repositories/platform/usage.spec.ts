import { StorageGrowth } from '../../../src/platform/storage/storage-growth.js';
import type { Tally } from '../../../src/platform/usage/tally.js';
import { TypeormUsageStore } from '../../../src/platform/usage/typeorm-usage-store.repository.js';
import type { UsageDimension, UsageRow } from '../../../src/platform/usage/usage-store.port.js';
import { newId } from '../../../src/kernel/id.js';
import { closeAfterAll } from '../../support/closing.js';
import {
  repositoryDatabase,
  type RepositoryDatabase,
} from '../../support/repositories/repository-database.js';
import { oddText } from '../../support/repositories/stored-rows.js';

const open = closeAfterAll();
const hourMs = 3_600_000;
/** An hour at the beginning of a day. */
const midnight = Date.UTC(2026, 0, 15);
let db: RepositoryDatabase;
let store: TypeormUsageStore;
let accountId: string;

beforeAll(async () => {
  db = await repositoryDatabase(open);
});

beforeEach(() => {
  store = new TypeormUsageStore(db.database, new StorageGrowth());
  accountId = newId('acc');
});

function tally(values: Partial<Tally> = {}): Tally {
  return {
    ...{
      accountId,
      hour: midnight,
      server: 'desk',
      tool: 'desk__echo',
      appId: '',
      userId: 'usr_1',
      client: '',
    },
    ...{ calls: 1, errors: 0, ms: 1, bytes: 1, tokens: 1 },
    ...values,
  };
}

async function sums(by: UsageDimension, of: object = {}): Promise<UsageRow[]> {
  const range = { accountId, from: 0, to: midnight + 1000 * hourMs };
  const rows = await store.sum({ ...range, ...of }, by);
  return rows.sort((a, b) => (a.key < b.key ? -1 : 1));
}

const calls = (rows: readonly UsageRow[]) =>
  Object.fromEntries(rows.map(({ key, calls: count }) => [key, count]));

describe('UsageStore', () => {
  it('[repository-contract] measures the hours of an account, and removes its oldest', async () => {
    const hours = Array.from({ length: 60 }, (_, index) => midnight + index * hourMs);
    await store.add(
      hours.map((hour) => tally({ hour })),
      10,
    );
    const tools = Array.from({ length: 1000 }, (_, index) => `desk__tool${String(index)}`);
    await store.add(
      tools.map((tool) => tally({ tool, hour: midnight + 60 * hourMs })),
      10,
    );
    expect(await store.measure(accountId)).toBe(1060 * 300);
    expect(await store.removeOldest(accountId)).toBe(1000 * 300);
    expect(await store.measure(accountId)).toBe(60 * 300);
    expect(calls(await sums('day'))).toEqual({ '2026-01-17': 60 });
    expect([await store.removeOldest(accountId), await store.removeOldest(accountId)]).toEqual([60 * 300, 0]);
  });

  it('[repository-contract] adds usage to what is there, exactly, also beyond 32 bits', async () => {
    const large = { calls: 2 ** 31, errors: 5, ms: 2 ** 40, bytes: 2 ** 52, tokens: 2 ** 50 };
    await store.add([tally(large), tally({ ms: 1.6 }), tally({ hour: midnight + hourMs })], 10);
    await store.add([tally({ ms: 0.4 })], 10);
    expect(await sums('server')).toEqual([
      {
        key: 'desk',
        calls: 2 ** 31 + 3,
        errors: 5,
        ms: 2 ** 40 + 3,
        bytes: 2 ** 52 + 3,
        tokens: 2 ** 50 + 3,
      },
    ]);
  });

  it('[repository-contract] loses nothing when several processes add at once', async () => {
    const stores = [1, 2, 3, 4].map(() => new TypeormUsageStore(db.database, new StorageGrowth()));
    await Promise.all(stores.map((one) => one.add([tally(), tally({ server: 'other' })], 10)));
    expect(calls(await sums('server'))).toEqual({ desk: 4, other: 4 });
  });

  it('[repository-contract] sums usage by server, tool, app, user, client and UTC day', async () => {
    await store.add(
      [
        tally({ server: oddText, tool: 'a__b', client: 'Ü' }),
        tally({ appId: 'app_1', userId: '', client: 'ü', hour: midnight - hourMs }),
        tally({ hour: midnight + 23 * hourMs }),
        tally({ hour: midnight + 24 * hourMs }),
      ],
      10,
    );
    expect(calls(await sums('server'))).toEqual({ [oddText]: 1, desk: 3 });
    expect(calls(await sums('tool'))).toEqual({ a__b: 1, desk__echo: 3 });
    expect(calls(await sums('app'))).toEqual({ '': 3, app_1: 1 });
    expect(calls(await sums('user'))).toEqual({ '': 1, usr_1: 3 });
    expect(calls(await sums('client'))).toEqual({ '': 2, Ü: 1, ü: 1 });
    expect(calls(await sums('day'))).toEqual({ '2026-01-14': 1, '2026-01-15': 2, '2026-01-16': 1 });
  });

  it('[repository-contract] sums a range of hours, of one person, and of the keys of an app', async () => {
    await store.add(
      [
        tally(),
        tally({ hour: midnight + hourMs, userId: 'usr_2' }),
        tally({ hour: midnight + hourMs, userId: '', appId: 'app_1' }),
        tally({ hour: midnight + hourMs, userId: 'usr_1', appId: 'app_1' }),
      ],
      10,
    );
    const count = async (of: object) => (await sums('server', of))[0]?.calls;
    expect(await count({ from: midnight, to: midnight + hourMs })).toBe(1);
    expect(await count({ from: midnight + hourMs })).toBe(3);
    expect(await count({ userId: 'usr_1' })).toBe(2);
    expect(await count({ keysOf: 'app_1' })).toBe(1);
    expect(await sums('server', { accountId: 'acc_none' })).toEqual([]);
  });

  it('[repository-contract] counts clients beyond the limit of an hour as one, whichever process adds them', async () => {
    const [one, two] = [store, new TypeormUsageStore(db.database, new StorageGrowth())];
    await one.add([tally({ client: 'a' })], 2);
    await two.add([tally({ client: 'b' }), tally({ client: 'c' }), tally({ client: 'a' })], 2);
    // On SQLite there is one process, which remembers the clients.
    if (db.database.isPostgres) await one.add([tally({ client: 'd' })], 2);
    else await two.add([tally({ client: 'd' })], 2);
    await two.add([tally({ client: 'd', hour: midnight + hourMs }), tally({ client: '' })], 2);
    expect(calls(await sums('client'))).toEqual({ '': 1, a: 2, b: 1, d: 1, other: 2 });
  });

  it('[repository-contract] removes old hours, a limited number of rows at a time', async () => {
    await store.removeBefore(Number.MAX_SAFE_INTEGER, 10_000);
    await store.add([tally(), tally({ server: 'b' }), tally({ hour: midnight + hourMs })], 10);
    expect(await store.removeBefore(midnight + hourMs, 1)).toBe(1);
    expect(await store.removeBefore(midnight + hourMs, 10)).toBe(1);
    expect(await store.removeBefore(midnight + hourMs, 10)).toBe(0);
    expect(calls(await sums('server'))).toEqual({ desk: 1 });
  });

  it('[repository-contract] adds more rows than fit one statement', async () => {
    const many = Array.from({ length: 250 }, (_, n) => tally({ tool: `desk__${String(n)}` }));
    await store.add(many, 10);
    await store.add(many, 10);
    const rows = await sums('tool');
    expect([rows.length, rows.every((row) => row.calls === 2)]).toEqual([250, true]);
  });

  it('[repository-contract] returns the earliest mark of live processes and forgets the others', async () => {
    expect(await store.earliestMark(0)).toBeUndefined();
    await store.mark('one', midnight);
    await store.mark('two', midnight + 5);
    await store.mark('one', midnight + 10);
    expect(await store.earliestMark(midnight)).toBe(midnight + 5);
    expect(await store.earliestMark(midnight + 6)).toBe(midnight + 10);
    expect(await store.earliestMark(0)).toBe(midnight + 10);
    await store.unmark('one');
    expect(await store.earliestMark(0)).toBeUndefined();
  });
});
