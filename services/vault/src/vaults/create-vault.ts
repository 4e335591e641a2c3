import type { RequestTo } from '@strata/contracts/operation';
import type { createVault as createVaultOperation } from '@strata/contracts/operations/vaults';
import type { Vault } from '@strata/contracts/schemas/vault';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { newId } from '@strata/kernel/ids';
import { randomBytes } from 'node:crypto';
import { entryOf } from '../audit/entry.ts';
import type { KeyEncryption } from '../sealing/key-encryption.ts';
import { describeVault } from './describe-vault.ts';
import type { VaultStore } from './vault-store.ts';

/** Vaults are never deleted: without a limit per user, one user could use up the tenant's limit for good. */
const LIMITS = { ofTenant: 1000, ofUser: 100 };
const DATA_KEY_BYTES = 32;

export interface CreateVaultParts {
  readonly vaults: Pick<VaultStore, 'create'>;
  readonly keys: Pick<KeyEncryption, 'wrap'>;
  readonly clock: Clock;
}

/**
 * Creates a vault with its own data key, which is stored wrapped.
 * Errors: `conflict` for a name that the caller has used before, and beyond the limits; `unavailable`.
 */
export function createVaultHandler({ vaults, keys, clock }: CreateVaultParts) {
  return async function createVault(
    { body: { name, description } }: RequestTo<typeof createVaultOperation>,
    context: RequestContext,
  ): Promise<Vault> {
    const id = newId('vlt');
    const dataKey = randomBytes(DATA_KEY_BYTES);
    const key = await keys
      .wrap(dataKey, { tenantId: context.scope.tenantId, vaultId: id })
      .finally(() => dataKey.fill(0));
    const at = clock.now();
    const vault = {
      id,
      name,
      description,
      createdBy: context.actor.id,
      itemCount: 0,
      createdAt: at,
      updatedAt: at,
    };
    const entry = entryOf({ action: 'vault.create', itemId: null, reason: null, at }, context);
    await vaults.create(context.scope, vault, key, entry, LIMITS);
    return describeVault(vault);
  };
}
