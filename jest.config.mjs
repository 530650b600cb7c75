import { mkdtempSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

// An application that a test builds without saying where its data goes must not find or leave any in this folder.
process.env.DATA_DIR ??= mkdtempSync(join(tmpdir(), 'gantry-'));

/** The folders of the slower tiers, each with a configuration of its own; all other tests are the fast tier. CONTRIBUTING.md says when to run which. */
const tiers = ['process', 'browser', 'postgres', 'reliability', 'foreign'];

/** @type {import('jest').Config} */
const base = {
  rootDir: import.meta.dirname,
  globalSetup: '<rootDir>/test/runner/compile.mjs',
  // Imports tests as Node does; see docs/decisions/0067-test-tiers.md.
  testRunner: '<rootDir>/test/runner/native-modules.mjs',
  transform: {},
  modulePathIgnorePatterns: ['<rootDir>/\\.test-build/', '<rootDir>/dist/'],
  // Late enough that only a test that hangs reaches it.
  testTimeout: 300_000,
  // More than there are cores: a test waits for servers and processes for part of its time.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // A larger worker spends its time on garbage collection.
  workerIdleMemoryLimit: '2GB',
};

/**
 * The configuration of a slower tier.
 * @param {string} name the folder of its tests in `test`
 * @param {import('jest').Config} [options]
 * @returns {import('jest').Config}
 */
export function tier(name, options = {}) {
  return { ...base, testMatch: [`<rootDir>/test/${name}/**/*.{spec,e2e-spec}.ts`], ...options };
}

/** @type {import('jest').Config} */
export default {
  ...base,
  testMatch: ['<rootDir>/src/**/*.spec.ts', '<rootDir>/test/**/*.{spec,e2e-spec}.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...tiers.map((name) => `<rootDir>/test/${name}/`)],
};
