import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../setup/workspace.mjs';

/** The fields that a published manifest has in common with that of the workspace. */
const KEPT = ['name', 'version', 'description', 'license', 'bin'];

/**
 * Writes a library as it is published: ES modules, CommonJS if its manifest asks for it, declarations of both, and a manifest without
 * anything of the workspace. The field `published` of its package.json says which modules are entries.
 * @param {string} library its folder
 * @param {string} folder an existing one
 * @returns {object} the published manifest
 */
export function makePackage(library, folder) {
  const manifest = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8'));
  const { entries, commonjs } = manifest.published;
  const formats = commonjs === true ? ['esm', 'cjs'] : ['esm'];
  for (const format of formats) {
    rmSync(join(folder, format), { recursive: true, force: true });
    emit(library, Object.values(entries), join(folder, format), format);
  }
  if (commonjs === true) writeFileSync(join(folder, 'cjs', 'package.json'), '{ "type": "commonjs" }\n');
  const published = {
    ...Object.fromEntries(KEPT.filter((key) => key in manifest).map((key) => [key, manifest[key]])),
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    ...(commonjs === true ? { main: `./cjs/${entries['.']}.js`, types: `./cjs/${entries['.']}.d.ts` } : {}),
    exports: Object.fromEntries(Object.entries(entries).map(([path, entry]) => [path, conditions(entry, formats)])),
    ...(manifest.dependencies === undefined ? {} : { dependencies: versions(manifest.dependencies, manifest.version) }),
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  for (const [from, file] of [
    [library, 'README.md'],
    [root, 'LICENSE'],
  ])
    copyFileSync(join(from, file), join(folder, file));
  return published;
}

/** What `import` and `require` find. A client of ES modules alone may not be required. */
function conditions(entry, formats) {
  const of = (format) => ({ types: `./${format}/${entry}.d.ts`, default: `./${format}/${entry}.js` });
  return formats.length === 1 ? of('esm') : { import: of('esm'), require: of('cjs') };
}

/** All packages of the workspace have one version. */
const versions = (dependencies, version) =>
  Object.fromEntries(
    Object.entries(dependencies).map(([name, one]) => [name, one.startsWith('workspace:') ? version : one]),
  );

function emit(library, entries, outDir, format) {
  const program = ts.createProgram(
    entries.map((entry) => join(library, 'src', `${entry}.ts`)),
    {
      ...{
        target: ts.ScriptTarget.ES2022,
        lib: ['lib.es2023.d.ts'],
        types: ['node'],
        typeRoots: [join(root, 'node_modules', '@types')],
      },
      ...(format === 'esm'
        ? { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext }
        : { module: ts.ModuleKind.CommonJS, moduleResolution: ts.ModuleResolutionKind.Bundler }),
      ...{ rewriteRelativeImportExtensions: true, declaration: true, strict: true, exactOptionalPropertyTypes: true },
      ...{ skipLibCheck: true, customConditions: ['source'], rootDir: join(library, 'src'), outDir },
    },
  );
  const result = program.emit();
  const problems = [...ts.getPreEmitDiagnostics(program), ...result.diagnostics];
  if (problems.length === 0) return;
  const host = { getCanonicalFileName: (name) => name, getCurrentDirectory: () => root, getNewLine: () => '\n' };
  throw new Error(ts.formatDiagnostics(problems, host));
}
