const asyncHooks = require('node:async_hooks');
const { register } = require('node:module');
const { join } = require('node:path');
const { fileURLToPath, pathToFileURL } = require('node:url');
const { default: Runtime } = require('jest-runtime');
const { compiledTypescript } = require('../../scripts/typescript/compiled.cjs');

const STATE_OF_CIRCUS = new Set([
  'JEST_STATE_SYMBOL',
  'EVENT_HANDLERS',
  'RETRY_TIMES',
  'LOG_ERRORS_BEFORE_RETRY',
]);

let isRegistered = false;

/** Imports tests as Node itself does, so that the files of one worker share what they import instead of loading the whole gateway anew each. */
module.exports = class SharedModulesRuntime extends Runtime {
  storages = [];

  constructor(config, ...others) {
    super(config, ...others);
    this.cacheDirectory = join(config.cacheDirectory, 'compiled-typescript');
    if (isRegistered) return;
    isRegistered = true;
    const loader = pathToFileURL(require.resolve('../../scripts/typescript/hooks.mjs'));
    register(loader, { data: { cacheDirectory: this.cacheDirectory } });
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  unstable_importModule(path) {
    return import(pathToFileURL(path).href);
  }

  /** jest-circus, anew for each file: what one file has registered must not run in the next. */
  requireInternalModule(path) {
    for (const symbol of Object.getOwnPropertySymbols(globalThis))
      if (STATE_OF_CIRCUS.has(symbol.description)) delete globalThis[symbol];
    delete require.cache[path];
    const { AsyncLocalStorage } = asyncHooks;
    asyncHooks.AsyncLocalStorage = this.storageOfCircus(AsyncLocalStorage);
    try {
      return require(path);
    } finally {
      asyncHooks.AsyncLocalStorage = AsyncLocalStorage;
    }
  }

  /** A storage that is never switched off costs each promise of all later files. */
  storageOfCircus(AsyncLocalStorage) {
    const { storages } = this;
    return class extends AsyncLocalStorage {
      constructor(...options) {
        super(...options);
        storages.push(this);
      }
    };
  }

  teardown() {
    for (const storage of this.storages) storage.disable();
    super.teardown();
  }

  getSourceMaps() {
    return new SourceMaps(this.cacheDirectory);
  }
};

/** Finds the source map of a file when a stack asks for it; jest would have gathered all before. */
class SourceMaps extends Map {
  constructor(cacheDirectory) {
    super();
    this.cacheDirectory = cacheDirectory;
  }

  get(source) {
    if (!source.endsWith('.ts')) return undefined;
    const path = source.startsWith('file:') ? fileURLToPath(source) : source;
    return `${compiledTypescript(path, this.cacheDirectory)}.map`;
  }
}
