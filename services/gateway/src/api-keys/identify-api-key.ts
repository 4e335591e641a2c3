import type { Actor } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { AppError } from '@strata/kernel/errors';
import type { CheckCredential } from '../credentials/authenticate.ts';
import type { TenantUser, UserRights } from '../credentials/find-rights.ts';
import { scopesOfKey } from '../credentials/scopes-of-key.ts';
import type { StoredApiKey } from './api-key-store.ts';
import type { KeyHasher } from './hash-key.ts';
import { readApiKey } from './key-format.ts';

export interface IdentifyApiKeyParts {
  /** The stored key of an id, from a cache of at most a second. Errors: `unavailable`. */
  readonly find: (keyId: string) => Promise<StoredApiKey | undefined>;
  /** The rights of the user behind a key, from caches of less than a second. Errors: `unavailable`. */
  readonly rightsOfOwner: (user: TenantUser) => Promise<Pick<UserRights, 'scopes'> | undefined>;
  readonly hasher: KeyHasher;
  readonly recordUse: (keyId: string, at: Date) => void;
  /** Replaces a stored hash by one under the current pepper, without waiting. */
  readonly renewHash: (stored: StoredApiKey, secretHash: Uint8Array) => void;
  readonly clock: Clock;
}

/**
 * Finds the caller that an API key authenticates. A key of a user has the key scopes that the user's roles give them now, and
 * no others. Undefined for an unknown or revoked key, and for one of a user who may not enter the tenant.
 * Errors: `unauthorized` for an expired key; `unavailable`, also when the user's roles cannot be read.
 */
export const createIdentifyApiKey = ({
  find,
  rightsOfOwner,
  hasher,
  recordUse,
  renewHash,
  clock,
}: IdentifyApiKeyParts): CheckCredential => {
  const ofUser = async ({ tenantId, createdBy: ownerId, scopes }: StoredApiKey) => {
    const rights = await rightsOfOwner({ tenantId, userId: ownerId });
    return rights && { ownerId, scopes: scopesOfKey(scopes, rights.scopes) };
  };
  return async function identifyApiKey(key) {
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
    const { id, agentId, tenantId, environment, requestsPerMinute: ownRate } = stored;
    const owned = stored.owner === 'tenant' ? { scopes: stored.scopes } : await ofUser(stored);
    if (owned === undefined) return undefined;
    recordUse(id, now);
    if (isOutdated) renewHash(stored, hasher.hash(key));
    const actor: Actor = { type: 'api_key', id, ...owned, ...(agentId === null ? {} : { agentId }) };
    return { scope: { tenantId, environment }, actor, ownRate };
  };
};
