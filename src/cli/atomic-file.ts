import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';

/** Replaces a file in one step: whoever reads it, or stops us, sees the old content or the new. */
export function writeAtomically(path: string, content: string, mode = 0o666): void {
  mkdirSync(dirname(path), { recursive: true });
  const target = realTarget(path);
  const draft = join(dirname(target), `.${String(process.pid)}-${Date.now().toString(36)}.draft`);
  const file = openSync(draft, 'wx', mode);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
    closeSync(file);
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** A link keeps being a link to the file that is written. */
function realTarget(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
