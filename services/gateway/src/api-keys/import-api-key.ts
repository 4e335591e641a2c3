import { systemContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { AppError } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import type { ApiKeyStore } from './api-key-store.ts';
import { auditOfCreation } from './audit-key.ts';
import type { KeyHasher } from './hash-key.ts';
import { readApiKey } from './key-format.ts';

export interface ImportApiKeyParts {
  readonly keys: Pick<ApiKeyStore, 'find' | 'create' | 'replaceHash' | 'giveToTenant'>;
  readonly hasher: KeyHasher;
  readonly clock: Clock;
}

/**
 * Makes sure that a key that was made elsewhere exists here, as a service key with every scope. An existing key keeps
 * its rights, and a revoked key stays revoked; only its hash follows a changed pepper, and it becomes a service key.
 * Errors: `unavailable`. Throws when the text is not an API key, or the key belongs to another tenant.
 */
export async function importApiKey(
  key: string,
  owner: { userId: string; tenantId: string; name: string },
  { keys, hasher, clock }: ImportApiKeyParts,
): Promise<void> {
  const name = readApiKey(key);
  if (name === undefined) throw new Error('The text is not an API key');
  const { tenantId } = owner;
  const stored = await keys.find(name.id);
  if (stored === undefined) {
    const data = {
      id: name.id,
      tenantId,
      environment: name.environment,
      name: owner.name,
      owner: 'tenant' as const,
      createdBy: owner.userId,
      scopes: ['read', 'write', 'admin'] as const,
      secretHash: hasher.hash(key),
      createdAt: clock.now(),
      agentId: null,
      expiresAt: null,
      lastUsedAt: null,
      revokedAt: null,
      requestsPerMinute: null,
    };
    const context = systemContext({ tenantId, environment: name.environment }, newId('req'));
    await keys.create(data, auditOfCreation(data, context)).catch((error: unknown) => {
      // `conflict`: another process imported the same key at the same time.
      if (!(error instanceof AppError && error.code === 'conflict')) throw error;
    });
    return;
  }
  if (stored.tenantId !== tenantId) throw new Error('The API key belongs to another tenant');
  // Imported before keys had owners.
  if (stored.owner === 'user') await keys.giveToTenant(tenantId, name.id);
  const { matches, isOutdated } = hasher.check(key, stored.secretHash);
  if (!matches || isOutdated) await keys.replaceHash(tenantId, name.id, hasher.hash(key));
}
