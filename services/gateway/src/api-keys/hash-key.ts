import { createHmac, timingSafeEqual } from 'node:crypto';

/** Hashes and compares keys under the deployment's pepper, which no database holds. */
export interface KeyHasher {
  hash(key: string): Uint8Array;
  /** In constant time. */
  matches(key: string, hash: Uint8Array): boolean;
}

/** HMAC-SHA-256 of the whole key, so that a hash fits one id and one environment. */
export function createKeyHasher(pepper: string): KeyHasher {
  const hash = (key: string): Uint8Array => createHmac('sha256', pepper).update(key).digest();
  return {
    hash,
    matches(key, expected) {
      const actual = hash(key);
      return actual.byteLength === expected.byteLength && timingSafeEqual(actual, expected);
    },
  };
}
