// `node --import ./scripts/typescript/register.mjs file.ts` runs TypeScript, compiled as the gateway is.
import module from 'node:module';
import * as hooks from './hooks.mjs';

// Node 22.15 and later; `register`, which they deprecate, runs the hooks in a thread of their own.
if (module.registerHooks !== undefined) module.registerHooks(hooks);
else module.register('./hooks.mjs', import.meta.url);
