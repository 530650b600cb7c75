import { existsSync, mkdtempSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

const hasForeign = existsSync(new URL('test/foreign/node_modules', import.meta.url));
if (!hasForeign) {
  const text = "other people's clients and servers, for want of: npm ci --prefix test/foreign";
  if (process.env.CI === 'true') throw new Error(`not tested: ${text}`);
  if (process.env.JEST_WORKER_ID === undefined) process.stderr.write(`NOT TESTED: ${text}\n`);
}

// An application that a test builds without saying where its data goes must not find or leave any in this folder.
process.env.DATA_DIR ??= mkdtempSync(join(tmpdir(), 'gantry-'));

/** What only Postgres can show runs where there is one, and what takes minutes when it is asked for. */
const left = [
  ...(process.env.TEST_DATABASE_URL ? [] : ['/test/(soak/)?postgres/']),
  ...(hasForeign ? [] : ['/test/foreign/']),
  ...(process.env.SOAK ? [] : ['/test/soak/']),
];

/** The files of a worker share their modules; see docs/decisions/0013-es-modules-in-jest.md. */
const sharedModules = {
  runtime: '<rootDir>/tools/jest/shared-modules-runtime.cjs',
  testEnvironment: '<rootDir>/tools/jest/shared-modules-environment.cjs',
};

/** Jest's own way, which measures coverage and wants --experimental-vm-modules. */
const isolatedModules = {
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': '<rootDir>/tools/node_modules/@swc/jest' },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
};

/** @type {import('jest').Config} */
export default {
  ...(process.argv.includes('--coverage') ? isolatedModules : sharedModules),
  testMatch: ['<rootDir>/src/**/*.spec.ts', '<rootDir>/test/**/*.e2e-spec.ts', '<rootDir>/test/**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/test/conformance/', ...left],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  // So late that only what hangs is ended; what must be quick says so itself, see test/support/measures/own-time.ts.
  testTimeout: 120_000,
  // A worker that has grown large spends its time on collecting garbage.
  workerIdleMemoryLimit: '2GB',
  // More than there are cores: much of the time a test waits for processes, pauses and disks.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  testSequencer: '<rootDir>/tools/jest/long-ones-first.mjs',
  // Node 20 can spin for ever while it takes down idle connections of fetch at a natural exit (Environment::CleanupHandles).
  forceExit: true,
};
