import { apiKeyRevoked, revokeKeysOfUser } from '@strata/contracts/calls/gateway';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import type { Bus } from '@strata/platform/bus/bus';
import type { CloseStack } from '@strata/platform/lifecycle/closeable';
import type { Logger } from '@strata/platform/log/logger';
import type { CommandOutbox } from '@strata/platform/outbox/command-outbox';
import type { GatewayDatabase } from './adapters/gateway-database.ts';
import { createPrismaApiKeyStore } from './adapters/prisma-api-key-store.ts';
import { createPrismaMemberStore } from './adapters/prisma-member-store.ts';
import { RecentLookups } from './adapters/recent-lookups.ts';
import type { ApiKeyStore, StoredApiKey } from './api-keys/api-key-store.ts';
import { createKeyHasher, type KeyHasher } from './api-keys/hash-key.ts';
import { createIdentifyApiKey } from './api-keys/identify-api-key.ts';
import { HashRenewal } from './api-keys/renew-hash.ts';
import { revokeKeysOfUserHandler } from './api-keys/revoke-keys-of-user.ts';
import { UseRecorder } from './api-keys/use-recorder.ts';
import type { GatewayConfig } from './config.ts';
import type { CheckCredential } from './credentials/authenticate.ts';
import type { TenantUser, UserRights } from './credentials/find-rights.ts';

export interface ApiKeyAccessParts {
  readonly config: GatewayConfig;
  readonly database: GatewayDatabase;
  readonly outbox: Pick<CommandOutbox, 'put' | 'wake'>;
  readonly rightsOfOwner: (user: TenantUser) => Promise<UserRights | undefined>;
  readonly announceRevocation: (keyId: string, context: RequestContext) => void;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface ApiKeyAccess {
  readonly keys: ApiKeyStore;
  readonly hasher: KeyHasher;
  /** Removes a key from this gateway's cache. */
  readonly forgetKey: (keyId: string) => void;
  /** Authenticates a caller by an API key. */
  readonly identify: CheckCredential;
}

/** Opens the API keys: the store, a cache that announced revocations keep fresh, the record of uses, the renewal of hashes. */
export async function openApiKeyAccess(
  stack: CloseStack,
  { config, database, outbox, rightsOfOwner, announceRevocation, bus, clock, logger }: ApiKeyAccessParts,
): Promise<ApiKeyAccess> {
  const keys = createPrismaApiKeyStore(database, outbox);
  const hasher = createKeyHasher(config.API_KEY_PEPPER, config.API_KEY_PEPPER_PREVIOUS);
  // Unknown ids are cached too.
  const known = new RecentLookups<StoredApiKey | undefined>();
  const forgetKey = (keyId: string): void => known.forget(keyId);
  await bus.subscribe(apiKeyRevoked, async ({ keyId }) => {
    forgetKey(keyId);
  });
  const members = createPrismaMemberStore(database);
  await bus.consume(revokeKeysOfUser, revokeKeysOfUserHandler({ members, keys, forgetKey, announceRevocation, clock }));
  const uses = stack.use(new UseRecorder((latest) => keys.recordUse(latest)));
  uses.start();
  const renewal = new HashRenewal({
    replaceHash: (tenantId, keyId, secretHash) => keys.replaceHash(tenantId, keyId, secretHash),
    forget: forgetKey,
    onFailed: (keyId, error) => logger.warn('The hash of an API key could not be renewed', { keyId, error }),
  });
  const identify = createIdentifyApiKey({
    find: (keyId) => known.get(keyId, () => keys.find(keyId)),
    rightsOfOwner,
    hasher,
    recordUse: (keyId, at) => uses.record(keyId, at),
    renewHash: (stored, secretHash) => renewal.renew(stored, secretHash),
    clock,
  });
  return { keys, hasher, forgetKey, identify };
}
