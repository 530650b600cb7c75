import { readdirSync } from 'node:fs';
import { DataSource, type QueryRunner, type ReplicationMode } from 'typeorm';
import { Config } from '../../src/platform/config/config.js';
import { dataSourceOptions } from '../../src/platform/database/data-source-options.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { migrations } from '../../src/platform/database/migrations/index.js';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.js';
import { testDatabase, type TestDatabase } from '../support/test-database.js';

type Exports = Readonly<Record<string, new () => object>>;

/** TypeORM asks for all tables at once on one connection, which the driver for Postgres wants to be asked one thing after the other. */
class OrderlyDataSource extends DataSource {
  override createQueryRunner(mode?: ReplicationMode): QueryRunner {
    const runner = super.createQueryRunner(mode);
    const query = runner.query.bind(runner) as (...args: unknown[]) => Promise<never>;
    let last: Promise<unknown> = Promise.resolve();
    runner.query = (...args: unknown[]) => {
      const next = last.then(() => query(...args));
      last = next.catch(() => undefined);
      return next;
    };
    return runner;
  }
}

let folder: TemporaryFolder;
let database: TestDatabase;
let dataSource: DataSource;

beforeEach(async () => {
  folder = temporaryFolder();
  database = await testDatabase({ isEmpty: true });
  const config = Config.load(
    {},
    {
      DATA_DIR: folder.path,
      ...(database.url === undefined ? {} : { DATABASE_URL: database.url }),
    },
  );
  dataSource = await new OrderlyDataSource({
    ...dataSourceOptions(config),
    entities: await entities(),
  }).initialize();
});

afterEach(async () => {
  await dataSource.destroy();
  await database.drop();
  folder.remove();
});

async function entities(): Promise<(new () => object)[]> {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.entity.ts'),
  );
  const modules = await Promise.all(
    files.map((name) => import(`../../src/${name.replace(/\.ts$/, '.js')}`) as Promise<Exports>),
  );
  return modules.flatMap((module) => Object.values(module)).filter((it) => typeof it === 'function');
}

/** All tables but those in which TypeORM and SQLite keep their own books. */
async function tables(): Promise<string[]> {
  const runner = dataSource.createQueryRunner();
  const found = (await runner.getTables()).map(({ name }) => name.replace(/^.*\./, ''));
  await runner.release();
  return found.filter((name) => !['migrations', 'typeorm_metadata', 'sqlite_sequence'].includes(name)).sort();
}

describe('The database schema', () => {
  it('[schema-drift] is after all migrations what the entities say', async () => {
    await migrate(dataSource);
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('[schema-drift] goes back to what it was, one migration after the other', async () => {
    const before = await tables();
    await migrate(dataSource);
    expect(await tables()).not.toEqual(before);
    for (let left = migrations.length; left > 0; left--) await dataSource.undoLastMigration();
    expect(await tables()).toEqual(before);
  });

  it('[schema-drift] is left alone by further boots, on Postgres even when they come all at once', async () => {
    const boots = await Promise.all([1, 2, 3].map(() => new DataSource(dataSource.options).initialize()));
    if (dataSource.options.type === 'postgres') await Promise.all(boots.map((boot) => migrate(boot)));
    else for (const boot of boots) await migrate(boot);
    expect(await dataSource.showMigrations()).toBe(false);
    await Promise.all(boots.map((boot) => boot.destroy()));
  });
});
