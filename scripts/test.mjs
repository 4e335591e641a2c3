/** `npm test [-- <jest arguments>]`: prepares the clone and runs the tests; the last line of output is the tally. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bootstrap } from './bootstrap.mjs';
import { root } from './setup/workspace.mjs';

await bootstrap();

const scratch = mkdtempSync(join(tmpdir(), 'strata-test-'));
const tallyFile = join(scratch, 'tally');
const child = spawn(
  process.execPath,
  [
    // Each test file runs its own embedded database for seconds only: optimize its code later than usual.
    '--wasm-tiering-budget=50000000',
    fileURLToPath(import.meta.resolve('jest/bin/jest')),
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, STRATA_TALLY_FILE: tallyFile } },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.once('close', (code) => {
  const tally = readTally();
  rmSync(scratch, { recursive: true, force: true });
  if (tally !== undefined) process.stdout.write(`${tally}\n`);
  process.exitCode = code ?? 1;
});

/** Undefined if no test ran, as with `--listTests` or a pattern that matches no file. */
function readTally() {
  try {
    return readFileSync(tallyFile, 'utf8');
  } catch {
    return undefined;
  }
}
