import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for one test; `remove` deletes it with all that is in it. */
export interface TemporaryFolder {
  readonly path: string;
  file(name: string): string;
  remove(): void;
}

export function temporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), 'gantry-test-'));
  return {
    path,
    file: (name) => join(path, name),
    remove: () => {
      rmSync(path, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
