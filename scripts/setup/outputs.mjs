import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { digest } from './stamp.mjs';
import { packageFolders, root } from './workspace.mjs';

/** How every source file is transpiled: strip types, turn `./x.ts` imports into `./x.js`, write one source map per file. */
export const compilerOptions = {
  swcrc: false,
  configFile: false,
  jsc: {
    parser: { syntax: 'typescript' },
    target: 'es2023',
    rewriteRelativeImportExtensions: true,
    transform: { verbatimModuleSyntax: true },
  },
  module: { type: 'es6' },
  sourceMaps: true,
  inlineSourcesContent: false,
};

/** @returns {string} digest of the compiler's version and options, which the output depends on besides the sources */
export function compilerDigest() {
  return digest([join(root, 'node_modules', '@swc', 'core', 'package.json')], JSON.stringify(compilerOptions));
}

/**
 * Compares every package's `src/` with its `dist/`. An output has its source's modification time, so equal times mean
 * that it is up to date. This also notices a source that was replaced by an older one.
 * @param {boolean} everything also compile files that are up to date
 * @returns {{compile: {source: string, output: string}[], remove: string[]}} absolute paths
 */
export function planOutputs(everything) {
  const plan = { compile: [], remove: [] };
  for (const folder of packageFolders().filter((path) => !isBundled(path))) {
    const src = join(folder, 'src');
    const dist = join(folder, 'dist');
    const expected = new Set();
    for (const source of filesBelow(src).filter(isSource)) {
      const output = join(dist, relative(src, source).replace(/\.ts$/, '.js'));
      expected.add(output).add(`${output}.map`);
      if (everything || !isUpToDate(source, output)) plan.compile.push({ source, output });
    }
    const outputs = filesBelow(dist).filter((path) => /\.js(\.map)?$/.test(path));
    plan.remove.push(...outputs.filter((path) => !expected.has(path)));
  }
  return plan;
}

/** The console is built by Vite. @param {string} folder */
const isBundled = (folder) => existsSync(join(folder, 'vite.config.mjs'));

/** @param {string} path */
function isSource(path) {
  return path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.endsWith('.d.ts');
}

/**
 * @param {string} source
 * @param {string} output
 */
function isUpToDate(source, output) {
  const stats = statSync(output, { throwIfNoEntry: false });
  return stats !== undefined && Math.abs(stats.mtimeMs - statSync(source).mtimeMs) < 1;
}

/** @param {string} folder */
function filesBelow(folder) {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}
