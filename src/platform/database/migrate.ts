import type { DataSource } from 'typeorm';

/** Any number; the same in all processes of one database. */
const migrationLock = 7_265_821;

/** Brings the schema up to date. On Postgres an advisory lock keeps parallel boots apart. */
export async function migrate(dataSource: DataSource): Promise<void> {
  if (dataSource.options.type !== 'postgres') {
    await dataSource.runMigrations();
    return;
  }
  const holder = dataSource.createQueryRunner();
  try {
    await holder.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    await dataSource.runMigrations();
  } finally {
    await holder.query('SELECT pg_advisory_unlock($1)', [migrationLock]).catch(() => undefined);
    await holder.release();
  }
}
