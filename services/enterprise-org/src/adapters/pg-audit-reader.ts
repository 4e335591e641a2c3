import type { AuditEntry } from '@strata/contracts/schemas/audit';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { bindTo } from '@strata/platform/database/bind-values';
import type { Database, Transaction } from '@strata/platform/database/database';
import { newestFirst, oldestFirst, withoutSorting } from '@strata/platform/database/ordered-range';
import type { AuditFilter, AuditReader } from '../audit/list-audit.ts';
import { countColumn, FILTER_COLUMNS } from './audit-counts.ts';
import { IN_ORGANIZATION } from './organization-table.ts';

export const ENTRY_COLUMNS = `id, sequence::float8 as sequence, action, actor_id as "actorId",
  actor_type as "actorType", resource_type as "resourceType", resource_id as "resourceId", outcome, changes,
  request_id as "requestId", ip, at, previous_hash as "previousHash", hash`;
export type EntryRow = Omit<AuditEntry, 'at'> & { readonly at: Date };
export const toAuditEntry = ({ at, ...entry }: EntryRow): AuditEntry => ({ ...entry, at: at.toISOString() });

/** Sequence numbers from `first`, inclusive, to `end`, exclusive. */
interface Bounds {
  readonly first: number;
  readonly end: number;
}

/** Audit logs in PostgreSQL. Every page is a range scan of one index, which starts where the page starts. */
export const createPgAuditReader = (database: Database): AuditReader => ({
  list: (scope, organizationId, filter, { limit, before }) =>
    database.inTenant(scope, (tx) =>
      withoutSorting(tx, async () => {
        const bounds = await boundsOf(tx, scope, organizationId, filter);
        const selected = { log: [scope.tenantId, organizationId], conditions: conditionsOf(filter) };
        const end = Math.min(bounds.end, before?.last ?? bounds.end);
        const rows = await tx.query<EntryRow>(...select(ENTRY_COLUMNS, selected, { ...bounds, end }, limit + 1));
        const items = rows.slice(0, limit).map(toAuditEntry);
        const total = await countWithin(tx, selected, bounds);
        return { items, last: items.at(-1)?.sequence ?? 0, hasMore: rows.length > limit, total };
      }),
    ),
});

interface Selected {
  /** The tenant and the organization. */
  readonly log: readonly string[];
  readonly conditions: readonly Condition[];
}

function select(
  what: string,
  { log, conditions }: Selected,
  { first, end }: Bounds,
  most: number,
  order: typeof newestFirst = newestFirst,
): [string, unknown[]] {
  const values: unknown[] = [...log];
  const bind = bindTo(values);
  const bound = conditions.map(([, value]) => bind(value));
  const columns = [...conditions.map(([column]) => column), 'sequence'];
  const range = order(columns, [...bound, `${bind(first)}::bigint`], [...bound, `${bind(end)}::bigint`]);
  return [`select ${what} from audit_entries entry where ${IN_ORGANIZATION} and ${range} limit ${bind(most)}`, values];
}

/** Counts entries without reading them: by the sequence, or by the count columns of the newest and the oldest. */
async function countWithin(tx: Transaction, selected: Selected, bounds: Bounds): Promise<number> {
  if (selected.conditions.length === 0) return bounds.end - bounds.first;
  const column = countColumn(selected.conditions.map(([name]) => name));
  const numberOf = async (order: typeof newestFirst): Promise<number | undefined> => {
    const [row] = await tx.query<{ nth: string }>(...select(`${column} as nth`, selected, bounds, 1, order));
    return row && Number(row.nth);
  };
  const newest = await numberOf(newestFirst);
  if (newest === undefined || bounds.first === 1) return newest ?? 0;
  return newest - ((await numberOf(oldestFirst)) ?? newest) + 1;
}

type Condition = readonly [column: string, value: string];

/** Filters other than the dates. A new filter does not type-check until it has a column. */
const COLUMNS: Readonly<Record<Exclude<keyof AuditFilter, 'startDate' | 'endDate'>, string>> = FILTER_COLUMNS;

/** An action includes its resource type, so beside an action the type is left out: `boundsOf` rejects a mismatch. */
const conditionsOf = (filter: AuditFilter): Condition[] =>
  Object.entries(COLUMNS).flatMap(([field, column]): Condition[] => {
    const value = filter[field as keyof typeof COLUMNS];
    if (value === undefined || (field === 'resourceType' && filter.action !== undefined)) return [];
    return [[column, value]];
  });

const isOfType = (action: string, resourceType: string): boolean => action.startsWith(`${resourceType}.`);

/** Turns dates into sequence numbers: the sequence has no gaps, and its times never go back. */
async function boundsOf(
  tx: Transaction,
  { tenantId }: TenantScope,
  organizationId: string,
  { action, resourceType, startDate, endDate }: AuditFilter,
): Promise<Bounds> {
  if (action !== undefined && resourceType !== undefined && !isOfType(action, resourceType))
    return { first: 1, end: 1 };
  const [head] = await tx.query<{ sequence: string }>(`select sequence from audit_heads where ${IN_ORGANIZATION}`, [
    tenantId,
    organizationId,
  ]);
  const end = Number(head?.sequence ?? 0) + 1;
  const firstFrom = async (date: string): Promise<number> => {
    const [entry] = await tx.query<{ sequence: string }>(
      `select sequence from audit_entries entry where ${IN_ORGANIZATION} and at >= $3 order by at, sequence limit 1`,
      [tenantId, organizationId, date],
    );
    return entry === undefined ? end : Math.min(Number(entry.sequence), end);
  };
  const first = startDate === undefined ? 1 : await firstFrom(startDate);
  return { first, end: endDate === undefined ? end : Math.max(first, await firstFrom(endDate)) };
}
