import { notFound } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database, Transaction } from '@strata/platform/database/database';
import { readPage } from '@strata/platform/database/read-page';
import type { LockedVault, ItemStore, StoredItem } from '../items/item-store.ts';
import { lockVaultLog } from './pg-vault-log.ts';

const IN_VAULT = 'tenant_id = $1 and vault_id = $2';
const COLUMNS = `id, vault_id as "vaultId", name, type, version, metadata, created_at as "createdAt",
  updated_at as "updatedAt", expires_at as "expiresAt"`;

const LOCK = 'select item_count as count from vaults where tenant_id = $1 and id = $2 for no key update';

const PUT = `
  insert into vault_items (tenant_id, vault_id, id, name, type, version, metadata, created_at, updated_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  on conflict (tenant_id, vault_id, id) do update
  set type = excluded.type, version = excluded.version, metadata = excluded.metadata,
      updated_at = excluded.updated_at, expires_at = excluded.expires_at`;

const ADD_VERSION = `
  insert into vault_item_versions (tenant_id, vault_id, item_id, version, type, salt, sealed, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

const PRUNE = `delete from vault_item_versions where ${IN_VAULT} and item_id = $3 and version <= $4`;

const TOUCH = `
  update vaults set updated_at = $3, item_count = item_count + $4 where tenant_id = $1 and id = $2`;

/** Items in PostgreSQL. Changes of one vault run one after another. */
export const createPgItemStore = (database: Database): ItemStore => ({
  change: (scope, vaultId, work) =>
    database.inTenant(
      scope,
      async (tx) => {
        const [locked] = await tx.query<{ count: number }>(LOCK, [scope.tenantId, vaultId]);
        if (locked === undefined) throw notFound('The vault');
        return work(vaultIn(tx, scope, vaultId, locked.count));
      },
      { retry: true },
    ),

  list: (scope, vaultId, page) =>
    database.inTenant(scope, (tx) => {
      const values = [scope.tenantId, vaultId];
      return readPage(tx, { columns: COLUMNS, from: `from vault_items where ${IN_VAULT}`, values, seq: 'seq' }, page);
    }),
});

const vaultIn = (tx: Transaction, scope: TenantScope, vaultId: string, itemCount: number): LockedVault => {
  const key = [scope.tenantId, vaultId];
  return {
    itemCount,
    find: async (name) => {
      const sql = `select ${COLUMNS} from vault_items where ${IN_VAULT} and name = $3`;
      const [item] = await tx.query<StoredItem>(sql, [...key, name]);
      return item;
    },
    put: async (item, { salt, sealed }, kept, entry) => {
      const { id, name, type, version, metadata, createdAt, updatedAt, expiresAt } = item;
      await tx.execute(PUT, [
        ...[...key, id, name, type, version],
        ...[JSON.stringify(metadata), createdAt, updatedAt, expiresAt],
      ]);
      await tx.execute(ADD_VERSION, [...key, id, version, type, salt, sealed, updatedAt, expiresAt]);
      await tx.execute(PRUNE, [...key, id, version - kept]);
      await tx.execute(TOUCH, [...key, updatedAt, version === 1 ? 1 : 0]);
      await (await lockVaultLog(tx, scope, vaultId)).append(entry);
    },
  };
};
