// `node --import ./scripts/typescript/register.mjs file.ts` runs TypeScript, compiled as the gateway is.
import { register } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

const cacheDirectory = join(tmpdir(), `gantry-typescript-${userInfo().username}`);
register('./hooks.mjs', import.meta.url, { data: { cacheDirectory } });
