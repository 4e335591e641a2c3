/**
 * `npm run package -- client cli`: makes these packages as they are published, and packs them: `.strata-packages/<file>.tgz`, or in the
 * folder of `--out`. `--all` makes every package that users install, and measures how long programs take to start. Prints the tables of docs/packages.md.
 */
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bootstrap } from './bootstrap.mjs';
import { root } from './setup/workspace.mjs';

await bootstrap();
const { publishedPackages } = await import('./package/published-packages.mjs');
const { packPackage } = await import('./package/pack-package.mjs');
const { packageTable, timesTable } = await import('./package/report.mjs');
const { startTimes } = await import('./package/start-times.mjs');

const all = publishedPackages();
const { values, positionals: names } = parseArgs({
  options: { all: { type: 'boolean', default: false }, out: { type: 'string' } },
  allowPositionals: true,
});
const isWanted = ({ folder }) => values.all || names.includes(basename(folder));
const known = all.map(({ folder }) => basename(folder));
if (!all.some(isWanted) || names.some((name) => !known.includes(name))) {
  console.error(`usage: npm run package -- --all, or some of: ${known.join(' ')}`);
  process.exit(2);
}
const out = resolve(values.out ?? join(root, '.strata-packages'));
const packed = [];
for (const one of all.filter(isWanted)) packed.push(await packPackage(one, all, out));
console.log(packageTable(packed));
if (values.all) console.log(`\n${timesTable(startTimes(join(out, 'cli')))}`);
