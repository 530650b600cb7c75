import { closeSync, readdirSync, readFileSync } from 'node:fs';

const closedOnExec = 0o2000000;

/**
 * Closes what the program that started this process left open in it, so that no child process inherits it. Node marks descriptors to be
 * closed on exec only up to the first number above 15 that is free; everything that it opens itself is marked.
 * Elsewhere than on Linux nothing is known of the marks.
 */
export function closeInherited(): void {
  if (process.platform !== 'linux') return;
  const inherited = readdirSync('/proc/self/fd').map(Number).filter(isInherited);
  for (const descriptor of inherited) closeSync(descriptor);
}

function isInherited(descriptor: number): boolean {
  if (descriptor <= 2) return false;
  try {
    const info = readFileSync(`/proc/self/fdinfo/${String(descriptor)}`, 'latin1');
    const flags = /^flags:\s*([0-7]+)$/m.exec(info)?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & closedOnExec) === 0;
  } catch {
    // It was that of the list itself.
    return false;
  }
}
