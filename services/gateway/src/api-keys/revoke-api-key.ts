import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { revokeApiKey as revokeApiKeyOperation } from '@strata/contracts/operations/accounts';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { notFound } from '@strata/kernel/errors';
import type { ApiKeyStore } from './api-key-store.ts';
import { auditOfRevocation } from './audit-key.ts';
import { heldKeysOf } from './held-keys-of.ts';

export interface RevokeApiKeyParts {
  readonly keys: Pick<ApiKeyStore, 'revoke'>;
  /** Removes the key from this gateway's cache. */
  readonly forgetKey: (keyId: string) => void;
  /** Notifies the other gateways, without waiting. A gateway that misses it rejects the key when its cache expires. */
  readonly announceRevocation: (keyId: string, context: RequestContext) => void;
  readonly clock: Clock;
}

/** Revokes a key of the caller, or for a tenant admin any of the tenant. A repeat returns the same. Errors: `not_found`; `unavailable`. */
export const revokeApiKeyHandler = ({ keys, forgetKey, announceRevocation, clock }: RevokeApiKeyParts) =>
  async function revokeApiKey(
    { params: { id: keyId } }: RequestTo<typeof revokeApiKeyOperation>,
    context: RequestContext,
  ): Promise<ResponseTo<typeof revokeApiKeyOperation>> {
    const at = clock.now();
    const audit = auditOfRevocation(keyId, at, context);
    const revokedAt = await keys.revoke(context.scope.tenantId, heldKeysOf(context.actor), keyId, at, audit);
    if (revokedAt === undefined) throw notFound('The API key');
    forgetKey(keyId);
    announceRevocation(keyId, context);
    return { id: keyId, revokedAt: revokedAt.toISOString() };
  };
