import { availableParallelism } from 'node:os';
import { tier } from '../../jest.config.mjs';

export default tier('browser', {
  globalSetup: '<rootDir>/test/browser/setup.mjs',
  globalTeardown: '<rootDir>/test/browser/teardown.mjs',
  // Jest's default leaves one core unused; here Chromium and the gateways keep all of them busy.
  maxWorkers: availableParallelism(),
});
