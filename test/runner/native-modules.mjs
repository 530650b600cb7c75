// Jest's `testRunner` (https://jestjs.io/docs/configuration#testrunner-string): runs a test file with jest-circus, imported by Node itself
// instead of Jest's module system, so that the files of a worker share what they import. See docs/decisions/0067-test-tiers.md.
import { pathToFileURL } from 'node:url';
import { jestExpect } from '@jest/expect';
import * as circus from 'jest-circus';
import { formatExecError, formatResultsErrors } from 'jest-message-util';
import { createEmptyTestResult } from '@jest/test-result';
import { compiledPath } from './compile.mjs';

const { describe, it, test, beforeAll, beforeEach, afterAll, afterEach } = circus;
Object.assign(globalThis, { describe, it, test, beforeAll, beforeEach, afterAll, afterEach });
globalThis.expect = jestExpect;

// Node's own source maps, which know what the hooks for TypeScript have compiled; Jest installs a formatter that does not.
process.setSourceMapsEnabled(true);

circus.addEventHandler((event) => {
  if (event.name === 'test_start') jestExpect.setState({ currentTestName: event.test.name });
  if (event.name !== 'test_done') return;
  const { suppressedErrors } = jestExpect.getState();
  jestExpect.setState({ suppressedErrors: [] });
  const missing = jestExpect.extractExpectedAssertionsErrors().map(({ error }) => error);
  event.test.errors.push(...suppressedErrors, ...missing);
});

/** An error that no test awaits fails the file; Jest's own listeners would end the worker. */
const errorEvents = ['uncaughtException', 'unhandledRejection'];

function keepUnhandled(error) {
  circus.getState().unhandledErrors.push(error);
}

async function keepingUnhandled(task) {
  const before = errorEvents.map((event) => [event, process.listeners(event)]);
  for (const event of errorEvents) process.removeAllListeners(event).on(event, keepUnhandled);
  try {
    return await task();
  } finally {
    for (const [event, listeners] of before) {
      process.off(event, keepUnhandled);
      for (const listener of listeners) process.on(event, listener);
    }
  }
}

/** @returns {Promise<import('@jest/test-result').TestResult>} */
export default async function run(globalConfig, config, _environment, _runtime, testPath) {
  Error.prepareStackTrace = undefined;
  circus.resetState();
  const state = circus.getState();
  state.testTimeout = globalConfig.testTimeout ?? config.testTimeout;
  if (globalConfig.testNamePattern) state.testNamePattern = new RegExp(globalConfig.testNamePattern, 'i');
  jestExpect.setState({ testPath, expand: globalConfig.expand });
  const result = await keepingUnhandled(async () => {
    await import(pathToFileURL(compiledPath(testPath)).href);
    return circus.run();
  });
  return resultOf(result, { globalConfig, config, testPath });
}

function resultOf({ testResults, unhandledErrors }, { globalConfig, config, testPath }) {
  const assertions = testResults.map(assertionOf);
  const count = (status) => assertions.filter((one) => one.status === status).length;
  const execErrors = unhandledErrors.map((stack) => ({ message: '', stack }));
  const failures = [
    formatResultsErrors(assertions, config, globalConfig, testPath),
    ...execErrors.map((error) => formatExecError(error, config, globalConfig, testPath)),
  ].filter(Boolean);
  return {
    ...createEmptyTestResult(),
    failureMessage: failures.length === 0 ? null : failures.join('\n\n'),
    numFailingTests: count('failed'),
    numPassingTests: count('passed'),
    numPendingTests: count('pending'),
    numTodoTests: count('todo'),
    testExecError: execErrors[0],
    testFilePath: testPath,
    testResults: assertions,
  };
}

function assertionOf({ testPath, status, errors, errorsDetailed, duration, invocations, numPassingAsserts }) {
  const [, ...titles] = testPath;
  return {
    ancestorTitles: titles.slice(0, -1),
    title: titles.at(-1),
    fullName: titles.join(' '),
    status: errors.length > 0 ? 'failed' : ({ skip: 'pending', todo: 'todo' }[status] ?? 'passed'),
    ...{ duration, invocations, numPassingAsserts },
    failureMessages: errors,
    failureDetails: errorsDetailed,
    retryReasons: [],
    location: null,
  };
}
