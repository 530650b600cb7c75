import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folders of the slower tiers; all other test files are the fast tier. */
const slowTiers = ['process', 'browser', 'postgres', 'reliability', 'foreign'].map((name) => `test/${name}/`);
/** What measures time and memory, starts processes or a browser, or needs packages of others. */
const slowSupport = [
  'test/support/measures/',
  'test/support/processes/',
  'test/support/browser/',
  'test/support/foreign.ts',
  'test/foreign/',
];

const files = ['src', 'test']
  .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name)))
  .filter((path) => /\.(ts|mjs)$/.test(path) && !path.includes('node_modules'));
const isFast = (path: string) =>
  /[.-]spec\.ts$/.test(path) && !slowTiers.some((folder) => path.startsWith(folder));
const isSlow = (path: string) => slowSupport.some((start) => path.startsWith(start));

/** The files that a test, or a file that tests share, imports when it runs. */
function importsOf(path: string): string[] {
  if (!path.startsWith('test/') && !isFast(path)) return [];
  const text = readFileSync(path, 'utf8');
  const statements = text.matchAll(
    /^(?:import|export) (?!type )[^;]*?from '(\.[^']*)';|import\('(\.[^']*)'\)|^import '(\.[^']*)';/gm,
  );
  return [...statements].flatMap((found) => {
    const [, whole, dynamic, bare] = found;
    const specifier = whole ?? dynamic ?? bare ?? '';
    const target = join(path, '..', specifier);
    return [target.replace(/\.js$/, '.ts'), target].find((candidate) => existsSync(candidate)) ?? [];
  });
}

/** All that these files import, directly or not, but for what is of a slower tier itself. */
function reachableFrom(starts: readonly string[]): Set<string> {
  const reached = new Set(starts);
  for (const path of reached)
    for (const imported of importsOf(path)) if (!isSlow(imported)) reached.add(imported);
  return reached;
}

describe('The fast tier', () => {
  it('[tests-in-tiers] imports nothing that measures time or memory, starts gateway processes or a browser, or is installed apart', () => {
    const found = [...reachableFrom(files.filter(isFast))].flatMap((path) =>
      importsOf(path)
        .filter(isSlow)
        .map((imported) => `${path} → ${imported}`),
    );
    expect(found).toEqual([]);
  });
});

describe('Every tier', () => {
  it('[tests-in-tiers] runs each test once: no file sets retries', () => {
    const retries = /RETRY_TIMES|retryTimes|jest\.retry/;
    const others = [...files, 'package.json', 'jest.config.mjs'].filter(
      (path) => path !== join('test', 'tiers.spec.ts'),
    );
    expect(others.filter((path) => retries.test(readFileSync(path, 'utf8')))).toEqual([]);
  });
});
