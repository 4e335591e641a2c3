import type { PolicyEngine } from '@strata/policy/policy-engine';
import { isAgentIdentityId } from '@strata/policy/principal';
import type { createApiKeyRequestSchema, createdApiKeySchema } from '@strata/contracts/schemas/account';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { validationError } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { z } from 'zod';
import type { ApiKeyStore } from './api-key-store.ts';
import { auditOfCreation } from './audit-key.ts';
import { describeKey } from './describe-key.ts';
import type { KeyHasher } from './hash-key.ts';
import { newApiKey } from './key-format.ts';
import { requireMayBind } from './require-may-bind.ts';

export interface CreateApiKeyParts {
  readonly keys: ApiKeyStore;
  readonly hasher: KeyHasher;
  /** What is decided about the tenant's data. Errors: `unavailable`. */
  readonly engineOf: (scope: TenantScope) => Promise<PolicyEngine>;
  readonly clock: Clock;
}

/**
 * Makes a key in the caller's tenant. The answer is the only place where the key is ever shown.
 * Errors: `validation_error` for an `expiresAt` that is over, or an agent identity that there is not; `forbidden` for one
 * that is not the caller's to act as; `unavailable`.
 */
export const createCreateApiKey =
  ({ keys, hasher, engineOf, clock }: CreateApiKeyParts) =>
  async (
    request: z.output<typeof createApiKeyRequestSchema>,
    context: RequestContext,
  ): Promise<z.input<typeof createdApiKeySchema>> => {
    const {
      scope: { tenantId },
      actor,
    } = context;
    const createdAt = clock.now();
    const expiresAt = request.expiresAt === undefined ? null : new Date(request.expiresAt);
    if (expiresAt !== null && expiresAt <= createdAt) {
      throw validationError('expiresAt must be in the future', [
        { field: 'expiresAt', message: 'must be in the future' },
      ]);
    }
    const { agentId = null } = request;
    if (agentId !== null && isAgentIdentityId(agentId)) requireMayBind(await engineOf(context.scope), actor, agentId);
    const { id, key, environment } = newApiKey(request.environment);
    const stored = {
      id,
      tenantId,
      environment,
      name: request.name,
      scopes: [...new Set(request.scopes)],
      agentId,
      secretHash: hasher.hash(key),
      createdBy: actor.id,
      createdAt,
      expiresAt,
      lastUsedAt: null,
      revokedAt: null,
      requestsPerMinute: null,
    };
    await keys.create(stored, auditOfCreation(stored, context));
    return { ...describeKey(stored), key };
  };
