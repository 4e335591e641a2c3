import { basename, dirname, join, relative, sep } from 'node:path';
import ts from 'typescript';
import { root } from '../setup/workspace.mjs';
import { packageOf, publicModules, sourceOf } from './public-modules.mjs';

const SPECIFIER = /(?<=\bfrom |\bimport\()(["'])([^"']+)\1/gu;

/**
 * The declarations of a library: of its entries, and of what these refer to. `npm run typecheck` has checked the types already.
 * @param {import('./published-packages.mjs').PublishedPackage} library
 * @param {import('./published-packages.mjs').PublishedPackage[]} others which are published
 * @returns {{files: {path: string, text: string}[], externals: string[]}} paths relative to the sources; the packages that they import
 */
export function declarationsOf({ folder, entries }, others) {
  const { types } = publicModules(others);
  const roots = entries.map((entry) => join(folder, 'src', `${entry}.ts`));
  const program = createProgram(roots);
  const files = new Map();
  const externals = new Set();
  const waiting = [...roots];
  for (let source = waiting.pop(); source !== undefined; source = waiting.pop()) {
    if (files.has(source)) continue;
    const path = placeOf(source, folder);
    const text = declarationOf(program, source).replaceAll(SPECIFIER, (_whole, quote, specifier) => {
      const meant = sourceOf(specifier.replace(/^(\..*)\.js$/u, '$1.ts'), source);
      const name = meant === undefined ? specifier : types.get(meant);
      if (name !== undefined) {
        if (!name.startsWith('node:')) externals.add(packageOf(name));
        return quote + name + quote;
      }
      waiting.push(meant);
      const to = relative(dirname(path), placeOf(meant, folder)).replaceAll(sep, '/').replace(/\.ts$/u, '.js');
      return quote + (to.startsWith('.') ? to : `./${to}`) + quote;
    });
    files.set(source, { path: path.replace(/\.ts$/u, '.d.ts'), text });
  }
  return { files: [...files.values()], externals: [...externals] };
}

/** What comes from another package of the workspace is in a folder that is called like it. */
function placeOf(source, folder) {
  const own = relative(join(folder, 'src'), source);
  if (!own.startsWith('..')) return own;
  const [, path, inside] = /^(.*)[\\/]src[\\/](.*)$/u.exec(source);
  return join(basename(path), inside);
}

function createProgram(roots) {
  return ts.createProgram(roots, {
    ...{ target: ts.ScriptTarget.ES2023, lib: ['lib.es2023.d.ts'], types: ['node'] },
    ...{ typeRoots: [join(root, 'node_modules', '@types')], customConditions: ['source'], skipLibCheck: true },
    ...{ module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, rootDir: root },
    ...{ rewriteRelativeImportExtensions: true, declaration: true, emitDeclarationOnly: true },
    ...{ strict: true, exactOptionalPropertyTypes: true, outDir: root },
  });
}

function declarationOf(program, path) {
  let declaration = '';
  const { diagnostics } = program.emit(
    program.getSourceFile(path),
    (_name, text) => (declaration = text),
    undefined,
    true,
  );
  const host = { getCanonicalFileName: (name) => name, getCurrentDirectory: () => root, getNewLine: () => '\n' };
  if (diagnostics.length > 0) throw new Error(ts.formatDiagnostics(diagnostics, host));
  return declaration;
}
