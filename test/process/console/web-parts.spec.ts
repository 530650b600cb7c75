import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';

const vitest = join(createRequire(import.meta.url).resolve('vitest/package.json'), '../vitest.mjs');

interface Report {
  readonly numTotalTests: number;
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** Runs the unit tests of web/ in a process of its own, with vitest: they are compiled by the console's bundler. */
function report(): Promise<Report> {
  return new Promise((resolve, reject) => {
    const args = [
      vitest,
      'run',
      '--root',
      'web',
      '--reporter',
      'json',
      '--maxWorkers',
      '1',
      '--testTimeout',
      '60000',
    ];
    execFile(process.execPath, args, { maxBuffer: 1e8 }, (error, stdout) => {
      const start = stdout.indexOf('{');
      if (start < 0) reject(error ?? new Error('vitest printed no report'));
      else resolve(JSON.parse(stdout.slice(start)) as Report);
    });
  });
}

it('[console-parts] the unit tests of the console pass', async () => {
  const { numTotalTests, testResults } = await report();
  const failed = testResults.flatMap(({ message, assertionResults }) => [
    ...(message === '' ? [] : [message]),
    ...assertionResults.filter(({ status }) => status !== 'passed').map(({ fullName }) => fullName),
  ]);
  expect(failed).toEqual([]);
  expect(numTotalTests).toBeGreaterThan(50);
});
