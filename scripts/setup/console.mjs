import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { runStep } from './run-step.mjs';
import { isStamped, stamp } from './stamp.mjs';
import { root } from './workspace.mjs';

const folder = join(root, 'services', 'console');
/** What the build reads, besides the installed packages. */
const SOURCES = [
  ...['index.html', 'vite.config.mjs', 'package.json', 'build', 'src'].map((name) => join(folder, name)),
  join(root, 'libs', 'client', 'src'),
  join(root, 'libs', 'contracts', 'src', 'operations', 'audit-actions.ts'),
  join(root, 'scripts', 'demo'),
  join(root, 'pnpm-lock.yaml'),
];
/** The first versions of Node that run Vite. */
const MINIMUM_NODE = { 20: 19, 22: 12 };

/** @returns {boolean} whether the console is built from its present sources, or cannot be built on this Node */
export function isConsoleBuilt() {
  return !canBuild() || (existsSync(join(folder, 'dist', 'index.html')) && isStamped('console', sourceDigest()));
}

/** Builds the console into `services/console/dist`. */
export async function buildConsole() {
  const value = sourceDigest();
  await runStep({
    title: 'building the console',
    command: process.execPath,
    args: [join(folder, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', folder, '--logLevel', 'warn'],
    // The build of a service for production, whatever tests set.
    env: { NODE_ENV: 'production' },
  });
  stamp('console', value);
}

/** An older Node serves the interface without the console. */
function canBuild() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return minor >= (MINIMUM_NODE[major] ?? 0);
}

function sourceDigest() {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap(filesIn))
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update('\0');
  return hash.digest('hex');
}

/** @param {string} path of a file or a folder */
function filesIn(path) {
  try {
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
      .sort();
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    throw error;
  }
}
