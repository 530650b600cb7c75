import type { Dirent } from 'node:fs';
import { lstat, readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PackageFailure } from './package-failure.js';

/** What a package may take up with all that it needs, while it is got and afterwards. */
export interface FolderRoom {
  readonly maxBytes: number;
  readonly maxFiles: number;
}

/** So often at most is looked at what is being written; less often where looking takes long. */
const lookMs = 500;
const shareOfLooking = 10;

/**
 * Does `work`, which writes into `folder`, and ends it when that has grown too large. Meanwhile the time of the folder says that somebody
 * works there.
 */
export async function withinRoom<T>(
  folder: string,
  room: FolderRoom,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const over = new AbortController();
  const done = new AbortController();
  const watching = watch(folder, room, done.signal).catch((error: unknown) => {
    over.abort(error);
  });
  try {
    return await work(over.signal);
  } catch (error) {
    over.signal.throwIfAborted();
    throw error;
  } finally {
    done.abort();
    await watching;
  }
}

/** Rejects with a `PackageFailure` that names the limit. */
export async function requireRoom(folder: string, { maxBytes, maxFiles }: FolderRoom): Promise<void> {
  let bytes = 0;
  let files = 0;
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop())
    for (const entry of await entriesIn(next)) {
      const path = join(next, entry.name);
      if (entry.isDirectory()) folders.push(path);
      files++;
      bytes += await sizeOf(path);
      if (bytes > maxBytes) throw tooMuch(`bytes than MAX_PACKAGE_BYTES allows (${String(maxBytes)})`);
      if (files > maxFiles) throw tooMuch(`files than MAX_PACKAGE_FILES allows (${String(maxFiles)})`);
    }
}

async function watch(folder: string, room: FolderRoom, signal: AbortSignal): Promise<void> {
  let tookMs = 0;
  const pause = () =>
    wait(Math.max(lookMs, tookMs * shareOfLooking), true, { signal, ref: false }).catch(() => false);
  while (await pause()) {
    const startedAt = performance.now();
    const now = new Date();
    await utimes(folder, now, now).catch(() => undefined);
    await requireRoom(folder, room);
    tookMs = performance.now() - startedAt;
  }
}

/** What is written comes and goes. */
async function entriesIn(folder: string): Promise<readonly Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}

async function sizeOf(path: string): Promise<number> {
  const found = await lstat(path).catch(() => undefined);
  return found?.size ?? 0;
}

function tooMuch(what: string): PackageFailure {
  return new PackageFailure('refused', `with what it needs it has more ${what}`);
}
