import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import ts from 'typescript';
import { packageFolders } from '../setup/workspace.mjs';

/**
 * A package that users install.
 * @typedef {object} PublishedPackage
 * @property {string} folder
 * @property {object} manifest the package.json of the workspace
 * @property {Record<string, string> | undefined} programs the sources of its programs by their names, if it is one of programs
 * @property {string[]} entries the modules that may be imported, without `.ts`; the first is that of the package's name
 */

/**
 * The packages that users install: those whose package.json says by `published` what they consist of, and all adapters but what these
 * have in common.
 * @returns {PublishedPackage[]}
 */
export function publishedPackages() {
  const all = packageFolders().map((folder) => ({
    folder,
    manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
  }));
  const isAdapter = ({ folder }) => basename(dirname(folder)) === 'adapters';
  const needed = new Set(all.filter(isAdapter).flatMap(({ manifest }) => Object.keys(manifest.dependencies ?? {})));
  return all
    .filter((one) => one.manifest.published !== undefined || (isAdapter(one) && !needed.has(one.manifest.name)))
    .map(({ folder, manifest }) => {
      const { programs, entries = programs === undefined ? outermostModules(folder) : [] } = manifest.published ?? {};
      return { folder, manifest, programs, entries };
    });
}

/** The modules that no other module of a package imports: those are for its users. */
function outermostModules(folder) {
  const names = readdirSync(join(folder, 'src')).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const imported = new Set(
    names.flatMap((name) =>
      ts
        .preProcessFile(readFileSync(join(folder, 'src', name), 'utf8'), true, true)
        .importedFiles.map(({ fileName }) => fileName.replace(/^\.\//u, '')),
    ),
  );
  return names
    .filter((name) => !imported.has(name))
    .map((name) => name.slice(0, -'.ts'.length))
    .sort();
}
