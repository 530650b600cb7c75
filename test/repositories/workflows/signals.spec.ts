import { StorageGrowth } from '../../../src/platform/storage/storage-growth.js';
import { newId } from '../../../src/kernel/id.js';
import { GroupCommit } from '../../../src/platform/database/group-commit.js';
import type { JournalEntry } from '../../../src/workflows/engine/journal/journal-entry.js';
import { TypeormJournalStore } from '../../../src/workflows/engine/journal/typeorm-journal-store.repository.js';
import type { StoredSignal } from '../../../src/workflows/runs/run.js';
import { TypeormRunStore } from '../../../src/workflows/runs/rows/typeorm-run-store.repository.js';
import { closeAfterAll } from '../../support/closing.js';
import {
  repositoryDatabase,
  type RepositoryDatabase,
} from '../../support/repositories/repository-database.js';
import { now, oddJson, oddText } from '../../support/repositories/stored-rows.js';
import { eventOf, newRun, runApp } from '../../support/repositories/stored-runs.js';

const open = closeAfterAll();
let db: RepositoryDatabase;
let store: TypeormRunStore;
let runId: string;

beforeAll(async () => {
  db = await repositoryDatabase(open);
  store = new TypeormRunStore(db.database, new GroupCommit(db.database), new StorageGrowth());
});

beforeEach(async () => {
  const run = newRun(await runApp(db));
  await store.add(run, eventOf(run.id));
  runId = run.id;
});

describe('RunStore on events of a run', () => {
  it('[repository-contract] lists events as they were stored, in their order, page by page', async () => {
    const more = [2, 3, 4].map((seq) =>
      eventOf(runId, { seq, type: 'step.progress', at: now + seq, data: oddJson }),
    );
    await store.addEvents(more);
    expect(await store.listEvents(runId, 1, 2)).toEqual(more.slice(0, 2));
    expect(await store.listEvents(runId, 3, 10)).toEqual(more.slice(2));
    expect(await store.lastSeq(runId)).toBe(4);
    await expect(store.addEvents([eventOf(runId, { seq: 4 })])).rejects.toThrow();
    await store.addEvents([]);
  });

  it('[repository-contract] stores more events than fit one statement', async () => {
    await store.addEvents(Array.from({ length: 1100 }, (_, index) => eventOf(runId, { seq: index + 2 })));
    expect(await store.lastSeq(runId)).toBe(1101);
    expect((await store.listEvents(runId, 0, 5000)).map(({ seq }) => seq)).toEqual(
      Array.from({ length: 1101 }, (_, index) => index + 1),
    );
  });
});

function signal(values: Partial<StoredSignal> = {}): StoredSignal {
  return {
    ...{ id: newId('sig'), runId, type: 'go', data: null, sender: 'usr_1', byPerson: true, senderRole: null },
    ...{ usedFor: null, boundTo: null, eventId: null, at: now },
    ...values,
  };
}

async function added(values: Partial<StoredSignal> = {}): Promise<StoredSignal> {
  const one = signal(values);
  await store.addSignal(one);
  return one;
}

describe('RunStore on signals', () => {
  it('[repository-contract] lists signals as they were stored, oldest first, without those of events', async () => {
    const one = await added({
      ...{ data: oddJson, byPerson: false, senderRole: 'admin', usedFor: 'digest', type: 'ü'.repeat(128) },
      boundTo: { path: '/do/0', tool: 'echo@desk', arguments: oddText, waited: 'do/ask' },
    });
    const two = await added();
    const ofEvent = await added({ eventId: 'evt_1' });
    expect(await store.listSignals(runId)).toEqual([one, two]);
    expect(await store.countSignals(runId)).toBe(2);
    expect(await store.findSignals([ofEvent.id, one.id, 'sig_none'])).toEqual([one, ofEvent]);
    expect(await store.findSignals([])).toEqual([]);
    expect(await store.listSignalNames(runId)).toMatchObject([
      { id: one.id, type: one.type, usedFor: 'digest' },
      { id: two.id, type: 'go', usedFor: null },
      { id: ofEvent.id },
    ]);
  });

  it('[repository-contract] uses an approval once, binds it once, and keeps the place of one that is spent', async () => {
    const one = await added();
    const used = await Promise.all(['a', 'b', 'c'].map((call) => store.useSignal(one.id, call)));
    expect(used.filter(Boolean)).toHaveLength(1);
    const calls = [1, 2].map((n) => ({ path: `/do/${String(n)}`, tool: 'echo@desk', waited: 'do/ask' }));
    for (const call of calls) await store.bindSignal(one.id, call);
    await store.spendSignal(one.id, 'x'.repeat(200));
    expect(await store.findSignals([one.id])).toMatchObject([
      { usedFor: ['a', 'b', 'c'][used.indexOf(true)], boundTo: calls[0], type: `spent/${'x'.repeat(122)}` },
    ]);
  });

  it('[repository-contract] removes signals, more than fit one statement', async () => {
    const kept = await added();
    const many = Array.from({ length: 30 }, () => signal());
    for (const one of many) await store.addSignal(one);
    const others = Array.from({ length: 1000 }, () => newId('sig'));
    await store.removeSignals([...others, ...many.map(({ id }) => id)]);
    await store.removeSignals([]);
    expect(await store.listSignals(runId)).toEqual([kept]);
  });
});

describe('JournalStore', () => {
  const entry = (place: number, values: Partial<JournalEntry> = {}): JournalEntry => ({
    ...{ runId, place, kind: 'value', key: 'do/a', value: null },
    ...values,
  });

  it('[repository-contract] returns the journal of a run as it was written, in its order', async () => {
    const journal = new TypeormJournalStore(db.database);
    const entries = [
      entry(10, { kind: 'branches', key: oddText.repeat(200), value: oddJson }),
      entry(2, { value: [oddText, 0, false] }),
      entry(1, { kind: 'mark' }),
    ];
    await journal.add(entries);
    await journal.add([]);
    expect(await journal.list(runId)).toEqual([...entries].reverse());
    expect(await journal.list('run_none')).toEqual([]);
    await expect(journal.add([entry(2)])).rejects.toThrow();
    await journal.remove(runId, [2, 99]);
    await journal.remove(runId, []);
    expect((await journal.list(runId)).map(({ place }) => place)).toEqual([1, 10]);
  });

  it('[repository-contract] writes more entries than fit one statement, all or none', async () => {
    const journal = new TypeormJournalStore(db.database);
    const many = Array.from({ length: 1100 }, (_, index) => entry(index));
    await expect(journal.add([...many, entry(0)])).rejects.toThrow();
    expect(await journal.list(runId)).toEqual([]);
    await journal.add(many);
    expect(await journal.list(runId)).toEqual(many);
  });

  it('[repository-contract] lists what waits say that have not ended', async () => {
    const journal = new TypeormJournalStore(db.database);
    const waits = Array.from({ length: 600 }, (_, index) =>
      entry(index + 1, { kind: 'wait', key: `do/${String(index)}`, value: { n: index } }),
    );
    await journal.add(waits);
    const ends = waits.slice(2).map(({ key, place }) => entry(place + 1000, { kind: 'signal', key }));
    await journal.add([...ends, entry(2000, { kind: 'wait', key: 'do/1', value: null })]);
    expect(await journal.listOpenWaits(runId)).toEqual([{ n: 0 }, null]);
  });
});
