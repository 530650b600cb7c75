import { findCommand } from './find-command.js';
import { refused } from './refused.js';

/**
 * What a sandbox has of resources that the kernel counts by user, so that servers of one user do not use up those of each other: watchers of
 * files (inotify), and files that these watch.
 */
const limits = { max_inotify_instances: 16, max_inotify_watches: 8192 };

/** Where the programs are on most systems, beside PATH. */
const usual = '/usr/bin:/bin:/usr/sbin:/sbin';

/**
 * What stands before bubblewrap: a namespace of users with these limits, which hold for every namespace in it. The user who makes one has the right
 * to set them, and loses it before bubblewrap begins. Rejects with a `LinkFailure`.
 */
export async function userLimits(path: string | undefined): Promise<readonly string[]> {
  const [unshare, setpriv] = await Promise.all(['unshare', 'setpriv'].map((name) => programAt(name, path)));
  const settings = Object.entries(limits).map(
    ([name, value]) => `echo ${String(value)} >/proc/sys/user/${name}`,
  );
  const script = [...settings, 'exec "$@"'].join(' && ');
  return [
    ...[unshare ?? '', '--user', '--map-current-user', '--keep-caps', '--', '/bin/sh', '-c', script, 'sh'],
    ...[setpriv ?? '', '--inh-caps=-all', '--ambient-caps=-all', '--'],
  ];
}

async function programAt(name: string, path: string | undefined): Promise<string> {
  const [found] = await findCommand(name, '/', path === undefined ? usual : `${path}:${usual}`);
  if (found !== undefined) return found;
  throw refused(`${name}, which bounds a sandbox, is not installed`, 'install it (util-linux)');
}
