// Builds src/ into a folder named by its content, once per state of the sources, and prints the path of main.js.
// Of parallel callers one builds and the others wait; should that one have been killed, the first rename wins.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { statSync, symlinkSync, utimesSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from '../../../scripts/build.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const sources = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.name.endsWith('.spec.ts'))
  .map((entry) => join(entry.parentPath, entry.name))
  .sort();
const scripts = ['build.mjs', 'link.mjs', 'compile-validators.mjs'].map((name) =>
  join(root, 'scripts', name),
);
const hash = createHash('sha256');
for (const file of [...sources, ...scripts, join(root, '.swcrc'), join(root, 'package.json')])
  hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
const cache = join(tmpdir(), `gantry-builds-${userInfo().username}`);
const target = join(cache, hash.digest('hex').slice(0, 16));

const lock = `${target}.lock`;
mkdirSync(cache, { recursive: true });
while (!existsSync(target))
  if (isFree()) await buildAside();
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

async function buildAside() {
  const draft = `${target}.${process.pid}`;
  mkdirSync(draft);
  copyFileSync(join(root, 'package.json'), join(draft, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(draft, 'node_modules'));
  await build(join(draft, 'dist'));
  try {
    renameSync(draft, target);
  } catch {
    rmSync(draft, { recursive: true });
  }
  rmSync(lock, { recursive: true, force: true });
}

function removeOldBuilds() {
  const hourAgo = Date.now() - 3_600_000;
  for (const name of readdirSync(cache))
    if ((statSync(join(cache, name), { throwIfNoEntry: false })?.mtimeMs ?? hourAgo) < hourAgo)
      rmSync(join(cache, name), { recursive: true, force: true });
}
