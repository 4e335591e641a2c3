import { conflict } from '@strata/kernel/errors';
import type { Database } from '@strata/platform/database/database';
import { readPage } from '@strata/platform/database/read-page';
import { nameKey, refusingTaken } from '@strata/platform/database/taken-name';
import type { MostVaults, StoredVault, VaultStore } from '../vaults/vault-store.ts';
import { holdVaultLog } from './pg-vault-log.ts';

const NAME_TAKEN = 'You have a vault of this name already';
const COLUMNS = `id, name, description, created_by as "createdBy", item_count as "itemCount", created_at as "createdAt",
  updated_at as "updatedAt"`;
const COUNT = `
  select count(*)::integer as "ofTenant", (count(*) filter (where created_by = $2))::integer as "ofUser"
  from vaults where tenant_id = $1`;

/** Vaults in PostgreSQL. */
export const createPgVaultStore = (database: Database): VaultStore => ({
  create: (scope, vault, { keyId, wrapped }, entry, most) =>
    database.inTenant(
      scope,
      async (tx) => {
        const { tenantId } = scope;
        // Whoever makes several at once waits here, so that they are counted.
        await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${tenantId} vaults`]);
        const [made] = await tx.query<MostVaults>(COUNT, [tenantId, vault.createdBy]);
        if ((made?.ofTenant ?? 0) >= most.ofTenant)
          throw conflict(`The tenant has ${most.ofTenant.toLocaleString('en')} vaults, which is the most`);
        if ((made?.ofUser ?? 0) >= most.ofUser)
          throw conflict(`You have made ${most.ofUser.toLocaleString('en')} vaults, which is the most for one user`);
        const { id, name, description, createdBy, itemCount, createdAt, updatedAt } = vault;
        await refusingTaken(
          NAME_TAKEN,
          tx.execute(
            `insert into vaults (tenant_id, id, name, name_key, description, created_by, item_count, key_id, wrapped_key,
                                 created_at, updated_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
            [
              ...[tenantId, id, name, nameKey(name), description, createdBy],
              ...[itemCount, keyId, wrapped, createdAt, updatedAt],
            ],
          ),
        );
        await (await holdVaultLog(tx, scope, id)).append(entry);
      },
      { retry: true },
    ),

  list: (scope, createdBy, page) =>
    database.inTenant(scope, (tx) => {
      const from = `from vaults where tenant_id = $1 ${createdBy === null ? '' : 'and created_by = $2'}`;
      const values = createdBy === null ? [scope.tenantId] : [scope.tenantId, createdBy];
      return readPage<StoredVault>(tx, { columns: COLUMNS, from, values, seq: 'seq' }, page);
    }),
});
