import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';

/** @param {string} line */
export const print = (line = '') => process.stdout.write(`${line}\n`);

const LINE_EVERY_MS = 2000;
let shown = '';
let shownAt = 0;

/** Shows progress: one changing line in a terminal, else at most one line every two seconds. */
export function progress(text) {
  if (text === shown) return;
  if (process.stdout.isTTY) process.stdout.write(`\r\u001b[2K  … ${text}`);
  else if (performance.now() - shownAt < LINE_EVERY_MS) return;
  else print(`  … ${text}`);
  shown = text;
  shownAt = performance.now();
}

export function endProgress() {
  if (process.stdout.isTTY) process.stdout.write('\r\u001b[2K');
}

/** @param {import('./rounds.mjs').Figure[]} figures */
export function printFigures(figures) {
  const rows = figures.map(({ name, unit, strata, limit, ratio }) => [
    name,
    `${formatValue(strata.median)} ${unit}`,
    `${formatValue(limit.median)} ${unit}`,
    [ratio.min, ratio.median, ratio.max].map((one) => `${formatRatio(one)}×`).join('  '),
  ]);
  const table = [['', 'Strata', 'limit', 'ratio: min, median, max'], ...rows];
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  for (const row of table) {
    print(
      `  ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join('   ')}`,
    );
  }
}

export const formatValue = (value) => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3));
export const formatRatio = (ratio) => ratio.toFixed(ratio >= 10 ? 0 : 2);

const MIN_SHARE = 0.01;

/**
 * Prints the busy time of each thread, and its share of each part of the code.
 * @param {string} measure
 * @param {Map<string, Map<string, number>>} threads milliseconds by thread and part
 */
export function printProfile(measure, threads) {
  const totals = [...threads].map(([thread, parts]) => ({
    thread,
    parts,
    total: [...parts.values()].reduce((sum, ms) => sum + ms, 0),
  }));
  const all = totals.reduce((sum, { total }) => sum + total, 0);
  for (const { thread, parts, total } of totals
    .filter(({ total }) => total > MIN_SHARE * all)
    .sort((a, b) => b.total - a.total)) {
    print(
      `  profile of ${measure}, ${thread}: busy ${Math.round(total)} ms, ${Math.round((100 * total) / all)} % of all`,
    );
    for (const [part, ms] of [...parts].sort(([, a], [, b]) => b - a)) {
      if (ms > MIN_SHARE * total) print(`    ${((100 * ms) / total).toFixed(1).padStart(5)} %  ${part}`);
    }
  }
}

/** @returns {string} path of the file with all results */
export function writeReport(folder, report) {
  mkdirSync(folder, { recursive: true });
  const at = new Date().toISOString();
  const file = join(folder, `${at.replaceAll(/[:.]/gu, '-')}.json`);
  writeFileSync(file, `${JSON.stringify({ at, node: process.version, cores: cpus().length, ...report }, null, 2)}\n`);
  return file;
}
