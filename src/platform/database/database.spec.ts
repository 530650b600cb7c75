import type { DataSource } from 'typeorm';
import { Database } from './database.js';
import { GuardedDataSource } from './guarded-data-source.js';

let dataSource: DataSource;
let database: Database;

beforeEach(async () => {
  dataSource = await new GuardedDataSource({ type: 'better-sqlite3', database: ':memory:' }).initialize();
  await dataSource.query('CREATE TABLE "notes" ("text" varchar NOT NULL)');
  database = new Database(dataSource);
});

afterEach(() => dataSource.destroy());

const add = (text: string) =>
  database.write((manager) => manager.query('INSERT INTO "notes" VALUES (?)', [text]));
const notes = async () =>
  (await dataSource.query<{ text: string }[]>('SELECT "text" FROM "notes"')).map(({ text }) => text);

describe('Database.write on SQLite', () => {
  it('lets parallel writes stand in line', async () => {
    const texts = Array.from({ length: 50 }, (_, index) => String(index));
    await Promise.all(texts.map(add));
    expect(await notes()).toEqual(texts);
  });

  it('rolls back its own work only', async () => {
    const failed = database.write(async (manager) => {
      await manager.query('INSERT INTO "notes" VALUES (?)', ['lost']);
      throw new Error('no');
    });
    const beside = add('kept');
    await expect(failed).rejects.toThrow('no');
    await beside;
    expect(await notes()).toEqual(['kept']);
  });

  it('joins a write inside a write', async () => {
    const failed = database.write(async () => {
      await add('inner');
      throw new Error('outer failed');
    });
    await expect(failed).rejects.toThrow('outer failed');
    expect(await notes()).toEqual([]);
  });

  it('is joined by nothing that goes on when it is over', async () => {
    let later: Promise<unknown> = Promise.resolve();
    await database.write(() => {
      later = new Promise((resolve) => setImmediate(resolve)).then(() => add('later'));
      return Promise.resolve();
    });
    const failed = database.write(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await later;
    expect(await notes()).toEqual(['later']);
  });

  it('reads inside a write what that write has written', async () => {
    const seen = await database.write(async (manager) => {
      await manager.query('INSERT INTO "notes" VALUES (?)', ['mine']);
      return database.manager.query('SELECT "text" FROM "notes"');
    });
    expect(seen).toEqual([{ text: 'mine' }]);
  });

  it('goes on after a failure', async () => {
    await expect(database.write(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await add('after');
    expect(await notes()).toEqual(['after']);
  });

  it('commits what comes after a transaction that SQLite ended by itself, as it does on a full disk', async () => {
    const ended = database.write((manager) => manager.query('INSERT OR ROLLBACK INTO "notes" VALUES (NULL)'));
    await expect(ended).rejects.toThrow('NOT NULL');
    await expect(database.write(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await add('after');
    const sqlite = (await dataSource.createQueryRunner().connect()) as { readonly inTransaction: boolean };
    expect(sqlite.inTransaction).toBe(false);
    expect(await notes()).toEqual(['after']);
  });
});

describe('Database.isReachable', () => {
  it('says whether the database answers and has its tables', async () => {
    expect(await database.isReachable()).toBe(false);
    await dataSource.runMigrations();
    expect(await database.isReachable()).toBe(true);
    await dataSource.destroy();
    expect(await database.isReachable()).toBe(false);
    await dataSource.initialize();
  });
});
