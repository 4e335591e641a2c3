import bcrypt from 'bcrypt';
import { createHash } from 'node:crypto';
import type { PasswordHasher } from '../accounts/password-hasher.ts';
import { FairQueue } from './fair-queue.ts';

const COST = 12;
/** bcrypt ignores all further bytes. */
const MAX_BYTES = 72;
const SALT_AND_HASH_LENGTH = 53;
/** Half of libuv's threads; the others serve files and DNS lookups. */
const CONCURRENCY = 2;
/** In one line: about three seconds of work. */
const MAX_WAITING_IN_LINE = 40;
const MAX_WAITING = 400;
const RETRY_AFTER_SECONDS = 3;

/** bcrypt in libuv's thread pool. `cost` is the base-2 logarithm of its rounds (default 12). */
export function createBcryptHasher(cost = COST): PasswordHasher {
  const queue = new FairQueue({
    concurrency: CONCURRENCY,
    maxWaitingInLine: MAX_WAITING_IN_LINE,
    maxWaiting: MAX_WAITING,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    message: 'Too many passwords are being checked, try again shortly',
  });
  return {
    hash: (password, line) => queue.run(line, () => bcrypt.hash(withinLimit(password), cost)),
    check: (password, hash, line) =>
      queue.run(line, async () => {
        const text = withinLimit(password);
        const known = hash ?? dummyHash(cost);
        const ownCost = bcrypt.getRounds(known);
        const same = await bcrypt.compare(text, known);
        // Makes the check of a cheaper hash take as long as that of a current one: 2^own + 2^own + … + 2^(cost-1) = 2^cost.
        for (let filler = ownCost; filler < cost; filler += 1) await bcrypt.compare(text, dummyHash(filler));
        const matches = same && hash !== null;
        return { matches, isOutdated: matches && ownCost !== cost };
      }),
  };
}

/** A well-formed hash that no known password has. */
const dummyHash = (cost: number): string => `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(SALT_AND_HASH_LENGTH)}`;

/**
 * The input of bcrypt. NFC makes equal passwords equal however their letters are encoded (RFC 8265). Longer passwords are
 * hashed first, so that every byte counts, and written in base64, because bcrypt would stop at a NUL byte.
 */
function withinLimit(password: string): string {
  const text = password.normalize('NFC');
  return Buffer.byteLength(text) <= MAX_BYTES ? text : createHash('sha256').update(text).digest('base64');
}
