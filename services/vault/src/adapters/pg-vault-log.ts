import type { VaultAuditEntry } from '@strata/contracts/schemas/vault';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { chainOnto, FIRST_PREVIOUS_HASH, type ChainHead } from '@strata/platform/audit/chain';
import type { Transaction } from '@strata/platform/database/database';
import type { UnchainedEntry } from '../audit/entry.ts';

export const ENTRY_COLUMNS = `id, sequence::float8 as sequence, action, actor_id as "actorId", item_id as "itemId", reason,
  ip, at, previous_hash as "previousHash", hash`;
export type EntryRow = Omit<VaultAuditEntry, 'at'> & { readonly at: Date };
export const toVaultAuditEntry = ({ at, ...entry }: EntryRow): VaultAuditEntry => ({ ...entry, at: at.toISOString() });

/** A vault that does not exist has no head. */
const LOCK_HEADS = `
  insert into audit_heads as head (tenant_id, vault_id, sequence, hash, at)
  select tenant_id, id, 0, $3, '-infinity' from vaults where tenant_id = $1 and id = any($2::text[]) order by id
  on conflict (tenant_id, vault_id) do update set sequence = head.sequence
  returning vault_id as "vaultId", sequence::float8 as sequence, hash, nullif(at, '-infinity') as at`;

const APPEND = `
  insert into audit_entries (tenant_id, vault_id, sequence, id, action, actor_id, item_id, reason, ip, at, previous_hash,
                             hash)
  select $1, * from unnest($2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
                           $9::text[], $10::timestamptz[], $11::text[], $12::text[])`;

const MOVE_HEADS = `
  update audit_heads head set sequence = moved.sequence, hash = moved.hash, at = moved.at
  from unnest($2::text[], $3::bigint[], $4::text[], $5::timestamptz[]) moved (vault_id, sequence, hash, at)
  where head.tenant_id = $1 and head.vault_id = moved.vault_id`;

/** The ends of vaults' logs, locked until the transaction commits: no other transaction appends meanwhile. */
export interface LockedLogs {
  /** Those of the given vaults that exist. */
  readonly vaultIds: ReadonlySet<string>;
  /**
   * Appends an entry to the log of each vault, in the transaction of the change that it records. Times never go back: an
   * entry is at least as late as the one before it.
   */
  append(entries: ReadonlyMap<string, UnchainedEntry>): Promise<VaultAuditEntry[]>;
}

/** The end of one vault's log. */
export interface LockedLog {
  append(entry: UnchainedEntry): Promise<VaultAuditEntry>;
}

/** To prevent deadlocks, lock the log last: after all other rows of the transaction. */
export async function lockVaultLog(tx: Transaction, scope: TenantScope, vaultId: string): Promise<LockedLog> {
  const logs = await lockVaultLogs(tx, scope, [vaultId]);
  return {
    append: async (unchained) => {
      const [entry] = await logs.append(new Map([[vaultId, unchained]]));
      if (entry === undefined) throw new Error('An entry of the audit log could not be chained');
      return entry;
    },
  };
}

/** The same for several vaults of a tenant at once. */
export async function lockVaultLogs(
  tx: Transaction,
  { tenantId }: TenantScope,
  vaultIds: readonly string[],
): Promise<LockedLogs> {
  const locked = await tx.query<ChainHead & { readonly vaultId: string }>(LOCK_HEADS, [
    ...[tenantId, vaultIds, FIRST_PREVIOUS_HASH],
  ]);
  const heads = new Map<string, ChainHead>(locked.map(({ vaultId, ...head }) => [vaultId, head]));
  return {
    vaultIds: new Set(heads.keys()),
    append: async (unchained) => {
      const entries = [...unchained].flatMap(([vaultId, entry]) => {
        const head = heads.get(vaultId);
        if (head === undefined) throw new Error('The end of the audit log could not be locked');
        return chainOnto(head, [entry]);
      });
      const column = (read: (entry: VaultAuditEntry) => unknown): unknown[] => entries.map(read);
      const links = [[...unchained.keys()], column(({ sequence }) => sequence)];
      const hashes = column(({ hash }) => hash);
      await tx.execute(APPEND, [
        ...[tenantId, ...links, column(({ id }) => id), column(({ action }) => action)],
        ...[column(({ actorId }) => actorId), column(({ itemId }) => itemId), column(({ reason }) => reason)],
        ...[column(({ ip }) => ip), column(({ at }) => at), column((entry) => entry.previousHash), hashes],
      ]);
      await tx.execute(MOVE_HEADS, [tenantId, ...links, hashes, column(({ at }) => at)]);
      [...unchained.keys()].forEach((vaultId, index) => {
        const entry = entries[index];
        if (entry !== undefined) heads.set(vaultId, { ...entry, at: new Date(entry.at) });
      });
      return entries;
    },
  };
}
