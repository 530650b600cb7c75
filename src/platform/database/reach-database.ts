import { DataSource } from 'typeorm';
import type { Config } from '../config/config.js';
import { StartFault } from '../config/start-fault.js';
import { dataSourceOptions } from './data-source-options.js';

/** Conditions of Postgres that starting again does not mend, see appendix A of its manual, with what to do. */
const refusals: Readonly<Record<string, string>> = {
  '28000': 'Check the user and password in DATABASE_URL, and pg_hba.conf.',
  '28P01': 'Check the user and password in DATABASE_URL.',
  '3D000': 'Make the database, or name another one in DATABASE_URL.',
  '42501': 'Give the user of DATABASE_URL the right to make tables in its schema.',
};

/** Opens the database once before anything else is made, so that what is wrong with it is told in a line. Throws `StartFault`. */
export async function reachDatabase(config: Config): Promise<void> {
  const source = new DataSource({ ...dataSourceOptions(config), entities: [], migrations: [] });
  try {
    await source.initialize();
    await source.query(config.values.DATABASE_URL === undefined ? 'PRAGMA schema_version' : 'SELECT 1');
  } catch (cause) {
    throw faultOf(cause, config);
  } finally {
    if (source.isInitialized) await source.destroy();
  }
}

function faultOf(cause: unknown, { values }: Config): StartFault {
  const { code = 'failed', message } = cause as NodeJS.ErrnoException;
  if (values.DATABASE_URL === undefined) return sqliteFault(code, values.DATA_DIR, cause);
  const { host } = new URL(values.DATABASE_URL);
  const refusal = refusals[code];
  if (refusal !== undefined)
    return new StartFault('config', `Postgres at ${host} refuses us: ${message}.`, refusal, { cause });
  return new StartFault(
    'passing',
    `Postgres at ${host} cannot be reached (${code === 'failed' ? message : code}).`,
    'Start it, or correct DATABASE_URL.',
    { cause },
  );
}

function sqliteFault(code: string, folder: string, cause: unknown): StartFault {
  const file = `${folder}/gantry.sqlite`;
  if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT'))
    return new StartFault(
      'config',
      `${file} is damaged or no SQLite database (${code}).`,
      'Restore it from a backup, or move it away to start anew.',
      { cause },
    );
  if (code === 'SQLITE_BUSY')
    return new StartFault('passing', `${file} is locked by another program.`, 'Close that program.', {
      cause,
    });
  return new StartFault(
    'config',
    `${file} cannot be opened (${code}).`,
    'Give this user the right to read and write it and its folder.',
    { cause },
  );
}
