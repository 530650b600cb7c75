import { DataSource, type DataSourceOptions } from 'typeorm';

/** Any number; the same in all processes of one database. */
const migrationLock = 7_265_821;

/**
 * Brings the schema up to date over a connection of its own, without the time-outs of requests: a migration, or the wait for that of
 * another process, may take long.
 */
export async function prepareSchema(options: DataSourceOptions): Promise<void> {
  const source = await new DataSource({ ...options, entities: [], extra: {} }).initialize();
  try {
    await migrate(source);
  } finally {
    await source.destroy();
  }
}

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
