import { newId } from '../../../src/kernel/id.js';
import type { WorkflowHook } from '../../../src/workflows/hooks/hook.js';
import { TypeormHookStore } from '../../../src/workflows/hooks/typeorm-hook-store.repository.js';
import type { StoredSchedule } from '../../../src/workflows/schedules/schedule-store.port.js';
import { TypeormScheduleStore } from '../../../src/workflows/schedules/typeorm-schedule-store.repository.js';
import { closeAfterAll } from '../../support/closing.js';
import { lockOrder, oneAfterTheOther } from '../../support/repositories/lock-order.js';
import {
  repositoryDatabase,
  type RepositoryDatabase,
} from '../../support/repositories/repository-database.js';
import { now, oddJson, oddText } from '../../support/repositories/stored-rows.js';

const open = closeAfterAll();
let db: RepositoryDatabase;
let appId: string;

beforeAll(async () => {
  db = await repositoryDatabase(open);
});

beforeEach(async () => {
  appId = await db.rows.app(await db.rows.account());
});

describe('ScheduleStore', () => {
  const store = () => new TypeormScheduleStore(db.database);

  function schedule(workflow: string, values: Partial<StoredSchedule> = {}): StoredSchedule {
    return {
      ...{
        appId,
        workflow,
        schedule: null,
        paused: null,
        revision: 0,
        anchorAt: now,
        nextAt: null,
        wakeAt: null,
      },
      ...{ queue: [], skipped: 0, lastAt: null, lastRunId: null, problem: null },
      ...values,
    };
  }

  it('[repository-contract] returns a schedule as it was stored', async () => {
    const full = schedule('full', {
      schedule: {
        ...{ written: { every: { hours: 1 }, odd: oddJson }, timing: { kind: 'every', ms: 3_600_000 } },
        ...{ timezone: 'Europe/Berlin', overlap: 'queue', catchUp: 'all', paused: false, asKey: 'Ü' },
      },
      ...{ paused: false, revision: 3, nextAt: now + 1, wakeAt: now + 2, queue: [now, now + 9], skipped: 4 },
      ...{
        lastAt: now - 1,
        lastRunId: 'run_1',
        problem: { code: 'too-many-runs', detail: oddText, at: now },
      },
    });
    const bare = schedule('bare', { paused: true });
    for (const one of [full, bare]) await store().insert(one);
    expect(await store().find({ appId, workflow: 'full' })).toEqual(full);
    const all = await store().listOfApp(appId);
    expect([...all].sort((a, b) => (a.workflow < b.workflow ? -1 : 1))).toEqual([bare, full]);
    expect(await store().find({ appId, workflow: 'Full' })).toBeUndefined();
    await expect(store().insert(bare)).rejects.toThrow();
  });

  it('[repository-contract] changes what is named, also to null, and counts each change', async () => {
    const one = schedule('one', { paused: true, problem: { code: 'x', at: now }, wakeAt: now, queue: [1] });
    await store().insert(one);
    await store().update(one, { paused: null, problem: null, wakeAt: null });
    await store().update(one, { queue: [2, 3], skipped: 7 });
    expect(await store().find(one)).toEqual({
      ...one,
      ...{ paused: null, problem: null, wakeAt: null, queue: [2, 3], skipped: 7, revision: 2 },
    });
  });

  it('[repository-contract] accepts one of several changes of the same state', async () => {
    const one = schedule('one');
    await store().insert(one);
    const changed = await Promise.all([1, 2, 3].map((skipped) => store().updateSeen(one, { skipped })));
    expect(changed.filter(Boolean)).toHaveLength(1);
    expect(await store().find(one)).toMatchObject({ revision: 1, skipped: changed.indexOf(true) + 1 });
    await store().remove(one);
    expect(await store().find(one)).toBeUndefined();
    expect(await store().updateSeen({ ...one, revision: 1 }, { skipped: 9 })).toBe(false);
  });

  it('[repository-contract] lists schedules whose time has come, the most urgent first', async () => {
    const times = { never: null, late: 102, early: 101, future: 104 };
    for (const [workflow, wakeAt] of Object.entries(times))
      await store().insert(schedule(workflow, { wakeAt }));
    const due = async (limit: number) => (await store().listDue(103, limit)).map(({ workflow }) => workflow);
    expect(await due(10)).toEqual(['early', 'late']);
    expect(await due(1)).toEqual(['early']);
    for (const workflow of Object.keys(times)) await store().remove({ appId, workflow });
  });
});

describe('HookStore', () => {
  const store = () => new TypeormHookStore(db.database);

  function hook(values: Partial<WorkflowHook> = {}): WorkflowHook {
    return {
      ...{ id: newId('hok'), appId, workflow: 'pays', digest: newId('Dig'), verify: null },
      ...{ createdBy: 'usr_1', createdAt: now },
      ...values,
    };
  }

  it('[repository-contract] returns a webhook as it was stored, by its exact digest', async () => {
    const [signed, open_] = [hook({ verify: { kind: 'stripe', secret: 'STRIPE_KEY' } }), hook()];
    for (const one of [signed, open_]) await store().insert(one);
    expect(await store().findByDigest(['none', signed.digest])).toEqual(signed);
    expect(await store().findByDigest([open_.digest])).toEqual(open_);
    expect(await store().findByDigest([signed.digest.toLowerCase()])).toBeUndefined();
    expect(await store().findByDigest([])).toBeUndefined();
    await expect(store().insert(hook({ digest: signed.digest }))).rejects.toThrow();
  });

  it('[repository-contract] lists the webhooks of a workflow newest first, counts those of the app, and removes one', async () => {
    const [a, b, other] = [hook(), hook(), hook({ workflow: 'other' })];
    for (const one of [a, b, other]) await store().insert(one);
    expect(await store().list(appId, 'pays')).toEqual([b, a]);
    expect(await store().count(appId)).toBe(3);
    expect(await store().remove({ ...a, workflow: 'other' })).toBe(false);
    const removed = await Promise.all([1, 2, 3].map(() => store().remove(a)));
    expect(removed.filter(Boolean)).toHaveLength(1);
    expect(await store().list(appId, 'pays')).toEqual([b]);
  });

  it('[repository-contract] makes another transaction wait that adds a webhook to the same app', async () => {
    expect(await lockOrder(db, () => store().lock(appId))).toEqual(oneAfterTheOther);
  });
});
