import { entriesUpTo } from '@strata/platform/caches/entries-up-to';
import { LRUCache } from 'lru-cache';
import type { KnownCredentials } from '../limits/limit-anonymous-clients.ts';
import { credentialDigest } from './credential-digest.ts';

const MAX_CREDENTIALS = 50_000;
const TTL_MS = 10 * 60_000;

/** The credentials that were valid within ten minutes. Only their digests are kept. */
export function createRecentCredentials(): KnownCredentials {
  const recent = new LRUCache<string, true>({ ...entriesUpTo(MAX_CREDENTIALS), ttl: TTL_MS });
  return {
    has: (authorization) => recent.has(credentialDigest(authorization)),
    add: (authorization) => void recent.set(credentialDigest(authorization), true),
  };
}
