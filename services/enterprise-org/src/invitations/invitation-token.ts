import { createHash, randomBytes } from 'node:crypto';

const RANDOM_BYTES = 32;

/** A new token of 256 random bits. Its prefix shows that a leaked token is an invitation. */
export const newInvitationToken = (): string => `strata_inv_${randomBytes(RANDOM_BYTES).toString('base64url')}`;

/** The stored form of a token: SHA-256 in hex. A random token needs no slow or keyed hash, since it cannot be guessed. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
