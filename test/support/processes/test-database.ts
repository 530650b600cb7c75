import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { prepareSchema } from '../../../src/platform/database/migrate.js';
import { migrations } from '../../../src/platform/database/migrations/index.js';

const migrationsFolder = 'src/platform/database/migrations';
const schema = { migrations, migrationsTransactionMode: 'each' } as const;

/** Where a gateway under test keeps its data beside its folder: `url` is unset for SQLite. */
export interface TestDatabase {
  readonly url?: string;
  drop(): Promise<void>;
}

/**
 * A database of its own for one gateway, in which all migrations have run: on the Postgres that `TEST_DATABASE_URL` names; SQLite when that is
 * unset, where `migratedSqlite` has to be copied. `isEmpty`: not even the tables are there.
 */
export async function testDatabase({ isEmpty = false } = {}): Promise<TestDatabase> {
  const server = process.env['TEST_DATABASE_URL'];
  if (server === undefined || server === '') return { drop: () => Promise.resolve() };
  const name = `gantry_test_${randomBytes(8).toString('hex')}`;
  const template = isEmpty ? 'template1' : await migratedPostgres(server);
  await administer(server, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  return {
    url: databaseOf(server, name),
    drop: async () => {
      await administer(server, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    },
  };
}

function databaseOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function administer<T>(server: string, task: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    return await task(client);
  } finally {
    await client.end();
  }
}

let migrated: Promise<string> | undefined;

/** The database to copy: all migrations have run on it. Made once per server and state of the migrations, and left for later runs; databases are copied much faster. */
function migratedPostgres(server: string): Promise<string> {
  return (migrated ??= administer(server, async (client) => {
    const name = `gantry_migrated_${stateOfMigrations()}`;
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) {
      const draft = `${name}_draft`;
      await client.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
      await client.query(`CREATE DATABASE ${draft}`);
      await prepareSchema({ type: 'postgres', url: databaseOf(server, draft), ...schema });
      await client.query(`ALTER DATABASE ${draft} RENAME TO ${name}`);
    }
    return name;
  }));
}

/** An SQLite file that all migrations have run on, made once per state of the migrations: gateways under test copy it, which is much faster. */
export async function migratedSqlite(): Promise<string> {
  const folder = join(tmpdir(), `gantry-builds-${userInfo().username}`);
  const file = join(folder, `${stateOfMigrations()}.sqlite`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  const draft = `${file}.${String(process.pid)}`;
  await prepareSchema({ type: 'better-sqlite3', database: draft, ...schema });
  renameSync(draft, file);
  return file;
}

function stateOfMigrations(): string {
  const hash = createHash('sha256');
  const names = readdirSync(migrationsFolder, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((one) => one.endsWith('.ts')).sort())
    hash.update(name).update(readFileSync(join(migrationsFolder, name)));
  return hash.digest('hex').slice(0, 16);
}
