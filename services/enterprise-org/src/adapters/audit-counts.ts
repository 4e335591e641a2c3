import type { AuditEntry } from '@strata/contracts/schemas/audit';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Transaction } from '@strata/platform/database/database';
import { newestFirst, withoutSorting } from '@strata/platform/database/ordered-range';

type Counted = Pick<AuditEntry, 'action' | 'actorId' | 'resourceType'>;

/** The column of each field that entries are filtered by. */
export const FILTER_COLUMNS = {
  actorId: 'actor_id',
  action: 'action',
  resourceType: 'resource_type',
} as const satisfies Record<keyof Counted, string>;

/** The combinations of filters. Each has an index, and a column that counts the entries with the same values. */
const FILTERED_BY: readonly (readonly (keyof Counted)[])[] = [
  ['action'],
  ['resourceType'],
  ['actorId'],
  ['actorId', 'action'],
  ['actorId', 'resourceType'],
];

/** The column with the number of entries, up to and including its own, that have the same values in these columns. */
export const countColumn = (columns: readonly string[]): string =>
  `nth_of_${columns.map((column) => column.replace(/_id$/, '')).join('_and_')}`;

const FILTERED_COLUMNS = FILTERED_BY.map((fields) => fields.map((field) => FILTER_COLUMNS[field]));
export const COUNT_COLUMNS = FILTERED_COLUMNS.map(countColumn);

type Counts = Map<string, number>;

const keysOf = (entry: Counted): string[] =>
  FILTERED_BY.map((fields, place) => JSON.stringify([place, ...fields.map((field) => entry[field])]));

const LATEST = FILTERED_COLUMNS.map((columns) => {
  const values = columns.map((column) => `wanted.${column}`);
  const range = newestFirst([...columns, 'sequence'], [...values, '0'], [...values, String(Number.MAX_SAFE_INTEGER)]);
  return `(select ${countColumn(columns)} from audit_entries entry
    where tenant_id = $1 and organization_id = $2 and ${range} limit 1)`;
});

const READ = `
  select action, actor_id as "actorId", resource_type as "resourceType", array[${LATEST.join(', ')}]::float8[] as counts
  from (select distinct * from unnest($3::text[], $4::text[], $5::text[]) as row (action, actor_id, resource_type)) wanted`;

/** Counts the entries of a log that share values with the new ones. The caller has locked the head of the chain. */
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
