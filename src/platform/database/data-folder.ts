import { chmodSync, closeSync, existsSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './make-folder.js';

/** The key, the databases, and what SQLite keeps beside them. */
const isOurs = (name: string) =>
  /^(secret\.key|(gantry\.sqlite|workflows\.lock)(-wal|-shm|-journal)?)$/.test(name);
const ofOthers = 0o077;
const sticky = 0o1000;

/**
 * The path of a database file in the data folder. Folder (0700) and file (0600) are made before SQLite does, which would ask the umask;
 * what SQLite keeps beside a file gets its mode.
 */
export function databaseFile(folder: string, name: string): string {
  makeFolder(folder);
  const file = join(folder, name);
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  return file;
}

/** Takes the rights of all but the owner from the data folder and its files; the paths that stay open to others. */
export function tightenDataFolder(folder: string): readonly string[] {
  if (process.platform === 'win32') return [];
  const files = existsSync(folder) ? readdirSync(folder).filter(isOurs) : [];
  return [folder, ...files.map((name) => join(folder, name))].filter((path) => !tighten(path));
}

function tighten(path: string): boolean {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  if (mode === undefined || (mode & ofOthers) === 0) return true;
  // A folder such as /tmp is meant for all.
  if ((mode & sticky) !== 0) return false;
  try {
    chmodSync(path, mode & 0o700);
    return true;
  } catch {
    return false;
  }
}
