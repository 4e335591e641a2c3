import { createHash } from 'node:crypto';
import { randomHex } from './random-hex.ts';

/** A prefix shows in logs and requests what an id names. */
const PREFIXES = [
  ...(['evt', 'cap', 'bat', 'lrn', 'ers', 'xpt', 'mem', 'art', 'ten', 'usr', 'key', 'req', 'org'] as const),
  ...(['mbr', 'wrk', 'msg', 'team', 'agt', 'nsp', 'pol', 'lcp', 'aud', 'acc', 'vlt', 'itm', 'pck'] as const),
];
export type IdPrefix = (typeof PREFIXES)[number];

const ID = new RegExp(`^(?:${PREFIXES.join('|')})_[0-9A-Za-z]{1,32}$`);

/** Whether a text has the form of an id. No API key, token or password that this system generates has it. */
export const looksLikeId = (text: string): boolean => ID.test(text);

const HEX_LENGTH = 32;

/** A new random id, `<prefix>_<32 hex digits>` (128 random bits). */
export const newId = (prefix: IdPrefix): string => `${prefix}_${randomHex(HEX_LENGTH)}`;

/** The same parts always give the same id, without a lookup. Parts are length-prefixed, so different lists never collide. */
export const derivedId = (prefix: IdPrefix, ...parts: readonly string[]): string =>
  `${prefix}_${digest(parts).slice(0, HEX_LENGTH)}`;

/** SHA-256 in hex over an unambiguous encoding of the parts. */
export function digest(parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${String(Buffer.byteLength(part))}:`).update(part);
  return hash.digest('hex');
}
