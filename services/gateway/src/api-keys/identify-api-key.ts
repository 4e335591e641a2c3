import type { Actor } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { AppError } from '@strata/kernel/errors';
import type { CheckCredential } from '../credentials/authenticate.ts';
import type { StoredApiKey } from './api-key-store.ts';
import type { KeyHasher } from './hash-key.ts';
import { readApiKey } from './key-format.ts';

export interface IdentifyApiKeyParts {
  /** The stored key of an id, from a cache of at most a second. Errors: `unavailable`. */
  readonly find: (keyId: string) => Promise<StoredApiKey | undefined>;
  readonly hasher: KeyHasher;
  readonly recordUse: (keyId: string, at: Date) => void;
  /** Replaces a stored hash by one under the current pepper, without waiting. */
  readonly renewHash: (stored: StoredApiKey, secretHash: Uint8Array) => void;
  readonly clock: Clock;
}

/**
 * Finds the caller that an API key authenticates; undefined for an unknown or revoked key.
 * Errors: `unauthorized` for an expired key; `unavailable`.
 */
export const createIdentifyApiKey = ({
  find,
  hasher,
  recordUse,
  renewHash,
  clock,
}: IdentifyApiKeyParts): CheckCredential =>
  async function identifyApiKey(key) {
    const name = readApiKey(key);
    if (name === undefined) return undefined;
    const stored = await find(name.id);
    if (stored === undefined) return undefined;
    const { matches, isOutdated } = hasher.check(key, stored.secretHash);
    if (!matches) return undefined;
    const now = clock.now();
    if (stored.revokedAt !== null) return undefined;
    // Only after the hash matched: a client without the key learns nothing about it.
    if (stored.expiresAt !== null && stored.expiresAt <= now)
      throw new AppError('unauthorized', `The API key expired at ${stored.expiresAt.toISOString()}`);
    recordUse(stored.id, now);
    if (isOutdated) renewHash(stored, hasher.hash(key));
    const { id, scopes, agentId, tenantId, environment, requestsPerMinute: ownRate } = stored;
    const actor: Actor = {
      type: 'api_key',
      id,
      scopes,
      ...(agentId === null ? {} : { agentId }),
      ...(stored.owner === 'user' ? { ownerId: stored.createdBy } : {}),
    };
    return { scope: { tenantId, environment }, actor, ownRate };
  };
