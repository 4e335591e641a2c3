import { createHmac } from 'node:crypto';

/** A key-encryption key held in this process. */
export interface LocalKey {
  readonly keyId: string;
  readonly key: Buffer;
}

/** At least one; the first wraps. */
export type LocalKeys = readonly [LocalKey, ...LocalKey[]];

export const LOCAL = 'local:';
const KEY_BYTES = 32;
const MOST_KEYS = 20;
/** 32 bytes in base64 or base64url, padded or not; the last of 43 characters carries four bits. */
const KEY = /^[\w+/-]{42}[AEIMQUYcgkosw048]=?$/;

/** Identifies a key without revealing anything about it. */
const idOf = (key: Buffer): string =>
  `${LOCAL}${createHmac('sha256', key).update('strata vault key id').digest('hex').slice(0, 16)}`;

/**
 * Keys of 32 bytes each, in base64 or base64url, one a line or with commas between.
 * Throws an error that names the position of an invalid key; the message contains nothing of any key.
 * @param setting where the keys come from, for errors
 */
export function readLocalKeys(text: string, setting: string): LocalKeys {
  const lines = text.split(/[\n,]/).map((line) => line.trim());
  const numbered = lines.flatMap((line, index) => (line === '' ? [] : [{ line, number: index + 1 }]));
  const keys = new Map<string, LocalKey>();
  for (const { line, number } of numbered) {
    if (!KEY.test(line))
      throw new Error(`${setting}: key ${String(number)} is not ${String(KEY_BYTES)} bytes in base64`);
    const key = Buffer.from(line, 'base64');
    const keyId = idOf(key);
    if (!keys.has(keyId)) keys.set(keyId, { keyId, key });
  }
  const [first, ...others] = keys.values();
  if (first === undefined) throw new Error(`${setting}: there is no key in it`);
  if (keys.size > MOST_KEYS) throw new Error(`${setting}: there are more than ${String(MOST_KEYS)} keys in it`);
  return [first, ...others];
}
