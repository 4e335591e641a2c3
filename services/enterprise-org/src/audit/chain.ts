import type { AuditEntry } from '@strata/contracts/schemas/audit';
import { createHash } from 'node:crypto';
import { configure } from 'safe-stable-stringify';

/** What stands where there is no entry before. */
export const FIRST_PREVIOUS_HASH = '0'.repeat(64);

const canonicalJson = configure({ deterministic: true, bigint: false, circularValue: Error });

/**
 * The hash of an entry: SHA-256, in hex, of all its other fields as JSON without spaces, keys sorted at every level.
 * `previousHash` is one of them, so an entry that is changed, removed or put in breaks every hash after it.
 */
export const hashOf = ({ ...entry }: Omit<AuditEntry, 'hash'>): string =>
  createHash('sha256').update(canonicalJson(entry)).digest('hex');
