// Builds src/ into a folder named by its content, once per state of the sources, and prints the path of main.js.
// Of parallel callers one builds and the others wait; should that one have been killed, the first rename wins.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sources = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.name.endsWith('.spec.ts'))
  .map((entry) => join(entry.parentPath, entry.name))
  .sort();
const hash = createHash('sha256');
for (const file of [...sources, join(root, 'tsconfig.json'), join(root, 'package.json')])
  hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
const cache = join(tmpdir(), `gantry-builds-${userInfo().username}`);
const target = join(cache, hash.digest('hex').slice(0, 16));

const lock = `${target}.lock`;
mkdirSync(cache, { recursive: true });
while (!existsSync(target))
  if (isFree()) build();
  else await setTimeout(50);
utimesSync(target, new Date(), new Date());
removeOldBuilds();
process.stdout.write(join(target, 'dist', 'main.js'));

/** Whether it is for this process to build. */
function isFree() {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > 60_000;
  }
}

function build() {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const draft = `${target}.${process.pid}`;
  for (const file of sources) {
    const out = join(draft, 'dist', relative(join(root, 'src'), file));
    mkdirSync(dirname(out), { recursive: true });
    if (!file.endsWith('.ts')) copyFileSync(file, out);
    else
      writeFileSync(
        out.replace(/\.ts$/, '.js'),
        transpile(file, { ...options, sourceMap: false, module: ts.ModuleKind.ESNext }),
      );
  }
  copyFileSync(join(root, 'package.json'), join(draft, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(draft, 'node_modules'));
  try {
    renameSync(draft, target);
  } catch {
    rmSync(draft, { recursive: true });
  }
  rmSync(lock, { recursive: true, force: true });
}

// A single file cannot tell its module format from package.json, so it is said here.
function transpile(file, compilerOptions) {
  return ts.transpileModule(readFileSync(file, 'utf8'), { fileName: file, compilerOptions }).outputText;
}

function removeOldBuilds() {
  const hourAgo = Date.now() - 3_600_000;
  for (const name of readdirSync(cache))
    if ((statSync(join(cache, name), { throwIfNoEntry: false })?.mtimeMs ?? hourAgo) < hourAgo)
      rmSync(join(cache, name), { recursive: true, force: true });
}
