import { accessSync, constants, statfsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../platform/config/config.js';
import { StartFault } from '../platform/config/start-fault.js';
import { FileLock } from '../platform/database/file-lock.js';
import { makeFolder } from '../platform/database/make-folder.js';
import { patiently } from './patiently.js';

/**
 * Makes the data folder ours alone until this process ends, however it ends, or lets go of the lock: the lock ends with the last reference
 * to it. With Postgres processes may share the folder.
 */
export async function claimDataFolder({ values }: Config): Promise<FileLock | undefined> {
  const folder = resolve(values.DATA_DIR);
  requireWritable(folder);
  if (values.DATABASE_URL !== undefined) return undefined;
  const lock = new FileLock(folder, 'gantry.lock');
  await patiently(values.START_WAIT_MS, async () => {
    if (await lock.tryAcquire()) return;
    throw new StartFault(
      'passing',
      `Another gateway is using the data folder ${folder}.`,
      'Stop that one, or give this one a DATA_DIR of its own.',
    );
  });
  return lock;
}

function requireWritable(folder: string): void {
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (cause) {
    const { code = 'failed' } = cause as NodeJS.ErrnoException;
    throw new StartFault(
      'config',
      `The data folder ${folder} cannot be written (${code}).`,
      'Give its owner the right to write there, or name another folder in DATA_DIR.',
      { cause },
    );
  }
  if (statfsSync(folder).bavail === 0)
    throw new StartFault('passing', `The disk of the data folder ${folder} is full.`, 'Make room on it.');
}
