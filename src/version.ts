import { createRequire } from 'node:module';

const manifest = createRequire(import.meta.url)('../package.json') as { version: string };

/** Version of this gateway, as in package.json. */
export const version = manifest.version;
