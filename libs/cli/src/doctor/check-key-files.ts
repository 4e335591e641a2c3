import { lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Cli } from '../cli.ts';
import { localCredentialsFile, profilesFile } from '../config.ts';
import type { Finding } from './finding.ts';

const OTHERS = 0o077;
const PERMISSIONS = 0o777;

/** Whether anybody but the user can read the files that hold keys. */
export function* checkKeyFiles({ surroundings }: Cli): Generator<Finding> {
  const profiles = profilesFile(surroundings);
  const paths = [dirname(profiles), profiles, localCredentialsFile(surroundings)];
  const open = paths.map((path) => [path, openTo(path)] as const).filter(([, says]) => says !== undefined);
  for (const [path, says = ''] of open)
    yield { check: 'Files with keys', state: 'fail', says: `${path} ${says}`, next: `chmod go-rwx '${path}'` };
  if (open.length === 0)
    yield { check: 'Files with keys', state: 'ok', says: 'nobody but you can read those that are there' };
}

/** What is wrong with a file or folder; undefined if there is none, or nothing wrong. Windows keeps no such modes. */
function openTo(path: string): string | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || process.platform === 'win32') return undefined;
  const own = process.getuid?.();
  if (found.uid !== own) return `belongs to another user (${found.uid})`;
  const mode = found.mode & PERMISSIONS;
  return (mode & OTHERS) === 0 ? undefined : `is open to others (mode ${mode.toString(8)})`;
}
