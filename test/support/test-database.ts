import { randomBytes } from 'node:crypto';
import pg from 'pg';

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
