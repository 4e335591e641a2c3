import { errorCode } from '@strata/platform/config/error-code';
import { keepBeside, replaceFile } from '@strata/platform/config/replace-file';
import { randomBytes } from 'node:crypto';
import { readFile, realpath, rm } from 'node:fs/promises';
import { readLocalKeys, type LocalKeys } from '../key-ring/read-local-keys.ts';

const read = (text: string): LocalKeys => readLocalKeys(text, 'VAULT_KEY_FILE');
const textOf = (keys: readonly { readonly key: Buffer }[]): string =>
  keys.map(({ key }) => `${key.toString('base64url')}\n`).join('');

/**
 * Adds a new key as the first one of the file, and returns its id. Throws when the file cannot be used or replaced; then
 * it is unchanged.
 */
export const addVaultKey = (file: string): Promise<string> =>
  replaceFile(file, (text) => {
    // Parsed once more, so that the file never has more keys than a service accepts.
    const keys = read(textOf([{ key: randomBytes(32) }, ...read(text)]));
    return { text: textOf(keys), outcome: keys[0].keyId };
  });

/** The path of the copy of the file that is kept until it is certain that no dropped key is needed. */
export const droppedCopyOf = async (file: string): Promise<string> =>
  `${await realpath(file).catch(() => file)}.dropped`;

/**
 * Removes every key but the first, which must be `keyId`, and returns the removed keys. Keeps a copy of the file, because a
 * vault may turn up that needs one of them: see `removeDroppedCopy`. Throws when a key is needed, when another key is
 * first, or when the file cannot be replaced.
 * @param stillNeeded runs while the file is locked; returns the reason why no key may be removed, if there is one
 */
export const dropVaultKeys = (
  file: string,
  keyId: string,
  stillNeeded: () => Promise<string | undefined>,
): Promise<LocalKeys[number][]> =>
  replaceFile(file, async (text) => {
    const [first, ...others] = read(text);
    if (first.keyId !== keyId) throw new Error(`${file} has another first key now; start again`);
    const reason = await stillNeeded();
    if (reason !== undefined) throw new Error(reason);
    await keepBeside(await realpath(file), await droppedCopyOf(file), text);
    return { text: textOf([first]), outcome: others };
  });

/** Removes the copy of the file, once no dropped key is needed or all of them are restored. */
export const removeDroppedCopy = async (file: string): Promise<void> => rm(await droppedCopyOf(file), { force: true });

/**
 * Puts keys back after those of the file. Returns how many were missing.
 */
export const restoreVaultKeys = (file: string, keys: readonly LocalKeys[number][]): Promise<number> =>
  replaceFile(file, (text) => {
    const present = read(text);
    const all = read(textOf([...present, ...keys]));
    return { text: textOf(all), outcome: all.length - present.length };
  });

/** The keys of the copy that an interrupted run left; undefined if there is no copy. */
export async function readDroppedKeys(file: string): Promise<LocalKeys | undefined> {
  const copy = await droppedCopyOf(file);
  const text = await readFile(copy, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : readLocalKeys(text, copy);
}
