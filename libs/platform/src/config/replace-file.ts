import { randomUUID } from 'node:crypto';
import { link, open, readdir, readFile, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from './error-code.ts';
import { takeProcessLock } from './process-lock.ts';

/** The new text of a file, and a result for the caller. */
export interface Replacement<Outcome> {
  readonly text: string;
  readonly outcome: Outcome;
}

/** The end of a draft's name, after the name of the file. */
const DRAFT = /^\.[\da-f-]{36}\.new$/;

/**
 * Replaces a file of keys as a whole: a reader sees the old text or the new one, also after a crash. The file keeps its
 * owner and gets mode 0600. One process replaces it at a time; the lock and the draft of a crashed one are taken over.
 * `rewrite` makes the new text from the old one.
 *
 * Throws when the file cannot be read or replaced, or is being replaced already, and what `rewrite` throws; then the
 * file is unchanged. Where only the sync of the folder fails, the file has the new text, but may have the old one again
 * after a power loss.
 */
export async function replaceFile<Outcome>(
  file: string,
  rewrite: (text: string) => Replacement<Outcome> | Promise<Replacement<Outcome>>,
): Promise<Outcome> {
  const target = await realpath(file).catch(() => {
    throw new Error(`there is no key file ${file}`);
  });
  const lockFile = `${target}.lock`;
  const inUse = (): Error => new Error(`another rotation is under way: it holds ${lockFile}`);
  const lock = await takeProcessLock(lockFile, { note: {}, inUse });
  try {
    await removeDrafts(target);
    const { text, outcome } = await rewrite(await readFile(target, 'utf8'));
    const draft = await writeDraft(target, text);
    try {
      if (!(await lock.isHeld())) throw inUse();
      await rename(draft, target);
    } catch (error) {
      await rm(draft, { force: true });
      // A process that took the lock over removed the draft too.
      throw errorCode(error) === 'ENOENT' ? inUse() : error;
    }
    await syncFolder(target);
    return outcome;
  } finally {
    await lock.release();
  }
}

/**
 * Keeps a text beside a file of keys, under a name of its own: whole or not at all, also after a crash, with the owner of
 * the file and mode 0600. `target` is the file itself, not a link to it. Throws when the name is taken, or the text cannot
 * be written; an existing file stays.
 */
export async function keepBeside(target: string, copy: string, text: string): Promise<void> {
  const draft = await writeDraft(target, text);
  try {
    // A link never replaces a file.
    await link(draft, copy);
  } catch (error) {
    throw errorCode(error) === 'EEXIST' ? new Error(`${copy} is there: another run is under way, or broke off`) : error;
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(target);
}

/** Writes a text to a new file beside the target, and returns its path. */
async function writeDraft(target: string, text: string): Promise<string> {
  const draft = `${target}.${randomUUID()}.new`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await keepOwner(handle, target);
    await handle.sync();
    return draft;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/** Drafts hold keys. While this process has the lock, each was left by a crash. */
async function removeDrafts(target: string): Promise<void> {
  for (const name of await readdir(dirname(target))) {
    const path = join(dirname(target), name);
    if (path.startsWith(`${target}.`) && DRAFT.test(path.slice(target.length))) await rm(path, { force: true });
  }
}

/** Root may replace the file of a service that runs as another user. */
async function keepOwner(handle: FileHandle, target: string): Promise<void> {
  const [{ uid, gid }, own] = [await stat(target), await handle.stat()];
  if (uid !== own.uid || gid !== own.gid) await handle.chown(uid, gid);
}

/** A new name survives a power loss once its folder is written. */
async function syncFolder(target: string): Promise<void> {
  const folder = await open(dirname(target));
  await folder.sync().finally(() => folder.close());
}
