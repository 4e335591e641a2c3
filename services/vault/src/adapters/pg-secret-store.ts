import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database, Transaction } from '@strata/platform/database/database';
import type { RevealLimit } from '../revealing/reveal-limit.ts';
import type { MissingSecret, SecretStore, StoredSecret, WantedSecret } from '../revealing/secret-store.ts';
import { lockVaultLog } from './pg-vault-log.ts';

const LOAD = `
  select item.name, version.type, version.version, version.salt, version.sealed, version.expires_at as "expiresAt"
  from vault_items item left join vault_item_versions version
    on version.tenant_id = item.tenant_id and version.vault_id = item.vault_id and version.item_id = item.id
   and version.version = coalesce($4, item.version)
  where item.tenant_id = $1 and item.vault_id = $2 and item.id = $3`;

/** The attempt that must expire before the next one: the oldest of as many as the limit allows. */
const LIMITED_BY = `
  select at from audit_entries
  where tenant_id = $1 and actor_id = $2 and at > $3 and action in ('vault_item.reveal', 'vault_item.refuse')
  order by at desc offset $4 limit 1`;

type SecretRow = Omit<StoredSecret, 'value'> & StoredSecret['value'];
/** An item without the requested version. */
type EmptyRow = { readonly [Column in keyof SecretRow]: Column extends 'name' ? string : null };

/** Encrypted values in PostgreSQL, and the log of their reveals. */
export const createPgSecretStore = (database: Database): SecretStore => ({
  load: (scope, wanted, limit) =>
    database.inTenant(scope, async (tx) => ({
      secret: await load(tx, scope, wanted),
      limitedBy: await limitedBy(tx, scope, limit),
    })),

  record: (scope, wanted, { version, value }, entry, limit) =>
    database.inTenant(
      scope,
      async (tx) => {
        const attempts = [`${scope.tenantId} ${limit.actorId} reveals`];
        await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', attempts);
        const attempt = await limitedBy(tx, scope, limit);
        if (attempt !== null) return { limitedBy: attempt };
        // A transaction that puts another version locks the log too, so it commits before this one or after it.
        const log = await lockVaultLog(tx, scope, wanted.vaultId);
        const now = await load(tx, scope, wanted);
        if (typeof now === 'string' || now.version !== version || !now.value.salt.equals(value.salt)) return 'changed';
        const { at } = await log.append(entry);
        return { at };
      },
      { retry: true },
    ),
});

async function load(
  tx: Transaction,
  { tenantId }: TenantScope,
  wanted: WantedSecret,
): Promise<StoredSecret | MissingSecret> {
  const values = [tenantId, wanted.vaultId, wanted.itemId, wanted.version ?? null];
  const [row] = await tx.query<SecretRow | EmptyRow>(LOAD, values);
  if (row === undefined) return 'no item';
  if (row.version === null) return 'no version';
  const { salt, sealed, ...secret } = row;
  return { ...secret, value: { salt, sealed } };
}

async function limitedBy(
  tx: Transaction,
  { tenantId }: TenantScope,
  { actorId, most, since }: RevealLimit,
): Promise<Date | null> {
  const [row] = await tx.query<{ at: Date }>(LIMITED_BY, [tenantId, actorId, since, most - 1]);
  return row?.at ?? null;
}
