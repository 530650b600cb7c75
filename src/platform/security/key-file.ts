import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { makeFolder } from '../database/make-folder.js';
import { StartFault } from '../config/start-fault.js';

/**
 * The secret in `secret.key` of the data folder, made at the first start with mode 0600. The file appears complete or not at all, and two
 * processes that start together agree on one.
 */
export function readOrMakeKeyFile(folder: string): string {
  const file = join(folder, 'secret.key');
  const found = readKey(file);
  if (found !== undefined) return found;
  makeFolder(folder);
  const draft = join(folder, `.secret.key.${String(process.pid)}.${randomBytes(4).toString('hex')}`);
  const handle = openSync(draft, 'wx', 0o600);
  try {
    writeSync(handle, `${randomBytes(32).toString('base64url')}\n`);
    fsyncSync(handle);
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    closeSync(handle);
    rmSync(draft, { force: true });
  }
  const made = readKey(file);
  if (made === undefined) throw new Error(`${file} vanished while it was made`);
  return made;
}

function readKey(file: string): string | undefined {
  let key: string;
  try {
    key = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if (key.length < 32)
    throw new StartFault(
      'config',
      `${file} does not hold a key of at least 32 characters.`,
      'Restore it from a backup, or remove it to start anew.',
    );
  return key;
}
