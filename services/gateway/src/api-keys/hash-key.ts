import { createHmac, timingSafeEqual } from 'node:crypto';

/** The result of a key check. `isOutdated`: the key matches a hash under a previous pepper. */
export interface KeyCheck {
  readonly matches: boolean;
  readonly isOutdated: boolean;
}

/** Hashes and compares keys under the deployment's peppers, which are not in the database. */
export interface KeyHasher {
  /** Hashes under the current pepper. */
  hash(key: string): Uint8Array;
  /** Compares in constant time for each pepper. */
  check(key: string, hash: Uint8Array): KeyCheck;
}

/**
 * HMAC-SHA-256 of the whole key, so that a hash fits only one id and one environment.
 * @param previous peppers that still verify, so that the pepper can be changed while keys are in use
 */
export function createKeyHasher(pepper: string, previous: readonly string[] = []): KeyHasher {
  const under = (secret: string, key: string): Buffer => createHmac('sha256', secret).update(key).digest();
  const isUnder = (secret: string, key: string, hash: Uint8Array): boolean => {
    const actual = under(secret, key);
    return actual.byteLength === hash.byteLength && timingSafeEqual(actual, hash);
  };
  return {
    hash: (key) => under(pepper, key),
    check(key, hash) {
      if (isUnder(pepper, key, hash)) return { matches: true, isOutdated: false };
      const isOutdated = previous.some((secret) => isUnder(secret, key, hash));
      return { matches: isOutdated, isOutdated };
    },
  };
}
