import { randomUUID } from 'node:crypto';
import { constants, mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Enclosure } from '../links/launch.js';
import { LinkFailure } from '../../mcp/wire/link-failure.js';
import { groupFault } from './group-fault.js';
import { refused } from './refused.js';

/** What all processes of a server may have together. */
export interface GroupLimits {
  readonly memoryMb?: number | undefined;
  readonly cpu?: number | undefined;
}

/** Names of the groups of servers begin with it. */
const prefix = 'server-';
const periodUs = 100_000;
/** What is left of a group is gone soon: so often, so long, is that waited for. */
const removals = 20;
const removalMs = 50;

/** Divides a control group (v2) of the gateway's among its servers. Only there memory is counted for a tree of processes, wherever they have it. */
export class ControlGroups {
  private ready: Promise<void> | undefined;

  constructor(private readonly folder: string | undefined) {}

  /** Rejects with a `LinkFailure` where they cannot be held to it. */
  async require(limits: GroupLimits): Promise<void> {
    const member = limits.memoryMb === undefined ? 'run.cpu' : 'run.memoryMb';
    if (this.folder === undefined)
      throw refused(
        `${member} needs a control group, and the gateway has none to divide`,
        'set STDIO_CGROUP, or leave it out',
      );
    this.ready ??= divide(this.folder);
    try {
      await this.ready;
    } catch (error) {
      this.ready = undefined;
      const { code = 'no answer', path = this.folder } = error as NodeJS.ErrnoException;
      const fault = (await groupFault(this.folder)) ?? `${path} says ${code}`;
      throw refused(
        `${member} needs a control group with memory and cpu, and STDIO_CGROUP cannot be divided: ${fault}`,
        'give the gateway such a group (under systemd with Delegate=cpu memory and ProtectControlGroups=no), or leave it out',
      );
    }
  }

  /** A group of its own for a process that has no children yet. */
  async enclose(pid: number, limits: GroupLimits): Promise<Enclosure> {
    const { memoryMb, cpu } = limits;
    const group = join(this.folder ?? '', `${prefix}${randomUUID()}`);
    try {
      await mkdir(group);
      if (memoryMb !== undefined) {
        await set(group, 'memory.max', String(memoryMb * 1024 * 1024));
        // A kernel without swapping has no such file, and needs none.
        await set(group, 'memory.swap.max', '0').catch(passOver('ENOENT'));
        await set(group, 'memory.oom.group', '1');
      }
      if (cpu !== undefined)
        await set(group, 'cpu.max', `${String(Math.round(cpu * periodUs))} ${String(periodUs)}`);
      await set(group, 'cgroup.procs', String(pid));
    } catch (cause) {
      await remove(group);
      throw new LinkFailure('unreachable', 'the process cannot be put into a control group', { cause });
    }
    return { leave: () => leave(group, limits) };
  }
}

/** Lets groups in it be counted, after what a gateway that was killed has left is gone. */
async function divide(folder: string): Promise<void> {
  const left = (await readdir(folder)).filter((name) => name.startsWith(prefix));
  await Promise.all(left.map((name) => rmdir(join(folder, name)).catch(() => undefined)));
  const count = () => set(folder, 'cgroup.subtree_control', '+memory +cpu');
  await count().catch(async (error: unknown) => {
    if (codeOf(error) !== 'EBUSY') throw error;
    // A group that is divided may have no processes of its own.
    const own = join(folder, 'gateway');
    await mkdir(own, { recursive: true });
    const pids = (await readFile(join(folder, 'cgroup.procs'), 'latin1')).split('\n').filter(Boolean);
    for (const pid of pids) await set(own, 'cgroup.procs', pid).catch(passOver('ESRCH'));
    await count();
  });
}

/** Why it was ended, if that was for its memory; nothing is left of the group then. */
async function leave(group: string, { memoryMb }: GroupLimits): Promise<string | undefined> {
  const events = await readFile(join(group, 'memory.events'), 'latin1').catch(() => '');
  await set(group, 'cgroup.kill', '1').catch(() => undefined);
  await remove(group);
  return memoryMb !== undefined && /^oom_kill [1-9]/m.test(events)
    ? `the process was ended: it took more memory than run.memoryMb allows (${String(memoryMb)} MiB)`
    : undefined;
}

async function remove(group: string): Promise<void> {
  for (let left = removals; left > 0; left--) {
    const isGone = await rmdir(group).then(
      () => true,
      (error: unknown) => codeOf(error) === 'ENOENT',
    );
    if (isGone) return;
    await wait(removalMs);
  }
}

/** Files of control groups are there or not: none is made. */
function set(group: string, name: string, value: string): Promise<void> {
  return writeFile(join(group, name), value, { flag: constants.O_WRONLY });
}

function passOver(code: string): (error: unknown) => void {
  return (error) => {
    if (codeOf(error) !== code) throw error;
  };
}

function codeOf(error: unknown): unknown {
  return (error as NodeJS.ErrnoException).code;
}
