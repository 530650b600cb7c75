import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { Config } from '../platform/config/config.js';

/** Where the kernel says that the first environment of a process begins and ends; see proc_pid_stat(5), counted from the third on. */
const [envStart, envEnd] = [47, 48] as const;

/**
 * Takes the settings out of what Linux shows of this process in `/proc/<pid>/environ`: the same user may read it, child processes too.
 * The block that the process was started with stays what it was whatever is done to `process.env`, so each variable is moved to memory
 * of its own and the block is overwritten. Nothing changes for who reads `process.env`. Answers whether it is empty now; elsewhere than
 * on Linux there is nothing to empty.
 */
export function hideEnvironment(): boolean {
  if (process.platform !== 'linux') return true;
  Config.moveEnvironment();
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [start, end] = [Number(fields[envStart]), Number(fields[envEnd])];
    const memory = openSync('/proc/self/mem', 'r+');
    try {
      writeSync(memory, Buffer.alloc(end - start), 0, end - start, start);
    } finally {
      closeSync(memory);
    }
    return readFileSync('/proc/self/environ').every((byte) => byte === 0);
  } catch {
    return false;
  }
}
