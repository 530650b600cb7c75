import { StorageGrowth } from '../../../src/platform/storage/storage-growth.js';
import type { KeptApproval } from '../../../src/upstreams/approvals/approval.js';
import type { ApprovalReach } from '../../../src/upstreams/approvals/approval-book.port.js';
import { TypeormApprovalBook } from '../../../src/upstreams/approvals/typeorm-approval-book.repository.js';
import { newId } from '../../../src/kernel/id.js';
import { closeAfterAll } from '../../support/closing.js';
import {
  repositoryDatabase,
  type RepositoryDatabase,
} from '../../support/repositories/repository-database.js';
import { now, oddText } from '../../support/repositories/stored-rows.js';

const open = closeAfterAll();
const noLimits = { perCaller: 1000, perAccount: 1000 };
const ana = {
  kind: 'user',
  id: 'usr_1',
  email: 'ana@example.com',
  name: 'Ana "Ü" 🦊',
  role: 'owner',
} as const;
let db: RepositoryDatabase;
let book: TypeormApprovalBook;
let accountId: string;

beforeAll(async () => {
  db = await repositoryDatabase(open);
  book = new TypeormApprovalBook(db.database, db.signals, new StorageGrowth());
});

beforeEach(async () => {
  accountId = await db.rows.account();
  db.signals.take();
});

function approval(values: Partial<KeptApproval> = {}): KeptApproval {
  const id = newId('apr');
  return {
    ...{ id, accountId, holder: 'holder', userId: null, appId: null, slot: `slot ${id}`, binding: 'binding' },
    ...{
      server: 'desk',
      tool: 'drop',
      caller: { kind: 'key', id: 'tok_1' },
      sealed: 'v1.x',
      isEdited: false,
    },
    ...{ reason: null, deciders: { roles: ['owner', 'admin'], isForOperator: false, exceptCaller: false } },
    ...{ requiredBy: 'app', terms: null },
    ...{ state: 'waiting', note: null, decidedBy: null, runId: null, createdAt: now, expiresAt: now + 1000 },
    ...values,
  };
}

async function opened(values: Partial<KeptApproval> = {}): Promise<KeptApproval> {
  const one = approval(values);
  await book.open(one, [], noLimits);
  return one;
}

const deciders = { roles: ['owner'], isForOperator: false, exceptCaller: true } as const;

const approve = ({ id }: KeptApproval, at = now) =>
  book.decide(id, { state: 'approved', note: null, decidedBy: ana, deciders }, at);

describe('ApprovalBook', () => {
  it('[repository-contract] returns an approval as it was stored', async () => {
    const one = await opened({
      ...{
        userId: 'usr_1',
        appId: 'app_1',
        tool: 't'.repeat(1024),
        caller: ana,
        reason: oddText,
        runId: 'run_1',
      },
      deciders: { roles: ['caller', 'member'], isForOperator: true, exceptCaller: true },
      ...{ requiredBy: 'operator', terms: { roles: ['owner'], except: 'caller' } },
    });
    const bare = await opened({
      slot: null,
      deciders: { roles: [], isForOperator: false, exceptCaller: false },
    });
    expect(await book.find(one.id)).toEqual(one);
    expect(await book.find(bare.id)).toEqual(bare);
    expect(await book.find('apr_none')).toBeUndefined();
  });

  it('[repository-contract] measures the approvals of an account, and removes the oldest that nothing needs', async () => {
    const sealed = 'x'.repeat(5000);
    const states = ['denied', 'waiting', 'approved', 'used'] as const;
    const [denied, waiting, approved, used] = await Promise.all(
      states.map((state) => opened({ state, sealed })),
    );
    const expired = await opened({ sealed, expiresAt: now - 1 });
    const ofRun = await opened({ sealed, state: 'denied', runId: 'run_1' });
    const measured = await book.measure(accountId);
    expect(measured).toBeGreaterThan(6 * sealed.length);
    const removed = await book.removeOldest(accountId, Infinity, now);
    expect(await book.measure(accountId)).toBe(measured - removed);
    const all = [denied, waiting, approved, used, expired, ofRun];
    const left = await Promise.all(all.map((one) => book.find(String(one?.id))));
    expect(left.map((one) => one?.state)).toEqual([
      ...[undefined, 'waiting', 'approved', undefined, undefined, 'denied'],
    ]);
    expect(await book.removeOldest(accountId, Infinity, now)).toBe(0);
    await book.leaveSlot(ofRun.id);
    expect(await book.removeOldest(accountId, Infinity, now)).toBeGreaterThan(sealed.length);
  });

  it('[repository-contract] opens one approval for the same call, however often it comes at once', async () => {
    const slots = ['here', newId('slot')];
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => book.open(approval({ slot: slots[1] ?? null }), slots, noLimits)),
    );
    expect(new Set(outcomes.map((one) => (typeof one === 'string' ? one : one.id))).size).toBe(1);
    const found = await book.findBySlot(slots, now);
    expect(found).toEqual(outcomes[0]);
    expect(await book.findBySlot(slots, now + 1000)).toBeUndefined();
    expect(await book.findBySlot([], now)).toBeUndefined();
  });

  it('[repository-contract] limits what waits for a caller and for an account, even when calls come at once', async () => {
    const limits = { perCaller: 2, perAccount: 3 };
    const ask = (holder: string, at = now) => book.open(approval({ holder, createdAt: at }), [], limits);
    const mine = await Promise.all([1, 2, 3, 4].map(() => ask('me')));
    expect(mine.filter((one) => one === 'perCaller')).toHaveLength(2);
    const others = await Promise.all(['a', 'b', 'c'].map((holder) => ask(holder)));
    expect(others.filter((one) => one === 'perAccount')).toHaveLength(2);
    expect(await book.countWaiting(accountId, now)).toBe(3);
    expect(await book.countWaiting(accountId, now + 1000)).toBe(0);
    expect(typeof (await ask('me', now + 1000))).toBe('object');
  });

  it('[repository-contract] accepts one decision in time, and tells other processes', async () => {
    const one = await opened();
    const decisions = await Promise.all([
      book.decide(one.id, { state: 'denied', note: oddText, decidedBy: ana, deciders }, now),
      book.decide(
        one.id,
        { state: 'approved', note: null, decidedBy: ana, deciders, sealed: 'v1.edited' },
        now,
      ),
    ]);
    expect(decisions.filter(Boolean)).toHaveLength(1);
    expect(await book.find(one.id)).toEqual(
      decisions[0]
        ? { ...one, state: 'denied', note: oddText, decidedBy: ana, deciders }
        : { ...one, state: 'approved', decidedBy: ana, deciders, sealed: 'v1.edited', isEdited: true },
    );
    expect(db.signals.take()).toEqual([`approval ${one.id}`]);
    const late = await opened();
    expect([await approve(late, now + 1000), await approve(late, now + 999)]).toEqual([false, true]);
  });

  it('[repository-contract] lets one of several callers use an approval in time', async () => {
    const [one, late, denied] = [await opened(), await opened(), await opened()];
    expect(await book.use(one.id, now)).toBe(false);
    await approve(one);
    await approve(late);
    await book.decide(denied.id, { state: 'denied', note: null, decidedBy: ana, deciders }, now);
    const used = await Promise.all([1, 2, 3].map(() => book.use(one.id, now + 999)));
    expect(used.filter(Boolean)).toHaveLength(1);
    expect(await book.find(one.id)).toMatchObject({ state: 'used', slot: null });
    expect([await book.use(late.id, now + 1000), await book.use(denied.id, now)]).toEqual([false, false]);
  });

  it('[repository-contract] gives the slot of an approval up once', async () => {
    const one = await opened();
    const left = await Promise.all([1, 2, 3].map(() => book.leaveSlot(one.id)));
    expect(left.filter(Boolean)).toHaveLength(1);
    expect(await book.findBySlot([String(one.slot)], now)).toBeUndefined();
    expect(await book.leaveSlot('apr_none')).toBe(false);
  });

  it('[repository-contract] reports signals of other processes and gaps in them', () => {
    const heard: (string | undefined)[] = [];
    book.onChange((id) => heard.push(id));
    db.signals.received('other approval apr_1');
    db.signals.missedSome();
    expect(heard).toEqual(['apr_1', undefined]);
  });
});

describe('ApprovalBook on lists', () => {
  const list = async (reach: Partial<ApprovalReach>, of: object = {}, limit = 50, before?: string) =>
    (await book.list({ accountId, ...reach }, { now, ...of }, limit, before)).map(({ id }) => id);

  it('[repository-contract] lists what a caller asked for, can decide or oversees, newest first', async () => {
    const mine = await opened({
      userId: 'usr_1',
      deciders: { roles: ['owner'], isForOperator: false, exceptCaller: true },
    });
    const held = await opened({
      holder: 'key',
      deciders: { roles: ['caller'], isForOperator: false, exceptCaller: false },
    });
    const members = await opened({
      deciders: { roles: ['admin', 'member'], isForOperator: false, exceptCaller: false },
    });
    expect(await list({ userId: 'usr_1' })).toEqual([mine.id]);
    expect(await list({ holder: 'key' })).toEqual([held.id]);
    // Present policies may say otherwise about those that wait.
    expect(await list({ role: 'member' })).toEqual([members.id, held.id, mine.id]);
    await approve(held);
    expect(await list({ userId: 'usr_1', role: 'member' })).toEqual([members.id, mine.id]);
    expect(await list({ role: 'admin' })).toEqual([members.id, held.id, mine.id]);
    expect(await list({})).toEqual([]);
    expect(await list({ accountId: 'acc_none', role: 'owner' })).toEqual([]);
    expect(await list({ role: 'owner' }, {}, 1, members.id)).toEqual([held.id]);
  });

  it('[repository-contract] lists what the operator decides, of all accounts', async () => {
    const forOperator = { roles: [], isForOperator: true, exceptCaller: false } as const;
    const one = await opened({ deciders: forOperator });
    const elsewhere = await opened({ accountId: await db.rows.account(), deciders: forOperator });
    const found = await list({ operator: true, accountId: 'acc_operator' });
    expect(found.slice(0, 2)).toEqual([elsewhere.id, one.id]);
    expect(await list({ operator: false, accountId: 'acc_operator' })).toEqual([]);
  });

  it('[repository-contract] lists approvals by status, of which expired ones have another than they had', async () => {
    const all = [await opened(), await opened(), await opened(), await opened({ expiresAt: now })];
    const [waiting, approved, denied, expired] = all as [
      KeptApproval,
      KeptApproval,
      KeptApproval,
      KeptApproval,
    ];
    await approve(approved);
    await book.decide(denied.id, { state: 'denied', note: null, decidedBy: ana, deciders }, now);
    const of = (status: string, at = now) => list({ role: 'owner' }, { status, now: at });
    expect(await of('waiting')).toEqual([waiting.id]);
    expect(await of('approved')).toEqual([approved.id]);
    expect(await of('denied')).toEqual([denied.id]);
    expect(await of('expired')).toEqual([expired.id]);
    expect(await of('used')).toEqual([]);
    expect(await of('expired', now + 1000)).toEqual([expired.id, approved.id, waiting.id]);
  });

  it('[repository-contract] lists decided and expired approvals of runs that have not gone on, oldest first', async () => {
    const [decided, waiting] = [await opened({ runId: 'run_1' }), await opened({ runId: 'run_1' })];
    const settled = await opened({ runId: 'run_2', expiresAt: now });
    const noRun = await opened();
    for (const one of [decided, noRun]) await approve(one);
    const ids = async (at: number, limit: number) =>
      (await book.listSettledOfRuns(at, limit))
        .filter((one) => one.accountId === accountId)
        .map(({ id }) => id);
    expect(await ids(now, 50)).toEqual([decided.id, settled.id]);
    await book.leaveSlot(settled.id);
    expect(await ids(now + 1000, 50)).toEqual([decided.id, waiting.id]);
  });

  it('[repository-contract] removes approvals that ended long ago, a limited number at a time', async () => {
    const old = [await opened({ expiresAt: 100 }), await opened({ expiresAt: 101 })];
    const recent = await opened();
    expect([
      await book.removeOld(102, 1),
      await book.removeOld(102, 9),
      await book.removeOld(102, 9),
    ]).toEqual([1, 1, 0]);
    const left = await Promise.all(
      [...old, recent].map(async ({ id }) => (await book.find(id)) !== undefined),
    );
    expect(left).toEqual([false, false, true]);
  });
});
