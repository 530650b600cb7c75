import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { compiledTypescript } from './compiled.cjs';

let cacheDirectory;

/** Node's hooks for modules (https://nodejs.org/docs/latest-v20.x/api/module.html#customization-hooks): TypeScript files are imported by the names of what they become. */
export function initialize(data) {
  ({ cacheDirectory } = data);
}

export function resolve(specifier, context, next) {
  if (/^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL?.endsWith('.ts')) {
    const url = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
    if (existsSync(url)) return { url: url.href, format: 'module', shortCircuit: true };
  }
  return next(specifier, context);
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const source = await readFile(compiledTypescript(fileURLToPath(url), cacheDirectory));
  return { format: 'module', source, shortCircuit: true };
}
