import { register } from 'node:module';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

register('./typescript-hooks.mjs', import.meta.url);
register('./test-hooks.mjs', import.meta.url);
process.setSourceMapsEnabled(true);

/** Jest's environment for tests that share the process's own global object (ADR 0110). It puts back the console, `process.exit`, the environment variables, timers and mocks after each file. */
export default class NativeEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  #before = { console: globalThis.console, exit: process.exit, env: { ...process.env } };

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {
    // Jest has replaced the function that formats stack traces by one that cannot read the source maps of modules that Node loaded.
    Error.prepareStackTrace = undefined;
  }

  async teardown() {
    const { console, exit, env } = this.#before;
    this.fakeTimersModern.dispose();
    // A spy that a failing test left on a shared object would reach the next file.
    this.moduleMocker.restoreAllMocks();
    globalThis.console = console;
    process.exit = exit;
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
  }

  exportConditions() {
    return ['node'];
  }

  getVmContext() {
    return null;
  }
}
