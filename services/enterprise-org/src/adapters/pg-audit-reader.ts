import type { AuditEntry } from '@strata/contracts/schemas/audit';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { bindTo } from '@strata/platform/database/bind-values';
import type { Database, Transaction } from '@strata/platform/database/database';
import { newestFirst, oldestFirst, withoutSorting } from '@strata/platform/database/ordered-range';
import type { AuditFilter, AuditReader } from '../audit/list-audit.ts';
import { countColumn } from './audit-counts.ts';

const OWN = 'tenant_id = $1 and organization_id = $2';

export const ENTRY_COLUMNS = `id, sequence::float8 as sequence, action, actor_id as "actorId",
  actor_type as "actorType", resource_type as "resourceType", resource_id as "resourceId", outcome, changes,
  request_id as "requestId", ip, at, previous_hash as "previousHash", hash`;
export type EntryRow = Omit<AuditEntry, 'at'> & { readonly at: Date };
export const toAuditEntry = ({ at, ...entry }: EntryRow): AuditEntry => ({ ...entry, at: at.toISOString() });

/** Sequence numbers from `first` up to and without `end`. */
interface Bounds {
  readonly first: number;
  readonly end: number;
}

/** Audit logs in PostgreSQL. Every page is a walk along one index, which begins where the page does. */
export const createPgAuditReader = (database: Database): AuditReader => ({
  list: (scope, organizationId, filter, { limit, before }) =>
    database.inTenant(scope, (tx) =>
      withoutSorting(tx, async () => {
        const bounds = await boundsOf(tx, scope, organizationId, filter);
        const asked = { own: [scope.tenantId, organizationId], conditions: conditionsOf(filter) };
        const end = Math.min(bounds.end, before ?? bounds.end);
        const rows = await tx.query<EntryRow>(...select(ENTRY_COLUMNS, asked, { ...bounds, end }, limit + 1));
        const items = rows.slice(0, limit).map(toAuditEntry);
        const total = await countWithin(tx, asked, bounds);
        return { items, last: items.at(-1)?.sequence ?? 0, hasMore: rows.length > limit, total };
      }),
    ),
});

interface Asked {
  readonly own: readonly string[];
  readonly conditions: readonly Condition[];
}

function select(
  what: string,
  { own, conditions }: Asked,
  { first, end }: Bounds,
  most: number,
  order: typeof newestFirst = newestFirst,
): [string, unknown[]] {
  const values: unknown[] = [...own];
  const bind = bindTo(values);
  const given = conditions.map(([, value]) => bind(value));
  const columns = [...conditions.map(([column]) => column), 'sequence'];
  const range = order(columns, [...given, `${bind(first)}::bigint`], [...given, `${bind(end)}::bigint`]);
  return [`select ${what} from audit_entries entry where ${OWN} and ${range} limit ${bind(most)}`, values];
}

/** How many entries there are: told from the sequence, or from what the newest and the oldest of them are in number. */
async function countWithin(tx: Transaction, asked: Asked, bounds: Bounds): Promise<number> {
  if (asked.conditions.length === 0) return bounds.end - bounds.first;
  const column = countColumn(asked.conditions.map(([name]) => name));
  const numberOf = async (order: typeof newestFirst): Promise<number | undefined> => {
    const [row] = await tx.query<{ nth: string }>(...select(`${column} as nth`, asked, bounds, 1, order));
    return row && Number(row.nth);
  };
  const newest = await numberOf(newestFirst);
  if (newest === undefined || bounds.first === 1) return newest ?? 0;
  return newest - ((await numberOf(oldestFirst)) ?? newest) + 1;
}

type Condition = readonly [column: string, value: string];

/** An action names its resource type, so that with an action the type says nothing, or that there is nothing. */
function conditionsOf({ action, actorId, resourceType }: AuditFilter): Condition[] {
  const actor: Condition[] = actorId === undefined ? [] : [['actor_id', actorId]];
  if (action !== undefined) return [...actor, ['action', action]];
  return resourceType === undefined ? actor : [...actor, ['resource_type', resourceType]];
}

const isOfType = (action: string, resourceType: string): boolean => action.startsWith(`${resourceType}.`);

/** The place in the log where two dates lie: the sequence has no gap, and time never goes back along it. */
async function boundsOf(
  tx: Transaction,
  { tenantId }: TenantScope,
  organizationId: string,
  { action, resourceType, startDate, endDate }: AuditFilter,
): Promise<Bounds> {
  if (action !== undefined && resourceType !== undefined && !isOfType(action, resourceType))
    return { first: 1, end: 1 };
  const [head] = await tx.query<{ sequence: string }>(`select sequence from audit_heads where ${OWN}`, [
    tenantId,
    organizationId,
  ]);
  const end = Number(head?.sequence ?? 0) + 1;
  const firstFrom = async (date: string): Promise<number> => {
    const [entry] = await tx.query<{ sequence: string }>(
      `select sequence from audit_entries entry where ${OWN} and at >= $3 order by at, sequence limit 1`,
      [tenantId, organizationId, date],
    );
    return entry === undefined ? end : Math.min(Number(entry.sequence), end);
  };
  const first = startDate === undefined ? 1 : await firstFrom(startDate);
  return { first, end: endDate === undefined ? end : Math.max(first, await firstFrom(endDate)) };
}
