// Node's hooks for modules (https://nodejs.org/api/module.html#customization-hooks) that compile TypeScript without type checks. Both are
// synchronous, as `module.registerHooks` requires.
import { transformSync, version } from '@swc/core';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const cacheDirectory = join(tmpdir(), `gantry-typescript-${userInfo().username}`);
const configFile = fileURLToPath(new URL('../../.swcrc', import.meta.url));
const compiler = `${version}\n${readFileSync(configFile, 'utf8')}`;

/** Relative imports name the JavaScript file that a TypeScript file becomes. */
export function resolve(specifier, context, next) {
  if (/^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL?.endsWith('.ts')) {
    const url = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
    if (existsSync(url)) return { url: url.href, format: 'module', shortCircuit: true };
  }
  return next(specifier, context);
}

export function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  return { format: 'module', source: compiled(fileURLToPath(url)), shortCircuit: true };
}

/** JavaScript with its source map inside. A file is compiled once for all processes and runs. */
function compiled(path) {
  const text = readFileSync(path, 'utf8');
  const key = createHash('sha256')
    .update([compiler, basename(path), text].join('\n'))
    .digest('hex');
  const kept = join(cacheDirectory, `${key}.js`);
  if (existsSync(kept)) return readFileSync(kept, 'utf8');
  const options = { configFile, filename: path, sourceFileName: basename(path), sourceMaps: 'inline' };
  const { code } = transformSync(text, options);
  mkdirSync(cacheDirectory, { recursive: true });
  // Another process may read it at this moment.
  writeFileSync(`${kept}.${process.pid}`, code);
  renameSync(`${kept}.${process.pid}`, kept);
  return code;
}
