// Compiles src/ into dist/, file by file and only what has changed; types are checked apart (`npm run lint`).
// What a gateway loads is linked after that. `--watch` runs the gateway, in single files, and starts it anew whenever a source changes;
// another folder than dist may be named.
import { transform, version } from '@swc/core';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleConsole, serveConsole, takeConsoleOver } from './build-console.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const source = join(root, 'src');
const configFile = join(root, '.swcrc');
const packages = join(root, 'node_modules');
const swaggerUi = join(packages, 'swagger-ui-dist');
const compiler = [
  ...[version, ...['rolldown', 'ajv', 'ajv-formats', 'swagger-ui-dist'].map(versionOf)],
  ...[configFile, ...['link.mjs', 'compile-validators.mjs'].map((name) => join(root, 'scripts', name))].map(
    (file) => readFileSync(file, 'utf8'),
  ),
].join('\n');
const assets = /\.(css|svg|mjs|json)$/;
/** What is written over in a build for a quick start: by linking, and by compiling schemas. */
const entry = 'main.ts';
const validators = 'workflows/expressions/document-validators.mjs';

/** Brings the folder `target` up to date with src/, linked for a quick start or in single files for a quick build. Answers with how many files were compiled. */
export async function build(target, isLinked = true) {
  const record = join(target, '.build.json');
  const { files: before, isLinked: wasLinked } = readRecord(record);
  const after = {};
  const changed = [];
  for (const name of sources()) {
    const text = readFileSync(join(source, name));
    after[name] = createHash('sha1').update(text).digest('base64url');
    if (before[name] !== after[name]) changed.push([name, text]);
  }
  copySwaggerUi(join(target, 'swagger-ui'));
  const gone = Object.keys(before).filter((name) => !(name in after));
  for (const name of gone) remove(target, name);
  if (changed.length + gone.length === 0 && isLinked === wasLinked) return 0;
  const writtenOver = [entry, validators].map((name) => [name, readFileSync(join(source, name))]);
  const written = new Map([...changed, ...writtenOver]);
  await Promise.all([...written].map(([name, text]) => write(target, name, text)));
  if (isLinked) await quicken(target);
  writeFileSync(record, JSON.stringify({ compiler, isLinked, files: after }));
  return changed.length;
}

/** Does once what a start, or a first use, would do each time. What it takes is loaded only when there is something to do. */
async function quicken(target) {
  const [{ link }, { compileValidators }] = await Promise.all([
    import('./link.mjs'),
    import('./compile-validators.mjs'),
  ]);
  await compileValidators(join(target, validators));
  await link(target);
}

function sources() {
  return readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(source, join(entry.parentPath, entry.name)))
    .filter((name) => assets.test(name) || (name.endsWith('.ts') && !name.endsWith('.spec.ts')));
}

/** What the files of `target` were made of; nothing, and no files, when another compiler made them. */
function readRecord(path) {
  try {
    const record = JSON.parse(readFileSync(path, 'utf8'));
    if (record.compiler === compiler) return record;
  } catch {
    // There is none yet.
  }
  rmSync(dirname(path), { recursive: true, force: true });
  return { files: {} };
}

/** What the page /docs is drawn with: of 12 MB, what it needs. The copy is as old as the record. */
function copySwaggerUi(folder) {
  if (existsSync(folder)) return;
  mkdirSync(folder, { recursive: true });
  for (const name of [
    'swagger-ui.css',
    'swagger-ui-bundle.js',
    'swagger-ui-bundle.js.LICENSE.txt',
    'LICENSE',
    'NOTICE',
  ])
    copyFileSync(join(swaggerUi, name), join(folder, name));
}

function versionOf(name) {
  return JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8')).version;
}

async function write(target, name, text) {
  const file = join(target, name);
  mkdirSync(dirname(file), { recursive: true });
  if (assets.test(name)) {
    writeFileSync(file, text);
    return;
  }
  const script = scriptOf(file);
  const { code, map } = await transform(text.toString(), {
    configFile,
    filename: join(source, name),
    sourceFileName: relative(dirname(script), join(source, name)),
  });
  writeFileSync(script, `${code}//# sourceMappingURL=${basename(script)}.map\n`);
  writeFileSync(`${script}.map`, map);
}

function remove(target, name) {
  const script = scriptOf(join(target, name));
  for (const path of [script, `${script}.map`]) rmSync(path, { force: true });
}

function scriptOf(file) {
  return file.replace(/\.ts$/, '.js');
}

async function buildAndTell(target, isLinked) {
  const started = performance.now();
  const count = await build(target, isLinked);
  if (count === 0) return;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stderr.write(`Compiled ${count} ${count === 1 ? 'file' : 'files'} in ${seconds} s.\n`);
}

async function buildConsoleAndTell(target) {
  const started = performance.now();
  const isNew = await bundleConsole();
  takeConsoleOver(target);
  if (isNew)
    process.stderr.write(`Built the console in ${((performance.now() - started) / 1000).toFixed(1)} s.\n`);
}

/** Several changes in a row are one. */
function follow(target) {
  let timer;
  watch(source, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      buildAndTell(target, false).catch((error) => process.stderr.write(`${error.message}\n`));
    }, 50);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [target = join(root, 'dist')] = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
  const isWatching = process.argv.includes('--watch');
  await buildAndTell(target, !isWatching);
  await buildConsoleAndTell(target);
  if (isWatching) {
    follow(target);
    const pages = serveConsole();
    process.on('exit', () => pages.kill());
    const gateway = ['--watch', '--enable-source-maps', join(target, 'main.js')];
    spawn(process.execPath, gateway, { stdio: 'inherit' }).on('exit', (code) => process.exit(code ?? 1));
  }
}
