import type { Gap } from './gaps.js';
import type { ShownPath } from './shown-paths.js';

interface Sandbox {
  readonly shown: readonly ShownPath[];
  readonly gaps: readonly Gap[];
  readonly hasNetwork: boolean;
  /** Where the program begins. */
  readonly folder: string;
  /** The whole environment of the program. */
  readonly env: Readonly<Record<string, string>>;
}

/** The empty folder that a sandbox has for itself; it is gone with the process. */
export const ownFolder = '/tmp';

/** The walls of every sandbox: its own processes, its own names for them, no rights, and an end together with the gateway. */
export function bwrapWalls(hasNetwork: boolean): string[] {
  return [
    ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ...(hasNetwork ? [] : ['--unshare-net']),
    ...['--cap-drop', 'ALL', '--die-with-parent'],
  ];
}

/** Arguments of bubblewrap up to the command: a root of its own in which nothing is but what is named here. */
export function bwrapArguments({ shown, gaps, hasNetwork, folder, env }: Sandbox): string[] {
  return [
    ...bwrapWalls(hasNetwork),
    ...['--dev', '/dev', '--tmpfs', ownFolder, '--dir', '/var', '--symlink', '../tmp', '/var/tmp'],
    ...[...shown.map(mountOf), ...gaps.flatMap(mountsOf)]
      .sort((a, b) => a.depth - b.depth || a.rank - b.rank)
      .flatMap(({ args }) => args),
    ...gaps.flatMap(({ path }) => ['--remount-ro', path]),
    // After all others, so that it lies over whatever is shown there.
    ...['--proc', '/proc'],
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

function mountOf({ path, isWritable }: ShownPath): Mount {
  const args = [isWritable ? '--bind' : '--ro-bind', path, path];
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
