import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const run = promisify(execFile);

/** Puts the files of a commit into a new folder below `folder`, installs and builds them there. Returns its path. */
export async function buildPrevious(commit: string, folder: string): Promise<string> {
  const { stdout } = await run('git', ['rev-parse', '--verify', `${commit}^{commit}`], { cwd: ROOT });
  const root = join(folder, 'previous');
  const archive = join(folder, 'previous.tar');
  await mkdir(root);
  await run('git', ['archive', '--output', archive, stdout.trim()], { cwd: ROOT });
  await run('tar', ['--extract', '--file', archive, '--directory', root]);
  await run(process.execPath, [join(root, 'scripts', 'bootstrap.mjs')], { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  return root;
}
