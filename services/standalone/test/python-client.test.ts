import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { hasPython } from './fixtures/has-python.ts';
import { newTenant } from './fixtures/new-tenant.ts';
import { startStandalone, UNLIMITED } from './fixtures/system-fixture.ts';
import { openUnsteadyService } from './fixtures/unsteady-service.ts';

const CLIENT = fileURLToPath(new URL('../../../libs/client-python/', import.meta.url));
const MODULES = readdirSync(`${CLIENT}tests`)
  .filter((name) => /^test_\w+\.py$/.test(name))
  .map((name) => name.replace('.py', ''));

/** The tests of the Python client are written in Python; they share a running service, each module with a tenant of its own. */
const describePython = hasPython() ? describe : describe.skip;

describePython('The Python client (skipped without Python 3.10)', () => {
  const stack = new CloseStack();
  let base: string;
  beforeAll(async () => {
    ({ base } = stack.use(await startStandalone({ settings: UNLIMITED })));
  });
  afterAll(() => stack.close());

  it.each(MODULES)('%s', async (module) => {
    const tenant = await newTenant(base);
    const unsteady = await openUnsteadyService(base);
    const env = {
      ...{ PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8', PYTHONDONTWRITEBYTECODE: '1' },
      ...{ PYTHONPATH: `${CLIENT}src`, STRATA_URL: unsteady.base, STRATA_API_KEY: tenant.api.credential ?? '' },
      ...{ STRATA_USER_TOKEN: tenant.user.credential ?? '', NETWORK_CONTROL: unsteady.control },
    };
    try {
      const { code, output } = await runPython(['-W', 'error', '-m', 'unittest', `tests.${module}`], env);
      expect(code === 0 ? '' : output).toBe('');
      expect(output).toMatch(/Ran [1-9]\d* tests?/);
    } finally {
      await unsteady.close();
    }
  });
});

const runPython = (args: readonly string[], env: Record<string, string>) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    execFile('python3', args, { cwd: CLIENT, env, timeout: 280_000 }, (error, stdout, stderr) => {
      resolve({
        code: error === null ? 0 : 1,
        output: `${stdout}${stderr}${error?.killed === true ? 'It did not end in time' : ''}`,
      });
    });
  });
