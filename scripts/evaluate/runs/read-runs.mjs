import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { DemoError } from '../../demo/demo-error.mjs';
import { readTauRuns } from './tau-runs.mjs';
import { readTerminalRuns } from './terminal-runs.mjs';

/**
 * @typedef {{tool: string, input: Record<string, unknown>, output: string, failed: boolean}} Call
 * @typedef {{id: string, task: string, passed: boolean, users: string[], calls: Call[], gold: string[], customer: string | null,
 *   events: {type: string, payload: Record<string, unknown>}[]}} Run
 *   `gold` are the tools of the task's reference solution, `customer` is whose task it is
 * @typedef {{name: string, kind: 'tau' | 'terminal', runs: Run[]}} RunSet
 */

/**
 * Reads a result file. Throws a {@link DemoError} if its form is not known.
 * @param {string} file
 * @returns {RunSet}
 */
export function readRuns(file) {
  const rows = parse(file);
  const name = basename(file).replace(/\.json$/, '');
  if (Array.isArray(rows) && rows.length > 0) {
    if (rows.every((row) => Array.isArray(row?.traj))) return { name, kind: 'tau', runs: readTauRuns(rows) };
    if (rows.every((row) => Array.isArray(row?.actions)))
      return { name, kind: 'terminal', runs: readTerminalRuns(rows) };
  }
  throw new DemoError(`${file} is not a list of runs with "traj" (tau-bench) or with "actions" (terminal agents).`);
}

function parse(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new DemoError(`${file} cannot be read: ${error.message}`);
  }
}
