import type { AuditEntry } from '@strata/contracts/schemas/audit';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { chainOnto, FIRST_PREVIOUS_HASH, type ChainHead } from '@strata/platform/audit/chain';
import type { Transaction } from '@strata/platform/database/database';
import { withoutSorting } from '@strata/platform/database/ordered-range';
import type { UnchainedEntry } from '../audit/audit-entry.ts';
import { countOn, COUNT_COLUMNS, readCounts } from './audit-counts.ts';

const LOCK_HEAD = `
  insert into audit_heads as head (tenant_id, organization_id, sequence, hash, at) values ($1, $2, 0, $3, '-infinity')
  on conflict (tenant_id, organization_id) do update set sequence = head.sequence
  returning sequence::float8 as sequence, hash, nullif(at, '-infinity') as at`;

const APPEND = `
  insert into audit_entries (tenant_id, organization_id, id, sequence, action, actor_id, actor_type, resource_type,
                             resource_id, outcome, changes, request_id, ip, at, previous_hash, hash,
                             ${COUNT_COLUMNS.join(', ')})
  select $1, $2, * from unnest($3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
                               $10::text[], $11::json[], $12::text[], $13::text[], $14::timestamptz[], $15::text[],
                               $16::text[], ${COUNT_COLUMNS.map((_, place) => `$${String(place + 17)}::bigint[]`).join(', ')})`;

const KNOWN = `
  select found.id from unnest($3::text[]) wanted (id) cross join lateral (
    select id from audit_entries entry
    where tenant_id = $1 and organization_id = $2 and entry.id >= wanted.id order by entry.id limit 1
  ) found where found.id = wanted.id`;

/**
 * Appends to an organization's log, in the transaction of the change. The transaction locks the head of the chain until
 * it commits. Times never go back: an entry is never earlier than the one before it.
 */
export async function appendToAuditLog(
  tx: Transaction,
  scope: TenantScope,
  organizationId: string,
  entries: readonly UnchainedEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await append(tx, scope, organizationId, await lockHead(tx, scope, organizationId), entries);
}

/** The same for entries that may have been appended before: an id that is in the log is skipped. */
export async function appendOnceToAuditLog(
  tx: Transaction,
  scope: TenantScope,
  organizationId: string,
  entries: readonly UnchainedEntry[],
): Promise<void> {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  if (byId.size === 0) return;
  const head = await lockHead(tx, scope, organizationId);
  const known = await withoutSorting(tx, () =>
    tx.query<{ id: string }>(KNOWN, [scope.tenantId, organizationId, [...byId.keys()]]),
  );
  for (const { id } of known) byId.delete(id);
  if (byId.size > 0) await append(tx, scope, organizationId, head, [...byId.values()]);
}

async function lockHead(tx: Transaction, { tenantId }: TenantScope, organizationId: string): Promise<ChainHead> {
  const [head] = await tx.query<ChainHead>(LOCK_HEAD, [tenantId, organizationId, FIRST_PREVIOUS_HASH]);
  if (head === undefined) throw new Error('The head of the audit log could not be locked');
  return head;
}

async function append(
  tx: Transaction,
  scope: TenantScope,
  organizationId: string,
  head: ChainHead,
  entries: readonly UnchainedEntry[],
): Promise<void> {
  const { tenantId } = scope;
  const chained = chainOnto(head, entries);
  const counted = countOn(await readCounts(tx, scope, organizationId, chained), chained);
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
    ...COUNT_COLUMNS.map((_, place) => counted.map((counts) => counts[place])),
  ]);
  const last = chained.at(-1);
  await tx.execute(
    'update audit_heads set sequence = $3, hash = $4, at = $5 where tenant_id = $1 and organization_id = $2',
    [tenantId, organizationId, last?.sequence, last?.hash, last?.at],
  );
}
