import { join } from 'node:path';
import type { Gap } from './gaps.js';
import { refused } from './refused.js';
import { inodeOf, type ShownPath } from './shown-paths.js';

/** What stands before a program so that it waits: on descriptor 6 it says that its sandbox stands, and reads from it when to begin. */
export const waitingStart = [
  ...['/bin/sh', '-c', 'echo >&6 && read -r line <&6 && exec "$@" 6>&-', 'sh'],
] as const;

/**
 * Verifies, before the program begins, that a sandbox shows what was resolved for it: another server could have put a symbolic link there
 * before bubblewrap followed the path. Rejects with a `LinkFailure`. `pid`: a process in the sandbox.
 */
export async function requireMounted(
  pid: number,
  shown: readonly ShownPath[],
  gaps: readonly Gap[],
): Promise<void> {
  const inGaps = new Set(gaps.map(({ path }) => path));
  const wanted = [
    ...shown.filter(({ path }) => !inGaps.has(path)),
    ...gaps.flatMap(({ entries }) => entries),
  ];
  for (const { path, identity } of wanted) {
    if (identity === undefined) continue;
    const found = await inodeOf(join('/proc', String(pid), 'root', path));
    if (found !== identity)
      throw refused(
        `${path} was replaced while it started`,
        'see which program does that, and start it again',
      );
  }
}
