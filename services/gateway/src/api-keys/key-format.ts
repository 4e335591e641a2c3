import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { ENVIRONMENTS, type Environment } from '@strata/kernel/tenant-scope';
import { KEY_ID_LENGTH } from '@strata/secrets/strata-keys';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 27 characters out of 62 are 160.8 random bits. */
const RANDOM_LENGTH = 27;
const CHECKSUM_LENGTH = 6;
const SHAPE = new RegExp(
  `^strata_(${ENVIRONMENTS.join('|')})_([0-9A-Za-z]{${KEY_ID_LENGTH}})_([0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}})$`,
);

/** The parts of an API key that its text shows, before it is looked up. */
export interface ParsedApiKey {
  /** The id under which the key is stored, `key_…`. */
  readonly id: string;
  readonly environment: Environment;
  /** The part that may be shown: everything but the secret. */
  readonly prefix: string;
}

/** A new key, `strata_<environment>_<id>_<secret>`; the secret is 27 random characters and a checksum of 6. */
export function newApiKey(environment: Environment): ParsedApiKey & { readonly key: string } {
  const id = randomText(KEY_ID_LENGTH);
  const prefix = prefixOf(environment, id);
  const body = `${prefix}_${randomText(RANDOM_LENGTH)}`;
  return { id: `key_${id}`, environment, prefix, key: body + checksum(body) };
}

/** Parses an API key. Undefined if the text is not a key, or its checksum shows a typing error. */
export function readApiKey(key: string): ParsedApiKey | undefined {
  const match = SHAPE.exec(key);
  const environment = ENVIRONMENTS.find((name) => name === match?.[1]);
  if (match?.[2] === undefined || environment === undefined) return undefined;
  const expected = checksum(key.slice(0, -CHECKSUM_LENGTH));
  if (!timingSafeEqual(Buffer.from(expected), Buffer.from(key.slice(-CHECKSUM_LENGTH)))) return undefined;
  return { id: `key_${match[2]}`, environment, prefix: prefixOf(environment, match[2]) };
}

/** The part of a stored key that may be shown. */
export const prefixOfStored = (environment: Environment, keyId: string): string =>
  prefixOf(environment, keyId.replace(/^key_/, ''));

/** Whether a text claims to be an API key, well-formed or not. */
export const looksLikeApiKey = (text: string): boolean => text.startsWith('strata_');

const prefixOf = (environment: Environment, id: string): string => `strata_${environment}_${id}`;

const randomText = (length: number): string =>
  Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');

/** The first 48 bits of SHA-256, modulo 62⁶, in base 62. */
function checksum(text: string): string {
  let rest = createHash('sha256').update(text).digest().readUIntBE(0, 6);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
