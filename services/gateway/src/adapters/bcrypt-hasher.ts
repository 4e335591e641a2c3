import bcrypt from 'bcrypt';
import { createHash } from 'node:crypto';
import type { PasswordHasher } from '../accounts/password-hasher.ts';
import { FairQueue } from './fair-queue.ts';

const COST = 12;
/** bcrypt reads no further. */
const MAX_BYTES = 72;
const SALT_AND_HASH_LENGTH = 53;
/** Half of libuv's threads: files and name look-ups go on beside them. */
const AT_ONCE = 2;
/** Of one address some three seconds of work; who would wait longer is told to come back. */
const WAITING = 40;
const WAITING_IN_ALL = 400;
const RETRY_AFTER_SECONDS = 3;

/** bcrypt in libuv's thread pool. `cost` is the base-2 logarithm of its rounds (default 12). */
export function createBcryptHasher(cost = COST): PasswordHasher {
  const lane = new FairQueue({
    atOnce: AT_ONCE,
    waiting: WAITING,
    waitingInAll: WAITING_IN_ALL,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    refusal: 'Too many passwords are being checked, try again shortly',
  });
  return {
    hash: (password, line) => lane.run(line, () => bcrypt.hash(withinLimit(password), cost)),
    check: (password, hash, line) =>
      lane.run(line, async () => {
        const text = withinLimit(password);
        const known = hash ?? dummyHash(cost);
        const ownCost = bcrypt.getRounds(known);
        const same = await bcrypt.compare(text, known);
        // 2^own + 2^own + 2^(own+1) + … + 2^(cost-1) = 2^cost: a cheaper hash takes no less time than today's.
        for (let filler = ownCost; filler < cost; filler += 1) await bcrypt.compare(text, dummyHash(filler));
        const matches = same && hash !== null;
        return { matches, isOutdated: matches && ownCost !== cost };
      }),
  };
}

/** Well-formed, and the hash of no password that anybody could find. */
const dummyHash = (cost: number): string => `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(SALT_AND_HASH_LENGTH)}`;

/**
 * What bcrypt is given: the same whichever way the letters were encoded (NFC, as RFC 8265 has it). Longer passwords are
 * hashed first, so that every byte counts; base64, because bcrypt would stop at a NUL byte.
 */
function withinLimit(password: string): string {
  const text = password.normalize('NFC');
  return Buffer.byteLength(text) <= MAX_BYTES ? text : createHash('sha256').update(text).digest('base64');
}
