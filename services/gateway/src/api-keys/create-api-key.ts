import type { createApiKeyRequestSchema, createdApiKeySchema } from '@strata/contracts/schemas/account';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { validationError } from '@strata/kernel/errors';
import type { z } from 'zod';
import type { ApiKeyStore } from './api-key-store.ts';
import { describeKey } from './describe-key.ts';
import type { KeyHasher } from './hash-key.ts';
import { newApiKey } from './key-format.ts';

export interface CreateApiKeyParts {
  readonly keys: ApiKeyStore;
  readonly hasher: KeyHasher;
  readonly clock: Clock;
}

/** Makes a key in the caller's tenant. The answer is the only place where the key is ever shown. */
export const createCreateApiKey =
  ({ keys, hasher, clock }: CreateApiKeyParts) =>
  async (
    request: z.output<typeof createApiKeyRequestSchema>,
    { scope: { tenantId }, actor }: Pick<RequestContext, 'scope' | 'actor'>,
  ): Promise<z.input<typeof createdApiKeySchema>> => {
    const createdAt = clock.now();
    const expiresAt = request.expiresAt === undefined ? null : new Date(request.expiresAt);
    if (expiresAt !== null && expiresAt <= createdAt) {
      throw validationError('expiresAt must be in the future', [
        { field: 'expiresAt', message: 'must be in the future' },
      ]);
    }
    const { id, key, environment } = newApiKey(request.environment);
    const stored = {
      id,
      tenantId,
      environment,
      name: request.name,
      scopes: [...new Set(request.scopes)],
      agentId: request.agentId ?? null,
      secretHash: hasher.hash(key),
      createdBy: actor.id,
      createdAt,
      expiresAt,
      lastUsedAt: null,
      revokedAt: null,
      requestsPerMinute: null,
    };
    await keys.create(stored);
    return { ...describeKey(stored), key };
  };
