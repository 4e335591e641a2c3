import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from '../setup/workspace.mjs';
import { bundleLibrary, bundlePrograms } from './bundle.mjs';
import { declarationsOf } from './declarations.mjs';
import { manifestOfLibrary, manifestOfPrograms } from './manifest.mjs';
import { noticesOf } from './notices.mjs';
import { readmeOf } from './readme.mjs';

/**
 * Writes a package as it is published: a library as ES modules and CommonJS with declarations, or programs in which all that they
 * import is bundled. Nothing of the workspace is needed to use it.
 * @param {import('./published-packages.mjs').PublishedPackage} one
 * @param {import('./published-packages.mjs').PublishedPackage[]} all published packages
 * @param {string} folder it is made anew
 * @returns {Promise<object>} the published manifest
 */
export async function makePackage(one, all, folder) {
  rmSync(folder, { recursive: true, force: true });
  const put = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const manifest = await (one.programs === undefined ? makeLibrary(one, all, put) : makePrograms(one, folder, put));
  put('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
  put('README.md', readmeOf(one));
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  return manifest;
}

async function makeLibrary(one, all, put) {
  const others = all.filter(({ folder }) => folder !== one.folder);
  const declarations = declarationsOf(one, others);
  const externals = [...declarations.externals];
  for (const format of ['esm', 'cjs']) {
    const bundle = await bundleLibrary(one, format, others);
    externals.push(...bundle.externals);
    for (const { path, text } of bundle.files) put(path, text);
    putNotices(bundle, put);
    for (const { path, text } of declarations.files) put(join(format, path), text);
  }
  put('cjs/package.json', '{ "type": "commonjs" }\n');
  const versions = new Map(all.map(({ manifest: { name, version } }) => [name, version]));
  return manifestOfLibrary(one, externals, versions);
}

async function makePrograms(one, folder, put) {
  const { files, inputs, externals, assets } = await bundlePrograms(one);
  if (externals.length > 0) throw new Error(`${one.folder} imports ${externals.join(', ')} without bundling it`);
  for (const { path, text } of files) put(path, text);
  for (const path of assets) copyFileSync(join(root, path), join(folder, 'dist', basename(path)));
  putNotices({ inputs }, put);
  return manifestOfPrograms(one);
}

function putNotices({ inputs }, put) {
  const notices = noticesOf(inputs);
  if (notices !== '') put('THIRD-PARTY-LICENSES.txt', notices);
}
