import { execFileSync } from 'node:child_process';

/** Throws unless the test is run by root. */
export function needRoot(): void {
  if (process.getuid?.() !== 0) throw new Error('This test changes users, so it needs to be run by root.');
}

/** Throws unless bubblewrap can make a sandbox here. */
export function needBubblewrap(): void {
  try {
    execFileSync('bwrap', ['--ro-bind', '/', '/', '--proc', '/proc', '--unshare-pid', 'true'], {
      stdio: 'pipe',
    });
  } catch (cause) {
    throw new Error('This test needs bubblewrap that works: apt-get install bubblewrap.', { cause });
  }
}
