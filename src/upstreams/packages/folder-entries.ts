import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readdir, readlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { PackageFailure } from './package-failure.js';

/** A file or link in a folder. */
export interface FolderEntry {
  /** Relative to the folder. */
  readonly path: string;
  /** What it holds: the hash of a file, or where a link leads. */
  readonly holds: string;
  /** Another one whenever somebody has written to it, whatever is done to its times; copies have others, too. */
  readonly stamp: string;
}

/** So many are looked at together. */
const atOnce = 64;

/**
 * All that is in a folder, by path. What has the stamp of a `known` entry is not read: the kernel notes each change (`ctime`), and no
 * call sets that back.
 */
export async function folderEntries(
  folder: string,
  known: readonly FolderEntry[] = [],
): Promise<readonly FolderEntry[]> {
  const former = new Map(known.map((entry) => [entry.path, entry]));
  const found = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .sort();
  const entries: FolderEntry[] = [];
  for (let at = 0; at < found.length; at += atOnce)
    entries.push(
      ...(await Promise.all(
        found.slice(at, at + atOnce).map((path) => entryAt(folder, path, former.get(path))),
      )),
    );
  return entries;
}

/** The path of something that is in one only, or holds something else in the other. */
export function differingPath(a: readonly FolderEntry[], b: readonly FolderEntry[]): string | undefined {
  const held = new Map(a.map(({ path, holds }) => [path, holds]));
  const other = b.find(({ path, holds }) => held.get(path) !== holds);
  if (other !== undefined || a.length === b.length) return other?.path;
  const paths = new Set(b.map(({ path }) => path));
  return a.find(({ path }) => !paths.has(path))?.path;
}

async function entryAt(folder: string, path: string, known: FolderEntry | undefined): Promise<FolderEntry> {
  const place = join(folder, path);
  const found = await lstat(place, { bigint: true });
  if (!found.isFile() && !found.isSymbolicLink())
    throw new PackageFailure('refused', `it has something that is no file: ${path.slice(0, 200)}`);
  const stamp = [found.size, found.ino, found.ctimeNs].join(' ');
  if (known?.stamp === stamp) return known;
  return { path, stamp, holds: found.isFile() ? await hashOf(place) : `-> ${await readlink(place)}` };
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) hash.update(piece);
  return hash.digest('base64');
}
