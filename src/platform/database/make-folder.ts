import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes a folder for its owner alone, with those above it. Node's own way never ends below `/proc`. */
export function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
