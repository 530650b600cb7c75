import { StorageGrowth } from '../../../src/platform/storage/storage-growth.js';
import { newId } from '../../../src/kernel/id.js';
import { GroupCommit } from '../../../src/platform/database/group-commit.js';
import { TypeormEventStore } from '../../../src/workflows/events/typeorm-event-store.repository.js';
import type {
  DueEvent,
  EventSet,
  EventWait,
  WorkflowEvent,
} from '../../../src/workflows/events/workflow-event.js';
import { TypeormRunStore } from '../../../src/workflows/runs/rows/typeorm-run-store.repository.js';
import { TypeormScheduleStore } from '../../../src/workflows/schedules/typeorm-schedule-store.repository.js';
import type { Run } from '../../../src/workflows/runs/run.js';
import { closeAfterAll } from '../../support/closing.js';
import { lockOrder, oneAfterTheOther } from '../../support/repositories/lock-order.js';
import {
  repositoryDatabase,
  type RepositoryDatabase,
} from '../../support/repositories/repository-database.js';
import { now, oddJson, oddText } from '../../support/repositories/stored-rows.js';
import { eventOf, newRun, runApp, type RunApp } from '../../support/repositories/stored-runs.js';

const open = closeAfterAll();
let db: RepositoryDatabase;
let store: TypeormEventStore;
let runs: TypeormRunStore;
let app: RunApp;

beforeAll(async () => {
  db = await repositoryDatabase(open);
  store = new TypeormEventStore(db.database, new StorageGrowth());
  runs = new TypeormRunStore(db.database, new GroupCommit(db.database), new StorageGrowth());
});

beforeEach(async () => {
  app = await runApp(db);
});

function event(values: Partial<WorkflowEvent> = {}): WorkflowEvent {
  return {
    ...{
      id: newId('evt'),
      appId: app.appId,
      type: 'paid',
      event: {},
      correlation: {},
      depth: 0,
      rootId: null,
      onlyOf: null,
    },
    ...{ at: now, dueAt: null },
    ...values,
  };
}

async function added(values: Partial<WorkflowEvent> = {}): Promise<WorkflowEvent> {
  const one = event(values);
  await store.add(one);
  return one;
}

async function run(values: Partial<Run> = {}): Promise<Run> {
  const one = newRun(app, values);
  await runs.add(one, eventOf(one.id));
  return one;
}

const isThere = async ({ id }: WorkflowEvent) => (await store.find(id)) !== undefined;

describe('EventStore', () => {
  it('[repository-contract] measures the events of an account, and removes the oldest that are delivered', async () => {
    const data = { event: { text: 'x'.repeat(2000) } };
    const due = await added({ ...data, at: now - 3, dueAt: now });
    const oldest = await added({ ...data, at: now - 2 });
    const delivered = Array.from({ length: 20 }, (_, index) => index);
    for (const index of delivered) await added({ ...data, at: now + index });
    const before = await store.measure(app.accountId);
    expect(before).toBeGreaterThan(22 * 2000);
    const removed = await store.removeOldest(app.accountId, Infinity);
    expect([removed > 20 * 2000, await store.measure(app.accountId)]).toEqual([true, before - removed]);
    expect(await store.find(oldest.id)).toBeUndefined();
    expect([
      (await store.removeOldest(app.accountId, Infinity)) > 0,
      await store.removeOldest(app.accountId, Infinity),
    ]).toEqual([...[true, 0]]);
    expect(await store.find(due.id)).toEqual(due);
  });

  it('[repository-contract] returns an event as it was stored, and keeps the first of the same id', async () => {
    const one = event({
      ...{
        event: { data: oddJson },
        correlation: { key: oddText },
        depth: 3,
        rootId: 'run_root',
        onlyOf: 'tok_1',
        dueAt: now + 1,
      },
    });
    expect(await store.add(one)).toBe(true);
    await Promise.all([store.add({ ...one, type: 'other' }), store.add({ ...one, type: 'other' })]);
    expect(await store.add({ ...one, type: 'other' })).toBe(false);
    expect(await store.find(one.id)).toEqual(one);
  });

  it('[repository-contract] lists events to hand out, the most urgent first, until each is settled once', async () => {
    const [late, early, same] = [
      await added({ dueAt: 12 }),
      await added({ dueAt: 11 }),
      await added({ dueAt: 11 }),
    ];
    await added();
    const due = async (at: number, limit = 1000) =>
      (await store.listDue(at, limit)).filter(({ appId }) => appId === app.appId).map(({ id }) => id);
    expect(await due(10)).toEqual([]);
    expect(await due(12)).toEqual([early.id, same.id, late.id]);
    await store.defer(early.id, 50);
    expect(await due(12)).toEqual([same.id, late.id]);
    const settled = await Promise.all([1, 2, 3].map(() => store.settle(late.id)));
    expect(settled.filter(Boolean)).toHaveLength(1);
    await store.defer(late.id, 1);
    expect(await due(60)).toEqual([same.id, early.id]);
    for (const { id } of [early, same]) await store.settle(id);
  });

  it('[repository-contract] lists settled events of the past that a run has not had, oldest first', async () => {
    const { id: runId } = await run();
    const [had, b, a] = [
      await added({ at: 100 }),
      await added({ at: 102 }),
      await added({ at: 101, type: 'sent' }),
    ];
    await added({ at: 99 });
    await added({ dueAt: now });
    await added({ type: 'Paid' });
    await runs.addSignal({
      ...{
        id: newId('sig'),
        runId,
        type: 'paid',
        data: null,
        sender: 'app',
        byPerson: false,
        senderRole: null,
      },
      ...{ usedFor: null, boundTo: null, eventId: had.id, at: now },
    });
    const past = { appId: app.appId, types: ['paid', 'sent'], since: 100, runId };
    expect(await store.listPast(past, 10)).toEqual([a.id, b.id]);
    expect(await store.listPast({ ...past, types: [] }, 10)).toEqual([]);
  });

  it('[repository-contract] prunes settled events that are old or beyond the newest of an app', async () => {
    const [old, oldDue] = [await added({ at: 50 }), await added({ at: 50, dueAt: now })];
    const some = [await added({ at: 101 }), await added({ at: 102 }), await added({ at: 103 })];
    await store.prune(51, 1000);
    expect([await isThere(old), await isThere(oldDue)]).toEqual([false, true]);
    await store.prune(51, 2);
    expect(await Promise.all(some.map(isThere))).toEqual([false, true, true]);
    expect(await isThere(oldDue)).toBe(true);
    await store.settle(oldDue.id);
  });

  it('[repository-contract] makes another transaction wait that decides about events of the same app', async () => {
    expect(await lockOrder(db, () => store.lock(app.appId))).toEqual(oneAfterTheOther);
  });
});

describe('EventStore on waits', () => {
  const terms = (value: unknown) => ({
    ...{ type: 'paid', tests: [{ attribute: 'subject', template: value as never }], correlate: [] },
  });
  const wait = (runId: string, values: Partial<EventWait> = {}): EventWait => ({
    ...{ runId, wait: 'do/ask', place: 0, appId: app.appId, type: 'paid', needsAll: false, stays: false },
    ...{ terms: terms(oddText) },
    ...values,
  });

  it('[repository-contract] returns waits as they were stored, in their order, and keeps those that are there', async () => {
    const { id } = await run();
    const [b, a] = [wait(id, { place: 1, needsAll: true, stays: true }), wait(id, { terms: terms(oddJson) })];
    await store.addWaits([b, a]);
    await store.addWaits([{ ...a, terms: terms('other') }]);
    await store.addWaits([]);
    expect(await store.listWaitsOf(id, 'do/ask')).toEqual([a, b]);
    await store.removeWaits(id, 'do/ask');
    expect(await store.listWaitsOf(id, 'do/ask')).toEqual([]);
  });

  it('[repository-contract] lists the waits of runs that have not ended, all or of one credential', async () => {
    const [mine, theirs] = [await run({ status: 'waiting' }), await run({ tokenId: 'tok_2' })];
    const over = await run({ status: 'completed', endedAt: now });
    await store.addWaits([mine, theirs, over].map(({ id }) => wait(id)));
    const { accountId } = app;
    expect(await store.listWaits(app.appId, 'paid', null)).toEqual([
      { ...wait(mine.id), accountId },
      { ...wait(theirs.id), accountId },
    ]);
    expect(await store.listWaits(app.appId, 'paid', 'tok_2')).toEqual([{ ...wait(theirs.id), accountId }]);
    expect(await store.listWaits(app.appId, 'PAID', null)).toEqual([]);
    await store.prune(0, 1000);
    expect([await store.hasWait(wait(over.id)), await store.hasWait(wait(mine.id))]).toEqual([false, true]);
  });

  it('[repository-contract] lets one of several callers take a wait as it was seen', async () => {
    const { id } = await run();
    await store.addWaits([wait(id)]);
    const changed = wait(id, { terms: terms(['changed']) });
    await store.changeWait(changed);
    expect([await store.hasWait(wait(id)), await store.hasWait(changed)]).toEqual([false, true]);
    expect(await store.takeWait(wait(id))).toBe(false);
    const taken = await Promise.all([1, 2, 3].map(() => store.takeWait(changed)));
    expect(taken.filter(Boolean)).toHaveLength(1);
  });
});

describe('EventStore on what begins runs', () => {
  beforeEach(async () => {
    await new TypeormScheduleStore(db.database).insert({
      ...{ appId: app.appId, workflow: 'pays', schedule: null, paused: null, revision: 0, anchorAt: now },
      ...{ nextAt: null, wakeAt: null, queue: [], skipped: 0, lastAt: null, lastRunId: null, problem: null },
    });
  });

  it('[repository-contract] returns due events as they were stored, the first first', async () => {
    const due = (values: Partial<DueEvent> = {}): DueEvent => ({
      ...{ appId: app.appId, workflow: 'pays', eventId: newId('evt'), events: [{}], depth: 0, at: now },
      rootId: null,
      ...values,
    });
    const [late, early] = [
      due({ at: now + 1 }),
      due({ events: [{ data: oddJson }, { n: 2 }], depth: 4, rootId: 'run_root' }),
    ];
    for (const one of [late, early]) await store.addDue(one);
    expect(await store.countDue(app.appId, 'pays')).toBe(2);
    expect(await store.findDue(app.appId, 'pays')).toEqual(early);
    await store.removeDue(early);
    expect(await store.findDue(app.appId, 'pays')).toEqual(late);
    await store.removeDue(late);
    expect(await store.findDue(app.appId, 'pays')).toBeUndefined();
    await expect(store.addDue(due({ workflow: 'none' }))).rejects.toThrow();
  });

  it('[repository-contract] returns sets of events as they were last stored, oldest first', async () => {
    const set = (values: Partial<EventSet> = {}): EventSet => ({
      ...{ id: newId('evs'), appId: app.appId, workflow: 'pays', digest: 'digest', events: {}, values: {} },
      ...{ depth: 0, rootId: null, at: now },
      ...values,
    });
    const [a, b] = [
      set(),
      set({
        events: { 0: { data: oddJson } },
        values: { key: oddText },
        depth: 2,
        rootId: 'run_root',
        at: 10,
      }),
    ];
    for (const one of [b, a]) await store.putSet(one);
    const changed = { ...a, events: { 1: { n: 1 } }, depth: 9 };
    await store.putSet(changed);
    expect(await store.listSets(app.appId, 'pays')).toEqual([changed, b]);
    await store.prune(11, 1000);
    expect(await store.listSets(app.appId, 'pays')).toEqual([changed]);
    await store.removeSet(a.id);
    expect(await store.listSets(app.appId, 'pays')).toEqual([]);
  });
});
