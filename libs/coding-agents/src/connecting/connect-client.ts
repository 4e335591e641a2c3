import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '@strata/platform/config/error-code';
import { maskSecrets } from '@strata/secrets/mask-secrets';
import { createTwoFilesPatch } from 'diff';
import { ConfigError, type ConfigFile } from './config-edit.ts';

/** What is to become of a file. `null` means that there is no file. */
export interface PlannedFile {
  readonly path: string;
  readonly purpose: string;
  readonly before: string | null;
  readonly after: string | null;
  /** What is there without Strata's entries. */
  readonly original: string | null;
}

/** What `connect` wrote to a file, and what it found there. */
interface Backup {
  readonly path: string;
  readonly before: string | null;
  /** The SHA-256 of what it wrote. */
  readonly written: string;
}

/**
 * What connecting does to each file. Nothing is written. Throws a `ConfigError` for a file that cannot be read as what it should be.
 */
export async function planConnection(files: readonly ConfigFile[], backupDir: string): Promise<PlannedFile[]> {
  const planned: PlannedFile[] = [];
  for (const file of files)
    planned.push(await plan(file, backupDir, (before, original) => ({ after: file.edit.add(before ?? ''), original })));
  return planned;
}

/**
 * What disconnecting does: a file that nobody changed since gets back what it held byte for byte; from any other only Strata's
 * entries are removed. Throws a `ConfigError` as `planConnection` does.
 */
export async function planDisconnection(files: readonly ConfigFile[], backupDir: string): Promise<PlannedFile[]> {
  const planned: PlannedFile[] = [];
  for (const file of files)
    planned.push(await plan(file, backupDir, (_before, original) => ({ after: original, original })));
  return planned;
}

async function plan(
  { path, purpose, edit }: ConfigFile,
  backupDir: string,
  decide: (before: string | null, original: string | null) => Pick<PlannedFile, 'after' | 'original'>,
): Promise<PlannedFile> {
  const before = await readText(path);
  try {
    const backup = await readBackup(path, backupDir);
    const original =
      before === null ? null : backup?.written === hashOf(before) ? backup.before : withoutOwn(before, backup, edit);
    return { path, purpose, before, ...decide(before, original) };
  } catch (error) {
    if (error instanceof ConfigError)
      throw new ConfigError(`${path} was not changed. ${error.message}`, { cause: error });
    throw error;
  }
}

function withoutOwn(text: string, backup: Backup | undefined, edit: ConfigFile['edit']): string | null {
  const rest = edit.remove(text);
  // A file that `connect` made goes with the last of its entries.
  return rest !== text && backup?.before === null && edit.isEmpty(rest) ? null : rest;
}

/**
 * Writes what was planned, and keeps what was there in `backupDir` (mode 0600). A file appears whole or not at all, and keeps its mode.
 * Throws a `ConfigError` if a file changed since it was read.
 */
export async function applyPlan(planned: readonly PlannedFile[], backupDir: string): Promise<void> {
  for (const { path, before, after, original } of planned) {
    if (before === after) continue;
    if ((await readText(path)) !== before)
      throw new ConfigError(`${path} changed in the meantime, and was left alone. Try again`);
    const copy = backupPath(path, backupDir);
    if (after === null || after === original) {
      await (after === null ? rm(path, { force: true }) : replace(path, after));
      await rm(copy, { force: true });
    } else {
      const backup: Backup = { path, before: original, written: hashOf(after) };
      await mkdir(backupDir, { recursive: true, mode: 0o700 });
      // What was there is kept in place of whatever has this name, and never where a link leads.
      await rm(copy, { force: true });
      await replace(copy, JSON.stringify(backup), 0o600);
      await replace(path, after);
    }
  }
}

/** The difference that a plan makes to a file, for people. Secrets near it are masked. Empty if there is none. */
export function describePlan({ path, before, after }: PlannedFile): string {
  if (before === after) return '';
  const patch = createTwoFilesPatch(path, path, before ?? '', after ?? '', '', '', { context: 1 });
  return maskSecrets(patch.replace(/^=+\n/, '').replace(/\t$/gm, '')).masked;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const backupPath = (path: string, backupDir: string): string => join(backupDir, `${hashOf(path).slice(0, 16)}.json`);

async function readBackup(path: string, backupDir: string): Promise<Backup | undefined> {
  const text = await readText(backupPath(path, backupDir));
  return text === null ? undefined : (JSON.parse(text) as Backup);
}

async function readText(path: string): Promise<string | null> {
  try {
    const bytes = await readFile(path);
    const text = bytes.toString('utf8');
    if (!Buffer.from(text).equals(bytes)) throw new ConfigError(`${path} was not changed. It is not UTF-8 text`);
    return text;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Follows a link to the file itself, and keeps the mode of a file that is there. */
async function replace(path: string, text: string, newMode = 0o644): Promise<void> {
  const target = await realpath(path).catch(() => path);
  await mkdir(dirname(target), { recursive: true });
  const mode = await stat(target).then(
    ({ mode }) => mode & 0o777,
    () => newMode,
  );
  const draft = `${target}.${String(process.pid)}.strata-new`;
  try {
    await rm(draft, { force: true });
    await writeFile(draft, text, { mode: 0o600, flush: true, flag: 'wx' });
    await chmod(draft, mode);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
