import { StorageGrowth } from '../../../src/platform/storage/storage-growth.js';
import { newId } from '../../../src/kernel/id.js';
import { GroupCommit } from '../../../src/platform/database/group-commit.js';
import type { RunFilter } from '../../../src/workflows/runs/run-store.port.js';
import type { Run } from '../../../src/workflows/runs/run.js';
import { TypeormRunStore } from '../../../src/workflows/runs/rows/typeorm-run-store.repository.js';
import { closeAfterAll } from '../../support/closing.js';
import {
  repositoryDatabase,
  type RepositoryDatabase,
} from '../../support/repositories/repository-database.js';
import { now, oddJson, oddText } from '../../support/repositories/stored-rows.js';
import { eventOf, newRun, runApp, type RunApp } from '../../support/repositories/stored-runs.js';

const open = closeAfterAll();
const error = {
  type: 'about:blank',
  status: 500,
  title: oddText,
  errors: [{ type: 'x', status: 400, title: 'y' }],
};
let db: RepositoryDatabase;
let store: TypeormRunStore;
let app: RunApp;

beforeAll(async () => {
  db = await repositoryDatabase(open);
  store = new TypeormRunStore(db.database, new GroupCommit(db.database), new StorageGrowth());
});

beforeEach(async () => {
  app = await runApp(db);
});

async function inserted(values: Partial<Run> = {}): Promise<Run> {
  const run = newRun(app, values);
  await store.insert(run, eventOf(run.id));
  return run;
}

const ended = (values: Partial<Run> = {}) => inserted({ status: 'completed', endedAt: now, ...values });
const statusOf = async ({ id }: Run) => (await store.find(id))?.status;

describe('RunStore', () => {
  it('[repository-contract] returns a run as it was stored', async () => {
    const full = await inserted({
      ...{ document: { do: [oddJson] }, input: oddJson, attempt: 2, dispatch: 3, recoveries: 4, depth: 5 },
      start: { kind: 'schedule', dueAt: now, askedBy: 'usr_1', step: oddText },
      ...{
        startKey: newId('key'),
        bodyKey: newId('key'),
        userId: 'usr_1',
        parentId: 'run_parent',
        isDetached: true,
      },
      ...{ status: 'cancelled', endedAt: now + 1, cancelledAt: now + 2, configVersion: 2 ** 31 - 1 },
    });
    const bare = await inserted();
    expect(await store.find(full.id)).toEqual(full);
    expect(await store.find(bare.id)).toEqual(bare);
    expect(await store.findByStartKey(String(full.startKey))).toEqual(full);
    expect(await store.findByStartKey(String(full.startKey).toUpperCase())).toBeUndefined();
    expect(await store.find('run_none')).toBeUndefined();
    expect(await store.findByBodyKey(String(full.bodyKey))).toEqual(full);
    expect(await store.findByBodyKey('none')).toBeUndefined();
  });

  it('[repository-contract] counts the descendants of a run', async () => {
    const { id: rootId } = await inserted();
    for (const status of ['completed', 'running'] as const) await inserted({ rootId, status });
    await inserted();
    expect(await store.countDescendants(rootId)).toBe(2);
    expect(await store.countDescendants('run_none')).toBe(0);
  });

  it('[repository-contract] stores many runs in one commit, and all or none of a transaction', async () => {
    const runs = await Promise.all(Array.from({ length: 20 }, () => inserted()));
    expect(await store.countOpen(app.appId)).toBe(20);
    expect(await store.lastSeq(String(runs[0]?.id))).toBe(1);
    const run = newRun(app);
    const failed = db.database.write(async () => {
      await store.add(run, eventOf(run.id));
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect([await store.find(run.id), await store.lastSeq(run.id)]).toEqual([undefined, 0]);
  });

  it('[repository-contract] stores one run per start key', async () => {
    const startKey = newId('key');
    const outcomes = await Promise.allSettled(
      [1, 2, 3].map(() => store.add(...first(newRun(app, { startKey })))),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await store.findByStartKey(startKey)).toMatchObject({ startKey });
  });

  it('[repository-contract] stores a child run unless its parent has ended', async () => {
    const [parent, over] = [await inserted({ status: 'waiting' }), await ended()];
    const [child, orphan] = [newRun(app), newRun(app)];
    expect(await store.addChild({ ...child, parentId: parent.id }, eventOf(child.id))).toBe(true);
    expect(await store.addChild({ ...orphan, parentId: over.id }, eventOf(orphan.id))).toBe(false);
    expect([await store.find(child.id), await store.find(orphan.id)]).toMatchObject([
      { parentId: parent.id },
      undefined as never,
    ]);
  });

  it('[repository-contract] changes a run in one of the given states and in the given attempt only', async () => {
    const run = await inserted();
    expect(await store.updateIn(run.id, ['failed'], { status: 'running' })).toBe(false);
    expect(await store.updateIn(run.id, ['running'], { attempt: 2 }, 2)).toBe(false);
    const changed = await Promise.all(
      [1, 2, 3].map(() =>
        store.updateIn(run.id, ['running', 'waiting'], { attempt: 2, status: 'waiting' }, 1),
      ),
    );
    expect(changed.filter(Boolean)).toHaveLength(1);
    expect(await store.find(run.id)).toEqual({ ...run, attempt: 2, status: 'waiting' });
    expect(await store.updateIn(run.id, [], { attempt: 9 })).toBe(false);
  });

  it('[repository-contract] stores input, output and error exactly, and clears output and error', async () => {
    const run = await inserted();
    await store.update(run.id, { output: oddJson, input: [oddText], error, endedAt: now, cancelledAt: now });
    const stored = { ...run, output: oddJson, input: [oddText], error, endedAt: now, cancelledAt: now };
    expect(await store.find(run.id)).toEqual(stored);
    await store.update(run.id, { output: null, endedAt: null });
    expect(await store.find(run.id)).toEqual({ ...stored, output: null, endedAt: null });
    await store.update(run.id, { forgetsOutput: true, error: null, cancelledAt: null });
    expect(await store.find(run.id)).toEqual({ ...run, input: [oddText] });
  });

  it('[repository-contract] ends a run once, with an event that follows the last one', async () => {
    const run = await inserted();
    await store.addEvents([eventOf(run.id, { seq: 2, type: 'step.started' })]);
    const last = { runId: run.id, type: 'run.completed', at: now + 5, data: oddJson } as const;
    const ends = await Promise.all(
      [1, 2, 3].map(() => store.end(run.id, { status: 'completed', output: oddJson }, last)),
    );
    expect(ends.filter((event) => event !== undefined)).toEqual([{ ...last, seq: 3 }]);
    expect(await store.find(run.id)).toEqual({
      ...run,
      status: 'completed',
      output: oddJson,
      endedAt: now + 5,
    });
    expect(await store.lastSeq(run.id)).toBe(3);
    const failing = await inserted();
    await store.end(failing.id, { status: 'failed', error }, { ...last, runId: failing.id });
    expect(await store.find(failing.id)).toMatchObject({ status: 'failed', error });
  });

  it('[repository-contract] removes runs that ended long ago with all that belongs to them, a limited number of bytes at a time', async () => {
    const bytes = 700_000;
    const [old, older] = [await ended({ endedAt: 6, bytes }), await ended({ endedAt: 5, bytes })];
    const all = [old, older, await ended(), await inserted()];
    expect(await store.removeEnded(7)).toBe(true);
    expect(await Promise.all(all.map(statusOf))).toEqual(['completed', undefined, 'completed', 'running']);
    expect([await store.removeEnded(7), await store.removeEnded(7)]).toEqual([true, false]);
    expect(await Promise.all(all.map(statusOf))).toEqual([undefined, undefined, 'completed', 'running']);
    expect(await store.listEvents(older.id, 0, 10)).toEqual([]);
  });

  it('[repository-contract] removes a large run in several transactions, and shows it to no one once it has begun', async () => {
    const run = await ended({ endedAt: 5, startKey: 'large' });
    const data = { text: 'x'.repeat(400_000) };
    const seqs = Array.from({ length: 8 }, (_, index) => index + 2);
    await store.addEvents(seqs.map((seq) => eventOf(run.id, { seq, data })));
    expect(await store.measureRun(run.id)).toBeGreaterThan(3_200_000);
    expect(await store.removeEnded(7)).toBe(true);
    expect((await store.listEvents(run.id, 0, 10)).length).toBeGreaterThan(3);
    expect([await store.find(run.id), await store.findByStartKey('large')]).toEqual([undefined, undefined]);
    expect(await store.list({ appId: app.appId }, { limit: 10 })).toEqual([]);
    while (await store.removeEnded(7));
    expect(await store.listEvents(run.id, 0, 10)).toEqual([]);
  });

  it('[repository-contract] measures the runs of an account, and removes its oldest ended ones first', async () => {
    const oldest = await inserted({ bytes: 1000 });
    const old = await ended({ bytes: 600_000 });
    const parent = await inserted({ bytes: 1000 });
    const child = await ended({ bytes: 500, parentId: parent.id, rootId: parent.id });
    const last = await ended({ bytes: 600_000 });
    const all = [oldest, old, parent, child, last];
    const before = await store.measure(app.accountId);
    expect(before).toBe(1_202_500);
    expect([await store.removeOldest(app.accountId, Infinity), await store.measure(app.accountId)]).toEqual([
      600_000, 602_500,
    ]);
    expect(await Promise.all(all.map(statusOf))).toEqual([
      ...['running', undefined, 'running', 'completed', 'completed'],
    ]);
    expect([
      await store.removeOldest(app.accountId, Infinity),
      await store.removeOldest(app.accountId, Infinity),
    ]).toEqual([600_000, 0]);
    expect((await store.listLargestOpen(app.accountId, 5)).map(({ id }) => id).sort()).toEqual(
      [oldest.id, parent.id].sort(),
    );
    await store.update(oldest.id, { grownBytes: 50 });
    expect((await store.find(oldest.id))?.bytes).toBe(1050);
    expect(await store.measure('acc_other')).toBe(0);
  });
});

function first(run: Run): [Run, ReturnType<typeof eventOf>] {
  return [run, eventOf(run.id)];
}

describe('RunStore on lists', () => {
  const list = async (filter: Partial<RunFilter>, limit = 50, cursor?: string) =>
    (await store.list({ appId: app.appId, ...filter }, { limit, cursor })).map(({ id }) => id);

  it('[repository-contract] lists the runs of an app newest first, page by page', async () => {
    const [a, b, c] = [await inserted(), await inserted({ input: oddJson }), await inserted()];
    expect(await store.list({ appId: app.appId }, { limit: 2 })).toEqual([c, b]);
    expect(await list({}, 2, b.id)).toEqual([a.id]);
    expect(await list({ appId: 'app_none' })).toEqual([]);
  });

  it('[repository-contract] lists runs by workflow, status, start, time, parent and owner', async () => {
    const one = await inserted({ workflow: 'one', createdAt: 100, start: { kind: 'event' } });
    const two = await ended({
      workflow: 'two',
      createdAt: 200,
      parentId: one.id,
      start: { kind: 'workflow' },
    });
    const three = await inserted({ workflow: 'three', createdAt: 300, tokenId: 'tok_2', userId: 'usr_2' });
    expect(await list({ workflow: 'one' })).toEqual([one.id]);
    expect(await list({ workflows: ['three', 'one'] })).toEqual([three.id, one.id]);
    expect(await list({ workflows: [] })).toEqual([]);
    expect(await list({ status: 'completed' })).toEqual([two.id]);
    expect(await list({ startedBy: 'event' })).toEqual([one.id]);
    expect(await list({ since: 200 })).toEqual([three.id, two.id]);
    expect(await list({ since: 100, until: 300 })).toEqual([two.id, one.id]);
    expect(await list({ parentId: one.id })).toEqual([two.id]);
    expect(await list({ tokenId: 'tok_2', userId: 'usr_2' })).toEqual([three.id]);
    expect(await store.countOpen(app.appId)).toBe(2);
  });

  it('[repository-contract] returns the config versions of runs that are not completed, each once', async () => {
    for (const configVersion of [3, 3, 1]) await inserted({ configVersion });
    await inserted({ configVersion: 4, status: 'failed' });
    await ended({ configVersion: 2 });
    expect([...(await store.versionsInUse(app.appId))].sort()).toEqual([1, 3, 4]);
  });
});

describe('RunStore on what is due', () => {
  const mine = (runs: readonly { readonly id: string; readonly accountId: string }[]) =>
    runs.filter(({ accountId }) => accountId === app.accountId).map(({ id }) => id);
  const due = async (until: number) => mine(await store.listDue(until, 1000));

  it('[repository-contract] lists open runs whose time has come, the most urgent first', async () => {
    const [never, late, early] = [await inserted(), await inserted(), await inserted()];
    await store.update(late.id, { wakeAt: now + 2 });
    await store.update(early.id, { wakeAt: now + 1 });
    await store.update((await ended()).id, { wakeAt: now });
    expect(await due(now)).toEqual([]);
    expect(await due(now + 2)).toEqual([early.id, late.id]);
    await store.wakeInterrupted(now);
    expect(await due(now + 2)).toEqual([never.id, early.id, late.id]);
    expect(await store.listDue(now + 2, 1)).toHaveLength(1);
  });

  it('[repository-contract] keeps an earlier time at which a run was to be looked at when the run begins to wait', async () => {
    const [told, quiet] = [await inserted(), await inserted()];
    await store.update(told.id, { wakeAt: now });
    await store.update(told.id, { status: 'waiting', wakeAt: now + 100 });
    await store.update(quiet.id, { status: 'waiting', wakeAt: now + 100 });
    expect(await due(now)).toEqual([told.id]);
    expect(await due(now + 100)).toEqual([told.id, quiet.id]);
    await store.update(told.id, { status: 'waiting', wakeAt: null });
    expect(await due(now)).toEqual([told.id]);
    await store.update(told.id, { wakeAt: null });
    expect(await due(now + 100)).toEqual([quiet.id]);
  });

  it('[repository-contract] notes that the end of a run concerns its parent or its children', async () => {
    const parent = await inserted();
    const child = newRun(app);
    await store.addChild({ ...child, parentId: parent.id }, eventOf(child.id));
    const alone = await inserted();
    for (const { id } of [parent, child, alone])
      await store.end(
        id,
        { status: 'cancelled' },
        { runId: id, type: 'run.cancelled', at: now + 3, data: {} },
      );
    const untold = async (at: number) =>
      (await store.listUntold(at, 1000)).filter((id) => [parent.id, child.id, alone.id].includes(id)).sort();
    expect(await untold(now + 2)).toEqual([]);
    expect(await untold(now + 3)).toEqual([parent.id, child.id]);
  });

  it('[repository-contract] lists the open children that end with their parent, once it has ended', async () => {
    const parent = await inserted();
    const children = [{}, { isDetached: true }, { cancelledAt: now }].map((values) => newRun(app, values));
    for (const child of children) await store.addChild({ ...child, parentId: parent.id }, eventOf(child.id));
    expect(await store.listBound(parent.id, 10)).toEqual([]);
    await store.update(parent.id, { status: 'failed', endedAt: now });
    expect(mine(await store.listBound(parent.id, 10))).toEqual([children[0]?.id]);
    await store.update(parent.id, { status: 'running', endedAt: null });
    expect(await store.listBound(parent.id, 10)).toEqual([]);
  });
});
