import type { revokedApiKeySchema } from '@strata/contracts/schemas/account';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { notFound } from '@strata/kernel/errors';
import type { z } from 'zod';
import type { ApiKeyStore } from './api-key-store.ts';
import { auditOfRevocation } from './audit-key.ts';

export interface RevokeApiKeyParts {
  readonly keys: ApiKeyStore;
  /** Makes this gateway forget the key. */
  readonly forget: (keyId: string) => void;
  /** Tells the other gateways, without waiting: what is not heard is made good by their caches running out. */
  readonly announce: (keyId: string, context: RequestContext) => void;
  readonly clock: Clock;
}

/** Revokes a key of the caller's tenant; doing it again answers the same. Errors: `not_found`. */
export const createRevokeApiKey =
  ({ keys, forget, announce, clock }: RevokeApiKeyParts) =>
  async (keyId: string, context: RequestContext): Promise<z.input<typeof revokedApiKeySchema>> => {
    const at = clock.now();
    const audit = auditOfRevocation(keyId, at, context);
    const revokedAt = await keys.revoke(context.scope.tenantId, keyId, at, audit);
    if (revokedAt === undefined) throw notFound('The API key');
    forget(keyId);
    announce(keyId, context);
    return { id: keyId, revokedAt: revokedAt.toISOString() };
  };
