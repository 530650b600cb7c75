import type { Stats } from 'node:fs';
import { lstat, readlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { refused } from './refused.js';

/** As many as the kernel follows. */
const maxLinks = 40;
const writableByOthers = 0o022;

/**
 * The path with its symbolic links resolved; `undefined` where nothing is there. A link is followed only in a folder where no server can put
 * one: another server with a writable folder could otherwise choose what this one sees. Rejects with a `LinkFailure` that names `member`.
 * `serverUser`: the id of the user that the server runs as.
 */
export async function resolveNamed(
  path: string,
  { member, serverUser }: { readonly member: string; readonly serverUser: number | undefined },
): Promise<string | undefined> {
  const left = partsOf(resolve(path));
  let real = '/';
  for (let links = 0; ;) {
    const part = left.shift();
    if (part === undefined) return real;
    const next = part === '..' ? dirname(real) : join(real, part);
    const found = await lstat(next).catch(() => undefined);
    if (found === undefined) return undefined;
    if (!found.isSymbolicLink()) {
      real = next;
      continue;
    }
    const folder = await lstat(real);
    const isSafe =
      isOthers(found, serverUser) &&
      isOthers(folder, serverUser) &&
      (folder.mode & writableByOthers) === 0 &&
      ++links <= maxLinks;
    if (!isSafe)
      throw refused(
        `${member} leads through a symbolic link (${next}) that a server could have put there`,
        'name the path without links',
      );
    const target = await readlink(next);
    if (target.startsWith('/')) real = '/';
    left.unshift(...partsOf(target));
  }
}

/** Whether neither the gateway nor the server owns it, but for root, as which no server runs. */
function isOthers({ uid }: Stats, serverUser: number | undefined): boolean {
  return uid === 0 || (uid !== serverUser && uid !== process.getuid?.());
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '' && part !== '.');
}
