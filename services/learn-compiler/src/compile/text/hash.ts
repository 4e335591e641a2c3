import { createHash } from 'node:crypto';

/** 32-bit FNV-1a over UTF-16 code units (http://www.isthe.com/chongo/tech/comp/fnv/), as an unsigned integer. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash ^= text.charCodeAt(i);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}

/** A 4-character base-36 hash that distinguishes the values of one session. Not an identity. */
export function valueHash(text: string): string {
  return (fnv1a(text) % 36 ** 4).toString(36).padStart(4, '0');
}

/** A 22-character identity (128 bits of SHA-256, base64url) of an ordered list of parts. */
export function contentKey(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}
