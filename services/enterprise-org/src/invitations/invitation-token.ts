import { createHash, randomBytes } from 'node:crypto';

const RANDOM_BYTES = 32;

/** A fresh token, 256 random bits. The prefix tells whoever finds one what it is. */
export const newInvitationToken = (): string => `strata_inv_${randomBytes(RANDOM_BYTES).toString('base64url')}`;

/**
 * What is stored of a token: SHA-256 in hex. Nothing slower or keyed is needed, since a random token cannot be guessed
 * from its hash.
 */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
