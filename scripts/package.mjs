/**
 * `npm run package -- client`: makes the package of a library as it is published, and packs it: `.strata-packages/<file>.tgz`. Prints
 * its size and its dependencies.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bootstrap } from './bootstrap.mjs';
import { makePackage } from './package/make-package.mjs';
import { root } from './setup/workspace.mjs';

const names = process.argv.slice(2);
if (names.length === 0) {
  console.error('usage: npm run package -- <library> …, for example: npm run package -- client');
  process.exit(2);
}
await bootstrap();
const out = join(root, '.strata-packages');
for (const name of names) {
  const folder = join(out, name);
  mkdirSync(folder, { recursive: true });
  const { dependencies = {} } = makePackage(join(root, 'libs', name), folder);
  const { stdout } = await promisify(execFile)('npm', ['pack', '--json', '--pack-destination', out], { cwd: folder });
  const [{ filename, unpackedSize }] = JSON.parse(stdout);
  const { size } = statSync(join(out, filename));
  console.log(
    `${filename}: ${size} bytes packed, ${unpackedSize} unpacked, ${Object.keys(dependencies).length} dependencies`,
  );
}
