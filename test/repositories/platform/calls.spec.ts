import { StorageGrowth } from '../../../src/platform/storage/storage-growth.js';
import { blocksOf } from '../../../src/platform/calls/call-block.js';
import type { CallPosition, PrintedCall } from '../../../src/platform/calls/call-store.port.js';
import { TypeormCallStore } from '../../../src/platform/calls/typeorm-call-store.repository.js';
import { newId } from '../../../src/kernel/id.js';
import { closeAfterAll } from '../../support/closing.js';
import {
  repositoryDatabase,
  type RepositoryDatabase,
} from '../../support/repositories/repository-database.js';
import { now, oddJson } from '../../support/repositories/stored-rows.js';

const open = closeAfterAll();
const dayMs = 86_400_000;
let db: RepositoryDatabase;
let store: TypeormCallStore;
let accountId: string;

beforeAll(async () => {
  db = await repositoryDatabase(open);
  store = new TypeormCallStore(db.database, new StorageGrowth());
});

beforeEach(() => {
  accountId = newId('acc');
});

function call(requestId: string, at = now, values: Partial<PrintedCall> = {}): PrintedCall {
  const outline = JSON.stringify({ caller: { kind: 'user', userId: 'usr_1' }, hops: [] });
  return { accountId, at, requestId, times: [1, 0, 0], outline, content: null, ...values };
}

const by = (userId: string) => ({ outline: JSON.stringify({ caller: { userId }, hops: [] }) });

/** The request ids of all calls, read in pages. */
async function listed(limit = 100, since = 0, until = Infinity): Promise<string[]> {
  const names: string[] = [];
  for (let before: CallPosition | undefined; ;) {
    const page = await store.list(accountId, since, until, limit, before);
    names.push(...page.map(({ requestId }) => requestId));
    if (page.length < limit) return names;
    before = page.at(-1);
  }
}

describe('CallStore', () => {
  it('[repository-contract] measures the calls of an account, and removes its oldest blocks', async () => {
    const content = JSON.stringify('x'.repeat(200_000));
    const blocks = blocksOf(['a', 'b', 'c', 'd', 'e'].map((id, at) => call(id, now + at, { content })));
    await store.append(blocks);
    await store.append(blocksOf([{ ...call('other'), accountId: 'acc_other_calls' }]));
    const measured = await store.measure(accountId);
    expect(measured).toBeGreaterThan(1_000_000);
    const first = await store.removeOldest(accountId, 1);
    expect(await listed()).toEqual(['e', 'd', 'c', 'b']);
    const removed = first + (await store.removeOldest(accountId, 3 * first));
    expect([removed > 800_000, await store.measure(accountId)]).toEqual([true, measured - removed]);
    expect(await listed()).toEqual(['e']);
    await store.removeOf(accountId, ['usr_1']);
    expect([await store.measure(accountId), await store.removeOldest(accountId, Infinity)]).toEqual([0, 0]);
    expect(await store.measure('acc_other_calls')).toBeGreaterThan(0);
    await store.removeOldest('acc_other_calls', Infinity);
  });

  it('[repository-contract] returns a call as it was stored, and the list without its content', async () => {
    const outline = { caller: { userId: 'usr_1' }, odd: oddJson };
    const full = call('req-Ü', now, {
      ...{ times: [0.001, 2.5, 1e6], outline: JSON.stringify(outline), content: JSON.stringify([oddJson]) },
    });
    await store.append(blocksOf([full, call('other', now + 1)]));
    const stored = { accountId, at: now, requestId: 'req-Ü', times: [0.001, 2.5, 1e6], outline };
    expect(await store.find(accountId, 'req-Ü', 0)).toMatchObject({ ...stored, content: [oddJson] });
    const [, listedCall] = await store.list(accountId, 0, Infinity, 10, undefined);
    expect(listedCall).toMatchObject({ ...stored, content: null });
  });

  it('[repository-contract] lists calls of overlapping blocks newest first, whatever the size of a page', async () => {
    const all = Array.from({ length: 600 }, (_, index) =>
      call(`r${String(index)}`, now + ((index * 7919) % 600)),
    );
    for (let from = 0; from < all.length; from += 100)
      await store.append(blocksOf(all.slice(from, from + 100)));
    const newestFirst = [...all].sort((a, b) => b.at - a.at).map(({ requestId }) => requestId);
    for (const limit of [37, 250, 5000]) expect(await listed(limit)).toEqual(newestFirst);
    expect(await listed(50, now + 100, now + 200)).toEqual(newestFirst.slice(400, 500));
  });

  it('[repository-contract] lists calls of one millisecond once each, and long calls among those that began with them', async () => {
    for (let block = 0; block < 6; block++)
      await store.append(blocksOf([1, 2, 3].map((n) => call(`${String(block)}/${String(n)}`))));
    const names = await listed(4);
    expect([names.length, new Set(names).size]).toEqual([18, 18]);
    accountId = newId('acc');
    await store.append(blocksOf([call('long'), call('late', now + 7_200_000)]));
    await store.append(blocksOf([call('early', now + 1000)]));
    expect(await listed(1)).toEqual(['late', 'early', 'long']);
  });

  it('[repository-contract] stores a block once that is appended again', async () => {
    const blocks = blocksOf([call('one'), call('two', now + 1)]);
    await store.append(blocks);
    await Promise.all([
      store.append(blocks),
      store.append([...blocks, ...blocksOf([call('three', now + 2)])]),
    ]);
    await store.append([]);
    expect(await listed()).toEqual(['three', 'two', 'one']);
  });

  it('[repository-contract] finds the newest call of a request id, days back, by its exact spelling', async () => {
    await store.append(blocksOf([call('lost', now - 9 * dayMs), call('100%', now - 9 * dayMs)]));
    await store.append(blocksOf([call('new'), call('twice')]));
    await store.append(blocksOf([call('twice', now + 5)]));
    expect(await store.find(accountId, 'lost', 0)).toMatchObject({ at: now - 9 * dayMs });
    expect((await store.find(accountId, 'twice', 0))?.at).toBe(now + 5);
    expect(await store.find(accountId, 'lost', now - 8 * dayMs)).toBeUndefined();
    expect(await store.find(accountId, 'LOST', 0)).toBeUndefined();
    expect(await store.find(accountId, '10_%', 0)).toBeUndefined();
    expect(await store.find('acc_none', 'lost', 0)).toBeUndefined();
  });

  it('[repository-contract] removes the calls of people and nothing else of their blocks', async () => {
    const content = JSON.stringify([oddJson]);
    const [mine, theirs, similar] = [
      call('mine'),
      call('theirs', now, by('usr_2')),
      call('similar', now, by('usrX1')),
    ];
    await store.append(blocksOf([mine, { ...theirs, content }, similar]));
    for (let n = 0; n < 6; n++) await store.append(blocksOf([call(`more ${String(n)}`)]));
    await store.removeOf(accountId, ['usr_1', 'usr_3']);
    await store.forget();
    expect((await listed()).sort()).toEqual(['similar', 'theirs']);
    expect(await store.find(accountId, 'theirs', 0)).toMatchObject({ content: [oddJson] });
  });

  it('[repository-contract] removes calls by their caller, wherever else the id of a person stands, and ends', async () => {
    const told = JSON.stringify({
      ...{ caller: { userId: 'usr_2' }, client: '"userId":"usr_1"', hops: [{ target: 'usr_1' }] },
    });
    for (let n = 0; n < 20; n++)
      await store.append(blocksOf([call(`told ${String(n)}`, now + n, { outline: told })]));
    await store.append(blocksOf([call('mine', now + 30), call('beside', now + 31, { outline: told })]));
    const before = await store.find(accountId, 'told 3', 0);
    await store.removeOf(accountId, ['usr_1']);
    await store.removeOf(accountId, []);
    expect(await listed()).toHaveLength(21);
    expect(await store.find(accountId, 'mine', 0)).toBeUndefined();
    expect(await store.find(accountId, 'told 3', 0)).toEqual(before);
  });

  it('[repository-contract] stops to remove calls when nobody waits for that any more', async () => {
    for (let n = 0; n < 40; n++) await store.append(blocksOf([call(`mine ${String(n)}`, now + n)]));
    const left = new AbortController();
    const removed = store.removeOf(accountId, ['usr_1'], left.signal);
    left.abort(new Error('left'));
    await expect(removed).rejects.toThrow('left');
    expect((await listed()).length).toBeGreaterThan(0);
    await store.removeOf(accountId, ['usr_1']);
    expect(await listed()).toEqual([]);
  });

  it('[repository-contract] removes blocks whose newest call is old, some at a time', async () => {
    for (let n = 0; n < 6; n++) await store.append(blocksOf([call(`old ${String(n)}`, 1000 + n)]));
    await store.append(blocksOf([call('spans', 1000), call('new', 1006)]));
    const isMore: boolean[] = [];
    do isMore.push(await store.removeBefore(1006));
    while (isMore.at(-1) === true);
    expect(isMore).toEqual([true, true, false]);
    expect(await listed()).toEqual(['new', 'spans']);
  });
});
