import { StorageGrowth } from '../../../src/platform/storage/storage-growth.js';
import { newId } from '../../../src/kernel/id.js';
import { GroupCommit } from '../../../src/platform/database/group-commit.js';
import { LeasedRunWriter } from '../../../src/workflows/engine/dbos/leased-run-writer.repository.js';
import { TypeormLeaseStore } from '../../../src/workflows/engine/dbos/typeorm-lease-store.repository.js';
import { TypeormWorkerStore } from '../../../src/workflows/engine/dbos/typeorm-worker-store.repository.js';
import { WorkflowWorkerEntity } from '../../../src/workflows/engine/dbos/workflow-worker.entity.js';
import { TypeormJournalStore } from '../../../src/workflows/engine/journal/typeorm-journal-store.repository.js';
import type { RunWrite } from '../../../src/workflows/engine/journal/run-write.js';
import { TypeormRunStore } from '../../../src/workflows/runs/rows/typeorm-run-store.repository.js';
import type { Run } from '../../../src/workflows/runs/run.js';
import { closeAfterAll } from '../../support/closing.js';
import {
  repositoryDatabase,
  type RepositoryDatabase,
} from '../../support/repositories/repository-database.js';
import { now, oddJson, oddText } from '../../support/repositories/stored-rows.js';
import { eventOf, newRun, runApp, type RunApp } from '../../support/repositories/stored-runs.js';

const open = closeAfterAll();
let db: RepositoryDatabase;
let runs: TypeormRunStore;
let leases: TypeormLeaseStore;
let workers: TypeormWorkerStore;
let app: RunApp;
let workerId: string;

beforeAll(async () => {
  db = await repositoryDatabase(open);
  runs = new TypeormRunStore(db.database, new GroupCommit(db.database), new StorageGrowth());
  leases = new TypeormLeaseStore(db.database, new StorageGrowth());
  workers = new TypeormWorkerStore(db.database);
});

beforeEach(async () => {
  app = await runApp(db);
  workerId = newId('wrk');
});

const holder = () => ({ workerId, token: newId('lea') });

/** A run under the lease of the worker. */
async function leased(values: Partial<Run> = {}, token = newId('lea')) {
  const run = newRun(app, values);
  await leases.begin(run, eventOf(run.id), { workerId, token });
  return { run, token };
}

async function unleased(values: Partial<Run> = {}): Promise<Run> {
  const run = newRun(app, values);
  await runs.add(run, eventOf(run.id));
  return run;
}

const isHeld = async (runId: string, token: string) =>
  (await leases.listHeld([{ runId, token }])).length === 1;

describe('LeaseStore', () => {
  it('[repository-contract] begins runs as they were given, each once with its first event', async () => {
    const run = newRun(app, {
      input: oddJson,
      document: { odd: oddJson },
      startKey: newId('key'),
      userId: 'usr_1',
    });
    const under = holder();
    await leases.begin(run, eventOf(run.id, { data: oddJson }), under);
    await leases.begin(run, eventOf(run.id, { data: oddJson }), under);
    expect(await runs.find(run.id)).toEqual(run);
    expect(await runs.listEvents(run.id, 0, 10)).toEqual([eventOf(run.id, { data: oddJson })]);
    expect(await isHeld(run.id, under.token)).toBe(true);
  });

  it('[repository-contract] begins many runs of one moment in one statement', async () => {
    const some = await Promise.all(Array.from({ length: 20 }, () => leased()));
    const held = await leases.listHeld(some.map(({ run, token }) => ({ runId: run.id, token })));
    expect(held).toHaveLength(20);
  });

  it('[repository-contract] lets one worker claim the latest order of a run', async () => {
    const { id: runId } = await unleased();
    const order = { runId, dispatch: 1 };
    const holders = [holder(), holder(), holder()];
    const claimed = await Promise.all(holders.map((one) => leases.claim(order, one)));
    expect(claimed.filter(Boolean)).toHaveLength(1);
    const { token } = holders[claimed.indexOf(true)] ?? holder();
    expect(await leases.claim(order, { workerId, token })).toBe(true);
    expect(await leases.claim(order, holder(), 'other')).toBe(false);
    const next = holder();
    expect(await leases.claim(order, next, token)).toBe(true);
    expect([await isHeld(runId, token), await isHeld(runId, next.token)]).toEqual([false, true]);
    expect(await leases.claim({ runId, dispatch: 2 }, holder(), next.token)).toBe(false);
    expect(
      await leases.claim({ runId: (await unleased({ status: 'failed' })).id, dispatch: 1 }, holder()),
    ).toBe(false);
  });

  it('[repository-contract] reports leases that hold, and whether somebody cancelled the run', async () => {
    const { run, token } = await leased({ cancelledAt: now });
    expect(await leases.listHeld([{ runId: run.id, token }])).toEqual([{ id: run.id, isCancelled: true }]);
    expect(await leases.listHeld([{ runId: run.id, token: 'other' }])).toEqual([]);
    expect(await leases.listHeld([])).toEqual([]);
  });

  it('[repository-contract] wakes a waiting run once, with a new order', async () => {
    const { run } = await leased({ status: 'waiting' });
    const woken = await Promise.all([1, 2, 3].map(() => leases.wake(run.id)));
    const { accountId } = app;
    expect(woken.filter((order) => order !== undefined)).toMatchObject([
      { runId: run.id, dispatch: 2, accountId },
    ]);
    expect(await runs.find(run.id)).toMatchObject({ status: 'running', dispatch: 2 });
  });

  it('[repository-contract] hands each due run to one of several workers, the most urgent first', async () => {
    const [late, early] = [await unleased({ status: 'waiting' }), await unleased({ status: 'waiting' })];
    await runs.update(late.id, { wakeAt: 12 });
    await runs.update(early.id, { wakeAt: 11 });
    expect(await leases.wakeDue(10, 5)).toEqual([]);
    expect((await leases.wakeDue(12, 1)).map(({ runId }) => runId)).toEqual([early.id]);
    const orders = await Promise.all([1, 2, 3].map(() => leases.wakeDue(12, 5)));
    expect(orders.flat()).toMatchObject([{ runId: late.id, dispatch: 2 }]);
  });

  it('[repository-contract] takes the runs of a dead worker, and waiting ones with a signal that it did not see', async () => {
    const { run: running } = await leased();
    const { run: seen } = await leased({ status: 'waiting' });
    const { run: unseen } = await leased({ status: 'waiting' });
    await leased({ status: 'completed', endedAt: now });
    const send = (runId: string, id: string) =>
      runs.addSignal({
        ...{ id, runId, type: 'go', data: null, sender: 'usr_1', byPerson: true, senderRole: null },
        ...{ usedFor: null, boundTo: null, eventId: null, at: now },
      });
    const [taken, missed] = [newId('sig'), newId('sig')];
    await send(seen.id, taken);
    await send(unseen.id, missed);
    await new TypeormJournalStore(db.database).add([
      { runId: seen.id, place: 1, kind: 'signal', key: 'do/ask', value: { id: taken } },
    ]);
    const seized = await Promise.all([leases.seize(workerId, true, 10), leases.seize(workerId, true, 10)]);
    expect(seized.flat().sort((a, b) => (a.runId < b.runId ? -1 : 1))).toMatchObject([
      { runId: running.id, dispatch: 2, recoveries: 1 },
      { runId: unseen.id, dispatch: 2, recoveries: 0 },
    ]);
    expect(await leases.seize(newId('wrk'), false, 10)).toEqual([]);
  });

  it('[repository-contract] lists runs that nobody carries out, and renews their order unless it has changed', async () => {
    await db.source.query('DELETE FROM workflow_runs');
    const old = { createdAt: 100 };
    const { run: own } = await leased(old);
    const ofNobody = await unleased(old);
    const other = newId('wrk');
    await workers.beat(other);
    const alive = newRun(app, old);
    await leases.begin(alive, eventOf(alive.id), { workerId: other, token: 'lea_alive' });
    const lost = newRun(app, old);
    await leases.begin(lost, eventOf(lost.id), { workerId: 'wrk_gone', token: 'lea_lost' });
    await unleased();
    const loose = await leases.listLoose(workerId, 101, '', 10);
    expect(loose).toMatchObject([
      { runId: own.id, isOwn: true },
      { runId: ofNobody.id, isOwn: false, token: null },
      { runId: lost.id, isOwn: false, token: 'lea_lost' },
    ]);
    expect((await leases.listLoose(workerId, 101, own.id, 1)).map(({ runId }) => runId)).toEqual([
      ofNobody.id,
    ]);
    const renewed = await Promise.all([1, 2, 3].map(() => leases.renew(loose[2] ?? never())));
    expect(renewed.filter((order) => order !== undefined)).toMatchObject([{ runId: lost.id, dispatch: 2 }]);
    expect(await leases.renew(loose[1] ?? never())).toMatchObject({ runId: ofNobody.id, dispatch: 2 });
    expect(await leases.hasUnclaimed()).toBe(true);
    await db.source.query('DELETE FROM workflow_runs WHERE token IS NULL');
    expect(await leases.hasUnclaimed()).toBe(false);
  });
});

function never(): never {
  throw new Error('a row is missing');
}

describe('WorkerStore', () => {
  beforeEach(async () => {
    await db.source.query('DELETE FROM workflow_workers');
  });

  const seenAt = async (id: string) =>
    (await db.database.manager.findOneBy(WorkflowWorkerEntity, { id }))?.seenAt;

  it('[repository-contract] notes by the clock of the database when a worker was last seen', async () => {
    await workers.beat(workerId);
    const first = Number(await seenAt(workerId));
    await workers.beat(workerId);
    expect(Number(await seenAt(workerId))).toBeGreaterThanOrEqual(first);
    const [{ at }] = await db.source.query<[{ at: number }]>(
      'SELECT extract(epoch FROM now())::float8 * 1000 AS at',
    );
    expect(Math.abs(at - first)).toBeLessThan(600_000);
    expect(await workers.takeSilent(600_000)).toBeUndefined();
  });

  it('[repository-contract] hands a silent worker to one of several others, and forgets it unless it is back', async () => {
    const silent = { id: workerId, seenAt: 1000 };
    await db.database.write((manager) => manager.insert(WorkflowWorkerEntity, silent));
    const taken = (await Promise.all([1, 2, 3].map(() => workers.takeSilent(600_000)))).filter(
      (one) => one !== undefined,
    );
    expect(taken).toMatchObject([{ id: workerId, left: false }]);
    expect(await seenAt(workerId)).toBe(taken[0]?.seenAt);
    await workers.forget({ ...(taken[0] ?? never()), seenAt: 5 });
    expect(await seenAt(workerId)).toBeDefined();
    await workers.forget(taken[0] ?? never());
    expect(await seenAt(workerId)).toBeUndefined();
  });

  it('[repository-contract] reports that a worker left by itself', async () => {
    await workers.beat(workerId);
    await workers.leave(workerId);
    expect(await workers.takeSilent(600_000)).toMatchObject({ id: workerId, left: true });
  });
});

describe('LeasedRunWriter', () => {
  const writer = () => new LeasedRunWriter(db.database);
  const write = (runId: string, token: string, values: Partial<RunWrite> = {}): RunWrite => ({
    ...{ runId, token, events: [], entries: [] },
    ...values,
  });

  it('[repository-contract] writes events, journal and state of runs under their leases, and returns what it did not write', async () => {
    const [{ run, token }, { run: lost }] = [await leased(), await leased()];
    const own = write(run.id, token, {
      events: [eventOf(run.id, { seq: 2, type: 'step.completed', data: oddJson })],
      entries: [{ runId: run.id, place: 1, kind: 'value', key: oddText, value: oddJson }],
      change: { status: 'completed', output: oddJson, endedAt: now + 1 },
    });
    const stale = write(lost.id, 'other', {
      events: [eventOf(lost.id, { seq: 2 })],
      change: { status: 'failed' },
    });
    expect(await writer().write(() => [own, stale])).toEqual([stale]);
    expect(await runs.find(run.id)).toEqual({
      ...run,
      status: 'completed',
      output: oddJson,
      endedAt: now + 1,
    });
    expect(await runs.listEvents(run.id, 1, 10)).toEqual(own.events);
    expect(await new TypeormJournalStore(db.database).list(run.id)).toEqual(own.entries);
    expect([await isHeld(run.id, token), await runs.lastSeq(lost.id)]).toEqual([false, 1]);
    expect(await runs.find(lost.id)).toEqual(lost);
  });

  it('[repository-contract] writes the same rows once, and keeps an earlier time to look at a run that begins to wait', async () => {
    const { run, token } = await leased();
    await runs.update(run.id, { wakeAt: now });
    const waits = write(run.id, token, {
      events: [eventOf(run.id, { seq: 2, type: 'wait.required' })],
      change: { status: 'waiting', wakeAt: now + 100 },
    });
    for (let tries = 0; tries < 2; tries++) expect(await writer().write(() => [waits])).toEqual([]);
    expect(await runs.lastSeq(run.id)).toBe(2);
    expect((await runs.listDue(now, 1000)).map(({ id }) => id)).toContain(run.id);
  });
});
