/**
 * `npm run bench:chart [-- <figures.json> …]`: takes figures of the bench into docs/performance.json, and writes the chart and the tables of
 * docs/performance.md from it. Where two files have a figure, the newer counts.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { chartOf } from './bench/figures/chart.mjs';
import { merge } from './bench/figures/merge.mjs';
import { withTables } from './bench/figures/page.mjs';
import { tablesOf } from './bench/figures/tables.mjs';
import { root } from './setup/workspace.mjs';

const docs = (name) => join(root, 'docs', name);
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const saved = process.argv
  .slice(2)
  .map(readJson)
  .reduce(merge, readJson(docs('performance.json')));
// A line for each figure.
writeFileSync(docs('performance.json'), `${JSON.stringify(saved).replaceAll('{"name"', '\n{"name"')}\n`);
writeFileSync(docs('performance.svg'), chartOf(saved));
const page = docs('performance.md');
const written = withTables(readFileSync(page, 'utf8'), tablesOf(saved));
writeFileSync(page, await format(written, { ...(await resolveConfig(page)), parser: 'markdown' }));
