import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { makePackage } from './make-package.mjs';

/**
 * Makes a package and packs it.
 * @param {import('./published-packages.mjs').PublishedPackage} one
 * @param {import('./published-packages.mjs').PublishedPackage[]} all published packages
 * @param {string} out gets the folder of the package and its tarball
 * @returns {Promise<{name: string, folder: string, file: string, packedBytes: number, installedBytes: number, dependencies: string[], peers: string[]}>}
 */
export async function packPackage(one, all, out) {
  const folder = join(out, basename(one.folder));
  const { name, dependencies = {}, peerDependencies = {} } = await makePackage(one, all, folder);
  const { stdout } = await promisify(execFile)('npm', ['pack', '--json', '--pack-destination', out], { cwd: folder });
  const [{ filename, unpackedSize }] = JSON.parse(stdout);
  const file = join(out, filename);
  return {
    ...{ name, folder, file, packedBytes: statSync(file).size, installedBytes: unpackedSize },
    ...{ dependencies: Object.keys(dependencies), peers: Object.keys(peerDependencies) },
  };
}
