import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { prepareSchema } from '../../src/platform/database/migrate.js';
import { migrations } from '../../src/platform/database/migrations/index.js';

const migrationsFolder = 'src/platform/database/migrations';
const schema = { migrations, migrationsTransactionMode: 'each' } as const;

/** The database of a gateway under test; `url` is unset for SQLite. */
export interface TestDatabase {
  readonly url?: string;
  drop(): Promise<void>;
}

/** Sorts and folds case as hosted Postgres does, whatever the server's own locale is. Needs Postgres 15 or later. */
const hosted = "TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'en-US' LOCALE 'C'";

/**
 * Creates a database for one gateway on the Postgres that `TEST_DATABASE_URL` names, with all migrations applied. Without that variable the
 * gateway uses SQLite, and the caller copies `migratedSqlite`. `isEmpty`: without tables.
 */
export async function testDatabase({ isEmpty = false } = {}): Promise<TestDatabase> {
  const server = process.env['TEST_DATABASE_URL'];
  if (server === undefined || server === '') return { drop: () => Promise.resolve() };
  const name = `gantry_test_${randomBytes(8).toString('hex')}`;
  const options = isEmpty ? hosted : `TEMPLATE ${await migratedPostgres(server)}`;
  await administer(server, (client) => client.query(`CREATE DATABASE ${name} ${options}`));
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

/** The database to copy, with all migrations applied. It is created once per server and state of the migrations and stays for later runs. */
function migratedPostgres(server: string): Promise<string> {
  return (migrated ??= administer(server, async (client) => {
    const name = `gantry_template_${stateOfMigrations()}`;
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) {
      const draft = `${name}_draft`;
      await client.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
      await client.query(`CREATE DATABASE ${draft} ${hosted}`);
      await prepareSchema({ type: 'postgres', url: databaseOf(server, draft), ...schema });
      await client.query(`ALTER DATABASE ${draft} RENAME TO ${name}`);
    }
    return name;
  }));
}

let migratedFile: Promise<string> | undefined;

/** The SQLite file that gateways under test copy, with all migrations applied. It is created once per state of the migrations. */
export function migratedSqlite(): Promise<string> {
  return (migratedFile ??= makeMigratedSqlite());
}

async function makeMigratedSqlite(): Promise<string> {
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
