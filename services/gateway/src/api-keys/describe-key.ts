import type { ApiKey } from '@strata/contracts/schemas/account';
import type { StoredApiKey } from './api-key-store.ts';
import { prefixOfStored } from './key-format.ts';

/** A key as the public interface shows it. */
export const describeKey = (key: StoredApiKey): ApiKey => ({
  id: key.id,
  name: key.name,
  prefix: prefixOfStored(key.environment, key.id),
  scopes: [...key.scopes],
  environment: key.environment,
  agentId: key.agentId,
  createdAt: key.createdAt.toISOString(),
  expiresAt: key.expiresAt?.toISOString() ?? null,
  lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  owner: key.owner,
  createdBy: key.createdBy,
});
