// What a run of jest came to, read from its --json reports.
// node .ci/test-results.mjs again <report>: the files that are worth a second try, a line each
// node .ci/test-results.mjs counts <report> <report of the second try>: passed and failed tests
// node .ci/test-results.mjs told <report> <report of the second try>: the tests that passed only then, a line each
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import process from 'node:process';

/** More than these have not failed for want of a quiet machine. */
const mostAgain = 3;

const [what, first, second] = process.argv.slice(2);
const files = filesOf(first);
const again = second !== undefined && existsSync(second) ? filesOf(second) : new Map();

if (what === 'again') {
  const failed = [...files.values()].filter(({ status }) => status === 'failed');
  if (failed.length <= mostAgain) for (const { name } of failed) say(relative('.', name));
} else if (what === 'told') {
  for (const [name, file] of again)
    for (const test of file.assertionResults)
      if (test.status === 'passed' && statusOf(files.get(name), test) !== 'passed')
        say(`FAILED AT FIRST, PASSED ALONE: ${relative('.', name)} › ${test.fullName}`);
} else {
  let passed = 0;
  let failed = 0;
  let skipped = 0;
  for (const { status, assertionResults } of new Map([...files, ...again]).values()) {
    const ends = assertionResults.map((test) => test.status);
    passed += ends.filter((end) => end === 'passed').length;
    failed += ends.filter((end) => end !== 'passed').length;
    skipped += ends.filter((end) => end !== 'passed' && end !== 'failed').length;
    // A file that could not be run has no tests.
    if (status === 'failed' && !ends.includes('failed')) failed++;
  }
  if (skipped > 0) process.stderr.write(`${String(skipped)} tests were skipped\n`);
  say(`${String(passed)} ${String(failed)}`);
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

/** Results by the path of their file. */
function filesOf(report) {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  return new Map(testResults.map((file) => [file.name, file]));
}

function statusOf(file, { fullName }) {
  return file?.assertionResults.find((test) => test.fullName === fullName)?.status;
}
