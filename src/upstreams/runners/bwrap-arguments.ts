import { namesOf, type ShownPath } from './shown-paths.js';

/** What is never shown; the path has no symbolic links. */
export interface HiddenPath {
  readonly real: string;
  readonly isFolder: boolean;
}

interface Sandbox {
  readonly shown: readonly ShownPath[];
  readonly hidden: readonly HiddenPath[];
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
export function bwrapArguments({ shown, hidden, hasNetwork, folder, env }: Sandbox): string[] {
  // What is mounted later lies over what was there: a folder before what is in it, and what is hidden over all.
  const inOrder = [...shown].sort(
    (a, b) => depthOf(a) - depthOf(b) || Number(a.isWritable) - Number(b.isWritable),
  );
  return [
    ...bwrapWalls(hasNetwork),
    ...[
      '--proc',
      '/proc',
      '--dev',
      '/dev',
      '--tmpfs',
      ownFolder,
      '--dir',
      '/var',
      '--symlink',
      '../tmp',
      '/var/tmp',
    ],
    ...inOrder.flatMap(({ path, isWritable }) => [isWritable ? '--bind' : '--ro-bind', path, path]),
    ...hidden.flatMap(({ real, isFolder }) =>
      namesOf(real, shown).flatMap((name) =>
        isFolder ? ['--tmpfs', name] : ['--ro-bind', '/dev/null', name],
      ),
    ),
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--chdir', folder],
  ];
}

function depthOf({ path }: ShownPath): number {
  return path.split('/').filter(Boolean).length;
}
