import { systemContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { AppError } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import type { ApiKeyStore } from './api-key-store.ts';
import { auditOfCreation } from './audit-key.ts';
import type { KeyHasher } from './hash-key.ts';
import { readApiKey } from './key-format.ts';

export interface ImportApiKeyParts {
  readonly keys: ApiKeyStore;
  readonly hasher: KeyHasher;
  readonly clock: Clock;
}

/**
 * Makes sure that a key made elsewhere exists here, with every scope. One that is here stays as it is, revoked if it
 * was; only its hash follows a changed pepper.
 * @throws Error when the text is no key of ours or the key belongs to another tenant; AppError `unavailable`.
 */
export const createImportApiKey =
  ({ keys, hasher, clock }: ImportApiKeyParts) =>
  async (key: string, owner: { userId: string; tenantId: string; name: string }): Promise<void> => {
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
      // Another process that imports the same key at the same time is no conflict.
      const context = systemContext({ tenantId, environment: name.environment }, newId('req'));
      await keys.create(data, auditOfCreation(data, context)).catch((error: unknown) => {
        if (!(error instanceof AppError && error.code === 'conflict')) throw error;
      });
      return;
    }
    if (stored.tenantId !== tenantId) throw new Error('The API key belongs to another tenant');
    const { matches, isOutdated } = hasher.check(key, stored.secretHash);
    if (!matches || isOutdated) await keys.replaceHash(tenantId, name.id, hasher.hash(key));
  };
