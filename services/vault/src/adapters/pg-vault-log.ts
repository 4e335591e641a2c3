import type { VaultAuditEntry } from '@strata/contracts/schemas/vault';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { chainOnto, FIRST_PREVIOUS_HASH, type ChainHead } from '@strata/platform/audit/chain';
import type { Transaction } from '@strata/platform/database/database';
import type { UnchainedEntry } from '../audit/entry.ts';

export const ENTRY_COLUMNS = `id, sequence::float8 as sequence, action, actor_id as "actorId", item_id as "itemId", reason,
  ip, at, previous_hash as "previousHash", hash`;
export type EntryRow = Omit<VaultAuditEntry, 'at'> & { readonly at: Date };
export const toVaultAuditEntry = ({ at, ...entry }: EntryRow): VaultAuditEntry => ({ ...entry, at: at.toISOString() });

const HOLD_HEAD = `
  insert into audit_heads as head (tenant_id, vault_id, sequence, hash, at) values ($1, $2, 0, $3, '-infinity')
  on conflict (tenant_id, vault_id) do update set sequence = head.sequence
  returning sequence::float8 as sequence, hash, nullif(at, '-infinity') as at`;

const APPEND = `
  insert into audit_entries (tenant_id, vault_id, sequence, id, action, actor_id, item_id, reason, ip, at, previous_hash,
                             hash)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`;

/** The end of a vault's log, held until the transaction commits: nobody else appends so long. */
export interface HeldLog {
  /** Appends an entry, in the transaction of what it tells. Times never go back: it is as late as the one before it. */
  append(entry: UnchainedEntry): Promise<VaultAuditEntry>;
}

/** Whoever holds other rows too holds them before. */
export async function holdVaultLog(tx: Transaction, { tenantId }: TenantScope, vaultId: string): Promise<HeldLog> {
  const [held] = await tx.query<ChainHead>(HOLD_HEAD, [tenantId, vaultId, FIRST_PREVIOUS_HASH]);
  if (held === undefined) throw new Error('The end of the audit log could not be held');
  let head = held;
  return {
    append: async (unchained) => {
      const [entry] = chainOnto(head, [unchained]);
      if (entry === undefined) throw new Error('An entry of the audit log could not be chained');
      const { sequence, id, action, actorId, itemId, reason, ip, at, previousHash, hash } = entry;
      await tx.execute(APPEND, [
        ...[tenantId, vaultId, sequence, id, action, actorId],
        ...[itemId, reason, ip, at, previousHash, hash],
      ]);
      await tx.execute(
        'update audit_heads set sequence = $3, hash = $4, at = $5 where tenant_id = $1 and vault_id = $2',
        [tenantId, vaultId, sequence, hash, at],
      );
      head = { sequence, hash, at: new Date(at) };
      return entry;
    },
  };
}
