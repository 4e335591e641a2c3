import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the repository. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Stamps of finished steps; deleted together with the installed dependencies. */
export const stampDir = join(root, 'node_modules', '.strata');

/**
 * The workspace's packages.
 * @returns {string[]} absolute folders, in a stable order
 */
export function packageFolders() {
  return ['libs', 'libs/adapters', 'services', 'docs'].flatMap((group) => {
    const folder = join(root, group);
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .sort()
      .map((name) => join(folder, name))
      .filter((path) => existsSync(join(path, 'package.json')));
  });
}
