import type { DataSourceOptions } from 'typeorm';
import type { Config } from '../config/config.js';
import { databaseFile } from './data-folder.js';
import { migrations } from './migrations/index.js';

/** Longer than this the database is taken to be away, and requests are refused in time: see `time-limits.ts`. */
const patience = { connectionTimeoutMillis: 3000, query_timeout: 5000 };

/** How to reach the database: SQLite in `DATA_DIR`, or Postgres by `DATABASE_URL`. */
export function dataSourceOptions(config: Config): DataSourceOptions {
  const { DATABASE_URL, DATABASE_CONNECTIONS, DATA_DIR } = config.values;
  const common = {
    migrations,
    migrationsTransactionMode: 'each',
    synchronize: false,
  } satisfies Partial<DataSourceOptions>;
  if (DATABASE_URL !== undefined)
    return {
      type: 'postgres',
      url: DATABASE_URL,
      ...common,
      // A broken idle connection is nobody's concern; the next statement tells whether the database is there.
      poolErrorHandler: () => undefined,
      extra: { max: DATABASE_CONNECTIONS, keepAlive: true, ...patience },
    };
  return {
    type: 'better-sqlite3',
    database: databaseFile(DATA_DIR, 'gantry.sqlite'),
    ...common,
    prepareDatabase,
  };
}

interface SqliteHandle {
  pragma(statement: string): unknown;
  function(
    name: string,
    options: { readonly deterministic: boolean },
    work: (value: unknown) => unknown,
  ): unknown;
}

/** WAL lets readers go on beside the writer; FULL makes an acknowledged write survive a power cut; what is deleted is written over. */
function prepareDatabase(handle: SqliteHandle): void {
  for (const pragma of [
    'journal_mode = WAL',
    'synchronous = FULL',
    'busy_timeout = 5000',
    'foreign_keys = ON',
    'secure_delete = ON',
  ])
    handle.pragma(pragma);
  // SQLite's own LOWER changes ASCII letters only.
  handle.function('lower', { deterministic: true }, (value) =>
    typeof value === 'string' ? value.toLowerCase() : value,
  );
}
