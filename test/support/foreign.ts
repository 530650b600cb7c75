import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A file of the packages in test/foreign: other people's clients and servers, which `npm ci --prefix test/foreign` installs. */
export function foreign(path: string): string {
  return fileURLToPath(new URL(`../foreign/node_modules/${path}`, import.meta.url));
}

/** Whether they are there; jest.config.mjs says what is not tested without them. */
export const hasForeign = existsSync(foreign(''));
