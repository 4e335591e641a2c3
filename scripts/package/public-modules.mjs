import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { packageFolders } from '../setup/workspace.mjs';

/**
 * Where modules of the workspace are found by who installs their package: `libs/client/src/strata.ts` is `@strata/client`, and so is
 * `libs/client/src/errors.ts`, which it exports again.
 * @typedef {object} PublicModules
 * @property {Map<string, string>} values names of modules by their source files
 * @property {Map<string, string>} types the same, also of modules of which only types are exported again
 */

/**
 * @param {import('./published-packages.mjs').PublishedPackage[]} packages
 * @returns {PublicModules}
 */
export function publicModules(packages) {
  const modules = { values: new Map(), types: new Map() };
  for (const { folder, manifest, entries } of packages)
    for (const [index, entry] of entries.entries()) {
      const file = join(folder, 'src', `${entry}.ts`);
      const name = index === 0 ? manifest.name : `${manifest.name}/${entry}`;
      const { statements } = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2023);
      addTo(modules, file, name, false);
      for (const { moduleSpecifier, isTypeOnly } of statements.filter(ts.isExportDeclaration))
        if (moduleSpecifier !== undefined) addTo(modules, join(dirname(file), moduleSpecifier.text), name, isTypeOnly);
    }
  return modules;
}

function addTo({ values, types }, file, name, isTypeOnly) {
  if (!types.has(file)) types.set(file, name);
  if (!isTypeOnly && !values.has(file)) values.set(file, name);
}

const workspace = new Map(
  packageFolders().map((folder) => [
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name,
    join(folder, 'src'),
  ]),
);

/**
 * The source file of the workspace that a specifier means; undefined for one of another package.
 * @param {string} specifier
 * @param {string} importer
 */
export function sourceOf(specifier, importer) {
  if (specifier.startsWith('.')) return join(dirname(importer), specifier);
  const name = packageOf(specifier);
  const folder = workspace.get(name);
  return folder === undefined ? undefined : join(folder, `${specifier.slice(name.length + 1)}.ts`);
}

/** The package that a module belongs to: `@scope/name` of `@scope/name/module`. */
export const packageOf = (specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
