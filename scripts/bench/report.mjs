import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';

/** @param {string} line */
export const print = (line = '') => process.stdout.write(`${line}\n`);

/** One changing line where a person looks on, else one line for each change. */
export function progress(text) {
  process.stdout.write(process.stdout.isTTY ? `\r\u001b[2K  … ${text}` : `  … ${text}\n`);
}

export function endProgress() {
  if (process.stdout.isTTY) process.stdout.write('\r\u001b[2K');
}

/** @param {import('./rounds.mjs').Figure[]} figures */
export function printFigures(figures) {
  const rows = figures.map(({ name, unit, strata, limit, ratio }) => [
    name,
    `${amount(strata.median)} ${unit}`,
    `${amount(limit.median)} ${unit}`,
    [ratio.min, ratio.median, ratio.max].map(times).join('  '),
  ]);
  const table = [['', 'Strata', 'limit', 'ratio: min, median, max'], ...rows];
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  for (const row of table) {
    print(
      `  ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join('   ')}`,
    );
  }
}

const amount = (value) => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3));
const times = (ratio) => `${ratio >= 10 ? ratio.toFixed(0) : ratio.toFixed(2)}×`;

/** @returns {string} the file that has everything */
export function writeReport(folder, report) {
  mkdirSync(folder, { recursive: true });
  const at = new Date().toISOString();
  const file = join(folder, `${at.replaceAll(/[:.]/gu, '-')}.json`);
  writeFileSync(file, `${JSON.stringify({ at, node: process.version, cores: cpus().length, ...report }, null, 2)}\n`);
  return file;
}
