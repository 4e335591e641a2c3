import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../setup/workspace.mjs';

const COMMON = ['name', 'version', 'description', 'license', 'bin', 'keywords'];

/** What is the same for all packages is in the manifest of the workspace. */
const workspace = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The fields that every package has. */
function commonFields({ folder, manifest }) {
  const { repository, homepage, bugs } = workspace;
  return {
    ...Object.fromEntries(COMMON.filter((key) => key in manifest).map((key) => [key, manifest[key]])),
    ...(homepage === undefined ? {} : { homepage }),
    ...(bugs === undefined ? {} : { bugs }),
    ...(repository === undefined ? {} : { repository: { ...repository, directory: relative(root, folder) } }),
    type: 'module',
    engines: workspace.engines,
  };
}

/** A package of programs is not imported, and needs no other package. */
export const manifestOfPrograms = (one) => ({
  ...commonFields(one),
  exports: { './package.json': './package.json' },
});

/**
 * A library imports packages that its user has already: they are its peers.
 * @param {import('./published-packages.mjs').PublishedPackage} one
 * @param {string[]} externals the packages that it imports
 * @param {Map<string, string>} versions of the published packages
 */
export function manifestOfLibrary(one, externals, versions) {
  const { manifest, entries, folder } = one;
  const [main] = entries;
  const wanted = { ...manifest.devDependencies, ...manifest.dependencies, ...manifest.peerDependencies };
  const peers = [...new Set(externals)].sort().map((name) => {
    const version = versions.get(name) ?? wanted[name];
    if (version === undefined) throw new Error(`${relative(root, folder)}/package.json does not name ${name}`);
    return [name, /^\d/u.test(version) ? `^${version}` : version];
  });
  const exported = entries.flatMap((entry) => [
    ...(entry === main ? [['.', conditionsOf(entry)]] : []),
    [`./${entry}`, conditionsOf(entry)],
  ]);
  return {
    ...commonFields(one),
    sideEffects: false,
    main: `./cjs/${main}.js`,
    types: `./cjs/${main}.d.ts`,
    // For TypeScript's old resolution, which does not know `exports`.
    typesVersions: { '*': Object.fromEntries(entries.map((entry) => [entry, [`./cjs/${entry}.d.ts`]])) },
    exports: { ...Object.fromEntries(exported), './package.json': './package.json' },
    ...(peers.length === 0 ? {} : { peerDependencies: Object.fromEntries(peers) }),
  };
}

const conditionsOf = (entry) => ({
  import: { types: `./esm/${entry}.d.ts`, default: `./esm/${entry}.js` },
  require: { types: `./cjs/${entry}.d.ts`, default: `./cjs/${entry}.js` },
});
