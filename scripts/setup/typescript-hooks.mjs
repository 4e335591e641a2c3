/** Hooks of Node's module loader for programs that are run from their TypeScript sources, as tests are. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';
import { compilerOptions } from './outputs.mjs';

const jsc = { ...compilerOptions.jsc, rewriteRelativeImportExtensions: false };

/** Only packages of the workspace resolve to their sources: what others have under the condition `source` is not compiled. */
export const resolve = (specifier, context, nextResolve) =>
  nextResolve(
    specifier,
    specifier.startsWith('@strata/') ? { ...context, conditions: ['source', ...context.conditions] } : context,
  );

export async function load(url, context, nextLoad) {
  const { protocol, pathname } = new URL(url);
  if (protocol !== 'file:' || !pathname.endsWith('.ts')) return nextLoad(url, context);
  const filename = fileURLToPath(url);
  const options = { ...compilerOptions, jsc, filename, sourceMaps: 'inline' };
  const { code } = await transform(await readFile(filename, 'utf8'), options);
  return { format: 'module', source: code, shortCircuit: true };
}
