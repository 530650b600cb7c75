import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Who works in a folder says so, by its time, much more often. */
export const abandonedMs = 60_000;

/** The name of a folder that is there for a while only. */
export function passingName(): string {
  return `.${randomUUID()}`;
}

/**
 * Removes the folders of installations that were killed. Whether others have not ended yet. Ages are told by the clock of the file system,
 * which may be that of another machine.
 */
export async function removeAbandoned(folder: string): Promise<boolean> {
  const passing = await passingIn(folder);
  if (passing.length === 0) return false;
  const probe = join(folder, passingName());
  await mkdir(probe);
  const now = await timeOf(probe);
  await rm(probe, { recursive: true, force: true });
  const old = [];
  for (const path of passing) if (now - (await timeOf(path)) > abandonedMs) old.push(path);
  await Promise.all(old.map((path) => rm(path, { recursive: true, force: true })));
  return old.length < passing.length;
}

async function passingIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.startsWith('.')).map((name) => join(folder, name));
}

/** One that has gone meanwhile is as old as can be. */
async function timeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found?.mtimeMs ?? 0;
}
