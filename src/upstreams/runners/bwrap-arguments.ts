import type { Gap } from './gaps.js';
import type { ShownPath } from './shown-paths.js';

/** What all sandboxes differ in, whatever they show. */
export interface Walls {
  readonly hasNetwork: boolean;
  /** What each of its two folders in memory holds. */
  readonly tmpBytes: number;
}

interface Sandbox extends Walls {
  readonly shown: readonly ShownPath[];
  readonly gaps: readonly Gap[];
  /** Where the program begins. */
  readonly folder: string;
  /** The whole environment of the program. */
  readonly env: Readonly<Record<string, string>>;
}

/** The empty folder that a sandbox has for itself; it is gone with the process. */
export const ownFolder = '/tmp';

/**
 * The walls of every sandbox: its own processes, its own names for them, no rights, an end together with the gateway, and devices and a
 * folder of its own that hold so much. Its own users, since the kernel counts the processes of each by itself; in more namespaces it could
 * mount more.
 */
export function bwrapWalls({ hasNetwork, tmpBytes }: Walls): string[] {
  return [
    ...[
      '--unshare-user',
      '--disable-userns',
      '--unshare-pid',
      '--unshare-ipc',
      '--unshare-uts',
      '--unshare-cgroup-try',
    ],
    ...(hasNetwork ? [] : ['--unshare-net']),
    ...['--cap-drop', 'ALL', '--die-with-parent', '--dev', '/dev'],
    ...['/dev/shm', ownFolder].flatMap((path) => ['--size', String(tmpBytes), '--tmpfs', path]),
  ];
}

/** Arguments of bubblewrap up to the command: a root of its own in which nothing is but what is named here. */
export function bwrapArguments({ shown, gaps, folder, env, ...walls }: Sandbox): string[] {
  return [
    ...bwrapWalls(walls),
    ...['--dir', '/var', '--symlink', '../tmp', '/var/tmp'],
    ...[...shown.map(mountOf), ...gaps.flatMap(mountsOf)]
      .sort((a, b) => a.depth - b.depth || a.rank - b.rank)
      .flatMap(({ args }) => args),
    ...gaps.flatMap(({ path }) => ['--remount-ro', path]),
    // After all others, so that it lies over whatever is shown there.
    ...['--proc', '/proc'],
    // Both are in memory, and hold whatever anybody writes there.
    ...['--remount-ro', '/dev', '--remount-ro', '/'],
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--chdir', folder],
  ];
}

/** What is mounted later lies over what was there: a folder comes before what is in it. */
interface Mount {
  readonly depth: number;
  /** Among those of the same depth. */
  readonly rank: number;
  readonly args: readonly string[];
}

function mountOf({ path, real, isWritable }: ShownPath): Mount {
  const args = [isWritable ? '--bind' : '--ro-bind', real, path];
  return { depth: depthOf(path), rank: isWritable ? 2 : 1, args };
}

function mountsOf({ path, isWritable, entries }: Gap): Mount[] {
  const depth = depthOf(path);
  const bind = isWritable ? '--bind-try' : '--ro-bind-try';
  return [
    { depth, rank: 3, args: ['--tmpfs', path] },
    ...entries.map((entry) => ({
      ...{ depth: depth + 1, rank: 0 },
      args: entry.link === undefined ? [bind, entry.real, entry.path] : ['--symlink', entry.link, entry.path],
    })),
  ];
}

function depthOf(path: string): number {
  return path.split('/').filter(Boolean).length;
}
