const { pathToFileURL } = require('node:url');
const { default: Runtime } = require('jest-runtime');

/** Where Jest's circus keeps its event handlers. Jest expects a new global object for each test file; here there is one. */
const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');

let runs = 0;

/**
 * Jest's runtime, but modules are loaded by Node's own loader and stay loaded for the next test file of the process
 * (ADR 0110). Only test files and their helpers are loaded anew.
 */
module.exports = class NativeRuntime extends Runtime {
  unstable_shouldLoadAsEsm() {
    return true;
  }

  async unstable_importModule(path) {
    const url = pathToFileURL(path);
    url.search = `run=${String(++runs)}`;
    return import(url.href);
  }

  /** Called for circus, the part of Jest that runs the tests of one file and holds their state. */
  requireInternalModule(path) {
    delete globalThis[EVENT_HANDLERS];
    delete require.cache[path];
    return require(path);
  }

  setGlobalsForRuntime(globals) {
    super.setGlobalsForRuntime(globals);
    // The only one that Jest itself does not put there.
    globalThis.jest = this.jestGlobals.jestObjectFor(this._testPath);
  }
};
