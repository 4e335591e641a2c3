import { replaceFile } from '@strata/platform/config/replace-file';
import { randomBytes } from 'node:crypto';
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

/**
 * Removes every key but the first, which must be `keyId`.
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
    return { text: textOf([first]), outcome: others };
  });

/** Puts keys back behind those that are there. */
export const restoreVaultKeys = (file: string, keys: readonly LocalKeys[number][]): Promise<void> =>
  replaceFile(file, (text) => ({ text: textOf([...read(text), ...keys]), outcome: undefined }));
