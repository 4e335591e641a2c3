import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import type { KnownCredentials } from '../limits/limit-anonymous-clients.ts';

const MAX_CREDENTIALS = 50_000;
const TTL_MS = 10 * 60_000;

/** The credentials that were valid within ten minutes. Only their digests are kept. */
export function createRecentCredentials(): KnownCredentials {
  const recent = new LRUCache<string, true>({ max: MAX_CREDENTIALS, ttl: TTL_MS });
  return {
    has: (authorization) => recent.has(digestOf(authorization)),
    add: (authorization) => void recent.set(digestOf(authorization), true),
  };
}

const digestOf = (authorization: string): string => createHash('sha256').update(authorization).digest('base64');
