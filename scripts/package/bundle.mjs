import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import { root } from '../setup/workspace.mjs';
import { packageOf, publicModules, sourceOf } from './public-modules.mjs';

const SHARED = { bundle: true, metafile: true, charset: 'utf8', logLevel: 'silent', absWorkingDir: root, write: false };

/**
 * What bundling made.
 * @typedef {object} Bundle
 * @property {{path: string, text: string}[]} files relative to the package
 * @property {string[]} inputs the sources that went into them, relative to the repository
 * @property {string[]} externals the packages that they import
 * @property {string[]} assets files that they read beside themselves, relative to the repository
 */

/**
 * The modules of a library in one format. What the workspace shares is bundled in, except what is published by another package: an error
 * must be of the class that its user checks for. Other packages are imported.
 * @param {import('./published-packages.mjs').PublishedPackage} library
 * @param {'esm' | 'cjs'} format
 * @param {import('./published-packages.mjs').PublishedPackage[]} others which are published
 * @returns {Promise<Bundle>}
 */
export async function bundleLibrary({ folder, entries, manifest }, format, others) {
  const { values } = publicModules(others);
  const result = await build({
    ...SHARED,
    ...{ format, platform: 'neutral', target: 'es2022', conditions: ['source'], outdir: format },
    entryPoints: entries.map((entry) => ({ in: join(folder, 'src', `${entry}.ts`), out: entry })),
    splitting: format === 'esm' && entries.length > 1,
    plugins: [
      {
        name: 'published',
        setup: ({ onResolve }) =>
          onResolve({ filter: /./ }, ({ path, kind, importer }) => {
            if (kind === 'entry-point') return undefined;
            const source = sourceOf(path, importer);
            if (source === undefined)
              return isDependency(path, importer, manifest) ? undefined : { path, external: true };
            const name = values.get(source);
            return name === undefined ? undefined : { path: name, external: true };
          }),
      },
    ],
  });
  const bundle = bundleOf(result);
  for (const input of bundle.inputs.map((path) => join(root, path)))
    if (others.some((other) => input.startsWith(join(other.folder, '/')))) refuseClass(folder, input);
  return bundle;
}

/** A dependency becomes a part of a library, with what it imports. What the user of the library has anyway is none. */
const isDependency = (path, importer, { dependencies = {} }) =>
  importer.includes('node_modules') || packageOf(path) in dependencies;

/** A class of another published package must not exist twice. */
function refuseClass(folder, input) {
  if (!/^export (?:default |abstract )*class /mu.test(readFileSync(input, 'utf8'))) return;
  const [library, source] = [folder, input].map((path) => relative(root, path));
  throw new Error(`${library} would hold a second copy of the classes of ${source}: its package must export them`);
}

/**
 * Programs with all that they import, in files that they share.
 * @param {{folder: string, programs: Record<string, string>}} package
 * @returns {Promise<Bundle>}
 */
export async function bundlePrograms({ folder, programs }) {
  const result = await build({
    ...SHARED,
    ...{
      format: 'esm',
      platform: 'node',
      target: 'node20.11',
      conditions: ['source'],
      outdir: 'dist',
      splitting: true,
    },
    entryPoints: Object.entries(programs).map(([out, path]) => ({ in: join(folder, path), out })),
    // Not the UMD of a package, whose imports cannot be followed.
    mainFields: ['module', 'main'],
    chunkNames: '[name]-[hash]',
    legalComments: 'none',
    minifySyntax: true,
    plugins: [englishOnly],
  });
  const bundle = bundleOf(result);
  for (const { path, text } of bundle.files) {
    const [found] = /\brequire\d*\(["']\.[^)]*\)/u.exec(text) ?? [];
    if (found !== undefined) throw new Error(`${path} has ${found}, which was not bundled`);
  }
  return { ...bundle, files: bundle.files.map(({ path, text }) => ({ path, text: withCommonJs(text) })) };
}

/** The messages of zod in forty languages would be a quarter of the size of a program. */
const englishOnly = {
  name: 'english-only',
  setup: ({ onLoad }) =>
    onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    })),
};

function bundleOf({ outputFiles, metafile: { inputs, outputs } }) {
  const external = Object.values(outputs).flatMap(({ imports }) => imports.filter(({ external }) => external));
  return {
    files: outputFiles.map(({ path, text }) => ({ path: relative(root, path), text })),
    inputs: Object.keys(inputs),
    externals: [...new Set(external.map(({ path }) => path))].filter((path) => !isBuiltin(path)).map(packageOf),
    assets: Object.keys(inputs).flatMap(webAssemblyBeside),
  };
}

/** WebAssembly is read at run time, from the folder of the module that was bundled. */
function webAssemblyBeside(input) {
  if (!input.includes('node_modules/')) return [];
  const folder = dirname(input);
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.wasm'))
    .map((name) => join(folder, name));
}

/** What CommonJS has and ES modules do not: esbuild leaves it as it is. */
function withCommonJs(text) {
  const made = [];
  if (text.includes('Dynamic require of')) made.push("import { createRequire } from 'node:module';");
  if (/\b__dirname\b/u.test(text)) made.push("import { fileURLToPath } from 'node:url';");
  if (text.includes('Dynamic require of')) made.push('const require = createRequire(import.meta.url);');
  if (/\b__dirname\b/u.test(text)) made.push("const __dirname = fileURLToPath(new URL('.', import.meta.url));");
  return made.length === 0 ? text : `${made.join('\n')}\n${text}`;
}
