import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** One process of this machine; the start time tells it from a later one with the same id. */
export interface ProcessRecord {
  readonly pid: number;
  readonly parent: number;
  readonly state: string;
  readonly startedAt: string;
  readonly command: string;
}

/** Reads /proc; `undefined` when the process is gone. */
export function findProcess(pid: number): ProcessRecord | undefined {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const command = readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8')
      .replaceAll('\0', ' ')
      .trim();
    return {
      pid,
      parent: Number(fields[1]),
      state: fields[0] ?? '?',
      startedAt: fields[19] ?? '',
      command,
    };
  } catch {
    return undefined;
  }
}

/** Whether the very process still runs; a zombie does not. */
export function isRunning(process: ProcessRecord): boolean {
  const now = findProcess(process.pid);
  return now?.startedAt === process.startedAt && now.state !== 'Z' && now.state !== 'X';
}

/** All children of a process and their children, zombies included. */
export function descendantsOf(pid: number): ProcessRecord[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => findProcess(Number(name)))
    .filter((process) => process !== undefined);
  const found: ProcessRecord[] = [];
  const parents = [pid];
  for (let parent = parents.shift(); parent !== undefined; parent = parents.shift())
    for (const process of all)
      if (process.parent === parent) {
        found.push(process);
        parents.push(process.pid);
      }
  return found;
}

/** How many file descriptors of each kind a process holds: `socket`, `pipe`, `anon_inode`, `file`. */
export function descriptorsOf(pid: number): Readonly<Record<string, number>> {
  const kinds: Record<string, number> = {};
  for (const name of readdirSync(`/proc/${String(pid)}/fd`)) {
    const kind = kindOf(`/proc/${String(pid)}/fd/${name}`);
    kinds[kind] = (kinds[kind] ?? 0) + 1;
  }
  return kinds;
}

function kindOf(link: string): string {
  try {
    const target = readlinkSync(link);
    return target.startsWith('/') ? 'file' : target.slice(0, target.indexOf(':'));
  } catch {
    return 'gone';
  }
}
