import { access, constants, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const needed: readonly string[] = ['memory', 'cpu'];
/** What is written to when a group is divided; the first is where other groups are made. */
const written: readonly string[] = ['.', 'cgroup.procs', 'cgroup.subtree_control'];

/** Why memory and processors of a control group cannot be divided, as far as that can be seen without doing it. */
export async function groupFault(folder: string): Promise<string | undefined> {
  const controllers = await readFile(join(folder, 'cgroup.controllers'), 'latin1').catch(() => undefined);
  if (controllers === undefined) return `${folder} is no control group of version 2`;
  const given = controllers.trim().split(/\s+/);
  const missing = needed.filter((name) => !given.includes(name));
  if (missing.length > 0) return `${folder} was not given ${missing.join(' and ')}`;
  for (const name of written) {
    const path = join(folder, name);
    const code = await access(path, constants.W_OK).then(
      () => undefined,
      (error: unknown) => (error as NodeJS.ErrnoException).code ?? 'no answer',
    );
    if (code !== undefined) return `the gateway may not write to ${path} (${code})`;
  }
  return undefined;
}
