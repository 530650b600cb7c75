import { copyFileSync, readdirSync } from 'node:fs';
import type { MixedList } from 'typeorm';
import { Config } from '../../../src/platform/config/config.js';
import { dataSourceOptions } from '../../../src/platform/database/data-source-options.js';
import { Database } from '../../../src/platform/database/database.js';
import { GuardedDataSource } from '../../../src/platform/database/guarded-data-source.js';
import { Signals, type SignalTopic } from '../../../src/platform/database/signals.js';
import type { Keeper } from '../closing.js';
import { temporaryFolder } from '../temporary-folder.js';
import { migratedSqlite, testDatabase } from '../test-database.js';
import { StoredRows } from './stored-rows.js';

type EntityClass = new () => object;

/** Records the signals that repositories send to other processes. */
export class RecordedSignals extends Signals {
  /** Topic and id of each, oldest first. */
  readonly sent: string[] = [];

  override send(topic: SignalTopic, id: string): Promise<void> {
    this.sent.push(`${topic} ${id}`);
    return super.send(topic, id);
  }

  /** The signals since the last call. */
  take(): string[] {
    return this.sent.splice(0);
  }
}

/** A migrated database for the tests of repositories, which need no gateway. */
export interface RepositoryDatabase {
  readonly source: GuardedDataSource;
  readonly database: Database;
  readonly signals: RecordedSignals;
  readonly config: Config;
  /** Makes the rows that other rows refer to. */
  readonly rows: StoredRows;
}

/** Opens a database of its own, on SQLite or on the Postgres that `TEST_DATABASE_URL` names, as a gateway opens it. */
export async function repositoryDatabase(open: Keeper): Promise<RepositoryDatabase> {
  const folder = temporaryFolder();
  const testing = await testDatabase();
  const { url } = testing;
  if (url === undefined) copyFileSync(await migratedSqlite(), folder.file('gantry.sqlite'));
  const location = { DATA_DIR: folder.path, ...(url === undefined ? {} : { DATABASE_URL: url }) };
  const config = Config.load({}, location);
  const options = { ...dataSourceOptions(config), entities: await allEntities() };
  const source = await new GuardedDataSource(options).initialize();
  await open({
    close: async () => {
      await source.destroy();
      await testing.drop();
      folder.remove();
    },
  });
  // A write need not survive a power failure here.
  if (url === undefined) await source.query('PRAGMA synchronous = OFF');
  const database = new Database(source);
  return {
    ...{ source, database, config },
    signals: new RecordedSignals(database),
    rows: new StoredRows(database),
  };
}

/** Every entity of the gateway: relations lead from one module to another. */
async function allEntities(): Promise<MixedList<EntityClass>> {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.entity.ts'),
  );
  const modules = await Promise.all(
    files.map(
      (name) =>
        import(`../../../src/${name.replace(/\.ts$/, '.js')}`) as Promise<
          Readonly<Record<string, EntityClass>>
        >,
    ),
  );
  return modules.flatMap((module) => Object.values(module)).filter((it) => typeof it === 'function');
}
