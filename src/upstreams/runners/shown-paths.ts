import { lstat, realpath } from 'node:fs/promises';
import { isAbsolute, relative } from 'node:path';

/** A file or folder that a sandbox shows under its own name. */
export interface ShownPath {
  readonly path: string;
  /** Where its symbolic links lead. */
  readonly real: string;
  readonly isWritable: boolean;
  /** Of what is at `real`, where that is verified once it is mounted. */
  readonly identity?: string;
}

/** What programs need of a system, as far as it is there. Nothing in it is anybody's data. */
const systemPaths: readonly string[] = [
  ...['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/opt', '/nix/store', '/gnu/store'],
  ...['passwd', 'group', 'nsswitch.conf', 'hosts', 'host.conf', 'resolv.conf', 'gai.conf', 'localtime'].map(
    inEtc,
  ),
  ...['timezone', 'services', 'protocols', 'mime.types', 'ld.so.cache', 'ld.so.conf', 'ld.so.conf.d'].map(
    inEtc,
  ),
  ...[
    'alternatives',
    'ssl',
    'pki',
    'ca-certificates',
    'ca-certificates.conf',
    'fonts',
    'java',
    'python3',
  ].map(inEtc),
];

function inEtc(name: string): string {
  return `/etc/${name}`;
}

/** What of the system a sandbox shows. */
export async function shownSystem(): Promise<readonly ShownPath[]> {
  const found = await Promise.all(systemPaths.map((path) => pathInSandbox(path, false)));
  return found.filter((shown) => shown !== undefined);
}

/** The path as it is; `undefined` when it is not there. */
export async function pathInSandbox(path: string, isWritable: boolean): Promise<ShownPath | undefined> {
  const real = await realpath(path).catch(() => undefined);
  return real === undefined ? undefined : { path, real, isWritable };
}

/** What makes a file or folder another one than any else; `undefined` where there is none. A symbolic link is not followed. */
export async function inodeOf(path: string): Promise<string | undefined> {
  const found = await lstat(path, { bigint: true }).catch(() => undefined);
  return found === undefined ? undefined : `${String(found.dev)}:${String(found.ino)}`;
}

/** Whether `path` is `folder` or lies in it; both without symbolic links. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith('../') && !isAbsolute(way);
}

/** The same without symbolic links that are there already, as the folder that they are in is shown: nothing can be put in their place. */
export function withoutKnownLinks(shown: readonly ShownPath[]): readonly ShownPath[] {
  return shown.map((one) => {
    const isKnown = shown.some(({ path }) => path !== one.path && isWithin(one.path, path));
    return isKnown ? { ...one, path: one.real } : one;
  });
}
