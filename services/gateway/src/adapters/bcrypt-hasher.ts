import bcrypt from 'bcrypt';
import { createHash, createHmac } from 'node:crypto';
import type { PasswordHasher } from '../accounts/password-hasher.ts';
import { FairQueue } from './fair-queue.ts';

const COST = 12;
/** bcrypt ignores all further bytes. */
const MAX_BYTES = 72;
const SALT_AND_HASH_LENGTH = 53;
/** A hash of a password under a pepper: the pepper's id, then what bcrypt returned, as in `p1.a8Hq_Zx3.$2b$12$…`. */
const PEPPERED = /^p1\.([\w-]{8})\.(.*)$/;
const PEPPER_ID_LENGTH = 8;
/** Half of libuv's threads; the others serve files and DNS lookups. */
const CONCURRENCY = 2;
/** In one line: about three seconds of work. */
const MAX_WAITING_IN_LINE = 40;
const MAX_WAITING = 400;
const RETRY_AFTER_SECONDS = 3;

export interface BcryptHasherParts {
  /** Secret of the deployment, under which passwords are hashed. */
  readonly pepper: string;
  /** Secrets under which passwords still match. */
  readonly previous?: readonly string[];
  /** The base-2 logarithm of bcrypt's rounds (default 12). */
  readonly cost?: number | undefined;
  /** Called when a password was hashed under a pepper that is not among these, so that it cannot match. */
  readonly onUnknownPepper?: () => void;
}

/**
 * bcrypt, in libuv's thread pool, of an HMAC of the password under a pepper: a copy of the database alone is not enough to
 * guess passwords. Hashes made before there was a pepper still match.
 */
export function createBcryptHasher(parts: BcryptHasherParts): PasswordHasher {
  const { cost = COST, onUnknownPepper = () => undefined } = parts;
  const current = pepperOf(parts.pepper);
  const peppers = new Map([...(parts.previous ?? []).map(pepperOf), current].map((pepper) => [pepper.id, pepper]));
  const queue = new FairQueue({
    concurrency: CONCURRENCY,
    maxWaitingInLine: MAX_WAITING_IN_LINE,
    maxWaiting: MAX_WAITING,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    message: 'Too many passwords are being checked, try again shortly',
  });
  const isOf = async (text: string, hash: string | null): Promise<{ same: boolean; ownCost: number }> => {
    const known = hash ?? dummyHash(cost);
    const ownCost = bcrypt.getRounds(known);
    const same = await bcrypt.compare(text, known);
    // Makes the check of a cheaper hash take as long as that of a current one: 2^own + 2^own + … + 2^(cost-1) = 2^cost.
    for (let filler = ownCost; filler < cost; filler += 1) await bcrypt.compare(text, dummyHash(filler));
    return { same: same && hash !== null, ownCost };
  };
  return {
    hash: (password, line) =>
      queue.run(line, async () => `p1.${current.id}.${await bcrypt.hash(current.inputFor(password), cost)}`),
    check: (password, hash, line) =>
      queue.run(line, async () => {
        const [, pepperId, peppered] = PEPPERED.exec(hash ?? '') ?? [];
        const pepper = pepperId === undefined ? WITHOUT_PEPPER : peppers.get(pepperId);
        if (pepper === undefined) onUnknownPepper();
        const { inputFor } = pepper ?? current;
        const { same, ownCost } = await isOf(inputFor(password), pepper === undefined ? null : (peppered ?? hash));
        return { matches: same, isOutdated: same && (ownCost !== cost || pepper !== current) };
      }),
  };
}

/** A well-formed hash that no known password has. */
const dummyHash = (cost: number): string => `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(SALT_AND_HASH_LENGTH)}`;

interface Pepper {
  /** The same on every gateway. Says nothing about the pepper. */
  readonly id: string;
  /** The input of bcrypt for a password, of at most 72 bytes without NUL. */
  readonly inputFor: (password: string) => string;
}

/** NFC makes equal passwords equal however their letters are encoded (RFC 8265). The key serves no other purpose. */
function pepperOf(secret: string): Pepper {
  const under = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text);
  const key = under(secret, 'passwords').digest();
  return {
    id: under(secret, 'the id of this pepper').digest('base64url').slice(0, PEPPER_ID_LENGTH),
    inputFor: (password) => under(key, password.normalize('NFC')).digest('base64'),
  };
}

/** How passwords were hashed before there was a pepper. Longer ones were hashed first, so that every byte counts. */
const WITHOUT_PEPPER: Pepper = {
  id: '',
  inputFor: (password) => {
    const text = password.normalize('NFC');
    return Buffer.byteLength(text) <= MAX_BYTES ? text : createHash('sha256').update(text).digest('base64');
  },
};
