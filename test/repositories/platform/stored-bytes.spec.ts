import { StoredBytes1760000000800 } from '../../../src/platform/database/migrations/fourth-edition/1760000000800-stored-bytes.js';
import { GroupCommit } from '../../../src/platform/database/group-commit.js';
import { StorageGrowth } from '../../../src/platform/storage/storage-growth.js';
import { TypeormRunStore } from '../../../src/workflows/runs/rows/typeorm-run-store.repository.js';
import { closeAfterAll } from '../../support/closing.js';
import { repositoryDatabase } from '../../support/repositories/repository-database.js';
import { eventOf, newRun, runApp } from '../../support/repositories/stored-runs.js';

const open = closeAfterAll();

it('[storage-runs] the upgrade measures the runs that are there', async () => {
  const db = await repositoryDatabase(open);
  const store = new TypeormRunStore(db.database, new GroupCommit(db.database), new StorageGrowth());
  const app = await runApp(db);
  const run = newRun(app, { input: { text: 'x'.repeat(5000) } });
  await store.insert(run, eventOf(run.id, { data: { text: 'x'.repeat(3000) } }));
  const runner = db.database.manager.dataSource.createQueryRunner();
  await new StoredBytes1760000000800().down(runner);
  await new StoredBytes1760000000800().up(runner);
  await runner.release();
  const measured = (await store.find(run.id))?.bytes ?? 0;
  expect([measured > 8000, measured < 12_000]).toEqual([true, true]);
  expect(await store.measureRun(run.id)).toBe(measured);
  expect(await store.measure(app.accountId)).toBe(measured);
});
