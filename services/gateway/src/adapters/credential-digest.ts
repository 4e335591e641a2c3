import { createHash } from 'node:crypto';

/** Stands for a credential in memory, so that the credential itself is not kept. */
export const credentialDigest = (credential: string): string =>
  createHash('sha256').update(credential).digest('base64');
