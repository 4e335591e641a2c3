import { conflict } from '@strata/kernel/errors';
import type { Database } from '@strata/platform/database/database';
import { readPage } from '@strata/platform/database/read-page';
import { nameKey, rejectDuplicate } from '@strata/platform/database/unique-name';
import type { StoredVault, VaultLimits, VaultStore, VaultWithKey } from '../vaults/vault-store.ts';
import { lockVaultLog } from './pg-vault-log.ts';

const NAME_TAKEN = 'You have a vault with this name already';
const COLUMNS = `id, name, description, created_by as "createdBy", item_count as "itemCount", created_at as "createdAt",
  updated_at as "updatedAt"`;
const COUNT = `
  select count(*)::integer as "ofTenant", (count(*) filter (where created_by = $2))::integer as "ofUser"
  from vaults where tenant_id = $1`;
const INSERT = `
  insert into vaults (tenant_id, id, name, name_key, description, created_by, item_count, key_id, wrapped_key,
                      created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;
const FIND = `
  select id, created_by as "createdBy", key_id as "keyId", wrapped_key as wrapped from vaults
  where tenant_id = $1 and id = $2`;

type FoundRow = Omit<VaultWithKey, 'key'> & VaultWithKey['key'];

/** Vaults in PostgreSQL. */
export const createPgVaultStore = (database: Database): VaultStore => ({
  create: (scope, vault, { keyId, wrapped }, entry, limits) =>
    database.inTenant(
      scope,
      async (tx) => {
        const { tenantId } = scope;
        // Serializes a tenant's concurrent creations, so that the count is exact.
        await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${tenantId} vaults`]);
        const [count] = await tx.query<VaultLimits>(COUNT, [tenantId, vault.createdBy]);
        if ((count?.ofTenant ?? 0) >= limits.ofTenant)
          throw conflict(`The tenant has ${limits.ofTenant.toLocaleString('en')} vaults, which is the maximum`);
        if ((count?.ofUser ?? 0) >= limits.ofUser)
          throw conflict(
            `You have made ${limits.ofUser.toLocaleString('en')} vaults, which is the maximum for one user`,
          );
        const { id, name, description, createdBy, itemCount, createdAt, updatedAt } = vault;
        const values = [tenantId, id, name, nameKey(name), description, createdBy, itemCount, keyId, wrapped];
        await rejectDuplicate(NAME_TAKEN, tx.execute(INSERT, [...values, createdAt, updatedAt]));
        await (await lockVaultLog(tx, scope, id)).append(entry);
      },
      { retry: true },
    ),

  find: (scope, vaultId) =>
    database.inTenant(scope, async (tx) => {
      const [row] = await tx.query<FoundRow>(FIND, [scope.tenantId, vaultId]);
      if (row === undefined) return undefined;
      const { id, createdBy, ...key } = row;
      return { id, createdBy, key };
    }),

  list: (scope, createdBy, page) =>
    database.inTenant(scope, (tx) => {
      const from = `from vaults where tenant_id = $1 ${createdBy === null ? '' : 'and created_by = $2'}`;
      const values = createdBy === null ? [scope.tenantId] : [scope.tenantId, createdBy];
      return readPage<StoredVault>(tx, { columns: COLUMNS, from, values, seq: 'seq' }, page);
    }),
});
