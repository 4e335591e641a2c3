import { systemContext } from '@strata/kernel/actor';
import { newId } from '@strata/kernel/ids';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database } from '@strata/platform/database/database';
import { entryOf } from '../audit/entry.ts';
import type { DataKeyStore, StoredDataKey } from '../key-ring/data-key-store.ts';
import { lockVaultLogs } from './pg-vault-log.ts';
import { ROTATOR_ROLE } from './vault-schema.ts';

const COLUMNS = 'tenant_id as "tenantId", id as "vaultId", key_id as "keyId", wrapped_key as wrapped';
const COUNT = 'select key_id as "keyId", count(*)::float8 as count from vaults group by key_id order by key_id';
const SAMPLE = `select ${COLUMNS} from vaults where key_id = $1 order by tenant_id, id limit $2`;
const PAGE = `
  select ${COLUMNS} from vaults where (tenant_id, id) > ($1, $2) and ($3::text is null or key_id <> $3)
  order by tenant_id, id limit $4`;

const NEWEST = `
  select item.vault_id as "vaultId", item.id as "itemId", item.version, version.salt, version.sealed
  from unnest($2::text[]) wanted (id)
  cross join lateral (
    select vault_id, id, version from vault_items where tenant_id = $1 and vault_id = wanted.id order by seq desc limit 1
  ) item
  join vault_item_versions version on version.tenant_id = $1 and version.vault_id = item.vault_id
    and version.item_id = item.id and version.version = item.version`;

/** Skips vaults that another transaction has locked: a later pass gets them, and neither waits for the other. */
const LOCK = `
  select vault.id from vaults vault
  join unnest($2::text[], $3::text[], $4::bytea[]) given (id, key_id, wrapped)
    on vault.id = given.id and vault.key_id = given.key_id and vault.wrapped_key = given.wrapped
  where vault.tenant_id = $1 order by vault.id for no key update of vault skip locked`;

const REWRAP = `
  update vaults vault set key_id = given.key_id, wrapped_key = given.wrapped
  from unnest($2::text[], $3::text[], $4::bytea[]) given (id, key_id, wrapped)
  where vault.tenant_id = $1 and vault.id = given.id`;

interface KeyRow {
  readonly tenantId: string;
  readonly vaultId: string;
  readonly keyId: string;
  readonly wrapped: Buffer;
}
const toStored = ({ tenantId, vaultId, ...key }: KeyRow): StoredDataKey => ({ tenantId, vaultId, key });

interface ValueRow {
  readonly vaultId: string;
  readonly itemId: string;
  readonly version: number;
  readonly salt: Buffer;
  readonly sealed: Buffer;
}

const columnsOf = (tenantId: string, keys: readonly StoredDataKey[]): unknown[] => [
  tenantId,
  keys.map(({ vaultId }) => vaultId),
  keys.map(({ key }) => key.keyId),
  keys.map(({ key }) => key.wrapped),
];

/** The environment does not matter here: vaults belong to the tenant. */
const scopeOf = (tenantId: string): TenantScope => ({ tenantId, environment: 'live' });

/** Data keys in PostgreSQL. Reads across tenants; each change runs as the tenant that owns the vault. */
export const createPgDataKeys = (database: Database): DataKeyStore => {
  const find = <Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> =>
    database.asRole(ROTATOR_ROLE, (tx) => tx.query<Row>(sql, values));
  return {
    countByKey: async () => {
      const rows = await find<{ keyId: string; count: number }>(COUNT);
      return new Map(rows.map(({ keyId, count }) => [keyId, count]));
    },

    sample: async (keyId, limit) => (await find<KeyRow>(SAMPLE, [keyId, limit])).map(toStored),

    page: async (after, limit, notUnder) => {
      const values = [after?.tenantId ?? '', after?.vaultId ?? '', notUnder ?? null, limit];
      return (await find<KeyRow>(PAGE, values)).map(toStored);
    },

    newestValues: (tenantId, vaultIds) =>
      database.inTenant(scopeOf(tenantId), async (tx) => {
        const rows = await tx.query<ValueRow>(NEWEST, [tenantId, vaultIds]);
        return rows.map(({ salt, sealed, ...address }) => ({
          address: { tenantId, ...address },
          value: { salt, sealed },
        }));
      }),

    rewrap: (tenantId, keys, at) => {
      const scope = scopeOf(tenantId);
      const context = systemContext(scope, newId('req'));
      return database.inTenant(
        scope,
        async (tx) => {
          const rows = await tx.query<{ id: string }>(LOCK, columnsOf(tenantId, keys));
          const held = new Set(rows.map(({ id }) => id));
          const ours = keys.filter(({ vaultId }) => held.has(vaultId));
          const next = ours.map((vault) => ({ ...vault, key: vault.next }));
          await tx.execute(REWRAP, columnsOf(tenantId, next));
          const entry = { action: 'vault.rewrap', itemId: null, reason: null, at } as const;
          const log = await lockVaultLogs(tx, scope, [...held]);
          await log.append(new Map(ours.map(({ vaultId }) => [vaultId, entryOf(entry, context)])));
        },
        { retry: true },
      );
    },
  };
};
