import type { createVaultRequestSchema, Vault } from '@strata/contracts/schemas/vault';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { newId } from '@strata/kernel/ids';
import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { entryOf } from '../audit/entry.ts';
import type { KeyEncryption } from '../sealing/key-encryption.ts';
import { describeVault } from './describe-vault.ts';
import type { VaultStore } from './vault-store.ts';

/** Vaults are not deleted: without a bound of their own, one user could take all of the tenant's for ever. */
const MOST_VAULTS = { ofTenant: 1000, ofUser: 100 };
const DATA_KEY_BYTES = 32;

export interface CreateVaultParts {
  readonly vaults: Pick<VaultStore, 'create'>;
  readonly keys: Pick<KeyEncryption, 'wrap'>;
  readonly clock: Clock;
}

/**
 * Makes a vault with a data key of its own, which is kept as it is wrapped.
 * Errors: `conflict` for a name that the caller has given before, and for one vault too many; `unavailable`.
 */
export const createCreateVault =
  ({ vaults, keys, clock }: CreateVaultParts) =>
  async ({ name, description }: z.output<typeof createVaultRequestSchema>, context: RequestContext): Promise<Vault> => {
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
    await vaults.create(context.scope, vault, key, entry, MOST_VAULTS);
    return describeVault(vault);
  };
