// Builds the console of web/ into web/dist, when something that it is made of has changed, and takes it over into a build of the gateway.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const root = fileURLToPath(new URL('../', import.meta.url));
const web = join(root, 'web');
const built = join(web, 'dist');
const record = join(built, '.build.json');
const lock = `${built}.lock`;
/** Of the sources of the gateway the console has these; what it is made with stands in the lock. */
const others = [
  'src/client/problem.ts',
  'src/client/server-sent-events.ts',
  'src/platform/pages/tokens.css',
  'package-lock.json',
].map((name) => join(root, name));

/** Brings web/dist up to date. Answers with whether it had to be built. Of parallel callers one builds and the others wait. */
export async function bundleConsole() {
  const made = hashOf([...sources(), ...others]);
  while (madeOf(record) !== made) {
    if (!takeLock()) {
      await pause(100);
      continue;
    }
    try {
      await makeAside(made);
      return true;
    } finally {
      rmSync(lock, { recursive: true, force: true });
    }
  }
  return false;
}

/** What is served meanwhile is the build before. */
async function makeAside(made) {
  const draft = `${built}.new`;
  await vite(['build', '--logLevel', 'warn', '--outDir', draft, '--emptyOutDir']);
  await press(join(draft, 'assets'));
  writeFileSync(join(draft, '.build.json'), JSON.stringify({ made }));
  rmSync(built, { recursive: true, force: true });
  renameSync(draft, built);
}

/** Whether it is for this process to build; who was killed at it holds nobody up for longer than a minute. */
function takeLock() {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - since > 60_000) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}

/** Copies web/dist to where the gateway in the folder `target` looks for it. */
export function takeConsoleOver(target) {
  const mark = join(target, '.console.json');
  const made = madeOf(record);
  if (madeOf(mark) === made) return;
  const files = join(target, 'console/files');
  rmSync(files, { recursive: true, force: true });
  cpSync(built, files, { recursive: true, filter: (path) => path !== record });
  writeFileSync(mark, JSON.stringify({ made }));
}

/** Serves the console from its sources, changes shown at once, with the gateway behind it. Answers with the process. */
export function serveConsole() {
  const port = process.env.PORT ?? '3000';
  return startVite([], { GATEWAY_URL: process.env.GATEWAY_URL ?? `http://127.0.0.1:${port}` });
}

/** Browsers are sent what is pressed here; at a start there is no time for it. */
async function press(folder) {
  const level = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  await Promise.all(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const file = join(entry.parentPath, entry.name);
        const text = await readFile(file);
        const [small, other] = await Promise.all([
          promisify(brotliCompress)(text, { params: level }),
          promisify(gzip)(text, { level: 9 }),
        ]);
        await Promise.all([writeFile(`${file}.br`, small), writeFile(`${file}.gz`, other)]);
      }),
  );
}

function sources() {
  return readdirSync(web, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.spec\.tsx?$|\.md$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/^(dist(\.\w+)?|node_modules)$/.test(relative(web, file).split(sep)[0] ?? ''))
    .sort();
}

function hashOf(files) {
  const hash = createHash('sha1');
  for (const file of files)
    if (existsSync(file))
      hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('base64url');
}

/** `undefined`: there is none yet. */
function madeOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).made;
  } catch {
    return undefined;
  }
}

function startVite(words, more = {}) {
  const folder = dirname(createRequire(join(web, 'package.json')).resolve('vite/package.json'));
  const command = join(folder, 'bin/vite.js');
  return spawn(process.execPath, [command, ...words], {
    cwd: web,
    // Words for people go where the build's own go.
    stdio: ['ignore', 2, 2],
    env: { ...process.env, ...more },
  });
}

async function vite(words) {
  const code = await new Promise((resolve) =>
    startVite(words, { NODE_ENV: 'production' }).on('exit', resolve),
  );
  if (code !== 0) throw new Error('The console could not be built; what is wrong stands above.');
}
