import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { publint } from 'publint';

interface PublishedPackage {
  readonly folder: string;
  readonly programs?: object;
}
interface Packed {
  readonly folder: string;
  readonly file: string;
  readonly dependencies: readonly string[];
}

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const load = <Module>(name: string): Promise<Module> => import(new URL(name, import.meta.url).href) as Promise<Module>;
const { publishedPackages } = await load<{ publishedPackages: () => PublishedPackage[] }>('published-packages.mjs');
const { packPackage } = await load<{
  packPackage: (one: PublishedPackage, all: PublishedPackage[], out: string) => Promise<Packed>;
}>('pack-package.mjs');

const ALL = publishedPackages().map((one) => ({ name: basename(one.folder), one }));
const FORBIDDEN = [/\.test\./u, /\.map$/u, /\.ts$(?<!\.d\.ts)/u, /tsconfig/u];

/** The packages as users get them. */
describe('A published package', () => {
  let out: string;
  const packed = new Map<string, Packed>();
  beforeAll(async () => {
    out = await mkdtemp(join(tmpdir(), 'strata-packages-'));
    await Promise.all(
      ALL.map(async ({ name, one }) =>
        packed.set(
          name,
          await packPackage(
            one,
            ALL.map(({ one }) => one),
            out,
          ),
        ),
      ),
    );
  });
  afterAll(() => rm(out, { recursive: true, force: true }));

  const packedOf = (name: string): Packed => {
    const found = packed.get(name);
    if (found === undefined) throw new Error(`${name} was not packed`);
    return found;
  };

  it('is the SDK, the command line, the MCP server, or an adapter', async () => {
    // They share `base`, which is bundled into each of them.
    const adapters = await readdir(join(ROOT, 'libs', 'adapters'));
    expect(ALL.map(({ name }) => name).sort()).toEqual(
      [...adapters.filter((name) => name !== 'base'), 'cli', 'client', 'mcp'].sort(),
    );
  });

  it.each(ALL)('$name is clean for publint', async ({ name }) => {
    const { messages } = await publint({ pkgDir: packedOf(name).folder, pack: false, strict: true });
    expect(messages).toEqual([]);
  });

  it.each(ALL)('$name needs no other package, and has nothing of the workspace', async ({ name }) => {
    const { folder, dependencies } = packedOf(name);
    expect(dependencies).toEqual([]);
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) => file.isFile());
    expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'package.json']));
    for (const { parentPath, name: file } of files) {
      expect(FORBIDDEN.filter((pattern) => pattern.test(file))).toEqual([]);
      if (file.endsWith('.wasm')) continue;
      const text = await readFile(join(parentPath, file), 'utf8');
      expect(text.includes(ROOT) || text.includes('sourceMappingURL=') || text.includes('workspace:')).toBe(false);
      expect(/(?:from|import) ?\(?["']@strata\/\w+\/(?:errors|given|event-buffer)["']/u.test(text)).toBe(false);
    }
  });

  it.each(ALL.filter(({ one }) => one.programs === undefined))(
    '$name has types that every kind of import resolves',
    async ({ name }) => {
      const tarball = createPackageFromTarballData(new Uint8Array(await readFile(packedOf(name).file)));
      const analysis = await checkPackage(tarball);
      expect(analysis.types && 'problems' in analysis ? analysis.problems : 'no types').toEqual([]);
    },
  );

  it.each([
    ['an ES module', 'use.mjs', "import { Strata, StrataError } from '@strata/client';"],
    ['CommonJS', 'use.cjs', "const { Strata, StrataError } = require('@strata/client');"],
  ])('works in %s', async (_, name, loading) => {
    const installed = join(out, 'node_modules', '@strata');
    await mkdir(installed, { recursive: true });
    await symlink(packedOf('client').folder, join(installed, 'client')).catch(() => undefined);
    await writeFile(
      join(out, name),
      `${loading}\nconsole.log(typeof new Strata().api.synthesize, StrataError.name);\n`,
    );
    const { stdout } = await run(process.execPath, [join(out, name)]);
    expect(stdout).toBe('function StrataError\n');
  });

  it('is small', async () => {
    const sizeOf = async (name: string): Promise<number> => (await stat(packedOf(name).file)).size;
    expect(await sizeOf('client')).toBeLessThan(100_000);
    expect(await sizeOf('mcp')).toBeLessThan(300_000);
    expect(await sizeOf('cli')).toBeLessThan(1_200_000);
  });
});
