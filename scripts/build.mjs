/** Transpiles changed TypeScript sources of every package: `src/**\/*.ts` except tests, to `dist/**\/*.js`. */
import { mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { transformFile } from '@swc/core';
import { compilerDigest, compilerOptions, planOutputs } from './setup/outputs.mjs';
import { isStamped, stamp } from './setup/stamp.mjs';
import { root } from './setup/workspace.mjs';

const IN_FLIGHT = 16;

const plan = planOutputs(!isStamped('compiler', compilerDigest()));
for (const path of plan.remove) rmSync(path);

const failures = [];
const queue = plan.compile.values();
await Promise.all(
  Array.from({ length: IN_FLIGHT }, async () => {
    for (const file of queue) await compile(file).catch((error) => failures.push({ file, error }));
  }),
);

for (const { file, error } of failures) console.error(`${relative(root, file.source)}: ${error.message}`);
if (failures.length > 0) process.exitCode = 1;
else stamp('compiler', compilerDigest());
if (plan.compile.length + plan.remove.length > 0) {
  console.error(
    `[build] ${plan.compile.length - failures.length} files compiled, ${plan.remove.length} stale files removed`,
  );
}

/** @param {{source: string, output: string}} file */
async function compile({ source, output }) {
  const { atime, mtime } = statSync(source);
  const { code, map } = await transformFile(source, {
    ...compilerOptions,
    sourceFileName: relative(dirname(output), source),
  });
  mkdirSync(dirname(output), { recursive: true });
  writeAtomically(`${output}.map`, map);
  const name = output.slice(output.lastIndexOf('/') + 1);
  writeAtomically(output, `${code}//# sourceMappingURL=${name}.map\n`, () => utimesSync(`${output}.new`, atime, mtime));
}

/** Writes a temporary file and renames it, so that a running service never reads half a file. */
function writeAtomically(path, content, beforeMove = () => {}) {
  writeFileSync(`${path}.new`, content);
  beforeMove();
  renameSync(`${path}.new`, path);
}
