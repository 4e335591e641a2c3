import { unavailable } from '@strata/kernel/errors';
import type { Redis } from 'ioredis';
import type { FingerprintClaim, FingerprintStore } from '../capture/fingerprint-store.ts';

/** How long a key that was used stands up to a different event: 30 days. */
const TTL_SECONDS = 30 * 24 * 3600;

/** Fingerprints in Redis, shared by every gateway; one round trip for a whole batch. */
export const createRedisFingerprintStore = (redis: Redis): FingerprintStore => ({
  async claim(claims) {
    const pipeline = redis.pipeline();
    for (const { eventId, fingerprint } of claims) {
      pipeline.set(`strata:fingerprint:${eventId}`, fingerprint, 'EX', TTL_SECONDS, 'NX', 'GET');
    }
    const replies = await pipeline.exec().catch((error: unknown) => {
      throw unavailable('The cache', error);
    });
    return claims.map((claim, index) => heldFingerprint(claim, replies?.[index]));
  },
});

/** `SET … NX GET` replies with what was there before, or null when it has just been set. */
function heldFingerprint(
  { fingerprint }: FingerprintClaim,
  reply: [error: Error | null, result: unknown] | undefined,
): string {
  const [error, previous] = reply ?? [new Error('no reply'), undefined];
  if (error !== null) throw unavailable('The cache', error);
  return typeof previous === 'string' ? previous : fingerprint;
}
