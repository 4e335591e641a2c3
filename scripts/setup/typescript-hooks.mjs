/** Hooks of Node's module loader for programs that are run from their TypeScript sources, as tests are. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';
import { compilerOptions } from './outputs.mjs';

const jsc = { ...compilerOptions.jsc, rewriteRelativeImportExtensions: false };

/** Packages of the workspace resolve to their sources. */
export const resolve = (specifier, context, nextResolve) =>
  nextResolve(specifier, { ...context, conditions: ['source', ...context.conditions] });

export async function load(url, context, nextLoad) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return nextLoad(url, context);
  const filename = fileURLToPath(url);
  const options = { ...compilerOptions, jsc, filename, sourceMaps: 'inline' };
  const { code } = await transform(await readFile(filename, 'utf8'), options);
  return { format: 'module', source: code, shortCircuit: true };
}
