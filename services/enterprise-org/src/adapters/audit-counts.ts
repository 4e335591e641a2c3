import type { AuditEntry } from '@strata/contracts/schemas/audit';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Transaction } from '@strata/platform/database/database';
import { newestFirst, withoutSorting } from '@strata/platform/database/ordered-range';

/** What entries are filtered by; each has an index, and a column that counts the entries of its values. */
export const FILTERED_BY = [
  ['action'],
  ['resource_type'],
  ['actor_id'],
  ['actor_id', 'action'],
  ['actor_id', 'resource_type'],
] as const;

/** The column that says how many entries up to its own have the same values of these. */
export const countColumn = (columns: readonly string[]): string =>
  `nth_of_${columns.map((column) => column.replace(/_id$/, '')).join('_and_')}`;

export const COUNT_COLUMNS = FILTERED_BY.map(countColumn);

type Counted = Pick<AuditEntry, 'action' | 'actorId' | 'resourceType'>;
type Counts = Map<string, number>;

const keysOf = ({ action, actorId, resourceType }: Counted): string[] =>
  [[action], [resourceType], [actorId], [actorId, action], [actorId, resourceType]].map((values, place) =>
    JSON.stringify([place, ...values]),
  );

const LATEST = FILTERED_BY.map((columns) => {
  const values = columns.map((column) => `asked.${column}`);
  const range = newestFirst([...columns, 'sequence'], [...values, '0'], [...values, String(Number.MAX_SAFE_INTEGER)]);
  return `(select ${countColumn(columns)} from audit_entries entry
    where tenant_id = $1 and organization_id = $2 and ${range} limit 1)`;
});

const READ = `
  select action, actor_id as "actorId", resource_type as "resourceType", array[${LATEST.join(', ')}]::float8[] as counts
  from (select distinct * from unnest($3::text[], $4::text[], $5::text[]) as row (action, actor_id, resource_type)) asked`;

/** How many entries of a log have the values that some new ones have. The end of the chain must be held. */
export async function readCounts(
  tx: Transaction,
  { tenantId }: TenantScope,
  organizationId: string,
  entries: readonly Counted[],
): Promise<Counts> {
  const rows = await withoutSorting(tx, () =>
    tx.query<Counted & { counts: (number | null)[] }>(READ, [
      tenantId,
      organizationId,
      entries.map(({ action }) => action),
      entries.map(({ actorId }) => actorId),
      entries.map(({ resourceType }) => resourceType),
    ]),
  );
  return new Map(
    rows.flatMap((row) => keysOf(row).map((key, place): [string, number] => [key, row.counts[place] ?? 0])),
  );
}

/** The counts of each new entry, in the order of `COUNT_COLUMNS`. */
export function countOn(before: Counts, entries: readonly Counted[]): number[][] {
  const counts = new Map(before);
  return entries.map((entry) =>
    keysOf(entry).map((key) => {
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count;
    }),
  );
}
