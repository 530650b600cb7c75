// @ts-check
import { readdirSync, readFileSync } from 'node:fs';

/** `USER_HZ` of Linux: what `/proc` counts CPU time in. */
const msPerTick = 10;

/**
 * User and system time of a process with all its threads, in milliseconds (proc(5), `/proc/[pid]/stat` fields 14 and 15).
 * @param {number} pid
 */
export function cpuMs(pid) {
  const stat = readFileSync(`/proc/${String(pid)}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * msPerTick;
}

/**
 * The processes that one has started itself.
 * @param {number} parent
 */
export function childrenOf(parent) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);
}

/** @param {number} pid */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    // It is gone.
    return undefined;
  }
}

/**
 * Time that all cores together were busy since boot, in milliseconds.
 */
export function machineBusyMs() {
  const fields = (readFileSync('/proc/stat', 'latin1').split('\n', 1)[0] ?? '').split(/ +/).map(Number);
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = fields;
  return (user + nice + system + irq + softirq + steal) * msPerTick;
}

/**
 * Resident memory of a process in MB (2^20 bytes), now and at its highest.
 * @param {number} pid
 */
export function residentMb(pid) {
  const status = readFileSync(`/proc/${String(pid)}/status`, 'latin1');
  return { now: kilobytes(status, 'VmRSS') / 1024, peak: kilobytes(status, 'VmHWM') / 1024 };
}

/**
 * @param {string} status
 * @param {string} field
 */
function kilobytes(status, field) {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0);
}
