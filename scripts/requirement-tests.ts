// npm run requirements -- [commit]: lists each row of test/requirements.ts with the files that test it. With a commit, lists the files at that
// commit beside today's and ends with the rows that no longer have a test.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import process from 'node:process';
import { readTestFile } from '../test/support/test-titles.js';

type TestsById = ReadonlyMap<string, readonly string[]>;

/** Files by the requirement ids in their test titles. `tableIds` of a file count where another file or the table knows the id. */
function testsIn(root: string): TestsById {
  const found = new Map<string, string[]>();
  const folders = ['src', 'test'].map((name) => join(root, name)).filter((path) => existsSync(path));
  for (const folder of folders)
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('spec.ts') || name.includes('node_modules')) continue;
      const file = readTestFile(join(folder, name));
      for (const id of new Set([...file.ids, ...file.tableIds]))
        found.set(id, [...(found.get(id) ?? []), relative(root, file.path)]);
    }
  return found;
}

function testsAt(commit: string): TestsById {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-requirements-'));
  try {
    const archive = execFileSync('git', ['archive', commit, 'src', 'test'], { maxBuffer: 2 ** 30 });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    return testsIn(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function rowIds(): Promise<readonly string[]> {
  const { requirements } = await import('../test/requirements.js');
  return requirements.map(({ id }) => id);
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const [commit] = process.argv.slice(2);
const now = testsIn(process.cwd());
const before = commit === undefined ? undefined : testsAt(commit);
const ids = await rowIds();
for (const id of ids) {
  say(id);
  for (const path of before?.get(id) ?? []) say(`  before  ${path}`);
  for (const path of now.get(id) ?? []) say(`  now     ${path}`);
}
const untested = ids.filter((id) => !now.has(id));
say(
  `${String(ids.length)} rows, ${String(untested.length)} without a test${untested.map((id) => ` ${id}`).join('')}`,
);
if (untested.length > 0) process.exitCode = 1;
