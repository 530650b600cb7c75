import { realpath } from 'node:fs/promises';
import { findCommand } from './find-command.js';
import { refused } from './refused.js';

interface Limited {
  /** What stands before the command. */
  readonly before: readonly string[];
  /** What the sandbox has in its environment from the beginning. */
  readonly env: Readonly<Record<string, string>>;
}

/** Bytes of message queues (POSIX) and signals that wait, which the kernel counts by user, too. */
const others = ['--msgqueue=65536:65536', '--sigpending=1024:1024'];

/** What a dynamic loader goes by: it could keep the limit from being set, so it is there only afterwards. */
const ofLoader = /^(?:LD_|GLIBC_TUNABLES$)/;

/**
 * Lets all processes and threads of a sandbox together be so many at most, without files of what was in their memory when they crash. The
 * kernel counts by user and namespace of users: the limit is set inside, since outside it would count whatever the same user has.
 */
export async function taskLimit(
  tasks: number,
  env: Readonly<Record<string, string>>,
  path: string | undefined,
): Promise<Limited> {
  const [found] = await findCommand('prlimit', '/', path);
  if (found === undefined)
    throw refused('prlimit, which bounds a sandbox, is not installed', 'install it (util-linux)');
  const late = Object.entries(env).filter(([name]) => ofLoader.test(name));
  return {
    before: [
      ...[await realpath(found), `--nproc=${String(tasks)}:${String(tasks)}`, ...others, '--core=0:0', '--'],
      ...(late.length === 0 ? [] : ['/usr/bin/env', ...late.map(([name, value]) => `${name}=${value}`)]),
    ],
    env: Object.fromEntries(Object.entries(env).filter(([name]) => !ofLoader.test(name))),
  };
}
