// node .ci/count-tests.mjs <report of jest --json>: prints "<passed> <failed>". A skipped test counts as failed, and so does a file that could not run.
import { readFileSync } from 'node:fs';
import process from 'node:process';

const { testResults } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
let passed = 0;
let failed = 0;
for (const { status, assertionResults } of testResults) {
  const passedHere = assertionResults.filter((test) => test.status === 'passed').length;
  const failedHere = assertionResults.length - passedHere;
  passed += passedHere;
  failed += status === 'failed' ? Math.max(failedHere, 1) : failedHere;
}
process.stdout.write(`${String(passed)} ${String(failed)}\n`);
