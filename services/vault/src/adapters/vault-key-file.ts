import { errorCode } from '@strata/platform/config/error-code';
import { keepBeside, replaceFile } from '@strata/platform/config/replace-file';
import { randomBytes } from 'node:crypto';
import { readFile, realpath, rm } from 'node:fs/promises';
import { readLocalKeys, type LocalKeys } from '../key-ring/read-local-keys.ts';

const read = (text: string): LocalKeys => readLocalKeys(text, 'VAULT_KEY_FILE');
const textOf = (keys: readonly { readonly key: Buffer }[]): string =>
  keys.map(({ key }) => `${key.toString('base64url')}\n`).join('');

/**
 * Puts a fresh key first in the file; the others stay behind it.
 * @returns its id. @throws Error when the file cannot be used or replaced; then it is as it was.
 */
export const addVaultKey = (file: string): Promise<string> =>
  replaceFile(file, (text) => {
    // More keys than a service would read must not come about.
    const keys = read(textOf([{ key: randomBytes(32) }, ...read(text)]));
    return { text: textOf(keys), outcome: keys[0].keyId };
  });

/** Where the file is kept as it was, beside it, until it is certain that no dropped key is needed. */
export const droppedCopyOf = async (file: string): Promise<string> =>
  `${await realpath(file).catch(() => file)}.dropped`;

/**
 * Removes every key but the first, which must be `keyId`. The file stays beside it as it was, since a vault may turn up
 * that needs one of the others: see `forgetDroppedKeys`.
 * @param stillNeeded looked at while nobody else can change the file: what it tells is why nothing is removed
 * @returns the keys that are gone. @throws Error when one is needed, another key is first, or the file cannot be replaced.
 */
export const dropVaultKeys = (
  file: string,
  keyId: string,
  stillNeeded: () => Promise<string | undefined>,
): Promise<LocalKeys[number][]> =>
  replaceFile(file, async (text) => {
    const [first, ...others] = read(text);
    if (first.keyId !== keyId) throw new Error(`${file} has another first key by now; start again`);
    const reason = await stillNeeded();
    if (reason !== undefined) throw new Error(reason);
    await keepBeside(await realpath(file), await droppedCopyOf(file), text);
    return { text: textOf([first]), outcome: others };
  });

/** Removes the copy of the file as it was: nobody needs a dropped key, or all of them are back. */
export const removeDroppedCopy = async (file: string): Promise<void> => rm(await droppedCopyOf(file), { force: true });

/**
 * Puts keys back behind those that are there.
 * @returns how many were missing
 */
export const restoreVaultKeys = (file: string, keys: readonly LocalKeys[number][]): Promise<number> =>
  replaceFile(file, (text) => {
    const present = read(text);
    const all = read(textOf([...present, ...keys]));
    return { text: textOf(all), outcome: all.length - present.length };
  });

/** The keys of the copy that a run left which ended before it was certain; undefined when there is none. */
export async function readDroppedKeys(file: string): Promise<LocalKeys | undefined> {
  const copy = await droppedCopyOf(file);
  const text = await readFile(copy, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : readLocalKeys(text, copy);
}
