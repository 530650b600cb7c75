import { DataSource, MigrationExecutor, type DataSourceOptions, type QueryRunner } from 'typeorm';

/** Any number; the same in all processes of one database. */
const migrationLock = 7_265_821;

/** `lock_not_available`, see appendix A of the manual of Postgres. */
const lockTimedOut = '55P03';

/** Brings the schema up to date over a connection of its own. */
export async function prepareSchema(options: DataSourceOptions): Promise<void> {
  const source = await new DataSource({ ...options, entities: [], extra: {} }).initialize();
  try {
    await migrate(source);
  } finally {
    await source.destroy();
  }
}

/**
 * Brings the schema up to date. On Postgres all of it is one transaction, which holds a lock that keeps parallel boots apart: a lock of
 * the session would stay behind where a pooler lends sessions for one transaction only. Rejects when another process holds it for too long.
 */
export async function migrate(dataSource: DataSource, lockWaitMs = 30_000): Promise<void> {
  if (dataSource.options.type !== 'postgres') {
    await dataSource.runMigrations();
    return;
  }
  await dataSource.transaction(async ({ queryRunner }) => {
    if (queryRunner === undefined) throw new Error('a transaction without a runner');
    await takeLock(queryRunner, lockWaitMs);
    await new MigrationExecutor(dataSource, queryRunner).executePendingMigrations();
  });
}

/** The time-outs that a role may have are for requests: a migration may take long. */
async function takeLock(runner: QueryRunner, waitMs: number): Promise<void> {
  const limits = { statement_timeout: 0, idle_in_transaction_session_timeout: 0, lock_timeout: waitMs };
  for (const [name, ms] of Object.entries(limits)) await runner.query(`SET LOCAL ${name} = ${String(ms)}`);
  try {
    await runner.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== lockTimedOut) throw error;
    throw new Error(
      `Another process has been migrating this database for more than ${String(waitMs / 1000)} s. Start again when it is done; ` +
        "SELECT * FROM pg_locks WHERE locktype = 'advisory' tells which it is.",
      { cause: error },
    );
  }
}
