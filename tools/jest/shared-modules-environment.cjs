const { ModuleMocker } = require('jest-mock');

const { console } = globalThis;

/** Node as it is, for ./shared-modules-runtime.cjs. */
module.exports = class SharedModulesEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  fakeTimersModern = null;

  async setup() {}

  async teardown() {
    globalThis.console = console;
  }

  getVmContext() {
    return null;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }
};
