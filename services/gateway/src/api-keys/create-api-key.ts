import type { PolicyEngine } from '@strata/policy/policy-engine';
import { isAgentIdentityId } from '@strata/policy/principal';
import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { createApiKey as createApiKeyOperation } from '@strata/contracts/operations/accounts';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { AppError, validationError } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { ApiKeyStore } from './api-key-store.ts';
import { auditOfCreation } from './audit-key.ts';
import { describeKey } from './describe-key.ts';
import type { KeyHasher } from './hash-key.ts';
import { newApiKey } from './key-format.ts';
import { requireMayBind } from './require-may-bind.ts';

export interface CreateApiKeyParts {
  readonly keys: Pick<ApiKeyStore, 'create'>;
  readonly hasher: KeyHasher;
  /** The policy engine of a tenant. Errors: `unavailable`. */
  readonly engineOf: (scope: TenantScope) => Promise<PolicyEngine>;
  readonly clock: Clock;
}

/**
 * Creates a key in the caller's tenant. The response is the only place where the key is ever shown.
 * Errors: `validation_error` for an `expiresAt` in the past or an unknown agent identity; `forbidden` for an agent identity
 * that the caller may not act as, and for a service key if the caller is not a tenant admin; `unavailable`.
 */
export const createApiKeyHandler = ({ keys, hasher, engineOf, clock }: CreateApiKeyParts) =>
  async function createApiKey(
    { body: request }: RequestTo<typeof createApiKeyOperation>,
    context: RequestContext,
  ): Promise<ResponseTo<typeof createApiKeyOperation>> {
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
    if (request.owner === 'tenant' && actor.isTenantAdmin !== true)
      throw new AppError('forbidden', 'Only owners and admins of the tenant create service keys');
    const { agentId = null } = request;
    if (agentId !== null && isAgentIdentityId(agentId))
      requireMayBind(await engineOf(context.scope), actor.id, agentId);
    const { id, key, environment } = newApiKey(request.environment);
    const stored = {
      id,
      tenantId,
      environment,
      name: request.name,
      scopes: [...new Set(request.scopes)],
      agentId,
      secretHash: hasher.hash(key),
      owner: request.owner,
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
