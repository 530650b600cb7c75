import { tier } from '../../jest.config.mjs';

export default tier('browser', {
  globalSetup: '<rootDir>/test/browser/setup.mjs',
  globalTeardown: '<rootDir>/test/browser/teardown.mjs',
});
