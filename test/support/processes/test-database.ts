import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { migrations } from '../../../src/platform/database/migrations/index.js';

/** Where a gateway under test keeps its data beside its folder: `url` is unset for SQLite. */
export interface TestDatabase {
  readonly url?: string;
  drop(): Promise<void>;
}

/** A database of its own for one gateway on the Postgres that `TEST_DATABASE_URL` names; SQLite when that is unset. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = process.env['TEST_DATABASE_URL'];
  if (server === undefined || server === '') return { drop: () => Promise.resolve() };
  const name = `gantry_test_${randomBytes(8).toString('hex')}`;
  await administer(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

const migrationsFolder = 'src/platform/database/migrations';

/** An SQLite file that all migrations have run on, made once per state of the migrations: gateways under test copy it, which is much faster. */
export async function migratedSqlite(): Promise<string> {
  const hash = createHash('sha256');
  const names = readdirSync(migrationsFolder, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((one) => one.endsWith('.ts')).sort())
    hash.update(name).update(readFileSync(join(migrationsFolder, name)));
  const folder = join(tmpdir(), `gantry-builds-${userInfo().username}`);
  const file = join(folder, `${hash.digest('hex').slice(0, 16)}.sqlite`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  const draft = `${file}.${String(process.pid)}`;
  const source = new DataSource({ type: 'better-sqlite3', database: draft, migrations });
  await source.initialize();
  await source.runMigrations({ transaction: 'each' });
  await source.destroy();
  renameSync(draft, file);
  return file;
}
