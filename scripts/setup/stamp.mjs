import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stampDir } from './workspace.mjs';

/**
 * Digest of files and values that a step depends on. A missing file counts as an empty one.
 * @param {string[]} files absolute paths
 * @param {...string} values anything else the step depends on
 * @returns {string}
 */
export function digest(files, ...values) {
  const hash = createHash('sha256');
  for (const value of values) hash.update(`${value}\0`);
  for (const file of files) hash.update(`${file}\0`).update(contentOf(file)).update('\0');
  return hash.digest('hex');
}

/**
 * @param {string} name of the step
 * @param {string} value its digest now
 * @returns {boolean} whether the step was finished with this digest
 */
export function isStamped(name, value) {
  return contentOf(join(stampDir, name)).toString() === value;
}

/**
 * @param {string} name of the finished step
 * @param {string} value its digest
 */
export function stamp(name, value) {
  const file = join(stampDir, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, value);
}

/** @param {string} file */
function contentOf(file) {
  try {
    return readFileSync(file);
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return Buffer.alloc(0);
    throw error;
  }
}
