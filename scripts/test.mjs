/** `npm test [-- <jest arguments>]`: prepares the clone and runs the suite; the tally is the output's last line. */
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
    '--experimental-vm-modules',
    '--no-warnings=ExperimentalWarning',
    // Each file has an embedded database of its own, which lives for seconds: optimizing its code pays later than usual.
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

/** Absent when nothing ran, as with `--listTests` or a pattern that matches no file. */
function readTally() {
  try {
    return readFileSync(tallyFile, 'utf8');
  } catch {
    return undefined;
  }
}
