import { createHash } from 'node:crypto';
import bcrypt from 'bcrypt';
import type { PasswordHasher } from '../accounts/password-hasher.ts';

const COST = 12;
/** bcrypt reads no further. */
const MAX_BYTES = 72;
const SALT_AND_HASH_LENGTH = 53;

/** bcrypt in libuv's thread pool. `cost` is the base-2 logarithm of its rounds (default 12). */
export function createBcryptHasher(cost = COST): PasswordHasher {
  // Well-formed, and the hash of no password that anybody could find.
  const dummy = `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(SALT_AND_HASH_LENGTH)}`;
  return {
    hash: (password) => bcrypt.hash(withinLimit(password), cost),
    async matches(password, hash) {
      const same = await bcrypt.compare(withinLimit(password), hash ?? dummy);
      return same && hash !== null;
    },
  };
}

/** Longer passwords are hashed first, so that every byte counts; base64, because bcrypt would stop at a NUL byte. */
const withinLimit = (password: string): string =>
  Buffer.byteLength(password) <= MAX_BYTES ? password : createHash('sha256').update(password).digest('base64');
