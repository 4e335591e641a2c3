import { createHash, randomBytes } from 'node:crypto';

const RANDOM_BYTES = 32;

const newToken = (prefix: string): string => `${prefix}${randomBytes(RANDOM_BYTES).toString('base64url')}`;

/** New tokens of 256 random bits. Their prefixes show what a leaked token is. */
export const newInvitationToken = (): string => newToken('strata_inv_');
export const newResetToken = (): string => newToken('strata_rst_');

/** The stored form of a token: SHA-256 in hex. A random token needs no slow or keyed hash, since it cannot be guessed. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
