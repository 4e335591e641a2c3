import { randomUUID } from 'node:crypto';
import { link, open, readFile, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isNativeError } from 'node:util/types';

/** What a file is to hold, and what whoever replaces it wants to tell. */
export interface Replacement<Outcome> {
  readonly text: string;
  readonly outcome: Outcome;
}

/** A draft that stands this long was left by a process that ended in between: writing one takes no time. */
const ABANDONED_AFTER_MS = 60_000;

/**
 * Replaces a file of keys as a whole: whoever reads it sees the old text or the new one, also after a crash. It keeps its
 * owner, and is readable by the owner alone. One replaces it at a time; what a crash leaves behind stands in nobody's way for long.
 * @param rewrite makes the new text of the old one
 * @throws Error when the file cannot be read or replaced, or is being replaced already, and what `rewrite` throws; then
 *   it is as it was.
 */
export async function replaceFile<Outcome>(
  file: string,
  rewrite: (text: string) => Replacement<Outcome> | Promise<Replacement<Outcome>>,
): Promise<Outcome> {
  const target = await realpath(file).catch(() => {
    throw new Error(`there is no key file ${file}`);
  });
  const draft = `${target}.new`;
  const handle = await takeDraft(draft);
  let isOurs = true;
  try {
    const { text, outcome } = await rewrite(await readFile(target, 'utf8'));
    await handle.writeFile(text);
    await keepOwner(handle, target);
    await handle.sync();
    isOurs = await isStanding(draft, handle);
    if (!isOurs) throw underWay(draft);
    await rename(draft, target);
    isOurs = false;
    await syncFolder(target);
    return outcome;
  } catch (error) {
    if (isOurs) await rm(draft, { force: true });
    throw error;
  } finally {
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
    throw codeOf(error) === 'EEXIST' ? new Error(`${copy} is there: another run is under way, or broke off`) : error;
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

/** The draft is the lock, too: two that replace at once would lose the key of one. */
async function takeDraft(draft: string): Promise<FileHandle> {
  const age = await stat(draft).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  );
  if (age > ABANDONED_AFTER_MS) await rm(draft, { force: true });
  return open(draft, 'wx', 0o600).catch((error: unknown) => {
    throw codeOf(error) === 'EEXIST' ? underWay(draft) : error;
  });
}

/** Of two who took an abandoned draft away at the same moment, the one whose draft stands goes on. */
async function isStanding(draft: string, handle: FileHandle): Promise<boolean> {
  const [standing, own] = [await stat(draft).catch(() => undefined), await handle.stat()];
  return standing?.ino === own.ino;
}

const underWay = (draft: string): Error =>
  new Error(`${draft} is there: another rotation is under way; one that broke off leaves it for a minute`);

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

const codeOf = (error: unknown): unknown => (isNativeError(error) && 'code' in error ? error.code : undefined);
