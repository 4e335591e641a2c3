import type { Actor } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { StoredApiKey } from './api-key-store.ts';
import type { KeyHasher } from './hash-key.ts';
import { readApiKey } from './key-format.ts';

export interface IdentifyApiKeyParts {
  /** The stored key of an id, from a cache of at most a second. Errors: `unavailable`. */
  readonly find: (keyId: string) => Promise<StoredApiKey | undefined>;
  readonly hasher: KeyHasher;
  readonly recordUse: (keyId: string, at: Date) => void;
  /** Brings a stored hash under today's pepper, behind the request. */
  readonly renewHash: (stored: StoredApiKey, secretHash: Uint8Array) => void;
  readonly clock: Clock;
}

/** Who acts through a key, and on whose data; undefined when the key is not valid now. Errors: `unavailable`. */
export const createIdentifyApiKey =
  ({ find, hasher, recordUse, renewHash, clock }: IdentifyApiKeyParts) =>
  async (key: string): Promise<{ scope: TenantScope; actor: Actor; ownRate: number | null } | undefined> => {
    const name = readApiKey(key);
    if (name === undefined) return undefined;
    const stored = await find(name.id);
    if (stored === undefined) return undefined;
    const { matches, isOutdated } = hasher.check(key, stored.secretHash);
    if (!matches) return undefined;
    const now = clock.now();
    if (stored.revokedAt !== null || (stored.expiresAt !== null && stored.expiresAt <= now)) return undefined;
    recordUse(stored.id, now);
    if (isOutdated) renewHash(stored, hasher.hash(key));
    const { id, scopes, agentId, tenantId, environment, requestsPerMinute: ownRate } = stored;
    const actor: Actor = { type: 'api_key', id, scopes, ...(agentId === null ? {} : { agentId }) };
    return { scope: { tenantId, environment }, actor, ownRate };
  };
