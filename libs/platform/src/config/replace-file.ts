import { randomUUID } from 'node:crypto';
import { link, open, readdir, readFile, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from './error-code.ts';

/** What a file is to hold, and what whoever replaces it wants to tell. */
export interface Replacement<Outcome> {
  readonly text: string;
  readonly outcome: Outcome;
}

/** A lock that stands this long was left by a process that ended in between: replacing takes no time. */
const ABANDONED_AFTER_MS = 60_000;
/** What stands behind the name of the file in that of a draft. */
const DRAFT = /^\.[\da-f-]{36}\.new$/;

/**
 * Replaces a file of keys as a whole: whoever reads it sees the old text or the new one, also after a crash. It keeps its
 * owner, and is readable by the owner alone. One replaces it at a time; what a crash leaves behind stands in nobody's way for long.
 * @param rewrite makes the new text of the old one
 * @throws Error when the file cannot be read or replaced, or is being replaced already, and what `rewrite` throws; then
 *   it is as it was. Where the folder alone could not be written to disk, the file has the new text, and may have the old
 *   one again after the machine lost its power.
 */
export async function replaceFile<Outcome>(
  file: string,
  rewrite: (text: string) => Replacement<Outcome> | Promise<Replacement<Outcome>>,
): Promise<Outcome> {
  const target = await realpath(file).catch(() => {
    throw new Error(`there is no key file ${file}`);
  });
  const lock = `${target}.new`;
  const handle = await takeLock(target, lock);
  try {
    const { text, outcome } = await rewrite(await readFile(target, 'utf8'));
    const draft = await writeDraft(target, text);
    try {
      if (!(await isStanding(lock, handle))) throw underWay(lock);
      await rename(draft, target);
    } catch (error) {
      await rm(draft, { force: true });
      // Whoever took the lock for abandoned took the draft away with it.
      throw errorCode(error) === 'ENOENT' ? underWay(lock) : error;
    }
    await syncFolder(target);
    return outcome;
  } finally {
    if (await isStanding(lock, handle)) await rm(lock, { force: true });
    await handle.close();
  }
}

/**
 * Keeps a text beside a file of keys, under a name of its own: whole or not at all, also after a crash, with the owner of
 * the file and readable by them alone.
 * @param target the file itself, not a link to it
 * @throws Error when something of this name is there, which stays, or it cannot be written.
 */
export async function keepBeside(target: string, copy: string, text: string): Promise<void> {
  const draft = await writeDraft(target, text);
  try {
    // A link never replaces.
    await link(draft, copy);
  } catch (error) {
    throw errorCode(error) === 'EEXIST' ? new Error(`${copy} is there: another run is under way, or broke off`) : error;
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(target);
}

/** Writes a text to a file that nobody else has. @returns its path. */
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

/** Two that replace at once would lose the key of one. The lock stays empty: it never becomes the file. */
async function takeLock(target: string, lock: string): Promise<FileHandle> {
  if (await isAbandoned(lock)) {
    await rm(lock, { force: true });
    await removeDrafts(target);
  }
  return open(lock, 'wx', 0o600).catch((error: unknown) => {
    throw errorCode(error) === 'EEXIST' ? underWay(lock) : error;
  });
}

const isAbandoned = (path: string): Promise<boolean> =>
  stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > ABANDONED_AFTER_MS,
    () => false,
  );

/** What a crash left beside the lock holds keys. */
async function removeDrafts(target: string): Promise<void> {
  for (const name of await readdir(dirname(target))) {
    const path = join(dirname(target), name);
    const isDraft = path.startsWith(`${target}.`) && DRAFT.test(path.slice(target.length));
    if (isDraft && (await isAbandoned(path))) await rm(path, { force: true });
  }
}

/** Of two who took an abandoned lock away at the same moment, the one whose lock stands goes on. */
async function isStanding(lock: string, handle: FileHandle): Promise<boolean> {
  const [standing, own] = [await stat(lock).catch(() => undefined), await handle.stat()];
  return standing?.ino === own.ino;
}

const underWay = (lock: string): Error =>
  new Error(`${lock} is there: another rotation is under way; one that broke off leaves it for a minute`);

/** Root replaces it for a service that runs as somebody else. */
async function keepOwner(handle: FileHandle, target: string): Promise<void> {
  const [{ uid, gid }, own] = [await stat(target), await handle.stat()];
  if (uid !== own.uid || gid !== own.gid) await handle.chown(uid, gid);
}

/** The new name lasts once its folder is written. */
async function syncFolder(target: string): Promise<void> {
  const folder = await open(dirname(target));
  await folder.sync().finally(() => folder.close());
}
