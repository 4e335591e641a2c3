import type { AuditEntry } from '@strata/contracts/schemas/audit';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Transaction } from '@strata/platform/database/database';
import { FIRST_PREVIOUS_HASH, hashOf } from '../audit/chain.ts';

/** An entry that has no place in the chain yet. */
export type UnchainedEntry = Omit<AuditEntry, 'sequence' | 'previousHash' | 'hash'>;

const HOLD_HEAD = `
  insert into audit_heads as head (tenant_id, organization_id, sequence, hash, at) values ($1, $2, 0, $3, '-infinity')
  on conflict (tenant_id, organization_id) do update set sequence = head.sequence
  returning sequence, hash, nullif(at, '-infinity') as at`;

const APPEND = `
  insert into audit_entries (tenant_id, organization_id, id, sequence, action, actor_id, actor_type, resource_type,
                             resource_id, outcome, changes, request_id, ip, at, previous_hash, hash)
  select $1, $2, * from unnest($3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
                               $10::text[], $11::json[], $12::text[], $13::text[], $14::timestamptz[], $15::text[],
                               $16::text[])`;

/**
 * Appends to an organization's log, in the transaction of what is logged. Whoever appends holds the end of the chain
 * until they commit. Times never go back: an entry is as late as the one before it.
 */
export async function appendToAuditLog(
  tx: Transaction,
  { tenantId }: TenantScope,
  organizationId: string,
  entries: readonly UnchainedEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const [head] = await tx.query<{ sequence: string; hash: string; at: Date | null }>(HOLD_HEAD, [
    tenantId,
    organizationId,
    FIRST_PREVIOUS_HASH,
  ]);
  if (head === undefined) throw new Error('The end of the audit log could not be held');
  const chained: AuditEntry[] = [];
  let { hash: previousHash } = head;
  let latest = head.at?.toISOString() ?? '';
  for (const entry of entries) {
    const at = entry.at > latest ? entry.at : latest;
    const placed = { ...entry, at, sequence: Number(head.sequence) + chained.length + 1, previousHash };
    const hash = hashOf(placed);
    chained.push({ ...placed, hash });
    previousHash = hash;
    latest = at;
  }
  const column = <Value>(read: (entry: AuditEntry) => Value): Value[] => chained.map(read);
  await tx.execute(APPEND, [
    tenantId,
    organizationId,
    column(({ id }) => id),
    column(({ sequence }) => sequence),
    column(({ action }) => action),
    column(({ actorId }) => actorId),
    column(({ actorType }) => actorType),
    column(({ resourceType }) => resourceType),
    column(({ resourceId }) => resourceId),
    column(({ outcome }) => outcome),
    column(({ changes }) => (changes === null ? null : JSON.stringify(changes))),
    column(({ requestId }) => requestId),
    column(({ ip }) => ip),
    column(({ at }) => at),
    column((entry) => entry.previousHash),
    column(({ hash }) => hash),
  ]);
  await tx.execute(
    'update audit_heads set sequence = $3, hash = $4, at = $5 where tenant_id = $1 and organization_id = $2',
    [tenantId, organizationId, chained.at(-1)?.sequence, previousHash, latest],
  );
}
