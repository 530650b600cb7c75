import type { Dirent } from 'node:fs';
import { readdir, readlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { inodeOf, isWithin, type ShownPath } from './shown-paths.js';

/** A folder that is shown without some of what is in it. */
export interface Gap {
  /** By its name in the sandbox. */
  readonly path: string;
  readonly isWritable: boolean;
  readonly entries: readonly GapEntry[];
}

interface GapEntry {
  readonly path: string;
  readonly real: string;
  /** Where a symbolic link leads. */
  readonly link?: string;
  /** Of anything else. */
  readonly identity?: string;
}

/**
 * The folders in which something hidden would be seen: they are put together anew, entry by entry. Something laid over what is hidden
 * would not do: it is gone as soon as a file is replaced by another one, as editors do.
 */
export async function gapsIn(
  shown: readonly ShownPath[],
  hidden: readonly string[],
): Promise<readonly Gap[]> {
  const gaps = new Map<string, Gap>();
  // Of two that show the same the longer one says whether it may be written to.
  const inOrder = [...shown].sort((a, b) => a.path.length - b.path.length);
  for (const [folder, names] of hiddenByFolder(hidden)) {
    const seen = inOrder.filter(({ real }) => isWithin(folder, real));
    if (seen.length === 0) continue;
    const left = await entriesOf(folder, names);
    for (const { path: from, real, isWritable } of seen) {
      const path = join(from, relative(real, folder));
      const entries = left.map((entry) => ({ ...entry, path: join(path, entry.path) }));
      gaps.set(path, { path, isWritable, entries });
    }
  }
  return [...gaps.values()];
}

/** The names that are left out of a folder. What is in something hidden needs none of its own. */
function hiddenByFolder(hidden: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const namesIn = new Map<string, Set<string>>();
  for (const real of hidden) {
    if (hidden.some((other) => other !== real && isWithin(real, other))) continue;
    const names = namesIn.get(dirname(real)) ?? new Set();
    namesIn.set(dirname(real), names.add(basename(real)));
  }
  return namesIn;
}

async function entriesOf(folder: string, without: ReadonlySet<string>): Promise<Gap['entries']> {
  const found = await readdir(folder, { withFileTypes: true });
  const isHidden = (entry: Dirent) =>
    without.has(entry.name) ||
    (!entry.isDirectory() && [...without].some((name) => isCopyOf(entry.name, name)));
  return Promise.all(
    found
      .filter((entry) => !isHidden(entry))
      .map(async (entry) => {
        const real = join(folder, entry.name);
        if (entry.isSymbolicLink()) return { path: entry.name, real, link: await readlink(real) };
        const identity = await inodeOf(real);
        return { path: entry.name, real, ...(identity === undefined ? {} : { identity }) };
      }),
  );
}

/** Whether a name is that of an older or unsaved state: `audit.ndjson.1`, `mcp.json~`, `.mcp.json.swp`, `gantry.sqlite-wal`. */
function isCopyOf(name: string, original: string): boolean {
  const rest = name.replace(/^[.#]/, '');
  return [name, rest].some(
    (text) => text.startsWith(original) && /^[.~#-]/.test(text.slice(original.length)),
  );
}
