import { createPackageFromTarballData, checkPackage } from '@arethetypeswrong/core';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { publint } from 'publint';

const run = promisify(execFile);
const LIBRARY = fileURLToPath(new URL('../../libs/client', import.meta.url));

/** The SDK as a user gets it: packed, and installed into a folder of its own. */
describe('The published SDK', () => {
  let folder: string;
  let packed: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strata-package-'));
    const made = join(folder, 'made');
    await mkdir(made);
    const { makePackage } = (await import(new URL('make-package.mjs', import.meta.url).href)) as {
      makePackage: (library: string, folder: string) => { dependencies?: unknown };
    };
    expect(makePackage(LIBRARY, made).dependencies).toBeUndefined();
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: made });
    packed = join(folder, (JSON.parse(stdout) as { filename: string }[])[0]?.filename ?? '');
    const installed = join(folder, 'node_modules', '@strata');
    await mkdir(installed, { recursive: true });
    await symlink(made, join(installed, 'client'));
  }, 60_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is clean for publint', async () => {
    const { messages } = await publint({ pkgDir: join(folder, 'made'), pack: false, strict: true });
    expect(messages).toEqual([]);
  });

  it('has types that every kind of import resolves', async () => {
    const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(await readFile(packed))));
    expect(analysis.types && 'problems' in analysis ? analysis.problems : 'no types').toEqual([]);
  });

  it.each([
    ['an ES module', 'use.mjs', "import { Strata, StrataError } from '@strata/client';"],
    ['CommonJS', 'use.cjs', "const { Strata, StrataError } = require('@strata/client');"],
  ])('works in %s', async (_, name, loading) => {
    await writeFile(
      join(folder, name),
      `${loading}\nconsole.log(typeof new Strata().api.synthesize, StrataError.name);\n`,
    );
    const { stdout } = await run(process.execPath, [join(folder, name)]);
    expect(stdout).toBe('function StrataError\n');
  });
});
