// Jest's `globalSetup`: compiles the TypeScript of src, test and scripts into .test-build, from where Node imports it without hooks. Only files that
// have changed are compiled again.
import { transformSync } from '@swc/core';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const build = join(root, '.test-build');
const configFile = join(root, '.swcrc');
/** Packages that only the tests of this folder have. */
const ownPackages = ['test/foreign/node_modules'];
/** What decides about the result beside the source. */
const inputs = [
  configFile,
  fileURLToPath(import.meta.url),
  join(root, 'node_modules/@swc/core/package.json'),
];

/** The compiled form of a TypeScript file of this repository. */
export function compiledPath(path) {
  return join(build, relative(root, path)).replace(/\.ts$/, '.js');
}

export default function compileAll() {
  const newestInput = Math.max(...inputs.map((path) => statSync(path).mtimeMs));
  const sources = ['src', 'test', 'scripts'].flatMap(typescriptIn);
  for (const path of sources) {
    const target = compiledPath(path);
    const changed = Math.max(newestInput, statSync(path).mtimeMs);
    if (existsSync(target) && statSync(target).mtimeMs > changed) continue;
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, compile(path));
  }
  const expected = new Set(sources.map(compiledPath));
  for (const path of filesIn(build)) if (path.endsWith('.js') && !expected.has(path)) rmSync(path);
  for (const folder of ownPackages)
    if (!existsSync(join(build, folder)) && existsSync(join(root, folder)))
      symlinkSync(join(root, folder), join(build, folder), 'junction');
}

/** Without type checks, which are part of `npm run lint`. The addresses of modules and of files beside them stay those of the source. */
function compile(path) {
  const url = JSON.stringify(pathToFileURL(path).href);
  const text = readFileSync(path, 'utf8')
    .replaceAll('import.meta.url', url)
    .replaceAll(/(from |import\()'(\.{1,2}\/[^']+\.(?:mjs|cjs|json))'/g, (_, keyword, specifier) => {
      return `${keyword}'${new URL(specifier, pathToFileURL(path)).href}'`;
    });
  return transformSync(text, { configFile, filename: path, sourceFileName: path, sourceMaps: 'inline' }).code;
}

function typescriptIn(folder) {
  return filesIn(join(root, folder)).filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'));
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesIn(path);
    return entry.isFile() ? [path] : [];
  });
}
